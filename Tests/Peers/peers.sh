#!/bin/sh
# peers.sh FOLDER: tries the domo and domod in FOLDER with real servers. What those need is installed below .build, once.
set -eu

programs=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
environment=$tests/../../.build/peers/home-assistant
requirements=$tests/HomeAssistant/requirements.txt

# The release of Home Assistant that is tried is the last one for Python 3.11.
python=
for candidate in python3.11 /usr/bin/python3 python3; do
    if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "peers: no Python 3.11 with its venv module, which Home Assistant is installed for; that of Debian 12 will do" >&2
    exit 1
fi
# The copy of the list is written last: an environment without it was not finished.
if ! cmp -s "$requirements" "$environment/requirements.txt"; then
    rm -rf "$environment"
    mkdir -p "$environment"
    "$python" -m venv "$environment"
    "$environment/bin/pip" install -q --disable-pip-version-check --no-deps --only-binary :all: -r "$requirements"
    cp "$requirements" "$environment/requirements.txt"
fi
DOMO_PROGRAMS=$programs exec "$environment/bin/python" -B "$tests/test_home_assistant.py"
