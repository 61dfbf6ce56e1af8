#ifndef DOMO_CVERSION_H
#define DOMO_CVERSION_H

/// The commit that the programs were built from; empty if the build did not set it.
extern const char *const domo_commit;

#endif
