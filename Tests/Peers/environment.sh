#!/bin/sh
# environment.sh NAME FOLDER: creates a Python environment in .build with the requirements in FOLDER, if it does not exist,
# and prints the path of its Python.
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
environment=$tests/../../.build/peers/$1
requirements=$tests/$2/requirements.txt

# The tested releases need Python 3.11, that of Debian 12, unless the folder brings another one.
find_python() {
    if [ -e "$tests/$1/python.sh" ]; then
        sh "$tests/$1/python.sh" "$environment.python"
        return
    fi
    for candidate in python3.11 /usr/bin/python3 python3; do
        if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "peers: missing Python 3.11 with the venv module; install python3 and python3-venv of Debian 12" >&2
    return 1
}

# One at a time creates it; others that need it wait.
mkdir -p "$(dirname "$environment")"
exec 9>"$environment.lock"
flock 9

# The copy of the requirements is written last: without it, the environment is incomplete.
if ! cmp -s "$requirements" "$environment/requirements.txt"; then
    python=$(find_python "$2")
    rm -rf "$environment"
    mkdir -p "$environment"
    "$python" -m venv "$environment" >&2
    "$environment/bin/pip" install -q --disable-pip-version-check --no-deps --only-binary :all: -r "$requirements" >&2
    cp "$requirements" "$environment/requirements.txt"
fi
echo "$(cd "$environment" && pwd)/bin/python"
