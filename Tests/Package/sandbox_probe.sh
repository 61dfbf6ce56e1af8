#!/bin/sh
# sandbox_probe.sh: tries what a program in a sandbox can and can't do, and prints a line for each: probe NAME yes|no.
# systemd runs it as ExecStartPre= of a daemon, so that it has the daemon's sandbox.
try() {
    name=$1
    shift
    if "$@" >/dev/null 2>&1; then echo "probe $name yes"; else echo "probe $name no"; fi
}
# operating.py creates a world-writable folder domo-probe in each of these places.
write() { touch "$1/domo-probe/file" && rm "$1/domo-probe/file"; }
write_own() { touch "$1/domo-probe-own" && rm "$1/domo-probe-own"; }
status() { grep -q "^$1:[[:space:]]*$2\$" /proc/self/status; }
# The filter rejects the socket (97, address family not supported) before the kernel checks privileges (1).
packets() { perl -e 'exit 0 if socket(my $s, 17, 3, 0); exit($! == 97)'; }

# No $(…): domo-web can't create pipes.
try root test -O /
try write-etc write /etc
try write-configuration write /etc/domo
try write-programs write /usr/lib
try write-log write /var/log
try write-backups write /var/backups
try write-state write_own /var/lib/domo
try write-runtime write_own /run/domo
try write-web-runtime write_own /run/domo-web
try write-houses write_own /etc/domo/homes
try read-state sh -c 'ls /var/lib/domo/history.sqlite'
try read-home cat /home/domo-probe/file
try read-root ls /root/.profile
try read-shadow cat /etc/shadow
try read-secret-folder cat /etc/domo/secrets/gate.password
try read-credential sh -c 'cat "$CREDENTIALS_DIRECTORY/secrets_gate.password"'
try see-tmp test -e /tmp/domo-probe-file
try see-init test -e /proc/1/comm
try see-kernel test -e /proc/sys/kernel/ostype
try new-namespace unshare --user true
# A filtered call that needs no privileges.
try lower-scheduling chrt --idle 0 true
try mount mount -t tmpfs none /tmp
try packet-sockets packets
try no-capabilities status CapBnd 0000000000000000
try no-new-privileges status NoNewPrivs 1
try filtered-system-calls status Seccomp 2
echo "probe end yes"
