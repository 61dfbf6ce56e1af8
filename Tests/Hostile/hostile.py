#!/usr/bin/env python3
"""The house under attack from four sides, beside two people who give orders: how long they wait, and how much memory the programs take.

Usage: hostile.py PROGRAMS [--minutes 10] [--only SIDE…]. Needs root: the house, the bus and a stranger are three network namespaces, and
the local attackers are other users. Starts everything, and stops it.

tokens   ten tokens at domo-web (web_attacks.py)            local    five users at the control socket (local.py)
servers  servers that never end an answer (endless.py)      network  forged KNXnet/IP (spoofing.py), messages of 200 MB (retained.py)
"""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import network

LIMIT_MILLISECONDS = 50.0
# MiB: MemoryMax of the bridges' units, and for the others what the manual promises.
MEMORY = {"domod": 64, "web": 128, "notify": 128, "mqtt": 64}
TESTS = pathlib.Path(__file__).resolve().parent
LOCAL = ["pipeline", "unread", "names", "tokens", "late"]
SIDES = ["tokens", "local", "servers", "network"]
FIRST_USER = 54_321


class Attack:
    def __init__(self, house, sides: list[str], local: list[str]):
        from house import ENDLESS, as_user
        from web_attacks import KINDS
        self.house, self.sides = house, sides
        python = [sys.executable, "-B"]
        # The servers are always there, because domod and domo-notify have them in their configuration; only some answer.
        if "servers" in sides:
            for kind, port in ENDLESS.items():
                house.keep(f"endless-{kind}", house.stranger.start(*python, TESTS / "endless.py", network.STRANGER, port, kind,
                                                                   stdout=house.log("endless"), stderr=house.log("endless")))
        if "tokens" in sides:
            tokens = [house.token(f"hostile-{kind}", *(["--may-create-tokens"] if kind == "tokens" else [])) for kind in KINDS]
            self.web = house.start("web-flood", *python, TESTS / "web_flood.py", house.port, stdin=subprocess.PIPE)
            self.web.stdin.write(("\n".join(tokens) + "\n").encode())
            self.web.stdin.flush()
        if "local" in sides:
            for number, kind in enumerate(local):
                house.start(f"local-{kind}", *as_user(FIRST_USER + number, *python, TESTS / "local.py", house.socket, kind, "Trampa"))
        if "network" in sides:
            self.ports = house.path / "ports"
            self.tell_ports()
            house.keep("spoofing", house.stranger.start(*python, TESTS / "spoofing.py", network.HOUSE, self.ports,
                                                        stdout=house.log("spoofing"), stderr=house.log("spoofing")))
            lamp = json.loads(house.domo("--json", "show", "Persona").stdout)["id"]
            casa = json.loads(house.domo("--json", "show", "Casa").stdout)["id"]
            topics = [f"domo/{casa}/{lamp}/binary/set", "homeassistant/status"]
            house.keep("retained", house.stranger.start(*python, TESTS / "retained.py", network.BUS, 1883, *topics,
                                                        stdout=house.log("retained"), stderr=house.log("retained")))

    def tell_ports(self) -> None:
        """To the stranger: the port that a user of the house's machine reads."""
        if "network" in self.sides:
            self.ports.write_text("\n".join(map(str, self.house.tunnel_ports())))

    def end(self) -> None:
        for name, process in list(self.house.processes.items()):
            if name == "web-flood":
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    pass
            if name.startswith(("endless", "local", "spoofing", "retained", "web-flood")):
                network.kill(process)
                del self.house.processes[name]

    def show(self) -> None:
        for name in ("web-flood", "spoofing", "retained"):
            if (self.house.path / f"{name}.log").exists():
                lines = self.house.text(name).splitlines()
                print("\n".join(lines if name == "web-flood" else [f"{name}: {lines[-1] if lines else 'nothing'}"]))


def percentile(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))]


def run(house, minutes: float, sides: list[str], local: list[str]) -> list[str]:
    people = {}
    for kind, where, wanted in (("web", house.port, "200"), ("bus", house.socket, "accepted")):
        environment = {**os.environ, "TOKEN": house.token("person") if kind == "web" else ""}
        people[kind] = (wanted, house.start(f"person-{kind}", sys.executable, "-B", TESTS / "person.py", kind, where, env=environment))
    time.sleep(2)
    attack = Attack(house, sides, local)
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end and all(house.processes[name].poll() is None for name in MEMORY):
        attack.tell_ports()
        house.domo("notify", "hello", "--to", "trailers, headers, body", "--until", "1s") if "servers" in sides else None
        time.sleep(2)
    for kind, (_, process) in people.items():
        network.kill(process)
        del house.processes[f"person-{kind}"]
    attack.end()
    attack.show()
    problems = []
    for kind, (wanted, _) in people.items():
        orders = [json.loads(line) for line in house.text(f"person-{kind}").splitlines() if line.endswith("]")]
        times = sorted(time for time, _ in orders)
        outcomes = {outcome: sum(1 for _, each in orders if each == outcome) for _, outcome in orders}
        print(f"person at the {kind}: {len(orders)} orders, {outcomes}; p50 {percentile(times, 0.5):.1f} ms, "
              f"p99 {percentile(times, 0.99):.1f} ms, longest {times[-1]:.1f} ms")
        if set(outcomes) != {wanted}:
            problems.append(f"orders of the person at the {kind} were refused: {outcomes}")
        if percentile(times, 0.99) > LIMIT_MILLISECONDS:
            problems.append(f"p99 of the orders at the {kind} is {percentile(times, 0.99):.1f} ms, above {LIMIT_MILLISECONDS} ms")
        if kind == "web" and not len(orders) <= house.signals("Persona") <= len(orders) + 1:
            problems.append(f"the server got {house.signals('Persona')} signals for {len(orders)} orders")
    trapped = house.signals("Trampa", "operation=enable")
    if trapped:
        problems.append(f"{trapped} orders were carried out whose clients had gone, or whose deadline had passed")
    for name, limit in MEMORY.items():
        if house.processes[name].poll() is not None:
            problems.append(f"{name} ended: {house.text(name)[-500:]}")
            continue
        memory = house.memory(name)
        print(f"{name}: at most {memory:.0f} MiB, of {limit}")
        if memory > limit:
            problems.append(f"{name} took {memory:.0f} MiB, above {limit}")
    if house.processes["domod"].poll() is None and house.state("Witness") != "off":
        problems.append("the house believed a forged telegram")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--only", nargs="+", choices=SIDES, default=SIDES)
    parser.add_argument("--local", nargs="+", choices=LOCAL, default=LOCAL, help="what local users do")
    options = parser.parse_args()
    network.enter()
    from house import House
    house = House(options.programs)
    problems = []
    try:
        problems = run(house, options.minutes, options.only, options.local)
    finally:
        problems += house.end()
    for problem in problems:
        print("failed: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
