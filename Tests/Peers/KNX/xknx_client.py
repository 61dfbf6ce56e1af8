"""xknx as a client of a KNXnet/IP interface on this machine."""

import asyncio

from xknx import XKNX
from xknx.io import ConnectionConfig, ConnectionType
from xknx.telegram import GroupAddress, Telegram
from xknx.telegram.apci import GroupValueWrite

# The timeout, in seconds: it only ends what would hang.
TIMEOUT = 60
TRANSPORTS = {"udp": ConnectionType.TUNNELING, "tcp": ConnectionType.TUNNELING_TCP}


class Client:
    """xknx, connected to a port."""

    def __init__(self, port, transport="udp"):
        config = ConnectionConfig(
            connection_type=TRANSPORTS[transport],
            gateway_ip="127.0.0.1",
            gateway_port=port,
            local_ip="127.0.0.1",
        )
        self.received = asyncio.Queue()
        self.xknx = XKNX(telegram_received_cb=self.received.put_nowait, connection_config=config)

    async def __aenter__(self):
        await asyncio.wait_for(self.xknx.start(), TIMEOUT)
        return self

    async def __aexit__(self, *_):
        await self.xknx.stop()

    async def write(self, group, payload):
        await self.send(group, GroupValueWrite(payload))

    async def send(self, group, payload):
        # Returns once the interface has confirmed it.
        telegram = Telegram(destination_address=GroupAddress(group), payload=payload)
        await asyncio.wait_for(self.xknx.cemi_handler.send_telegram(telegram), TIMEOUT)

    async def expect(self, group, payload):
        """Waits for a telegram on an address; others are skipped."""
        return (await self.expect_all((group, payload)))[-1]

    async def expect_all(self, *wanted):
        """Waits for telegrams in any order; others are skipped."""
        missing = [(GroupAddress(group), payload) for group, payload in wanted]
        found = []
        while missing:
            telegram = await asyncio.wait_for(self.received.get(), TIMEOUT)
            if (telegram.destination_address, telegram.payload) in missing:
                missing.remove((telegram.destination_address, telegram.payload))
                found.append(telegram)
        return found
