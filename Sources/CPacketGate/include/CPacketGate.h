// Stands between libmosquitto and what it reads. libmosquitto neither limits the length of packets nor checks all that
// they contain, and ends the process for some of them (an assertion); it has no hook for it. It reads with read(2) and
// SSL_read(3), which are defined here for the whole program: they act as ever, except while a gate is open on the
// calling thread. The linker exports them from the program, since libraries that it is linked with, libssl among them, use or
// define the same names.
#pragma once

#include <stddef.h>

/// Gives libmosquitto bytes that have been checked.
///
/// Returns their number; 0 at the end of the connection; −1 after `domo_gate_pull` has failed, or after `domo_gate_fail`.
typedef long (*domo_gate_take)(void *context, unsigned char *bytes, size_t count);

/// From now on, what this thread reads from the socket comes from `take`; with TLS, what it reads by SSL_read(3).
void domo_gate_open(int socket, int is_secure, void *context, domo_gate_take take);
void domo_gate_close(void);

/// Reads from the connection itself, within `take`.
///
/// Returns the number of bytes; 0 at its end; −1 if there are none now, or it has failed.
long domo_gate_pull(unsigned char *bytes, size_t count);

/// The reason for −1, within `take`: EAGAIN if there is nothing now.
void domo_gate_fail(int error);
