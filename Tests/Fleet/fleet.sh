#!/bin/sh
# fleet.sh PROGRAMS [TEST…]: a fleet with three real nats-servers (TLS 1.3, three copies of each stream), a real PostgreSQL,
# workers, houses with domod and domo-fleet, and many simulated houses; servers, workers, PostgreSQL and houses are killed
# under load, and the network between the servers is cut.
# DOMO_FLEET_ROUNDS=25: more faults. DOMO_FLEET_NETWORK=loopback: without network namespaces, which need root; a server is
# then stopped (SIGSTOP) instead of cut off.
# fleet.sh PROGRAMS figures [OPTION…]: measures the fleet, and prints tables: see figures.py --help.
# fleet.sh PROGRAMS demo: three houses, three servers, PostgreSQL; a few commands. It ends by itself without a terminal.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
needed="domo domod domo-fleet domo-fleet-load domo-fleet-store"
if [ "${1:-}" = demo ]; then
    needed="$needed domo-fleet-web"
    # The page and the servers are for the user's other terminal too.
    export DOMO_FLEET_NETWORK=loopback
fi
for program in $needed; do
    if [ ! -x "$programs/$program" ]; then
        echo "fleet: missing program $programs/$program" >&2
        exit 1
    fi
done
for program in openssl setpriv ip /usr/lib/postgresql/15/bin/postgres; do
    if ! command -v "$program" >/dev/null; then
        echo "fleet: missing program $program; install openssl, util-linux, iproute2 and postgresql" >&2
        exit 1
    fi
done
# Installed before the network is another one.
python=$(sh "$tests/../Peers/environment.sh" nats NATS)
export DOMO_PROGRAMS="$programs" DOMO_NATS_SERVER="$(dirname "$python")/nats-server"
unset DOMO_HOME DOMO_SERVER DOMO_STATE DOMO_CONFIG DOMO_SOCKET DOMO_LOG_LEVEL
ulimit -n "$(ulimit -H -n)"

# All of it is in a namespace of its own, which ends with its last process: nothing remains of the networks.
if [ -z "${DOMO_FLEET_NETWORK:-}" ]; then
    DOMO_FLEET_NETWORK=loopback
    if [ "$(id -u)" = 0 ] && unshare --net --mount sh "$tests/network.sh" >/dev/null 2>&1; then
        DOMO_FLEET_NETWORK=namespaces
    fi
fi
export DOMO_FLEET_NETWORK
case ${1:-} in
figures | demo)
    script=$1
    shift
    set -- "$python" -B "$tests/$script.py" "$@"
    ;;
'') set -- "$python" -B -m unittest discover -v -p 'test_*.py' ;;
*) set -- "$python" -B -m unittest -v "$@" ;;
esac
export PYTHONPATH="$tests/../Shared"
cd "$tests"
case $DOMO_FLEET_NETWORK in
namespaces) exec unshare --net --mount sh "$tests/network.sh" "$@" ;;
loopback) exec "$@" ;;
esac
echo "fleet: unknown DOMO_FLEET_NETWORK=$DOMO_FLEET_NETWORK; use namespaces or loopback" >&2
exit 64
