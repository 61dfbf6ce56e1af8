"""old_broker.py PORT: amqtt, a broker that knows only MQTT 3.1.1, until it is killed."""
import asyncio
import logging
import sys

from amqtt.broker import Broker


async def main() -> None:
    logging.disable(logging.CRITICAL)
    broker = Broker({
        "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{sys.argv[1]}"}},
        "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
    })
    await broker.start()
    await asyncio.Event().wait()


asyncio.run(main())
