#!/bin/sh
# environment.sh NAME FOLDER: makes a Python environment below .build with what the list in FOLDER names, once, and prints
# the path of its Python.
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
environment=$tests/../../.build/peers/$1
requirements=$tests/$2/requirements.txt

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

# The copy of the list is written last: an environment without it was not finished.
if ! cmp -s "$requirements" "$environment/requirements.txt"; then
    rm -rf "$environment"
    mkdir -p "$environment"
    "$python" -m venv "$environment" >&2
    "$environment/bin/pip" install -q --disable-pip-version-check --no-deps --only-binary :all: -r "$requirements" >&2
    cp "$requirements" "$environment/requirements.txt"
fi
echo "$(cd "$environment" && pwd)/bin/python"
