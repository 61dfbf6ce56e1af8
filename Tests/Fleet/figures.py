"""Measures a fleet, and prints a Markdown table of each measurement, with the load of the machine at its begin and end.

figures.py [--quick] [--page FILE] [NAME…]: the measurements, or only some of them. --page writes them into a page of the
manual, between the lines <!-- figures --> and <!-- end of figures -->.
"""
import argparse
import json
import os
import pathlib
import signal
import statistics
import sys
import threading
import time

from fleet import Fleet
from processes import PROGRAMS, run, until

MODEL_HOUSE = pathlib.Path(__file__).parents[2] / "homes/vivienda-eficiente.xml"


class Sampler:
    """The processor time of programs, ten times per second."""

    def __init__(self, processes):
        self.processes, self.peak, self.is_running = processes, 0.0, True
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def _run(self) -> None:
        before, time_before = None, 0.0
        while self.is_running:
            try:
                now, moment = sum(one.seconds() for one in self.processes), time.monotonic()
            except (OSError, AttributeError):
                before = None
                time.sleep(0.1)
                continue
            if before is not None and moment > time_before:
                self.peak = max(self.peak, (now - before) / (moment - time_before))
            before, time_before = now, moment
            time.sleep(0.5)

    def __exit__(self, *_):
        self.is_running = False
        self.thread.join()


class Table:
    def __init__(self, title: str, *columns: str):
        self.title, self.columns, self.rows = title, columns, []
        self.load = os.getloadavg()[0]

    def add(self, *cells) -> None:
        self.rows.append([str(cell) for cell in cells])
        print("  " + " | ".join(self.rows[-1]), flush=True)

    @property
    def text(self) -> str:
        lines = [f"### {self.title}", "", "| " + " | ".join(self.columns) + " |", "|" + "---|" * len(self.columns)]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        lines += ["", f"Load of the machine: {self.load:.1f} before, {os.getloadavg()[0]:.1f} after."]
        return "\n".join(lines)


def kilobytes(octets: float) -> str:
    return f"{octets / 1024:.1f} KB"


def resident(fleet: Fleet) -> int:
    """Of the three servers, when it no longer changes much."""
    def total() -> int:
        return sum(server.process.resident() for server in fleet.cluster.servers)
    last = total()
    for _ in range(10):
        time.sleep(2)
        now = total()
        if abs(now - last) < last * 0.005:
            break
        last = now
    return now


def restarted(fleet: Fleet) -> int:
    """The memory of new server processes: what the old ones needed for a moment is not part of it."""
    fleet.cluster.kill()
    fleet.cluster.start()
    return resident(fleet)


def started(simulated: int, real: int = 0, **options) -> Fleet:
    fleet = Fleet(simulated, real, **options)
    fleet.start()
    return fleet


def connections(counts: list[int]) -> Table:
    table = Table("Connections", "houses connected", "memory of the three servers per connection",
                  "memory of the simulated houses per house", "time to connect all")
    for count in counts:
        fleet = started(count, workers=1)
        try:
            idle = resident(fleet)
            load = fleet.load(0, count, 3_600_000, "--spread", 500)
            begin = time.monotonic()
            load.wait_for_connections()
            took = time.monotonic() - begin
            busy = resident(fleet)
            table.add(f"{count:,}", kilobytes((busy - idle) / count), kilobytes(load.process.resident() / count), f"{took:.1f} s")
        finally:
            fleet.stop()
    return table


def herd(counts: list[int]) -> Table:
    table = Table("All reconnecting at once", "houses", "what happened", "until all were connected",
                  "peak TLS handshakes per second, over 2 s", "peak processor of the servers", "attempts that failed")
    for count in counts:
        fleet = started(count, workers=1)
        try:
            load = fleet.load(0, count, 3_600_000, "--spread", 2000)
            load.wait_for_connections()
            time.sleep(3)
            for what in ("one server killed", "all servers killed"):
                servers = fleet.cluster.servers[:1] if what.startswith("one") else fleet.cluster.servers
                alive = fleet.cluster.servers[1:] if what.startswith("one") else servers
                before = load.ask("stats")
                for server in servers:
                    server.process.kill()
                begin = time.monotonic()
                if not what.startswith("one"):
                    for server in servers:
                        server.process.start()
                with Sampler([server.process for server in alive]) as sampler:
                    peak, last, moment = 0.0, before["connects"], begin
                    lowest = count
                    while True:
                        time.sleep(0.5)
                        stats, now = load.ask("stats"), time.monotonic()
                        # Over 2 s: what waited in the simulated houses arrives together.
                        if now - moment >= 2:
                            peak = max(peak, (stats["connects"] - last) / (now - moment))
                            last, moment = stats["connects"], now
                        lowest = min(lowest, stats["connected"])
                        if lowest < count and stats["connected"] == count:
                            peak = max(peak, (stats["connects"] - last) / max(now - moment, 2))
                            break
                        if now - begin > 900:
                            raise AssertionError(f"only {stats['connected']} of {count} houses came back")
                table.add(f"{count:,}", what, f"{time.monotonic() - begin:.1f} s", f"{peak:.0f}", f"{sampler.peak:.2f} cores",
                          stats["failures"] - before["failures"])
                if what.startswith("one"):
                    servers[0].start()
                    fleet.cluster.wait_for_leaders()
                    time.sleep(3)
        finally:
            fleet.stop()
    return table


def subjects(counts: list[int]) -> Table:
    table = Table("Streams", "messages of 100 bytes", "houses they are from", "memory of the three servers per message",
                  "reports stored per second")
    for count in counts:
        # Of each house, a limited number of reports may wait.
        for houses in (count // 50, count):
            fleet = started(0, workers=0)
            try:
                idle = restarted(fleet)
                result = json.loads(run(PROGRAMS / "domo-fleet-load", "fill", fleet.folder, *fleet.cluster.options,
                                        "--count", count, "--houses", houses, seconds=1800))
                busy = restarted(fleet)
                table.add(f"{count:,}", f"{houses:,}", f"{(busy - idle) / count:.0f} bytes",
                          f"{count / result['seconds']:,.0f}")
            finally:
                fleet.stop()
    return table


def sync(count: int) -> Table:
    table = Table("Power loss", "sync_interval", "reports stored per second, 256 waiting", "one after the other")
    for setting in ('"2m"', "always"):
        fleet = started(0, workers=0, sync=setting)
        try:
            def fill(number: int, pending: int) -> str:
                result = json.loads(run(PROGRAMS / "domo-fleet-load", "fill", fleet.folder, *fleet.cluster.options,
                                        "--count", number, "--houses", 1000, "--pending", pending, "--size", 1000, seconds=1800))
                return f"{number / result['seconds']:,.0f}"
            table.add(setting.strip('"'), fill(count, 256), fill(count // 20, 1))
        finally:
            fleet.stop()
    return table


def catch_up(count: int) -> Table:
    """Houses that were away for an hour: a change in 30 s, as with 20 elements × 144 changes a day."""
    table = Table("After an hour away", "houses", "records", "until all were in PostgreSQL", "records per second",
                  "bytes per record in PostgreSQL, with indices")
    fleet = Fleet(count, workers=2)
    try:
        fleet.epoch -= 3_600_000
        fleet.start()
        load = fleet.load(0, count, 30_000)
        begin = time.monotonic()
        written = load.ask("quiet")["written"]
        until("all records in PostgreSQL", lambda: fleet.reports() >= written, seconds=1800, pause=1)
        took = time.monotonic() - begin
        octets = fleet.postgres.number(
            "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'fleet.report'::regclass"
        )
        table.add(f"{count:,}", f"{written:,}", f"{took:.1f} s", f"{written / took:,.0f}", f"{octets / written:.0f}")
    finally:
        fleet.stop()
    return table


def latency(count: int) -> Table:
    table = Table("Orders", "house", "bare request p50", "p99", "order p50", "p99", "ratio p50", "p99",
                  "the same order without the fleet p50", "p99")
    fleet = started(2, real=2, on_servers=1)
    try:
        fleet.load(0, 2, 30_000, "--echo").wait_for_connections()
        virtual, real = fleet.houses
        # A house keeps 1,000 replies for ten minutes, and a token may give 20 orders per second.
        for name, house, more in (("simulated", "load000000", []),
                                  ("simulated, with pauses of 30 ms", "load000001", ["--pause", 30]),
                                  ("domod with a domotic server", real.name, ["--pause", 30, "--socket", real.socket]),
                                  ("domod, a value that it keeps itself", virtual.name,
                                   ["--pause", 30, "--socket", virtual.socket])):
            for _ in range(2):
                times = json.loads(run(PROGRAMS / "domo-fleet-load", "latency", fleet.folder, *fleet.cluster.options,
                                       "--house", house, "--count", count, *more, seconds=1800))
                order, bare, direct = times["order"], times["bare"], times["direct"]
                table.add(name, *milliseconds(bare), *milliseconds(order),
                          *(f"{order[one] / bare[one]:.2f}" for one in ("p50", "p99")), *milliseconds(direct))
    finally:
        fleet.stop()
    return table


def milliseconds(times: dict[str, int] | None) -> list[str]:
    return [f"{times[one] / 1000:.2f} ms" if times else "" for one in ("p50", "p99")]


def beside(runs: int) -> Table:
    """Rows of the benchmark, in turn with a domo-fleet beside domod and without it."""
    table = Table("domod beside domo-fleet", "row of the benchmark", "ratio to its peer, alone", "beside domo-fleet", "change")
    fleet = started(0, real=1)
    try:
        house = fleet.houses[0]
        # Its credentials are used by the domo-fleet of the benchmark.
        house.kill()
        command = f"{PROGRAMS}/domo-fleet --credentials {fleet.folder}/{house.name} --socket SOCKET --state STATE"
        ratios: dict[str, list[list[float]]] = {}
        for _ in range(runs):
            for index, more in enumerate(([], ["--beside", command])):
                file = fleet.folder / "bench.json"
                run(PROGRAMS / "domo-bench", "--programs", PROGRAMS, "--home", MODEL_HOUSE, "--only", "2,8", "--json", file,
                    *more, seconds=1800)
                for row in json.loads(file.read_text())["rows"]:
                    ratios.setdefault(row["what"], [[], []])[index].append(row["ratio"])
        for what, (alone, attached) in ratios.items():
            first, second = statistics.median(alone), statistics.median(attached)
            table.add(what, f"{first:.2f}", f"{second:.2f}", f"{(second / first - 1) * 100:+.0f} %")
    finally:
        fleet.stop()
    return table


def main() -> None:
    # What runs is stopped then too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    measurements = {
        "connections": lambda quick: connections([100, 1000] if quick else [100, 1000, 10_000]),
        "herd": lambda quick: herd([200] if quick else [1000, 10_000]),
        "subjects": lambda quick: subjects([10_000] if quick else [10_000, 100_000]),
        "sync": lambda quick: sync(2000 if quick else 20_000),
        "catch-up": lambda quick: catch_up(100 if quick else 1000),
        "latency": lambda quick: latency(100 if quick else 400),
        "beside": lambda quick: beside(1 if quick else 5),
    }
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="less of everything: whether it works")
    parser.add_argument("--page", type=pathlib.Path, help="the page that gets the tables")
    parser.add_argument("names", nargs="*", help=", ".join(measurements))
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in measurements]
    if unknown:
        parser.error(f"unknown measurement {unknown[0]}; use {', '.join(measurements)}")
    page = options.page.resolve() if options.page else None
    tables = []
    for name in options.names or measurements:
        print(f"{name}:", flush=True)
        tables.append(measurements[name](options.quick).text)
    text = "\n\n".join(tables)
    print(f"\n{text}")
    if page:
        begin, end = "<!-- figures -->", "<!-- end of figures -->"
        before, rest = page.read_text().split(begin)
        page.write_text(f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}")


main()
