#!/bin/sh
# mqtt.sh PROGRAMS [TEST…]: tests domo-mqtt with the real domod, a simulated house, a real mosquitto, paho-mqtt as the
# other clients, and amqtt as a broker that knows only MQTT 3.1.1. The Python packages are installed in .build once. TEST
# is a module or class: test_topics, test_topics.Events. DOMO_MQTT_MINUTES=10: the long form of test_load.
set -eu

programs=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin
for program in domo domod domo-mqtt domo-sim; do
    if [ ! -x "$programs/$program" ]; then
        echo "mqtt: missing program $programs/$program" >&2
        exit 1
    fi
done
for program in mosquitto mosquitto_ctrl mosquitto_passwd mosquitto_pub mosquitto_rr mosquitto_sub openssl; do
    if ! command -v "$program" >/dev/null; then
        echo "mqtt: missing program $program" >&2
        exit 1
    fi
done
export DOMO_PROGRAMS="$programs" PATH
# The settings of a real house on this machine must not be used.
unset DOMO_HOME DOMO_SERVER DOMO_STATE DOMO_CONFIG DOMO_SOCKET DOMO_LOG_LEVEL
python=$(sh "$tests/../Peers/environment.sh" mqtt ../MQTT)
export PYTHONPATH="$tests/../Shared"
cd "$tests"
if [ $# -gt 0 ]; then exec "$python" -B -W ignore::ResourceWarning -m unittest -v "$@"; fi

# The tests wait most of the time: three modules run beside each other.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export logs python
status=0
for file in test_*.py; do echo "${file%.py}"; done | xargs -P 3 -I MODULE \
    sh -c '"$python" -B -W ignore::ResourceWarning -m unittest -v MODULE >"$logs/MODULE" 2>&1' || status=1
cat "$logs"/*
exit $status
