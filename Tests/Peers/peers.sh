#!/bin/sh
# peers.sh FOLDER: tries the programs in FOLDER with real servers and clients. What those need is installed below .build,
# once.
set -eu

programs=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)

# The releases that are tried are for Python 3.11.
python=
for candidate in python3.11 /usr/bin/python3 python3; do
    if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "peers: no Python 3.11 with its venv module, which the peers are installed for; that of Debian 12 will do" >&2
    exit 1
fi

# install NAME FOLDER: an environment below .build with what the list in FOLDER names.
install() {
    environment=$tests/../../.build/peers/$1
    requirements=$tests/$2/requirements.txt
    # The copy of the list is written last: an environment without it was not finished.
    if ! cmp -s "$requirements" "$environment/requirements.txt"; then
        rm -rf "$environment"
        mkdir -p "$environment"
        "$python" -m venv "$environment"
        "$environment/bin/pip" install -q --disable-pip-version-check --no-deps --only-binary :all: -r "$requirements"
        cp "$requirements" "$environment/requirements.txt"
    fi
}

export DOMO_PROGRAMS="$programs"
install knx KNX
"$environment/bin/python" -B "$tests/KNX/simulator_peers.py"
install home-assistant HomeAssistant
exec "$environment/bin/python" -B "$tests/test_home_assistant.py"
