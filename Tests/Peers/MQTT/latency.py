"""Prints how long domo and Home Assistant take from a command topic to a POST, and from a telegram to a state topic.

    DOMO_PROGRAMS=FOLDER python latency.py

Home Assistant's own ways: an automation with an MQTT trigger calls a `rest_command`; its knx integration has binary sensors,
and `mqtt_statestream` publishes the state of one, an automation that of the other. One mosquitto serves both; each has a knxd
of its own, since every telegram reaches all clients. Both have a history. Blocks of messages alternate; the first warms up.

This script, which sends and receives, runs on the first core, all servers on the last. All messages have QoS 0 here.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import statistics
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "KNX"))

from home_assistant import HomeAssistant  # noqa: E402 - after the folder of knxd
from knxd import Bus  # noqa: E402
from mosquitto import Mosquitto  # noqa: E402
from programs import Bridge, Daemon, environment  # noqa: E402
from receivers import Client, Server  # noqa: E402

BLOCKS, MESSAGES = 10, 100
# In seconds: after each message; before each block, so that what the last one left behind is done, such as the history.
PAUSE, SETTLING = 0.004, 2
PERCENTILES = (50, 99)
# The share of Home Assistant's time that domo may take.
TARGET = 0.5
# In seconds: for the first message, for each later one, and for everything, such as a program that does not start.
READY, TIMEOUT, TIME_LIMIT = 30, 5, 900

HOUSE = """<Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
<Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo>{binding}</Dispositivo>
</Vivienda></Viviendas>
"""
BINDING = '<k:Binario orden="1/0/0" estado="1/0/1" leer="no"/>'

HOME_ASSISTANT = """network:
automation:
  - alias: command
    mode: queued
    triggers: [{trigger: mqtt, topic: ha/lamp/set}]
    actions: [{action: rest_command.lamp, data: {value: "{{ trigger.payload }}"}}]
  - alias: state
    mode: queued
    triggers: [{trigger: state, entity_id: binary_sensor.other}]
    actions: [{action: mqtt.publish, data: {topic: ha/other, payload: "{{ trigger.to_state.state }}"}}]
rest_command:
  lamp: {url: "URL/Luz", method: post, content_type: application/json, payload: '{"lamp": "{{ value }}"}'}
knx:
  binary_sensor:
    - {name: lamp, state_address: 1/0/1, sync_state: false}
    - {name: other, state_address: 1/0/2, sync_state: false}
mqtt_statestream:
  base_topic: ha
  include: {entities: [binary_sensor.lamp]}
"""


class Path:
    """A way from `send` to an arrival; on and off in turn."""

    def __init__(self, send, arrival):
        self.send, self.arrival = send, arrival
        self.value = "off"

    def time(self, timeout=TIMEOUT):
        """In milliseconds."""
        self.value = "on" if self.value == "off" else "off"
        start = time.perf_counter()
        self.send(self.value)
        return 1000 * (self.arrival(self.value, start + timeout) - start)

    def await_ready(self):
        """Sends values until one arrives."""
        for _ in range(READY):
            with contextlib.suppress(TimeoutError):
                return self.time(timeout=1)
        return self.time()

    def block(self):
        """The percentiles of a block."""
        time.sleep(SETTLING)
        times = []
        for _ in range(MESSAGES):
            times.append(self.time())
            time.sleep(PAUSE)
        return [statistics.quantiles(times, n=100, method="inclusive")[percent - 1] for percent in PERCENTILES]


def measure(what, domo, home_assistant):
    """Prints a row for each percentile: the median of the blocks."""
    for path in (domo, home_assistant):
        path.await_ready()
    pairs = [(domo.block(), home_assistant.block()) for _ in range(BLOCKS + 1)][1:]
    for number, percent in enumerate(PERCENTILES):
        ours, theirs = ([block[number] for block in blocks] for blocks in zip(*pairs))
        (mine, other), ratios = map(statistics.median, (ours, theirs)), sorted(map(float.__truediv__, ours, theirs))
        result = "met" if mine / other <= TARGET else "not met"
        print(
            f"{f'{what}: p{percent}':52}{mine:7.2f} ms{other:12.2f} ms{mine / other:9.2f}"
            f"  {ratios[0]:.2f}–{ratios[-1]:.2f}  {result}",
            flush=True,
        )


def start(stack, program):
    stack.callback(program.stop)
    program.start()
    # Called before it is stopped.
    stack.callback(program.fail_if_ended)


def start_domo(stack, folder, broker, server, binding=""):
    """Returns the topics of the lamp: its state, and its commands with `/set` after it."""
    folder.mkdir()
    (folder / "house.xml").write_text(HOUSE.format(binding=binding))
    actions = {value: {"json": json.dumps({"lamp": value})} for value in ["on", "off"]}
    order = {"method": "POST", "url": "{url}/{lamp}"}
    dialect = {"variables": {"lamp": "{name}"}, "order": order, "actions": actions}
    daemon = Daemon(folder, environment(folder))
    daemon.write_configuration(
        {"homes": [str(folder / "house.xml")], "server": server, "dialects": {"lamps": dialect}}
    )
    start(stack, daemon)
    settings = {"broker": f"mqtt://127.0.0.1:{broker.port}", "user": "latency", "password": "latency"}
    bridge = Bridge(folder, environment(folder), daemon, settings | {"prefix": folder.name, "discovery": False})
    start(stack, bridge)
    return f"{folder.name}/{daemon.identity('Casa')}/{daemon.identity('Luz')}/binary"


def start_home_assistant(stack, folder, broker, server, bus):
    settings = {"broker": "127.0.0.1", "port": broker.port, "username": "latency", "password": "latency"}
    interface = {
        "connection_type": "tunneling", "host": "127.0.0.1", "port": bus.port, "local_ip": "127.0.0.1", "rate_limit": 0,
        "route_back": False, "state_updater": True, "individual_address": "0.0.240", "tunnel_endpoint_ia": None,
    }
    home_assistant = HomeAssistant(folder, settings, interface)
    # Automations need the broker when they are loaded; the integrations are added after the first start.
    stack.callback(home_assistant.stop)
    home_assistant.start()
    home_assistant.stop()
    (folder / "additions.yaml").write_text(HOME_ASSISTANT.replace("URL", server.url))
    home_assistant.start()
    return home_assistant


def main(stack):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-latency."))
    stack.callback(shutil.rmtree, folder)
    server = Server()
    cores = sorted(os.sched_getaffinity(0))
    # Programs inherit it.
    os.sched_setaffinity(0, {cores[-1]})
    broker = Mosquitto(folder / "broker", {"latency": "latency"}, "user latency\ntopic readwrite #\n", observed=False)
    stack.callback(broker.stop)
    broker.start()
    buses = []
    for name in ("bus", "other-bus"):
        (folder / name).mkdir()
        buses.append(Bus(folder / name))
        stack.callback(buses[-1].stop)
    command = start_domo(stack, folder / "domo", broker, {"url": server.url, "dialect": "lamps"})
    knx = {"url": f"knx://127.0.0.1:{buses[0].port}"}
    state = start_domo(stack, folder / "domo-knx", broker, knx, BINDING)
    home_assistant = start_home_assistant(stack, folder / "ha", broker, server, buses[1])
    os.sched_setaffinity(0, {cores[0]})
    title = f"median of {BLOCKS} blocks of {MESSAGES}"
    print(f"{title:52}{'domo':>10}{'Home Assistant':>15}{'ratio':>9}  blocks     ≤ {TARGET}", flush=True)
    publisher = Client(broker.port)

    def commands(topic):
        return Path(lambda value: publisher.publish(topic, value), server.arrival)

    def telegrams(bus, address, topic):
        return Path(lambda value: bus.write(address, value == "on"), Client(broker.port, topic).arrival)

    measure("a command topic to its POST", commands(f"{command}/set"), commands("ha/lamp/set"))
    domo = telegrams(buses[0], (1, 0, 1), state)
    stream = telegrams(buses[1], (1, 0, 1), "ha/binary_sensor/lamp/state")
    measure("a telegram to its topic, by mqtt_statestream", domo, stream)
    measure("a telegram to its topic, by an automation", domo, telegrams(buses[1], (1, 0, 2), "ha/other"))
    if complaints := home_assistant.complaints():
        raise AssertionError(f"Home Assistant complains: {complaints}")


def interrupt(number, _frame):
    raise TimeoutError(f"interrupted: {signal.Signals(number).name}")


signal.signal(signal.SIGTERM, interrupt)
signal.signal(signal.SIGALRM, interrupt)
signal.alarm(TIME_LIMIT)
with contextlib.ExitStack() as stack:
    main(stack)
