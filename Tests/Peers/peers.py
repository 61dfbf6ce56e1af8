#!/usr/bin/env python3
"""peers.py PROGRAMS: tests the programs in a folder with real servers and clients, which are installed in .build once.

All of them wait most of the time, so they run beside each other.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Sources/scripts"))

from groups import Group, run  # noqa: E402 - from the folder above

# In the shell, so that each group waits only for its own environment.
TEST = 'python=$(sh "$0/environment.sh" "$1" "$2") && exec "$python" -B "$0/$3"'


def peer(name: str, environment: str, requirements: str, test: str) -> Group:
    return Group(name, "sh", "-c", TEST, str(HERE), environment, requirements, test)


def main() -> None:
    os.environ["PYTHONPATH"] = str(HERE.parent / "Shared")
    os.environ["DOMO_PROGRAMS"] = str(pathlib.Path(sys.argv[1]).resolve())
    run([
        [
            peer("peers-simulator", "knx", "KNX", "KNX/simulator_peers.py"),
            peer("peers-knxd", "knx", "KNX", "KNX/knxd_peers.py"),
            peer("peers-import", "knx", "KNX", "KNX/import_oracle.py"),
            peer("peers-home-assistant", "home-assistant", "HomeAssistant", "test_home_assistant.py"),
            peer("peers-mqtt-entities", "mqtt", "MQTT", "MQTT/test_entities.py"),
            peer("peers-mqtt-commands", "mqtt", "MQTT", "MQTT/test_commands.py"),
            peer("peers-mqtt-restarts", "mqtt", "MQTT", "MQTT/test_restarts.py"),
            peer("peers-mqtt-changes", "mqtt", "MQTT", "MQTT/test_changes.py"),
            # The names of entities are announced in another way since 2025.10.
            peer("peers-mqtt-2026", "mqtt-2026", "MQTT/2026", "MQTT/test_entities.py"),
        ]
    ])


main()
