"""A real Home Assistant whose mqtt integration is connected to a broker, as a test sees it: states, registries, history, log.

It can also have its knx integration, with a tunnel of a KNX interface."""

import asyncio
import datetime
import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import aiohttp

HERE = pathlib.Path(__file__).resolve().parent
# The timeout, in seconds: far more than anything here needs.
TIMEOUT = 60
# A line of its log, without the lines of a traceback below it.
LINE = re.compile(r"^\S+ \S+ (WARNING|ERROR|CRITICAL|FATAL) \(.*?\) \[(?P<logger>[^\]]+)\] ", re.MULTILINE)


class HomeAssistant:
    """Keeps its files in a folder; a stopped one starts again with the same registries and history."""

    def __init__(self, folder, broker, interface=None):
        self.folder = pathlib.Path(folder)
        self.settings = [broker] if interface is None else [broker, interface]
        self.process = None
        self.url = self.token = ""

    # Start and stop

    def start(self):
        self.folder.mkdir(exist_ok=True)
        with open(self.folder / "errors.log", "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, HERE / "server.py", self.folder, *map(json.dumps, self.settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        answer = self.process.stdout.readline()
        if not answer:
            self.stop()
            raise RuntimeError((self.folder / "errors.log").read_text()[-4000:])
        ready = json.loads(answer)
        self.url, self.token = ready["url"], ready["token"]

    def stop(self):
        self._end(subprocess.Popen.terminate)

    def kill(self):
        """As if the power failed: nothing is saved."""
        self._end(subprocess.Popen.kill)

    def _end(self, how):
        if self.process is None:
            return
        how(self.process)
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(TIMEOUT)
            raise
        finally:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    # REST

    def ask(self, path, body=None):
        request = urllib.request.Request(
            self.url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def state(self, entity):
        """The state object of an entity: state, attributes, times; nothing if it has none."""
        try:
            return self.ask(f"/api/states/{entity}")
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise
            error.close()
            return None

    def states(self):
        return {state["entity_id"]: state for state in self.ask("/api/states")}

    def call(self, service, entity, **data):
        """Calls a service such as light.turn_on."""
        return self.ask("/api/services/" + service.replace(".", "/"), {"entity_id": entity, **data})

    def history(self, entity, minutes=60):
        """The states of an entity that were recorded, oldest first."""
        begin = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=minutes)).isoformat()
        answer = self.command("history/history_during_period", start_time=begin, entity_ids=[entity], no_attributes=True)
        return [state["s"] for state in answer.get(entity, [])]

    # WebSocket

    def command(self, kind, **fields):
        """The result of one command of the websocket API."""
        return asyncio.run(self._command({"id": 1, "type": kind, **fields}))

    async def _command(self, command):
        timeout = aiohttp.ClientTimeout(total=TIMEOUT)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            async with session.ws_connect(self.url + "/api/websocket", max_msg_size=0) as socket:
                await socket.receive_json(timeout=TIMEOUT)
                await socket.send_json({"type": "auth", "access_token": self.token})
                answer = await socket.receive_json(timeout=TIMEOUT)
                if answer["type"] != "auth_ok":
                    raise RuntimeError(str(answer))
                await socket.send_json(command)
                answer = await socket.receive_json(timeout=TIMEOUT)
                if not answer.get("success"):
                    raise RuntimeError(f"{command['type']}: {answer}")
                return answer["result"]

    def entities(self):
        """The registered entities of the integration, by unique ID."""
        listed = self.command("config/entity_registry/list")
        return {entity["unique_id"]: entity for entity in listed if entity["platform"] == "mqtt"}

    def devices(self):
        """The registered devices, by the first of their identifiers."""
        listed = self.command("config/device_registry/list")
        return {device["identifiers"][0][1]: device for device in listed if device["identifiers"]}

    def areas(self):
        """The names of the areas, by ID."""
        return {area["area_id"]: area["name"] for area in self.command("config/area_registry/list")}

    # Waiting and the log

    def until(self, condition, what):
        """Waits until the condition returns a true value, and returns it; `what` is said if it never does."""
        end = time.monotonic() + TIMEOUT
        while True:
            if value := condition():
                return value
            if time.monotonic() > end:
                raise AssertionError(f"{what() if callable(what) else what}\n{self.complaints()}")
            time.sleep(0.05)

    def until_state(self, entity, expected, **attributes):
        """Waits for a state with these attributes."""

        def fits():
            state = self.state(entity)
            if state is None or state["state"] != expected:
                return None
            return state if all(state["attributes"].get(name) == value for name, value in attributes.items()) else None

        return self.until(fits, lambda: f"{entity} is not {expected} {attributes}, but {self.state(entity)}")

    def complaints(self):
        """The warnings and errors of the integration, of all runs."""
        found = []
        for log in sorted(self.folder.glob("home-assistant-*.log")):
            text = log.read_text(errors="replace")
            starts = [match.start() for match in re.finditer(r"^\d{4}-\d\d-\d\d ", text, re.MULTILINE)] + [len(text)]
            for begin, end in zip(starts, starts[1:]):
                match = LINE.match(text[begin:end])
                if match and "mqtt" in text[begin:end]:
                    found.append(text[begin:end].strip())
        return found
