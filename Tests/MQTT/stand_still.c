/* stand_still.c: preloaded into domo-mqtt, it stands still where a process may lose the processor: after epoll_wait(2) has
   returned, and before anything else. It does so once, when there is a file STAND_STILL; it removes the file, and goes on when
   there is a file STAND_STILL.end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

int epoll_wait(int descriptor, struct epoll_event *events, int count, int timeout)
{
    static int (*wait_for)(int, struct epoll_event *, int, int);
    if (!wait_for) wait_for = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
    int found = wait_for(descriptor, events, count, timeout);
    const char *file = getenv("STAND_STILL");
    if (found > 0 && file && unlink(file) == 0) {
        char end[4096];
        snprintf(end, sizeof end, "%s.end", file);
        while (access(end, F_OK) != 0) usleep(10000);
    }
    return found;
}
