// libcurl as Swift sees it: Swift imports no variadic function, so each kind of option has a typed one here.
#pragma once

#include <curl/curl.h>
#include <sys/prctl.h>

static inline CURLcode domo_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode domo_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode domo_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode domo_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode domo_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*domo_curl_write)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode domo_curl_set_write(CURL *easy, CURLoption option, domo_curl_write value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode domo_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode domo_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode domo_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode domo_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLcode domo_curl_set_prereq(CURL *easy, CURLoption option, curl_prereq_callback value) {
    return curl_easy_setopt(easy, option, value);
}

// The masks are macros with a cast in them.
static const long domo_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long domo_curl_auth_bearer = (long)CURLAUTH_BEARER;
static const long domo_curl_auth_digest = (long)CURLAUTH_DIGEST;

/// Names the calling thread; at most 15 bytes. (pthread_setname_np is not in Swift's Glibc, and prctl is variadic.)
static inline int domo_thread_set_name(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}
