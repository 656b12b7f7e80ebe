#pragma once
#include <microhttpd.h>
#include <stdbool.h>

// GNU libmicrohttpd takes its options, and tells what it knows, by functions with a varying list of arguments, which Swift cannot call, and some of
// its constants are casts, which Swift does not see.

/// Called with the target of a request as it was sent, before anything else is read. What it returns is handed to the other callbacks.
typedef void *(*cmicrohttpd_begin)(void *context, const char *target, struct MHD_Connection *connection);

/// Serves the connections of a socket that listens already, by a thread of its own, until the process ends; NULL where it cannot.
///
/// It waits by poll: by epoll it would not hear of the end of a connection whose browser had gone before it was accepted.
///
/// More than `connections` wait to be accepted, one that is silent for `seconds` is closed, and the head of a request may take half of `memory`.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int listener, unsigned connections, unsigned seconds, size_t memory, void *context, cmicrohttpd_begin begin, MHD_AccessHandlerCallback answer,
    MHD_RequestCompletedCallback complete, MHD_NotifyConnectionCallback notify) {
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, context,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, begin, context,
        MHD_OPTION_NOTIFY_COMPLETED, complete, context, MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

/// The descriptor of a connection; -1 where there is none.
static inline int cmicrohttpd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// A response of these bytes, which it copies.
static inline struct MHD_Response *cmicrohttpd_bytes(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response without an end in sight: `more` writes its next bytes.
static inline struct MHD_Response *cmicrohttpd_stream(MHD_ContentReaderCallback more, void *context, MHD_ContentReaderFreeCallback release) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, more, context, release);
}

/// What `more` returns at the end of a stream.
static inline ssize_t cmicrohttpd_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

/// Whether a connection was opened, and not closed, when its callback was called with this.
static inline bool cmicrohttpd_is_opened(enum MHD_ConnectionNotificationCode notice) { return notice == MHD_CONNECTION_NOTIFY_STARTED; }
