/* stand_still.c: preloaded into domo-mqtt, it stands still where a process may lose the processor: after epoll_wait(2) has
   returned, and before anything else; with STAND_STILL_AT=read, before read(2) of a socket, which is that to the broker. It does
   so once, when there is a file STAND_STILL; it removes the file, and goes on when there is a file STAND_STILL.end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void stand_still(const char *place)
{
    const char *file = getenv("STAND_STILL"), *wanted = getenv("STAND_STILL_AT");
    if (!file || !wanted || strcmp(place, wanted) != 0 || unlink(file) != 0) return;
    char end[4096];
    snprintf(end, sizeof end, "%s.end", file);
    while (access(end, F_OK) != 0) usleep(10000);
}

ssize_t read(int descriptor, void *bytes, size_t count)
{
    static ssize_t (*read_from)(int, void *, size_t);
    if (!read_from) read_from = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    int type;
    socklen_t size = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0) stand_still("read");
    return read_from(descriptor, bytes, count);
}

int epoll_wait(int descriptor, struct epoll_event *events, int count, int timeout)
{
    static int (*wait_for)(int, struct epoll_event *, int, int);
    if (!wait_for) wait_for = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
    int found = wait_for(descriptor, events, count, timeout);
    if (found > 0) stand_still("wait");
    return found;
}
