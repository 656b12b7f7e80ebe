// The standard library of luca and the demo's figures, embedded so that the program needs no folder beside it.
#include "luca_stdlib.h"

static const unsigned char prelude[] = {
#embed "../../stdlib/prelude.lua"
};
static const unsigned char commands[] = {
#embed "../../stdlib/commands.lua"
};
static const unsigned char reports[] = {
#embed "../../stdlib/reports.lua"
};
static const unsigned char demo[] = {
#embed "../../stdlib/demo/demo.lua"
};
static const unsigned char demo_accounts[] = {
#embed "../../stdlib/demo/accounts.csv"
};
static const unsigned char demo_instruments[] = {
#embed "../../stdlib/demo/instruments.csv"
};
static const unsigned char demo_transactions[] = {
#embed "../../stdlib/demo/transactions.csv"
};
static const unsigned char demo_prices[] = {
#embed "../../stdlib/demo/prices.csv"
};

static const luca_embedded files[] = {
    {"prelude.lua", prelude, sizeof prelude},
    {"commands.lua", commands, sizeof commands},
    {"reports.lua", reports, sizeof reports},
    {"demo/demo.lua", demo, sizeof demo},
    {"demo/accounts.csv", demo_accounts, sizeof demo_accounts},
    {"demo/instruments.csv", demo_instruments, sizeof demo_instruments},
    {"demo/transactions.csv", demo_transactions, sizeof demo_transactions},
    {"demo/prices.csv", demo_prices, sizeof demo_prices},
};

const luca_embedded *luca_embedded_file(int number) {
    return number >= 0 && (size_t)number < sizeof files / sizeof *files ? &files[number] : NULL;
}
