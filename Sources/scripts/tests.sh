#!/bin/sh
# tests.sh ARGUMENT…: runs `swift test` with these arguments, and repeats the failures at the end of the long output.
set -eu
# The command line passes the language of the terminal on.
export LC_ALL=C.UTF-8
log=.build/tests.log
status=.build/tests.status

echo 1 >"$status"
{
    ${SWIFT:-swift} test --skip-build "$@" 2>&1 && echo 0 >"$status" || true
} | tee "$log"
[ "$(cat "$status")" = 0 ] && exit
printf '\nFailures (full output in %s):\n' "$log"
grep -aE '✘|Fatal error|^error: ' "$log" | cut -c1-600 | tail -n 20
exit 1
