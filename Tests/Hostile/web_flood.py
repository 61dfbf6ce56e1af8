#!/usr/bin/env python3
"""The ten holders of tokens. Usage: web_flood.py PORT: the token of each is a line of the input. Prints what became of it at the end."""
import signal
import sys
import threading

from web_attacks import KINDS, Attack


class Port:
    def __init__(self, port: int):
        self.port = port


def main() -> None:
    house = Port(int(sys.argv[1]))
    attacks = [Attack(house, kind, sys.stdin.readline().strip(), number) for number, kind in enumerate(KINDS)]
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    for attack in attacks:
        attack.start()
    print("started", flush=True)
    over.wait()
    for attack in attacks:
        print(f"hostile token {attack.kind}: {attack.statuses}", flush=True)


if __name__ == "__main__":
    main()
