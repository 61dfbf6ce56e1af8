#ifndef DOMO_CVERSION_H
#define DOMO_CVERSION_H

/// The commit that the programs were built from; empty where the build did not name it.
extern const char *const domo_commit;

#endif
