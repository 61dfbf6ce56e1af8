// libcurl, loaded on first use and not with the program, because its about 30 dependencies take at least 6 MB and 5 ms.
// Each function is libcurl's with the prefix `domo_`. Swift can't import variadic functions, so there is one for each
// kind of option.
#pragma once

#include <curl/curl.h>

/// Loads and initializes the library. Must be called once, before everything else.
///
/// @param file its name: `libcurl.so.4`
/// Returns NULL, or an error message, which is valid until the thread's next call.
const char *domo_curl_open(const char *file);

CURL *domo_curl_easy_init(void);
void domo_curl_easy_cleanup(CURL *easy);
const char *domo_curl_easy_strerror(CURLcode code);

CURLM *domo_curl_multi_init(void);
CURLMcode domo_curl_multi_cleanup(CURLM *multi);
CURLMcode domo_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode domo_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode domo_curl_multi_perform(CURLM *multi, int *running);
CURLMcode domo_curl_multi_poll(CURLM *multi, struct curl_waitfd *others, unsigned int count, int milliseconds, int *ready);
/// Ends a domo_curl_multi_poll of another thread, or the next one.
CURLMcode domo_curl_multi_wakeup(CURLM *multi);
CURLMcode domo_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running);
CURLMsg *domo_curl_multi_info_read(CURLM *multi, int *left);
const char *domo_curl_multi_strerror(CURLMcode code);

struct curl_slist *domo_curl_slist_append(struct curl_slist *list, const char *text);
void domo_curl_slist_free_all(struct curl_slist *list);

typedef size_t (*domo_curl_write)(char *bytes, size_t size, size_t count, void *context);

CURLcode domo_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode domo_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode domo_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode domo_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode domo_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode domo_curl_set_write(CURL *easy, CURLoption option, domo_curl_write value);
/// Sets the callback that supplies what is uploaded.
CURLcode domo_curl_set_read(CURL *easy, domo_curl_write value, void *context);
/// Sets the callback for header fields: those of interim answers, of the answer, and of its trailers.
CURLcode domo_curl_set_header(CURL *easy, domo_curl_write value, void *context);
/// Sets the callback that opens sockets, which sees each address before it is connected to.
CURLcode domo_curl_set_open_socket(CURL *easy, curl_opensocket_callback value, void *context);
CURLcode domo_curl_set_prereq(CURL *easy, CURLoption option, curl_prereq_callback value);
/// Sets the callbacks for a new socket of a connection, and for closing it instead of close(2), each with its context:
/// that of closing must outlive the connection, which may outlive the handle.
CURLcode domo_curl_set_socket(
    CURL *easy, curl_sockopt_callback made, void *made_context, curl_closesocket_callback close, void *close_context
);
CURLMcode domo_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode domo_curl_multi_set_socket(CURLM *multi, curl_socket_callback value, void *context);
CURLMcode domo_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value, void *context);

CURLcode domo_curl_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode domo_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value);
CURLcode domo_curl_get_pointer(CURL *easy, CURLINFO info, void **value);

/// The number of bytes that have arrived on a TCP connection since it was made, and were acknowledged; −1 if unknown.
long long domo_curl_arrived(curl_socket_t socket);

// Swift can't import these macros, because they contain casts.
static const long domo_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long domo_curl_auth_bearer = (long)CURLAUTH_BEARER;
static const long domo_curl_auth_digest = (long)CURLAUTH_DIGEST;
