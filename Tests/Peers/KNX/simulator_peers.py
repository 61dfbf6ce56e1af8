"""xknx as a client of domo-sim, over UDP and TCP: it connects, gives orders, reads, and writes values of every datapoint type
that both support; the simulated devices must return the values that it wrote.

    DOMO_PROGRAMS=FOLDER python simulator_peers.py

with a Python that has the packages in requirements.txt.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import xknx_types
from xknx.dpt import DPTArray, DPTBinary
from xknx.telegram import IndividualAddress
from xknx.telegram.apci import GroupValueRead, GroupValueResponse, GroupValueWrite
from xknx_client import TIMEOUT, TRANSPORTS, Client

# Stop after this many differences.
MAX_DIFFERENCES = 10
PROGRAM = os.path.join(os.environ["DOMO_PROGRAMS"], "domo-sim")

HOUSE = """<?xml version="1.0" encoding="UTF-8"?>
<Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo><k:Binario orden="30/0/1" estado="30/1/1"/></Dispositivo>
<Dispositivo><Nombre>Dimmer</Nombre><Tipo>1</Tipo><Tipo>2</Tipo>
  <k:Binario orden="30/0/2" estado="30/1/2"/><k:Nivel orden="30/2/2" estado="30/3/2"/></Dispositivo>
<Dispositivo><Nombre>Louver</Nombre><Tipo>3</Tipo><Tipo>2</Tipo>
  <k:Movimiento orden="30/0/3" parar="30/4/3" moviendo="30/5/3" subida="1s" bajada="1s"/>
  <k:Nivel orden="30/2/3" estado="30/3/3"/></Dispositivo>
{elements}
</Vivienda></Viviendas>
"""


class Simulator:
    """A running domo-sim."""

    def __init__(self, types):
        self.folder = tempfile.TemporaryDirectory()
        house = os.path.join(self.folder.name, "house.xml")
        with open(house, "w", encoding="utf-8") as file:
            file.write(HOUSE.format(elements="\n".join(type.element() for type in types)))
        arguments = ["--port", "0", "--knx", "--knx-port", "0", "--knx-tcp", "--knx-fast", "--quiet"]
        self.process = subprocess.Popen(
            [PROGRAM, house, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        lines = [self.process.stdout.readline() for _ in range(2)]
        if not lines[1]:
            raise RuntimeError("domo-sim did not start: " + self.process.stderr.read())
        self.url = re.match(r"listening on (http://[0-9.:]+)/", lines[0]).group(1)
        self.port = int(re.match(r"listening on knx://127\.0\.0\.1:(\d+)", lines[1]).group(1))

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def post(self, path):
        with urllib.request.urlopen(urllib.request.Request(self.url + path, method="POST"), timeout=TIMEOUT):
            pass

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=TIMEOUT)
        self.folder.cleanup()


class SimulatorTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = xknx_types.types()
        cls.simulator = Simulator(cls.types)

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def run_client(self, body):
        for transport in TRANSPORTS:
            with self.subTest(transport=transport):

                async def run(transport=transport):
                    async with Client(self.simulator.port, transport) as client:
                        await body(client)

                asyncio.run(run())
        self.assertEqual(self.simulator.get("/bus/state")["clients"], [])

    def test_a_client_gets_a_tunnel_with_an_address(self):
        async def body(client):
            self.assertEqual(client.xknx.current_address, IndividualAddress("1.1.241"))
            self.assertEqual(self.simulator.get("/bus/state")["clients"], ["1.1.241"])

        self.run_client(body)

    def test_an_order_is_confirmed_and_its_state_comes(self):
        async def body(client):
            for bit in (1, 0):
                await client.write("30/0/1", DPTBinary(bit))
                await client.expect("30/1/1", GroupValueWrite(DPTBinary(bit)))
            await client.write("30/2/2", DPTArray(128))
            # Switch and level may arrive in any order.
            await client.expect_all(
                ("30/1/2", GroupValueWrite(DPTBinary(1))), ("30/3/2", GroupValueWrite(DPTArray(128)))
            )

        self.run_client(body)

    def test_a_read_is_answered(self):
        async def body(client):
            await client.write("30/0/1", DPTBinary(1))
            await client.expect("30/1/1", GroupValueWrite(DPTBinary(1)))
            await client.send("30/1/1", GroupValueRead())
            await client.expect("30/1/1", GroupValueResponse(DPTBinary(1)))

        self.run_client(body)

    def test_a_cover_reports_its_way(self):
        async def body(client):
            for bit, end in ((1, 255), (0, 0)):
                await client.write("30/0/3", DPTBinary(bit))
                await client.expect("30/5/3", GroupValueWrite(DPTBinary(1)))
                await client.expect("30/3/3", GroupValueWrite(DPTArray(end)))

        self.run_client(body)

    def test_a_wall_switch_is_reported(self):
        async def body(client):
            self.simulator.post("/bus/press?group=30/0/1&value=on&source=1.1.9")
            telegram = await client.expect("30/0/1", GroupValueWrite(DPTBinary(1)))
            self.assertEqual(telegram.source_address, IndividualAddress("1.1.9"))

        self.run_client(body)

    def test_two_clients_hear_each_other(self):
        async def run():
            async with Client(self.simulator.port, "udp") as one, Client(self.simulator.port, "tcp") as other:
                await one.write("29/0/1", DPTArray((1, 2)))
                await other.expect("29/0/1", GroupValueWrite(DPTArray((1, 2))))
                await other.write("29/0/1", DPTArray((3, 4)))
                await one.expect("29/0/1", GroupValueWrite(DPTArray((3, 4))))

        asyncio.run(run())

    async def given_back(self, client, type, payload):
        """The state that the device sends; None if it does not accept the value."""
        await client.write(type.command, payload)
        try:
            while True:
                telegram = await asyncio.wait_for(client.received.get(), TIMEOUT)
                if telegram.destination_address == type.state:
                    return telegram.payload.value
        except TimeoutError:
            return None

    def test_values_of_every_type_come_back(self):
        async def compare(transport):
            # Each transport has its own house, so that both are tested at the same time.
            simulator = Simulator(self.types)
            try:
                async with Client(simulator.port, transport) as client:
                    return await self.returned(client)
            finally:
                simulator.stop()

        async def run():
            return await asyncio.gather(*map(compare, TRANSPORTS))

        for transport, (count, differences) in zip(TRANSPORTS, asyncio.run(run())):
            print(f"{transport}: {len(self.types)} datapoint types, {count} values", file=sys.stderr)
            self.assertEqual(differences, [], transport)
        self.assertGreaterEqual(len(self.types), 200)

    async def returned(self, client):
        """How many values come back unchanged, and the differences."""
        count, differences = 0, []
        for type in self.types:
            payloads = type.payloads()
            self.assertTrue(payloads, type.key)
            for payload in payloads:
                back = await self.given_back(client, type, payload)
                if back == payload:
                    count += 1
                    continue
                value = type.transcoder.from_knx(payload)
                differences.append(f"{type.key}: {payload.value}, {value!r}, is returned as {back}")
                self.assertLess(len(differences), MAX_DIFFERENCES, differences)
        return count, differences


if __name__ == "__main__":
    unittest.main()
