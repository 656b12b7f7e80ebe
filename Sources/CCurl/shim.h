#pragma once
#include <curl/curl.h>
#include <stdbool.h>

// libcurl takes its options, and tells what it knows, by functions with a varying list of arguments, which Swift cannot call. The names in
// parentheses pass by the macros of the same name, which want to see the option where it is written.

/// Prepares libcurl: once in a process, before all else. Whether it could.
static inline bool ccurl_start(void) { return curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK; }

/// Sets an option that is a number.
static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long number) { return (curl_easy_setopt)(easy, option, number); }

/// Sets an option that is a text, of which libcurl keeps a copy.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *text) { return (curl_easy_setopt)(easy, option, text); }

/// Sets the header fields to send; they are still the caller's, and must last as long as `easy`.
static inline CURLcode ccurl_set_fields(CURL *easy, struct curl_slist *fields) { return (curl_easy_setopt)(easy, CURLOPT_HTTPHEADER, fields); }

/// Allows no other protocol than http and https, whatever an address says.
static inline CURLcode ccurl_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Sets who takes the lines of the head, one at a call, and the pieces of the body, and who opens the connection's socket. Each is handed
/// `context`.
static inline void ccurl_set_callbacks(
    CURL *easy, void *context, curl_write_callback line, curl_write_callback piece, curl_opensocket_callback open_socket) {
    (curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, line);
    (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, context);
    (curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, piece);
    (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, context);
    (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, context);
}

/// The status of the last answer; 0 where there is none.
static inline long ccurl_status(CURL *easy) {
    long status = 0;
    (curl_easy_getinfo)(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// Whether the one transfer of `multi` is over, and what came of it.
static inline bool ccurl_is_over(CURLM *multi, CURLcode *result) {
    int waiting;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &waiting));) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return true;
        }
    }
    return false;
}

/// The address that a socket is to be opened for: as many bytes of it as `addrlen` says, which may be more than its type has.
static inline const struct sockaddr *ccurl_socket_address(const struct curl_sockaddr *address) { return &address->addr; }
