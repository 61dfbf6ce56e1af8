#!/bin/sh
# thread.sh FOLDER: runs the in-process tests that were built with --sanitize=thread in FOLDER. Any report of the sanitizer
# is a failure.
set -eu
cd "$(dirname "$0")/../.."
folder=$1
reports=$folder/reports
rm -rf "$reports"
mkdir -p "$reports"
clang -shared -fPIC -O1 -o "$folder/mutex.so" Tests/Sanitizers/mutex.c
status=0
# Start the test program directly, so that the library is not preloaded into swift test.
TSAN_OPTIONS="log_path=$reports/report exitcode=0" LD_PRELOAD="$folder/mutex.so" \
    "$folder/debug/domoPackageTests.xctest" --testing-library swift-testing --no-parallel \
    --skip 'EndToEnd|FuzzTests|DomoEngineTestingTests|DomoKNXTestingTests' || status=$?
count=$(cat "$reports"/report* 2>/dev/null | grep -c 'WARNING: ThreadSanitizer' || true)
echo "thread sanitizer: ${count:-0} reports"
[ "${count:-0}" -eq 0 ] || { cat "$reports"/report* | grep -A12 'WARNING: ThreadSanitizer' | head -60; exit 1; }
exit "$status"
