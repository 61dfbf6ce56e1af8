"""A whole fleet: servers, PostgreSQL, workers, real and simulated houses, and those who give them orders."""
import json
import pathlib
import shutil
import tempfile
import time

from postgres import PostgreSQL
from processes import PROGRAMS, Process, run, until
from servers import Cluster

HOME = """<?xml version="1.0" encoding="UTF-8"?>
<Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
<Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>
<Dispositivo><Nombre>Marca</Nombre><Tipo>4</Tipo><d:Virtual>0</d:Virtual></Dispositivo>
</Vivienda></Viviendas>
"""


class House:
    """domod and domo-fleet; with a simulated domotic server, its elements are there."""

    def __init__(self, folder: pathlib.Path, name: str, state: pathlib.Path, server: bool = False):
        self.name = name
        state.mkdir()
        home = HOME.replace("<d:Virtual/>", "").replace("<d:Virtual>0</d:Virtual>", "") if server else HOME
        (state / "home.xml").write_text(home)
        self.socket = state / "domo.sock"
        self.server: Process | None = None
        self.domod = Process(
            state / "domod.log", PROGRAMS / "domod", "--config", "/dev/null", "--home", state / "home.xml", "--socket",
            self.socket, "--state", state / "state",
        )
        if server:
            self.server = Process(state / "sim.log", PROGRAMS / "domo-sim", "--port", 0, "--quiet", state / "home.xml")
        self.fleet = Process(
            state / "fleet.log", PROGRAMS / "domo-fleet", "--credentials", folder / name, "--socket", self.socket,
            "--state", state / "fleet",
        )
        self.token = ""

    def start(self) -> None:
        if self.server:
            self.server.start().wait_for("listening on ")
            self.domod.words += ["--server", self.server.text.split("listening on ")[1].split()[0]]
        self.domod.start()
        until("the socket of domod", lambda: self.socket.exists() and self.domo("status", check=False))
        self.token = json.loads(self.domo("--json", "token", "new", "fleet", "--role", "act"))["token"]
        self.fleet.start()

    def domo(self, *words, check: bool = True) -> str:
        return run(PROGRAMS / "domo", "--socket", self.socket, *words, check=check)

    def kill(self) -> None:
        self.fleet.kill()
        self.domod.kill()
        if self.server:
            self.server.kill()


class Load:
    """Simulated houses in one process."""

    def __init__(self, fleet: "Fleet", first: int, count: int, interval: int, *more):
        self.count = count
        self.process = Process(
            fleet.folder / f"load.{first}.log", PROGRAMS / "domo-fleet-load", "houses", fleet.folder,
            *fleet.cluster.options, "--first", first, "--count", count, "--interval", interval, "--epoch", fleet.epoch,
            *more, wants_input=True,
        )

    def start(self) -> None:
        self.process.start()

    def ask(self, command: str) -> dict[str, int]:
        self.process.process.stdin.write(f"{command}\n")
        self.process.process.stdin.flush()
        line = self.process.process.stdout.readline()
        if not line:
            raise AssertionError(f"domo-fleet-load ended: {self.process.text[-2000:]}")
        return json.loads(line)

    def wait_for_connections(self, count: int | None = None) -> None:
        wanted = self.count if count is None else count
        until(f"{wanted} connections", lambda: self.ask("stats")["connected"] >= wanted, seconds=600)


class Fleet:
    def __init__(self, simulated: int, real: int = 0, workers: int = 2, sync: str = '"2m"', more: str = "",
                 stream_size: int = 256, on_servers: int = 0):
        """on_servers: of the real houses, those with a domotic server; they are the last ones."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-fleet."))
        self.stops = [lambda: shutil.rmtree(self.folder, ignore_errors=True)]
        self.cluster = Cluster(self.folder, sync, more)
        # The histories of the simulated houses begin.
        self.epoch = int(time.time() * 1000)
        self.simulated, self.stream_size = simulated, stream_size
        run(PROGRAMS / "domo-fleet-load", "prepare", self.folder, *self.cluster.options, "--houses", simulated, "--real",
            real, "--workers", workers)
        for server in self.cluster.servers:
            server.trust()
        self.postgres = PostgreSQL(self.folder)
        self.workers = [
            Process(self.folder / f"worker{number}.log", PROGRAMS / "domo-fleet-store", "--credentials",
                    self.folder / f"worker{number}", "--postgres", self.postgres.url, "--trust-clock")
            for number in range(1, workers + 1)
        ]
        self.houses = [
            House(self.folder, f"casa{number:04}", self.folder / f"house{number}", server=number >= real - on_servers)
            for number in range(real)
        ]
        self.asker: Process | None = None

    def start(self) -> None:
        self.stops.append(self.cluster.kill)
        self.cluster.start()
        self.stops.append(self.postgres.stop)
        self.postgres.start()
        run(PROGRAMS / "domo-fleet-store", "--setup", "--replicas", 3, "--stream-size", self.stream_size, "--credentials",
            self.folder / "setup", "--postgres", self.postgres.url)
        for worker in self.workers:
            self.stops.append(worker.kill)
            worker.start()
            worker.wait_for("connected to the fleet")
        for house in self.houses:
            self.stops.append(house.kill)
            house.start()
            # For domo --fleet.
            token = self.folder / f"{house.name}.token"
            token.touch(mode=0o600)
            token.write_text(f"{house.token}\n")
        (self.folder / "tokens").write_text("".join(f"{one.name} {one.token}\n" for one in self.houses))

    def load(self, first: int, count: int, interval: int, *more) -> Load:
        load = Load(self, first, count, interval, *more)
        self.stops.append(load.process.kill)
        load.start()
        return load

    def give_orders(self, simulated: int, rate: int) -> None:
        self.asker = Process(
            self.folder / "ask.log", PROGRAMS / "domo-fleet-load", "ask", self.folder, *self.cluster.options, "--count",
            simulated, "--rate", rate, wants_input=True,
        )
        self.stops.append(self.asker.kill)
        self.asker.start()

    def end_orders(self) -> None:
        """After the last one has its result."""
        self.asker.process.stdin.close()
        self.asker.process.wait(timeout=120)

    def reports(self) -> int:
        return self.postgres.number("SELECT count(*) FROM fleet.report")

    def connected(self) -> int:
        """How many houses are known to be connected; -1 while nobody knows."""
        return self.postgres.number(
            "SELECT CASE WHEN confirmed > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 30000 THEN "
            "(SELECT count(*) FROM fleet.presence WHERE online) ELSE -1 END FROM fleet.presence_listener"
        )

    def wait_for_progress(self, what: str) -> None:
        before = self.reports()
        until(f"more reports in PostgreSQL after {what}", lambda: self.reports() > before)

    def lines(self, pattern: str) -> list[list[str]]:
        """Of ledgers; the last line of a program that was killed may be incomplete."""
        found = []
        for file in sorted(self.folder.glob(pattern)):
            text = file.read_text()
            found += [line.split(" ") for line in text[:text.rfind("\n") + 1].splitlines()]
        return found

    def stop(self) -> None:
        for stop in reversed(self.stops):
            stop()
        self.stops = []
