#include "CVersion.h"

#ifndef DOMO_COMMIT
#define DOMO_COMMIT ""
#endif

const char *const domo_commit = DOMO_COMMIT;
