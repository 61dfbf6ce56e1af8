#!/bin/sh
# fleet-page.sh FOLDER [TEST…]: tests the page of many houses in Chromium, with a real PostgreSQL and the programs in FOLDER.
# The Python packages that the tests need are installed in .build once. TEST is a module or class: test_list, test_orders.Orders.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
for program in domod domo domo-sim domo-web domo-fleet domo-fleet-store domo-fleet-web; do
    if [ ! -x "$programs/$program" ]; then
        echo "fleet-page: missing program $programs/$program" >&2
        exit 1
    fi
done
for program in chromium chromedriver psql /usr/lib/postgresql/15/bin/initdb; do
    if ! command -v "$program" >/dev/null; then
        echo "fleet-page: missing program $program; install the packages chromium, chromium-driver and postgresql" >&2
        exit 1
    fi
done

export DOMO_PROGRAMS="$programs"
nats=$(sh "$tests/../Peers/environment.sh" nats NATS)
DOMO_NATS_SERVER="$(dirname "$nats")/nats-server"
export DOMO_NATS_SERVER
api=$(sh "$tests/../Peers/environment.sh" schemathesis ../Web/API)
DOMO_SCHEMATHESIS="$(dirname "$api")/schemathesis"
export DOMO_SCHEMATHESIS
python=$(sh "$tests/../Peers/environment.sh" web ../Web)
cd "$tests"
export PYTHONPATH="$tests/../Web:$tests/../Shared"
if [ $# -gt 0 ]; then exec "$python" -B -m unittest -v "$@"; fi
exec "$python" -B -m unittest discover -v -p 'test_*.py'
