"""Runs Home Assistant on a free loopback port, with its mqtt integration connected to a broker.

server.py FOLDER BROKER [INTERFACE]: keeps its files in FOLDER, and continues with those that are there: the registries, the
history, the user; additions.yaml is added to its configuration. BROKER is the JSON of the integration's settings: broker, port,
username, password, certificate (the text of the CA's). INTERFACE is that of its knx integration, which is left out without it.
Once it is ready, it prints one line of JSON with its URL and a long-lived access token, and runs until SIGTERM or the end of
standard input.

It is the real server with the real integrations. Only the default integrations (web pages, cloud, backups, energy) are left
out, as for the dialect; the user, the token and the integration are set up by the same functions that its pages call.
"""

import asyncio
import contextvars
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import types
from datetime import timedelta

# Home Assistant imports its cloud client, and with it a hundred megabytes more, to ask whether a request came through the cloud. None does.
cloud = types.ModuleType("hass_nabucasa")
cloud.remote = types.SimpleNamespace(is_cloud_request=contextvars.ContextVar("is_cloud_request", default=False))
sys.modules["hass_nabucasa"] = cloud
# The knx integration has a page of fifty megabytes, which nobody opens here.
page = types.ModuleType("knx_frontend")
page.locate_dir, page.is_prod_build = tempfile.gettempdir, False
page.webcomponent_name = page.entrypoint_js = "none"
sys.modules["knx_frontend"] = page

from homeassistant import bootstrap, config_entries, runner  # noqa: E402 - after the cloud
from homeassistant.auth.const import GROUP_ID_ADMIN  # noqa: E402
from homeassistant.auth.models import TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN  # noqa: E402
from homeassistant.components import mqtt  # noqa: E402
from ports import free_port  # noqa: E402

USER = "domo"


async def access_token(hass) -> str:
    users = [user for user in await hass.auth.async_get_users() if user.name == USER]
    user = users[0] if users else await hass.auth.async_create_user(USER, group_ids=[GROUP_ID_ADMIN])
    tokens = list(user.refresh_tokens.values())
    token = tokens[0] if tokens else await hass.auth.async_create_refresh_token(
        user,
        client_name=USER,
        token_type=TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN,
        access_token_expiration=timedelta(days=1),
    )
    return hass.auth.async_create_access_token(token)


async def connect(hass, domain: str, settings: dict, options: dict, version: tuple[int, int]) -> None:
    """Adds an integration, or changes its settings if the broker or the interface moved."""
    entries = hass.config_entries.async_entries(domain)
    if entries:
        # Changed settings restart the integration by themselves.
        hass.config_entries.async_update_entry(entries[0], data=settings)
        await hass.async_block_till_done()
        return
    await hass.config_entries.async_add(
        config_entries.ConfigEntry(
            data=settings,
            discovery_keys=types.MappingProxyType({}),
            domain=domain,
            minor_version=version[1],
            options=options,
            source=config_entries.SOURCE_USER,
            subentries_data=None,
            title=domain,
            unique_id=None,
            version=version[0],
        )
    )


async def serve(folder: pathlib.Path, broker: dict, interface: dict | None = None) -> int:
    # The integration keeps its certificates under a fixed name in the folder for temporary files.
    (folder / "tmp").mkdir(exist_ok=True)
    tempfile.tempdir = str(folder / "tmp")
    port = free_port()
    shutil.copy(pathlib.Path(__file__).parent / "configuration.yaml", folder)
    with open(folder / "configuration.yaml", "a") as configuration:
        configuration.write(f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\n  ip_ban_enabled: false\n")
        if (additions := folder / "additions.yaml").exists():
            configuration.write(additions.read_text())
    bootstrap.DEFAULT_INTEGRATIONS.clear()
    bootstrap.CRITICAL_INTEGRATIONS.clear()
    # A log file of its own for each run: Home Assistant keeps only the last two.
    run = len(list(folder.glob("home-assistant-*.log"))) + 1
    hass = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(
            config_dir=str(folder), skip_pip=True, log_file=str(folder / f"home-assistant-{run:03}.log"), log_no_color=True
        )
    )
    if hass is None or hass.config.recovery_mode:
        print("Home Assistant did not start with its configuration", file=sys.stderr)
        return 1
    await hass.async_start()
    discovery = {"discovery": True, "discovery_prefix": "homeassistant"}
    await connect(hass, mqtt.DOMAIN, broker, discovery, (mqtt.CONFIG_ENTRY_VERSION, mqtt.CONFIG_ENTRY_MINOR_VERSION))
    if interface is not None:
        await connect(hass, "knx", interface, {}, (1, 1))
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
    sys.exit(asyncio.run(serve(pathlib.Path(sys.argv[1]).absolute(), *map(json.loads, sys.argv[2:]))))
