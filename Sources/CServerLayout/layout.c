// The layout of books on a server, embedded so that the program needs no file beside it.
#include "luca_server_layout.h"

static const unsigned char layout[] = {
#embed "../../server/schema.sql"
};

const unsigned char *luca_server_layout(size_t *size) {
    *size = sizeof layout;
    return layout;
}
