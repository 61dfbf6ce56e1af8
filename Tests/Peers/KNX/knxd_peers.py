"""xknx and domod as two clients of a real knxd: each reads the value that the other writes, for every datapoint type that
both support.

    DOMO_PROGRAMS=FOLDER python knxd_peers.py
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import domo_values
import xknx_types
from knxd import Bus
from xknx.telegram.apci import GroupValueWrite
from xknx_client import TIMEOUT, Client

PROGRAM = os.path.join(os.environ["DOMO_PROGRAMS"], "domod")
# Stop after this many differences.
MAX_DIFFERENCES = 10

HOUSE = """<?xml version="1.0" encoding="UTF-8"?>
<Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
{elements}
</Vivienda></Viviendas>
"""


class Daemon:
    """A running domod, whose house is on a bus."""

    def __init__(self, folder, bus, types):
        house = os.path.join(folder, "house.xml")
        with open(house, "w", encoding="utf-8") as file:
            # Nothing on this bus answers reads or confirms orders: other states are not shown while an order waits for it.
            attributes = ' leer="no" plazo="100ms"'
            file.write(HOUSE.format(elements="\n".join(type.element(attributes) for type in types)))
        configuration = os.path.join(folder, "domod.yaml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f"server: {{url: knx://127.0.0.1:{bus.port}, rate: 50}}\n")
        self.socket = os.path.join(folder, "domo.sock")
        state = os.path.join(folder, "state")
        self.process = subprocess.Popen(
            [PROGRAM, "--config", configuration, "--home", house, "--socket", self.socket, "--state", state]
            + ["--log-level", "error"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def stop(self):
        self.process.terminate()
        _, errors = self.process.communicate(timeout=TIMEOUT)
        return errors

    async def connect(self):
        """Connects once the daemon listens and is connected to the bus."""

        async def attempt():
            while True:
                try:
                    return Control(*await asyncio.open_unix_connection(self.socket))
                except (FileNotFoundError, ConnectionRefusedError):
                    if self.process.poll() is not None:
                        raise RuntimeError("domod did not start: " + self.process.stderr.read()) from None
                    await asyncio.sleep(0.02)

        async def reach(control):
            while not (await control.ask("status"))["ok"]["servers"][0].get("reachable"):
                await asyncio.sleep(0.02)

        control = await asyncio.wait_for(attempt(), TIMEOUT)
        await asyncio.wait_for(reach(control), TIMEOUT)
        return control


class Control:
    """The control socket: replies arrive in order, with events between them."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self.events = asyncio.Queue()
        self.waiting = []
        self.task = asyncio.create_task(self.read())

    async def read(self):
        while line := await self.reader.readline():
            message = json.loads(line)
            if "event" in message:
                self.events.put_nowait(message["event"])
            else:
                self.waiting.pop(0).set_result(message)

    async def ask(self, line):
        reply = asyncio.get_running_loop().create_future()
        self.waiting.append(reply)
        self.writer.write(line.encode() + b"\n")
        return await asyncio.wait_for(reply, TIMEOUT)

    async def close(self):
        self.task.cancel()
        self.writer.close()


def has_data(value):
    """False for a record that is marked as faulty, or whose parts are all marked as not valid: domo shows no value for it."""
    # Not all records of xknx are data classes; each shows its parts.
    parts = dict(re.findall(r"(\w+)=([^,)]*)", str(value))) if hasattr(value, "as_dict") else {}
    if parts.get("fault") == "True":
        return False
    # The time of a transition says nothing without the value.
    shown = [part for name, part in parts.items() if "time" not in name]
    return "None" not in shown or any(part not in ("None", "False") for part in shown)


class KNXDTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = xknx_types.types()
        cls.folder = tempfile.TemporaryDirectory()
        cls.bus = Bus(cls.folder.name)
        cls.daemon = Daemon(cls.folder.name, cls.bus, cls.types)

    @classmethod
    def tearDownClass(cls):
        errors = cls.daemon.stop()
        cls.bus.stop()
        cls.folder.cleanup()
        if errors:
            raise AssertionError("domod reported errors: " + errors)

    def run_with(self, body):
        async def run():
            control = await self.daemon.connect()
            try:
                async with Client(self.bus.port) as client:
                    await body(control, client)
            finally:
                await control.close()

        asyncio.run(run())

    def values(self):
        """The rounds, each with one value per type: the type, the value and its data."""
        payloads = [type.payloads() for type in self.types]
        for number in range(xknx_types.VALUES):
            yield [
                (type, type.transcoder.from_knx(data[number]), data[number])
                for type, data in zip(self.types, payloads)
                if number < len(data) and has_data(type.transcoder.from_knx(data[number]))
            ]

    def test_what_xknx_writes_domo_shows(self):
        async def body(control, client):
            await control.ask("watch --telegrams")
            count, differences = 0, []
            for round in self.values():
                for type, value, payload in round:
                    await client.write(type.state, payload)
                    count += 1
                    try:
                        telegram, reading = await asyncio.wait_for(seen(control, type), TIMEOUT)
                    except TimeoutError:
                        differences.append(f"{type.name}: xknx wrote {value!r}, and domo shows no telegram or no reading")
                        self.assertLess(len(differences), MAX_DIFFERENCES, differences)
                        continue
                    for what, text in (("telegram", telegram.get("value")), ("reading", reading.get("value"))):
                        if text is None or not domo_values.agrees(value, text):
                            differences.append(f"{type.name}: xknx wrote {value!r}, the {what} of domo is {text!r}")
                    self.assertEqual((telegram["type"], telegram["own"]), (type.name, False))
                    self.assertEqual(telegram.get("unit"), domo_values.unit(type.transcoder), type.name)
                    self.assertEqual(reading["certainty"], "confirmed", f"{type.name}: {value!r}, {reading}")
                # Compare with `domo show`.
                for type, value, payload in round:
                    shown = await control.ask(f"show {type.element_name}")
                    text = shown["ok"]["readings"][0]["value"]
                    if not domo_values.agrees(value, text):
                        differences.append(f"{type.name}: xknx wrote {value!r}, domo shows {text!r}")
            print(f"{len(self.types)} datapoint types, {count} values from xknx to domo", file=sys.stderr)
            self.assertEqual(differences, [])
            self.assertGreaterEqual(len(self.types), 200)

        async def seen(control, type):
            """The telegram and the reading of an element."""
            telegram = reading = None
            while telegram is None or reading is None:
                event = await control.events.get()
                if event["kind"] == "telegram" and event["telegram"]["address"] == str(type.state):
                    telegram = event["telegram"]
                elif event["kind"] == "reading" and event["path"].endswith(f"/{type.element_name}"):
                    reading = event["reading"]
            return telegram, reading

        self.run_with(body)

    def test_what_domo_writes_xknx_decodes(self):
        """Orders to elements; the first value of each type also to its address."""

        async def body(control, client):
            count, differences = 0, []
            for number, round in enumerate(self.values()):
                round = [each for each in round if domo_values.can_be_typed(each[1])]
                lines = [f"set {type.element_name} {domo_values.word(value)}" for type, value, _ in round]
                differences += await compare(control, client, round, lines)
                count += len(round)
                if number == 0:
                    lines = [
                        f"knx write {type.command} {domo_values.word(value)} --dpt {type.name}"
                        for type, value, _ in round
                    ]
                    differences += await compare(control, client, round, lines)
                    count += len(round)
            print(f"{len(self.types)} datapoint types, {count} values from domo to xknx", file=sys.stderr)
            self.assertEqual(differences, [])
            self.assertGreaterEqual(count, 1500)

        async def compare(control, client, round, lines):
            differences = []
            replies = asyncio.gather(*(control.ask(line) for line in lines))
            received = {}
            for (type, _, _), line, reply in zip(round, lines, await replies):
                if "ok" not in reply:
                    differences.append(f"{type.name}: {line}: {reply}")
                    # No telegram will arrive.
                    received[type.command] = None
            while len(received) < len(round):
                telegram = await asyncio.wait_for(client.received.get(), TIMEOUT)
                received[telegram.destination_address] = telegram.payload
            for type, value, payload in round:
                written = received[type.command]
                if written is None:
                    continue
                if not isinstance(written, GroupValueWrite):
                    differences.append(f"{type.name}: {value!r} was written as {written}")
                elif type.transcoder.from_knx(written.value) != value:
                    came = type.transcoder.from_knx(written.value)
                    differences.append(f"{type.name}: domo wrote {value!r}, xknx decodes {came!r}")
            return differences

        self.run_with(body)


if __name__ == "__main__":
    unittest.main()
