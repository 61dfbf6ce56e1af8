#!/bin/sh
# web.sh FOLDER [TEST…]: tries the page in Chromium, with the domod, domo, domo-sim and domo-web in FOLDER. What the tests
# need of Python is installed below .build, once. TEST is a module or more: test_walk, test_orders.Orders.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
for program in domod domo domo-sim domo-web; do
    if [ ! -x "$programs/$program" ]; then
        echo "web: $programs has no $program" >&2
        exit 1
    fi
done
for program in chromium chromedriver; do
    if ! command -v "$program" >/dev/null; then
        echo "web: $program is missing; install the packages chromium and chromium-driver" >&2
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
