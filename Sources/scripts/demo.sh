#!/bin/sh
# demo.sh FOLDER: starts the domod in FOLDER with a simulated house and the web page, and runs a few commands. On a
# terminal it keeps running until Ctrl-C, for you to try more. With KNX=1 the house is on a simulated KNX bus; with
# DEMO_HOME=piso it is a modern flat on one, with KNX=0 too on a simulated HTTP server.
set -eu

programs=$1
homes=$(cd "$(dirname "$0")/../.." && pwd)/homes
home=$homes/vivienda-eficiente.xml
if [ -n "${KNX:-}" ] && [ "$KNX" != 0 ]; then home=$homes/knx/vivienda-eficiente-knx.xml; fi
case ${DEMO_HOME:-} in
'') ;;
piso)
    home=$homes/samples/piso-knx.xml
    if [ "${KNX:-}" = 0 ]; then home=$homes/samples/piso.xml; fi
    ;;
*)
    echo "There is no sample \"$DEMO_HOME\" for the demo; use HOME=piso, or none." >&2
    exit 64
    ;;
esac
folder=$(mktemp -d "${TMPDIR:-/tmp}/domo-demo.XXXXXX")
# Ignore the settings of a real house on this machine: the orders would go there.
unset DOMO_HOME DOMO_SERVER DOMO_STATE DOMO_CONFIG DOMO_LOG_LEVEL
export DOMO_SOCKET="$folder/domo.sock"
daemon=
web=

finish() {
    if [ -n "$web" ]; then
        kill "$web" 2>/dev/null || :
        wait "$web" 2>/dev/null || :
    fi
    if [ -n "$daemon" ]; then
        kill "$daemon" 2>/dev/null || :
        wait "$daemon" 2>/dev/null || :
    fi
    rm -rf "$folder"
}
trap finish EXIT
# The reader of the output, or the terminal, may close early.
trap 'exit 0' HUP INT PIPE TERM

"$programs/domod" --config /dev/null --demo --home "$home" --socket "$DOMO_SOCKET" --state "$folder/state" \
    2>"$folder/log" &
daemon=$!
tries=0
until "$programs/domo" status >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -ge 100 ] || ! kill -0 "$daemon" 2>/dev/null; then
        echo "domod did not start:" >&2
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done

# Shows a command, its output, and the signals that the simulated house received, or the telegrams on its bus.
try() {
    printf '\n$ domo'
    for word in "$@"; do
        case $word in *[!A-Za-z0-9./+-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    before=$(wc -l <"$folder/log")
    "$programs/domo" "$@"
    tail -n "+$((before + 1))" "$folder/log" | sed -n 's/.*simulated house: /   the house received: /p'
}

echo "A simulated house, its daemon, and a few commands:"
flat() {
    # The first states have to be read from the bus.
    tries=0
    until "$programs/domo" ls Salon | grep -q ' → ' || [ $tries -ge 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    try ls
    try ls Salon
    try set Salon/Clima 22.5 --wait confirmed
    try set Salon/Clima/Modo noche
    try dim Salon/Persiana 60
    try dim Salon/Persiana/Lamas 40
    try set Lectura on
    try ls -l Salon/Clima
    try explain set Salon/Clima 23
    try why Salon/Clima
    try status
}
house() {
    try ls
    try ls Salon
    try set Louver up --wait confirmed
    try dim GradualLighting 40
    try set Buzzer on
    try set HomeMessaging "La casa está abierta"
    try toggle Buzzer
    try explain set Louver down
    try orders
    try history Buzzer
    try scenes
    try calendar --for 1d
    try ls -r
    try status
}
if [ -n "${DEMO_HOME:-}" ]; then flat; else house; fi

# The web page, on a free port, and a link that signs in a browser.
: >"$folder/web"
"$programs/domo-web" --socket "$DOMO_SOCKET" --listen 127.0.0.1:0 >"$folder/web" 2>&1 &
web=$!
tries=0
until url=$(sed -n 's/^domo-web: listening on //p' "$folder/web") && [ -n "$url" ]; do
    tries=$((tries + 1))
    if [ $tries -ge 100 ] || ! kill -0 "$web" 2>/dev/null; then
        echo "domo-web did not start:" >&2
        cat "$folder/web" >&2
        exit 1
    fi
    sleep 0.1
done

if [ -t 0 ] && [ -t 1 ]; then
    try token new Browser --role manage --code --url "$url"
    printf '\nTo see the web page, open the link above in a browser on this machine.\n'
    printf '\nThe daemon keeps running. In another terminal:\n'
    printf '  export DOMO_SOCKET=%s PATH="%s:$PATH"\n  domo ls\n' "$DOMO_SOCKET" "$programs"
    printf 'Press Ctrl-C to stop. The log of the daemon and the house:\n'
    tail -n 0 -f "$folder/log" &
    tail=$!
    trap 'kill $tail 2>/dev/null; exit 0' INT TERM
    wait "$daemon" || :
    kill $tail 2>/dev/null || :
else
    printf '\nThe demo has ended. On a terminal it keeps running.\n'
fi
