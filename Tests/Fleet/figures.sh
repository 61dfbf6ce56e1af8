#!/bin/sh
# figures.sh: measures the fleet with release programs, and writes the tables to the manual. The machine should do nothing
# else meanwhile. FIGURES="--quick latency": other options.
set -eu
cd "$(dirname "$0")/../.."
export DOMO_BENCH=1 DOMO_ONLY=domo,domod,domo-sim,domo-mqtt,domo-web,domo-fleet,domo-fleet-store,domo-fleet-load,domo-bench
swift build -c release
exec sh Tests/Fleet/fleet.sh "$(swift build -c release --show-bin-path)" figures \
    --page "$PWD/Sources/DomoDaemon/Manual.docc/Fleet.md" ${FIGURES:-}
