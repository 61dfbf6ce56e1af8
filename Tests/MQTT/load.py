"""A house under a load of commands and changes, with a record of when each command reached the bridge."""
import random
import re
import threading
import time
from collections import defaultdict

from broker import Proxy, accepts
from client import Client
from scene import Scene

DEADLINE = 3
TEXTS = [f"T{number}" for number in range(8)]
SWITCHES = [f"S{number}" for number in range(4)]
# Elements that come and go.
GUESTS = [f"G{number}" for number in range(5)]

# What happens, and how often beside the others.
KINDS = {
    "broker dies": 2, "broker freezes": 3, "bridge dies": 2, "bridge freezes": 4, "domod freezes": 2, "network holds": 3,
    "network resets": 2, "house changes": 4, "wall switch": 4,
}

# Between topic and payload are the properties.
COMMAND = re.compile(rb"/value/set.{0,60}?n(\d{6})e", re.DOTALL)


def house(names: list[str]) -> str:
    def element(name: str) -> str:
        return f"<Dispositivo><Nombre>{name}</Nombre><Tipo>{4 if name in TEXTS else 1}</Tipo></Dispositivo>"

    elements = "".join(element(name) for name in names)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<Viviendas><Vivienda><Nombre>Casa</Nombre>'
            f"{elements}</Vivienda></Viviendas>\n")


class Beat(threading.Thread):
    """Measures for how long this process did not run: only so late can it have noticed what it noticed."""

    def __init__(self):
        super().__init__(daemon=True)
        self.longest = 0.0
        self.is_ended = False

    def run(self) -> None:
        last = time.monotonic()
        while not self.is_ended:
            time.sleep(0.02)
            now = time.monotonic()
            self.longest = max(self.longest, now - last)
            last = now


class LoadScene(Scene):
    def start_load(self, seed: int, is_persistent: bool) -> None:
        self.dice = random.Random(seed)
        self.arrivals: dict[int, list[float]] = defaultdict(list)
        self.targets: dict[int, str] = {}
        # When the bridge did not run, and for how long, from its last command on.
        self.stalls: list[tuple[float, float]] = []
        self.present = set(GUESTS[:2])
        self.tails: dict = {}
        self.is_loading = True
        # The house knows all of them; domod only those that are present.
        self.file.write_text(house(TEXTS + SWITCHES + GUESTS))
        self.start_house()
        self.write_house()
        self.start_domod()
        self.start_broker(is_persistent=is_persistent)
        self.proxy = Proxy(self.broker.port, self.note_arrival)
        self.addCleanup(self.proxy.stop)
        self.observer = self.client("domo/#")
        self.sender = self.client("none")
        self.start_bridge(port=self.proxy.port, deadline=f"{DEADLINE}s")
        self.until_published(self.observer, "S0")
        for name in TEXTS + SWITCHES + GUESTS[:2]:
            self.base(name)
        self.beat = Beat()
        self.beat.start()
        self.addCleanup(setattr, self.beat, "is_ended", True)
        self.loader = threading.Thread(target=self.send_commands, args=[random.Random(seed + 1)], daemon=True)
        self.loader.start()

    def write_house(self) -> None:
        self.file.write_text(house(TEXTS + SWITCHES + sorted(self.present)))

    def note_arrival(self, data: bytes, connection) -> None:
        now = time.monotonic()
        data = self.tails.get(connection, b"") + data
        end = 0
        for match in COMMAND.finditer(data):
            self.arrivals[int(match[1])].append(now)
            end = match.end()
        # A command may be split.
        self.tails[connection] = data[max(end, len(data) - 100):]

    # MARK: Load

    def send_commands(self, dice: random.Random) -> None:
        """Each has a text that no other has. The broker may be away: some are lost on the way."""
        topics = {name: self.set(name, "value") for name in TEXTS}
        number = 0
        while self.is_loading:
            number += 1
            name = dice.choice(TEXTS)
            self.targets[number] = name
            try:
                self.sender.client.publish(
                    topics[name], f"n{number:06}e", qos=dice.choice([0, 0, 1]), properties=Client.properties(
                        answer=f"{self.sender.answers}/{number}", correlation=str(number).encode(),
                        expiry=dice.choice([None, None, 60]),
                    ),
                )
            except (OSError, ValueError):
                pass
            time.sleep(dice.uniform(0.005, 0.04))

    # MARK: What happens

    def happen(self, kind: str, is_long: bool = False) -> None:
        """Returns when it is over."""
        pause = self.dice.choice([0.2, 0.5, 1.0, 1.7, 2.5])
        if kind == "broker dies":
            self.broker.kill()
            time.sleep(pause / 3)
            self.broker.restart()
        elif kind == "broker freezes":
            self.broker.freeze()
            time.sleep(pause)
            self.broker.thaw()
        elif kind == "bridge dies":
            self.kill("bridge")
            time.sleep(pause / 3)
            self.start_bridge(port=self.proxy.port, deadline=f"{DEADLINE}s", waits=False)
        elif kind == "bridge freezes":
            self.freeze("bridge")
            begin = time.monotonic()
            time.sleep(pause)
            end = time.monotonic()
            self.thaw("bridge")
            self.stalls.append((begin, end))
        elif kind == "domod freezes":
            self.freeze("domod")
            time.sleep(min(pause, 1))
            self.thaw("domod")
        elif kind == "network holds":
            self.proxy.hold()
            time.sleep(45 if is_long and self.dice.random() < 0.1 else pause)
            self.proxy.release()
        elif kind == "network resets":
            self.proxy.reset_all()
        elif kind == "house changes":
            self.present ^= {self.dice.choice(GUESTS)}
            self.write_house()
            self.domo("reload")
        elif kind == "wall switch":
            self.house.press(self.dice.choice(SWITCHES), self.dice.choice(["on", "off"]))
        time.sleep(self.dice.uniform(0.05, 0.6))

    def end_load(self) -> None:
        self.is_loading = False
        self.loader.join(30)
        self.until(lambda: accepts(self.broker.port), "the broker is there")
        self.sender.until(self.sender.client.is_connected, "the sender is connected again")
        # What waits in the sender is sent.
        self.sender.settle()
