// Runs PROGRAM.unfiltered from the same folder under the system call filter of its unit. The file FILTER lists the allowed
// calls, one per line. Also applies the unit's other filters: address families, memory that is both writable and
// executable, and namespaces. A forbidden call kills the program with SIGSYS, so that the tests notice it; in the unit it
// fails with EPERM.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static void check(int status, const char *what) {
    if (status >= 0) return;
    fprintf(stderr, "filtered: %s: %s\n", what, strerror(-status));
    exit(71);
}

static void allow(scmp_filter_ctx filter, const char *name) {
    int call = seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR) return;  // of another architecture
    const int namespaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER
        | CLONE_NEWUTS;
    if (!strcmp(name, "socket")) {
        const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
        for (int i = 0; i < 4; i++)
            check(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A0(SCMP_CMP_EQ, families[i])), name);
        check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK)), name);
    } else if (!strcmp(name, "mmap")) {
        const int protections[] = {0, PROT_WRITE, PROT_EXEC};
        for (int i = 0; i < 3; i++)
            check(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
                                   SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_WRITE | PROT_EXEC, protections[i])), name);
    } else if (!strcmp(name, "mprotect") || !strcmp(name, "pkey_mprotect")) {
        check(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)), name);
    } else if (!strcmp(name, "clone")) {
        check(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0)), name);
    } else if (!strcmp(name, "clone3")) {
        // Filters can't inspect its flags, which are in memory: as under systemd, make the C library fall back to clone.
        check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0), name);
    } else if (strcmp(name, "unshare") && strcmp(name, "setns")) {
        check(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0), name);
    }
}

int main(int count, char **arguments) {
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 32);
    if (length < 0) { perror("filtered"); return 71; }
    strcpy(program + length, ".unfiltered");

    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    FILE *list = fopen(FILTER, "re");
    if (!filter || !list) { fprintf(stderr, "filtered: can't open %s\n", FILTER); return 71; }
    char name[128];
    while (fgets(name, sizeof name, list)) {
        name[strcspn(name, "\n")] = 0;
        allow(filter, name);
    }
    fclose(list);
    // As root, unlike the services, SQLite changes the owner of its journals; it ignores a failure.
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fchown), 0), "fchown");
    check(seccomp_load(filter), "seccomp_load");
    seccomp_release(filter);
    arguments[0] = program;
    execv(program, arguments);
    perror(program);
    return 71;
}
