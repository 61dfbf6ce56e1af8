"""The programs of $DOMO_PROGRAMS around one house: the simulated house, domod with domo, and domo-mqtt."""

import json
import os
import pathlib
import shutil
import subprocess
import time
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = pathlib.Path(os.environ["DOMO_PROGRAMS"])
# The timeout, in seconds: far more than anything here needs.
TIMEOUT = 60


def until(condition, what):
    """Waits until the condition returns a true value, and returns it; `what` is said if it never does."""
    end = time.monotonic() + TIMEOUT
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise AssertionError(what() if callable(what) else what)
        time.sleep(0.02)


def environment(folder):
    """For programs around the daemon of a folder: without the settings of a real house on this machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DOMO_")}
    return kept | {"DOMO_SOCKET": str(folder / "domo.sock"), "LC_ALL": "C.UTF-8"}


class Program:
    """A program that runs until it is told to stop, with its log in a file."""

    def __init__(self, name, folder, environment):
        self.name = name
        self.folder = folder
        self.environment = environment
        self.process = None

    def run(self, *options, stdout=None):
        with open(self.folder / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAMS / self.name, *options],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=stdout or log,
                stderr=log,
            )

    def log(self):
        return (self.folder / f"{self.name}.log").read_text(errors="replace")

    def fail_if_ended(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name} has ended with {self.process.returncode}: {self.log()[-2000:]}")

    def stop(self):
        self._end(subprocess.Popen.terminate)

    def kill(self):
        self._end(subprocess.Popen.kill)

    def _end(self, how):
        if self.process is None:
            return
        process, self.process = self.process, None
        how(process)
        try:
            process.wait(TIMEOUT)
        finally:
            process.kill()
            process.wait(TIMEOUT)
            if process.stdout:
                process.stdout.close()


class House(Program):
    """The simulated house. Its elements keep the names that they have at its start."""

    def __init__(self, folder, environment):
        super().__init__("domo-sim", folder, environment)
        # Of its own: the houses of domod are edited.
        self.file = folder / "simulated.xml"
        shutil.copy(HERE / "casa.xml", self.file)
        self.url = ""
        self.port = "0"

    def start(self):
        """It keeps its port, and forgets its states."""
        self.run("--port", self.port, "--quiet", self.file, stdout=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on "):
            raise AssertionError(f"domo-sim did not start: {line}{self.log()}")
        self.url = line.removeprefix("listening on ").strip()
        self.port = str(urllib.parse.urlsplit(self.url).port)

    def ask(self, method, where, **fields):
        url = f"{self.url}{where}?{urllib.parse.urlencode(fields)}"
        with urllib.request.urlopen(urllib.request.Request(url, method=method), timeout=TIMEOUT) as answer:
            return answer.read()

    def set(self, path, value):
        """As if by hand, or measured."""
        self.ask("POST", "/wall", path=f"Casa/{path}", value=value)

    def value(self, path, facet):
        return json.loads(self.ask("GET", "/state", path=f"Casa/{path}"))["state"][facet]

    def fault(self, fault, **fields):
        self.ask("POST", "/faults", fault=fault, **fields)

    def repair(self):
        self.ask("DELETE", "/faults")


class Daemon(Program):
    """domod, with domo as its client."""

    def __init__(self, folder, environment):
        super().__init__("domod", folder, environment)

    def write_configuration(self, configuration):
        # A bridge with a token may send as many orders as the tests have.
        common = {
            "history": {"file": str(self.folder / "history.sqlite")},
            "access": {"tokens": {"order-rate": 1000, "order-burst": 1000}},
        }
        # JSON is YAML.
        (self.folder / "domod.yaml").write_text(json.dumps(configuration | common))

    def start(self):
        self.run("--config", self.folder / "domod.yaml", "--state", self.folder / "state")
        until(self.is_running, lambda: f"domod did not start: {self.log()}")

    def is_running(self):
        self.fail_if_ended()
        return self.domo("status").returncode == 0

    def domo(self, *words):
        return subprocess.run(
            [PROGRAMS / "domo", *words], env=self.environment, capture_output=True, text=True, timeout=TIMEOUT
        )

    def answer(self, *words):
        done = self.domo("--json", *words)
        if done.returncode != 0:
            raise AssertionError(f"domo {' '.join(words)}: {done.returncode}: {done.stderr}{done.stdout}")
        return json.loads(done.stdout)

    def reading(self, path, facet=None):
        """The reading of one facet, or of the first."""
        readings = self.answer("show", path)["readings"]
        return readings[0] if facet is None else next(one for one in readings if one["type"] == facet)

    def identity(self, path):
        return self.answer("show", path)["id"]


class HouseDaemon(Daemon):
    """domod with that house. Its files are in `homes`, which tests edit."""

    def __init__(self, folder, environment, house):
        super().__init__(folder, environment)
        self.house = house
        self.home = folder / "homes/casa.xml"
        (folder / "homes/scenes").mkdir(parents=True)
        shutil.copy(HERE / "casa.xml", self.home)
        for scene in (HERE / "scenes").iterdir():
            shutil.copy(scene, folder / "homes/scenes")
        dialect = subprocess.run(
            [PROGRAMS / "domod", "--print-dialect", "simulator"],
            env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=True,
        ).stdout
        # For elements whose names and places in domod are no longer those of the simulated house.
        dialect = dialect.replace("{path}", "{item}").replace("variables: {", 'variables: {item: "{path}", ')
        (folder / "dialect.yaml").write_text(dialect)
        self.configure({})

    def configure(self, elements):
        """`elements` are variables of the dialect by path."""
        server = {
            "url": self.house.url,
            "dialect": "casa",
            "reading": {"every": "1s", "confirm-within": "5s"},
            "elements": elements,
        }
        self.write_configuration(
            {"homes": [str(self.home.parent)], "server": server, "dialects": {"casa": {"file": "dialect.yaml"}}}
        )

    def edit(self, *changes, elements=None):
        """Replaces texts of the house file, and reloads."""
        text = self.home.read_text()
        for old, new in changes:
            if old not in text:
                raise AssertionError(f"not in the house file: {old}")
            text = text.replace(old, new)
        self.home.write_text(text)
        if elements is not None:
            self.configure(elements)
        return self.answer("reload")


class Bridge(Program):
    """domo-mqtt, with a token of its own."""

    def __init__(self, folder, environment, daemon, settings):
        super().__init__("domo-mqtt", folder, environment)
        self.settings = settings
        token = folder / "token"
        token.write_text(daemon.answer("token", "new", "mqtt", "--role", "act", "--doors")["token"] + "\n")
        token.chmod(0o600)

    def start(self, **settings):
        self.settings |= settings
        file = self.folder / "mqtt.yaml"
        file.write_text(json.dumps(self.settings))
        file.chmod(0o600)
        self.run("--config", file, "--token-file", self.folder / "token")
