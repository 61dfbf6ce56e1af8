"""xknx as the benchmark's peer: executes each line, and replies when it is done.

    python xknx_bench.py SOCKET [PORT]

It listens at SOCKET; with PORT, it has a tunnel to the interface at that port. The commands, of which the first and the last
need the tunnel:

    write ADDRESSES COUNT   COUNT confirmed group writes, to as many addresses in turn
    decode COUNT HEX...     COUNT cEMI frames, those given in turn
    bind ADDRESSES          ADDRESSES group addresses, as switches with a state
"""

import asyncio
import sys

from xknx.cemi import CEMIFrame
from xknx.devices import Switch
from xknx.dpt import DPTBinary
from xknx.telegram import GroupAddress, Telegram
from xknx.telegram.apci import GroupValueWrite
from xknx_client import Client


async def write(client, addresses, count):
    # One at a time: xknx can only wait for one confirmation.
    groups = [GroupAddress(1 + number) for number in range(addresses)]
    for number in range(count):
        telegram = Telegram(
            destination_address=groups[number % addresses], payload=GroupValueWrite(DPTBinary(1))
        )
        await client.xknx.cemi_handler.send_telegram(telegram)


def decode(count, frames):
    frames = [bytes.fromhex(frame) for frame in frames]
    for number in range(count):
        CEMIFrame.from_knx(frames[number % len(frames)])


def bind(xknx, addresses):
    for number in range(1, addresses, 2):
        switch = Switch(
            xknx,
            name=f"E{number}",
            group_address=GroupAddress(number),
            group_address_state=GroupAddress(number + 1),
            sync_state=False,
        )
        xknx.devices.async_add(switch)


async def serve(path, client):
    async def answer(reader, writer):
        while line := await reader.readline():
            command, count, *rest = line.decode().split()
            if command == "write":
                await write(client, int(count), int(rest[0]))
            elif command == "decode":
                decode(int(count), rest)
            elif command == "bind":
                bind(client.xknx, int(count))
            else:
                raise ValueError(command)
            writer.write(b'{"ok":true}\n')
            await writer.drain()

    server = await asyncio.start_unix_server(answer, path)
    await server.serve_forever()


async def main(path, port=None):
    if port is None:
        await serve(path, None)
    else:
        async with Client(int(port)) as client:
            await serve(path, client)


asyncio.run(main(*sys.argv[1:]))
