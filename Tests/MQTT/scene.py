"""A house, its domod, a broker and domo-mqtt, each of them real."""
import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from broker import Mosquitto, freeze, thaw
from client import Client, retained
from house import House, PROGRAMS, TESTS

COUNTED = ["accepted", "superseded", "refused", "dropped", "failed", "unknown"]


class Scene(unittest.TestCase):
    """Each test has its own folder and processes, which end with it."""

    # The file in this folder that describes the house.
    home = "casa.xml"
    has_bus = False

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-mqtt-"))
        self.addCleanup(shutil.rmtree, self.folder)
        begin = time.monotonic()
        self.addCleanup(lambda: print(f"took {time.monotonic() - begin:.1f} s: {self.id()}", flush=True))
        (self.folder / "homes/scenes").mkdir(parents=True)
        self.file = self.folder / "homes" / self.home
        shutil.copy(TESTS / self.home, self.file)
        self.socket = self.folder / "domo.sock"
        self.processes: dict[str, subprocess.Popen] = {}
        self.logs: dict[str, pathlib.Path] = {}
        self.ids: dict[str, str] = {}
        self.prefix = "domo"
        self.addCleanup(self.end_processes)

    # MARK: Processes

    def start(self, name: str, program: str, *options) -> None:
        """Starts a program under a name; it must not run under it yet."""
        self.logs[name] = self.folder / f"{name}.log"
        with open(self.logs[name], "ab") as log:
            self.processes[name] = subprocess.Popen(
                [PROGRAMS / program, *map(str, options)], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def end_processes(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()

    def kill(self, name: str) -> None:
        self.processes[name].kill()
        self.processes.pop(name).wait()

    def terminate(self, name: str) -> int:
        process = self.processes.pop(name)
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(60)
        finally:
            process.kill()

    def freeze(self, name: str) -> None:
        freeze(self.processes[name])

    def thaw(self, name: str) -> None:
        thaw(self.processes[name])

    def log(self, name: str = "bridge") -> str:
        return self.logs[name].read_text() if name in self.logs else ""

    def until(self, holds, what: str, seconds: float = 60):
        end = time.monotonic() + seconds
        while True:
            value = holds()
            if value:
                return value
            if time.monotonic() > end:
                self.fail(f"not so within {seconds} s: {what}\n{self.all_logs()}")
            time.sleep(0.02)

    def until_logged(self, text: str, count: int = 1, name: str = "bridge", seconds: float = 60) -> None:
        self.until(lambda: self.log(name).count(text) >= count, f"the log says \"{text}\" {count} times", seconds)

    def all_logs(self) -> str:
        return "\n".join(f"--- {name}\n{file.read_text()[-3000:]}" for name, file in self.logs.items())

    # MARK: The house and domod

    def start_house(self) -> House:
        self.house = House(self.file, has_bus=self.has_bus)
        self.addCleanup(self.house.stop)
        return self.house

    def start_domod(self, **configuration) -> None:
        """The simulated house must be there; its states are read every second."""
        server = {"url": self.house.url, "dialect": "simulator", "reading": {"every": "1s"}}
        if self.has_bus:
            server = {"url": self.house.bus_url, "kind": "knx"}
        self.configure_domod(**{"server": server, **configuration})
        self.start("domod", "domod", "--config", self.folder / "domod.yaml")
        self.until(lambda: self.domo("status", status=None).returncode == 0, "domod is there")

    def configure_domod(self, **configuration) -> None:
        whole = {"homes": [str(self.file.parent)], "socket": str(self.socket), "state": str(self.folder / "state")}
        # JSON is YAML.
        (self.folder / "domod.yaml").write_text(json.dumps(whole | configuration))

    def domo(self, *words: str, status: int | None = 0) -> subprocess.CompletedProcess:
        result = subprocess.run([PROGRAMS / "domo", "--socket", self.socket, *words], capture_output=True, text=True,
                                timeout=60, check=False)
        if status is not None:
            self.assertEqual(result.returncode, status, f"{words}: {result.stdout}{result.stderr}\n{self.all_logs()}")
        return result

    def domo_json(self, *words: str) -> dict:
        return json.loads(self.domo("--json", *words).stdout)

    def edit_house(self, old: str, new: str) -> None:
        """Changes the house file, and loads it."""
        text = self.file.read_text()
        self.assertIn(old, text)
        self.file.write_text(text.replace(old, new))
        self.domo("reload")

    def scene_file(self, name: str, text: str) -> None:
        (self.file.parent / "scenes" / f"{name}.domo").write_text(text)

    def token(self, name: str, *options: str, doors: bool = True) -> pathlib.Path:
        """The file of a new token, with doors if it may."""
        file = self.folder / f"{name}.token"
        if doors and "act" in options:
            options += ("--doors",)
        file.write_text(self.domo_json("token", "new", name, *options)["token"] + "\n")
        file.chmod(0o600)
        return file

    # MARK: Topics

    def base(self, path: str) -> str:
        """The topics of an element, by the end of its path."""
        if path not in self.ids:
            found = self.domo_json("show", path)
            house = found["path"].split("/")[0]
            self.ids[path] = found["id"]
            self.ids.setdefault(house, self.domo_json("show", house)["id"])
            self.ids[f"{path} house"] = self.ids[house]
        return f"{self.prefix}/{self.ids[f'{path} house']}/{self.ids[path]}"

    def state(self, path: str) -> str:
        return f"{self.base(path)}/state"

    def set(self, path: str, facet: str) -> str:
        return f"{self.base(path)}/{facet}/set"

    def event(self, kind: str, house: str = "Casa") -> str:
        return f"{self.prefix}/{self.domo_json('show', house)['id']}/event/{kind}"

    # MARK: The broker and domo-mqtt

    def start_broker(self, *lines: str, **options) -> Mosquitto:
        self.broker = Mosquitto(self.folder / "broker", *lines, **options)
        self.addCleanup(self.broker.kill)
        self.logs["mosquitto"] = self.broker.log
        return self.broker

    def client(self, *filters: str, port: int | None = None, **options) -> Client:
        client = Client(port or self.broker.port, *filters, **options)
        self.addCleanup(client.stop)
        return client

    def retained(self, topic: str | None = None, **options) -> dict[str, str]:
        return retained(self.broker.port, topic or f"{self.prefix}/#", **options)

    def configure_bridge(self, text: str | None = None, **configuration) -> pathlib.Path:
        file = self.folder / "mqtt.yaml"
        file.write_text(json.dumps(configuration) if text is None else text)
        file.chmod(0o600)
        return file

    def start_bridge(self, *options, name: str = "bridge", port: int | None = None, waits: bool = True,
                     **configuration) -> None:
        """Waits until the bridge has published the house."""
        if "broker" not in configuration:
            configuration["broker"] = f"mqtt://127.0.0.1:{port or self.broker.port}"
        self.prefix = configuration.get("prefix", "domo")
        count = self.log(name).count("connected to mqtt")
        self.start(name, "domo-mqtt", "--config", self.configure_bridge(**configuration), "--socket", self.socket, *options)
        if not waits:
            return
        # An old broker may be found out only after two attempts.
        self.until_logged("connected to mqtt", count + 1, name, seconds=60)

    def start_all(self, *options, **configuration) -> Client:
        """A house, domod, a broker and the bridge. Returns a client that has received the state of the house."""
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(*options, **configuration)
        self.until_published(client)
        return client

    def restart_bridge(self, client: Client, *options, **configuration) -> None:
        """Starts it, and waits until it has published the house again."""
        start = len(client.messages)
        self.start_bridge(*options, **configuration)
        path = "Foco" if self.has_bus else "Salon/Lectura"
        client.until_message(self.state(path), start=start)

    def until_published(self, client: Client, path: str | None = None, seconds: float = 60) -> None:
        """Waits until it has published an element for the first time."""
        path = path or ("Foco" if self.has_bus else "Salon/Lectura")
        client.until_topic(f"{self.base(path)}/available", "online", seconds)
        client.until(lambda: '"confirmed"' in client.latest.get(self.state(path), ""), "confirmed", seconds)

    def counts(self, client: Client) -> dict[str, int]:
        return json.loads(client.latest[f"{self.prefix}/commands"])

    def until_counted(self, client: Client, received: int, seconds: float = 60, **outcomes: int) -> dict[str, int]:
        """Waits until so many commands have their outcomes; each has exactly one. The counts come at most once a second."""
        def counted():
            counts = json.loads(client.latest.get(f"{self.prefix}/commands") or "null")
            return (counts and counts["received"] >= received and counts["pending"] == 0
                    and all(counts[name] >= value for name, value in outcomes.items()))
        client.until(counted, f"{received} commands have outcomes; {client.latest.get(f'{self.prefix}/commands')}", seconds)
        counts = self.counts(client)
        self.assertEqual(counts["received"], received, counts)
        self.assertEqual(counts["received"], sum(counts[name] for name in COUNTED), counts)
        for name, value in outcomes.items():
            self.assertEqual(counts[name], value, counts)
        return counts
