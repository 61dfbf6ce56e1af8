#!/bin/sh
# notify.sh PROGRAMS [TEST…]: tests domo-notify with receivers that others wrote: aiosmtpd, and http-ece, pywebpush and
# py-vapid for Web Push; and with ntfy's documented protocol. The daemon is played by domod.py. The Python packages are
# installed in .build once. TEST is a module or class: test_mail, test_push.Never.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
if [ ! -x "$programs/domo-notify" ]; then
    echo "notify: missing program $programs/domo-notify" >&2
    exit 1
fi
export DOMO_PROGRAMS="$programs"
python=$(sh "$tests/../Peers/environment.sh" notify ../Notify)
export PYTHONPATH="$tests/../Shared"
cd "$tests"
if [ $# -gt 0 ]; then exec "$python" -B -W ignore::ResourceWarning -m unittest -v "$@"; fi
exec "$python" -B -W ignore::ResourceWarning -m unittest discover -v -p 'test_*.py'
