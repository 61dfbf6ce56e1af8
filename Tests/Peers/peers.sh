#!/bin/sh
# peers.sh FOLDER: tests the programs in FOLDER with real servers and clients, which are installed in .build once.
set -eu

programs=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)

export DOMO_PROGRAMS="$programs"
python=$(sh "$tests/environment.sh" knx KNX)
"$python" -B "$tests/KNX/simulator_peers.py"
"$python" -B "$tests/KNX/knxd_peers.py"
"$python" -B "$tests/KNX/import_oracle.py"
python=$(sh "$tests/environment.sh" home-assistant HomeAssistant)
exec "$python" -B "$tests/test_home_assistant.py"
