#!/bin/sh
# Runs the tests that the arguments choose (as `swift test` takes them), and says what failed once more at the end:
# some thousand lines go by before.
set -eu
log=.build/tests.log
status=.build/tests.status

echo 1 >"$status"
{
    ${SWIFT:-swift} test --skip-build "$@" 2>&1 && echo 0 >"$status" || true
} | tee "$log"
[ "$(cat "$status")" = 0 ] && exit
printf '\nWhat failed (all of it in %s):\n' "$log"
grep -aE '✘|Fatal error|^error: ' "$log" | cut -c1-600 | tail -n 20
exit 1
