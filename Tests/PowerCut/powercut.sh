#!/bin/sh
# powercut.sh PROGRAMS [OPTION…]: see powercut.py.
set -eu
cd "$(dirname "$0")/../.."
sh Sources/scripts/install-packages.sh qemu-system-x86 python3 sqlite3 cpio kmod e2fsprogs
exec python3 Tests/PowerCut/powercut.py "$@"
