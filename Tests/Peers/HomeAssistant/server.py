"""Runs Home Assistant with the configuration beside this file on a free loopback port.

server.py FOLDER: keeps its files in FOLDER. Once it is ready, it prints one line of JSON with its URL and a long-lived access
token, and runs until SIGTERM or the end of standard input.

It is the real server with the real integrations. Only the default integrations (web pages, cloud, backups,
energy) are left out: they need a few hundred megabytes more, and nothing here uses them. So there is no onboarding either;
the user and the token are created by the same functions that its pages call.
"""

import asyncio
import json
import os
import pathlib
import shutil
import signal
import sys
from datetime import timedelta

from homeassistant import bootstrap, runner
from homeassistant.auth.const import GROUP_ID_ADMIN
from homeassistant.auth.models import TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN
from ports import free_port


async def access_token(hass) -> str:
    user = await hass.auth.async_create_user("domo", group_ids=[GROUP_ID_ADMIN])
    refresh_token = await hass.auth.async_create_refresh_token(
        user,
        client_name="domo",
        token_type=TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN,
        access_token_expiration=timedelta(days=1),
    )
    return hass.auth.async_create_access_token(refresh_token)


async def serve(folder: pathlib.Path) -> int:
    port = free_port()
    shutil.copy(pathlib.Path(__file__).parent / "configuration.yaml", folder)
    with open(folder / "configuration.yaml", "a") as configuration:
        configuration.write(f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\n  ip_ban_enabled: false\n")
    bootstrap.DEFAULT_INTEGRATIONS.clear()
    bootstrap.CRITICAL_INTEGRATIONS.clear()
    hass = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(config_dir=str(folder), skip_pip=True, log_file=str(folder / "home-assistant.log"))
    )
    if hass is None or hass.config.recovery_mode:
        print("Home Assistant did not start with its configuration", file=sys.stderr)
        return 1
    await hass.async_start()
    print(json.dumps({"url": f"http://127.0.0.1:{port}", "token": await access_token(hass)}), flush=True)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    # Stop when the parent process is gone.
    loop.add_reader(sys.stdin.fileno(), lambda: os.read(sys.stdin.fileno(), 4096) or stopped.set())
    await stopped.wait()
    await hass.async_stop(force=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(serve(pathlib.Path(sys.argv[1]).absolute())))
