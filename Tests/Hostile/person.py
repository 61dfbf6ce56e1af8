#!/usr/bin/env python3
"""A person who gives orders, and measures how long each takes. Usage: person.py web PORT | bus SOCKET: with the token of web in
the environment. Prints a line of JSON for each order: milliseconds, what became of it.

Another process than the attackers, as in life: threads of one Python process would wait for each other.
"""
import http.client
import json
import os
import socket
import struct
import sys
import time

# Not that of the attackers: connections of one address have a bound.
OWN_ADDRESS = ("127.0.0.2", 0)
PAUSE = 0.25


class Web:
    def __init__(self, port: str):
        self.port, self.token, self.connection = int(port), os.environ["TOKEN"], None

    def order(self, number: int) -> str:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=OWN_ADDRESS)
        body = json.dumps({"element": "Persona", "value": ["up", "stop", "down", "stop"][number % 4]})
        fields = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Prefer": "wait"}
        try:
            self.connection.request("POST", "/api/v1/orders", body, fields)
            answer = self.connection.getresponse()
            answer.read()
            return str(answer.status)
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            return type(error).__name__


class Bus:
    """An order by the control socket for a KNX element, from a new connection each, as the command line does it."""

    def __init__(self, path: str):
        self.path = path

    def order(self, number: int) -> str:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                # Not settimeout(): connect() would fail at once where it has to wait.
                for option in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
                    client.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", 30, 0))
                client.connect(self.path)
                client.sendall(f"set Foco {'on' if number % 2 else 'off'}\n".encode())
                reply = json.loads(client.makefile("rb").readline())
                return reply["ok"]["outcome"] if "ok" in reply else reply["error"]["code"]
        except (OSError, ValueError) as error:
            return type(error).__name__


def main() -> None:
    person = {"web": Web, "bus": Bus}[sys.argv[1]](sys.argv[2])
    number = 0
    while True:
        number += 1
        begin = time.monotonic()
        outcome = person.order(number)
        print(json.dumps([(time.monotonic() - begin) * 1000, outcome]), flush=True)
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
