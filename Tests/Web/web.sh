#!/bin/sh
# web.sh FOLDER [TEST…]: tests the page in Chromium, with the domod, domo, domo-sim and domo-web in FOLDER. The Python
# packages that the tests need are installed in .build once. TEST is a module or class: test_walk, test_orders.Orders.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
for program in domod domo domo-sim domo-web; do
    if [ ! -x "$programs/$program" ]; then
        echo "web: missing program $programs/$program" >&2
        exit 1
    fi
done
for program in chromium chromedriver; do
    if ! command -v "$program" >/dev/null; then
        echo "web: missing program $program; install the packages chromium and chromium-driver" >&2
        exit 1
    fi
done

export DOMO_PROGRAMS="$programs"
api=$(sh "$tests/../Peers/environment.sh" schemathesis ../Web/API)
export DOMO_SCHEMATHESIS="$(dirname "$api")/schemathesis"
python=$(sh "$tests/../Peers/environment.sh" web ../Web)
cd "$tests"
if [ $# -gt 0 ]; then exec "$python" -B -m unittest -v "$@"; fi
exec "$python" -B -m unittest discover -v -p 'test_*.py'
