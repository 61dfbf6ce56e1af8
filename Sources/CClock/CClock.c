#include "CClock.h"

#include <sys/timex.h>

int domo_clock_is_synchronized(void) {
    struct timex clock = {0};
    int state = adjtimex(&clock);
    return state < 0 ? -1 : state != TIME_ERROR;
}
