#include "CLibCurl.h"

#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>

// curl.h defines macros with these names to check the types of options. They would conflict with the function table.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// All functions that are used: result, name, parameters.
#define FUNCTIONS(use)                                                                   \
    use(CURLcode, global_init, (long flags))                                             \
    use(CURL *, easy_init, (void))                                                       \
    use(void, easy_cleanup, (CURL *))                                                    \
    use(const char *, easy_strerror, (CURLcode))                                         \
    use(CURLcode, easy_setopt, (CURL *, CURLoption, ...))                                \
    use(CURLcode, easy_getinfo, (CURL *, CURLINFO, ...))                                 \
    use(CURLM *, multi_init, (void))                                                     \
    use(CURLMcode, multi_cleanup, (CURLM *))                                             \
    use(CURLMcode, multi_add_handle, (CURLM *, CURL *))                                  \
    use(CURLMcode, multi_remove_handle, (CURLM *, CURL *))                               \
    use(CURLMcode, multi_perform, (CURLM *, int *))                                      \
    use(CURLMcode, multi_poll, (CURLM *, struct curl_waitfd *, unsigned int, int, int *)) \
    use(CURLMcode, multi_wakeup, (CURLM *))                                              \
    use(CURLMcode, multi_socket_action, (CURLM *, curl_socket_t, int, int *))            \
    use(CURLMsg *, multi_info_read, (CURLM *, int *))                                    \
    use(const char *, multi_strerror, (CURLMcode))                                       \
    use(CURLMcode, multi_setopt, (CURLM *, CURLMoption, ...))                            \
    use(struct curl_slist *, slist_append, (struct curl_slist *, const char *))          \
    use(void, slist_free_all, (struct curl_slist *))

#define FIELD(result, name, parameters) result(*name) parameters;
static struct {
    FUNCTIONS(FIELD)
} library;

static const char *find(void *handle, const char *file, const char *name, void **function) {
    static _Thread_local char problem[120];
    *function = dlsym(handle, name);
    if (*function) return NULL;
    snprintf(problem, sizeof problem, "%s is too old: it has no %s", file, name);
    return problem;
}

const char *domo_curl_open(const char *file) {
    // Never closed: its threads and handles live as long as the program.
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *problem;
#define FIND(result, name, parameters) \
    if ((problem = find(handle, file, "curl_" #name, (void **)&library.name))) return problem;
    FUNCTIONS(FIND)
    CURLcode code = library.global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK ? NULL : library.easy_strerror(code);
}

CURL *domo_curl_easy_init(void) { return library.easy_init(); }
void domo_curl_easy_cleanup(CURL *easy) { library.easy_cleanup(easy); }
const char *domo_curl_easy_strerror(CURLcode code) { return library.easy_strerror(code); }

CURLM *domo_curl_multi_init(void) { return library.multi_init(); }
CURLMcode domo_curl_multi_cleanup(CURLM *multi) { return library.multi_cleanup(multi); }
CURLMcode domo_curl_multi_add_handle(CURLM *multi, CURL *easy) { return library.multi_add_handle(multi, easy); }
CURLMcode domo_curl_multi_remove_handle(CURLM *multi, CURL *easy) { return library.multi_remove_handle(multi, easy); }
CURLMcode domo_curl_multi_perform(CURLM *multi, int *running) { return library.multi_perform(multi, running); }

CURLMcode domo_curl_multi_poll(
    CURLM *multi, struct curl_waitfd *others, unsigned int count, int milliseconds, int *ready
) {
    return library.multi_poll(multi, others, count, milliseconds, ready);
}

CURLMcode domo_curl_multi_wakeup(CURLM *multi) { return library.multi_wakeup(multi); }

CURLMcode domo_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
    return library.multi_socket_action(multi, socket, events, running);
}

CURLMsg *domo_curl_multi_info_read(CURLM *multi, int *left) { return library.multi_info_read(multi, left); }
const char *domo_curl_multi_strerror(CURLMcode code) { return library.multi_strerror(code); }

struct curl_slist *domo_curl_slist_append(struct curl_slist *list, const char *text) {
    return library.slist_append(list, text);
}

void domo_curl_slist_free_all(struct curl_slist *list) { library.slist_free_all(list); }

CURLcode domo_curl_set_long(CURL *easy, CURLoption option, long value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_write(CURL *easy, CURLoption option, domo_curl_write value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_read(CURL *easy, domo_curl_write value, void *context) {
    CURLcode code = library.easy_setopt(easy, CURLOPT_READFUNCTION, value);
    return code == CURLE_OK ? library.easy_setopt(easy, CURLOPT_READDATA, context) : code;
}

CURLcode domo_curl_set_header(CURL *easy, domo_curl_write value, void *context) {
    CURLcode code = library.easy_setopt(easy, CURLOPT_HEADERFUNCTION, value);
    return code == CURLE_OK ? library.easy_setopt(easy, CURLOPT_HEADERDATA, context) : code;
}

CURLcode domo_curl_set_open_socket(CURL *easy, curl_opensocket_callback value, void *context) {
    CURLcode code = library.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
    return code == CURLE_OK ? library.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context) : code;
}

CURLcode domo_curl_set_prereq(CURL *easy, CURLoption option, curl_prereq_callback value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode domo_curl_set_socket(
    CURL *easy, curl_sockopt_callback made, void *made_context, curl_closesocket_callback close, void *close_context
) {
    CURLcode code = library.easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, made);
    if (code == CURLE_OK) code = library.easy_setopt(easy, CURLOPT_SOCKOPTDATA, made_context);
    if (code == CURLE_OK) code = library.easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
    return code == CURLE_OK ? library.easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, close_context) : code;
}

CURLMcode domo_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.multi_setopt(multi, option, value);
}

CURLMcode domo_curl_multi_set_socket(CURLM *multi, curl_socket_callback value, void *context) {
    CURLMcode code = library.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
    return code == CURLM_OK ? library.multi_setopt(multi, CURLMOPT_SOCKETDATA, context) : code;
}

CURLMcode domo_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value, void *context) {
    CURLMcode code = library.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
    return code == CURLM_OK ? library.multi_setopt(multi, CURLMOPT_TIMERDATA, context) : code;
}

CURLcode domo_curl_get_long(CURL *easy, CURLINFO info, long *value) { return library.easy_getinfo(easy, info, value); }

CURLcode domo_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return library.easy_getinfo(easy, info, value);
}

CURLcode domo_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return library.easy_getinfo(easy, info, value);
}

long long domo_curl_arrived(curl_socket_t socket) {
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
    // Older kernels return less.
    size_t needed = offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received;
    return length < needed ? -1 : (long long)info.tcpi_bytes_received;
}
