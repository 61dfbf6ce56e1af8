#include "CClock.h"

#include <sys/timex.h>

domo_clock domo_clock_state(void) {
    struct timex clock = {0};
    int state = adjtimex(&clock);
    if (state < 0) {
        return (domo_clock){.is_synchronized = -1};
    }
    // systemd-timesyncd sets the maximum error to 0 when it begins a correction: what is left of it counts, too.
    long long left = clock.offset < 0 ? -(long long)clock.offset : clock.offset;
    if (clock.status & STA_NANO) {
        left /= 1000;
    }
    return (domo_clock){.is_synchronized = state != TIME_ERROR, .max_error = clock.maxerror + left};
}
