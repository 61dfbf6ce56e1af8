#!/usr/bin/env python3
"""Ten holders of tokens who do harm, beside one person who gives orders: how long the person waits, and how much memory
domo-web takes.

Usage: hostile.py PROGRAMS [--minutes 10]. Starts domod with its simulated house, and domo-web; stops both.
"""
import argparse
import http.client
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMIT_MILLISECONDS = 50.0
LIMIT_MEMORY = 128 * 1024  # KiB


class House:
    """The programs, on a socket and a port of their own."""

    def __init__(self, programs):
        self.programs = programs
        self.folder = tempfile.TemporaryDirectory(prefix="domo-hostile-")
        self.socket = self.folder.name + "/domo.sock"
        self.daemon = subprocess.Popen(
            [programs + "/domod", "--demo", "--socket", self.socket, "--state", self.folder.name + "/state"],
            stdout=subprocess.DEVNULL, stderr=open(self.folder.name + "/domod.log", "w"))
        end = time.monotonic() + 30
        while self.domo("status").returncode != 0:
            if time.monotonic() > end or self.daemon.poll() is not None:
                raise SystemExit("domod did not start: " + open(self.folder.name + "/domod.log").read())
            time.sleep(0.05)
        self.web = subprocess.Popen(
            [programs + "/domo-web", "--socket", self.socket, "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE, stderr=open(self.folder.name + "/web.log", "w"), text=True)
        line = self.web.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1].split()[0])

    def domo(self, *arguments):
        return subprocess.run([self.programs + "/domo", "--socket", self.socket, *arguments], capture_output=True, text=True)

    def token(self, name, *options):
        answer = self.domo("--json", "token", "new", name, *options)
        if answer.returncode != 0:
            raise SystemExit(answer.stderr + answer.stdout)
        return json.loads(answer.stdout)["token"]

    def memory(self, process, field):
        with open(f"/proc/{process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field + ":"))

    def end(self):
        for process in (self.web, self.daemon):
            process.send_signal(signal.SIGTERM)
        for process in (self.web, self.daemon):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise SystemExit("a program did not stop")
        self.folder.cleanup()


# The person's, not that of the attackers: connections of one address have a bound.
PERSON = ("127.0.0.2", 0)


def request(port, token, method, path, body=None, headers=None, timeout=30, source=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=source)
    try:
        fields = {"Authorization": "Bearer " + token, **(headers or {})}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class Attack(threading.Thread):
    """Does one kind of harm until the end, and counts the answers."""

    def __init__(self, house, name, token, seed):
        super().__init__(daemon=True)
        self.house, self.kind, self.token = house, name, token
        self.random = random.Random(seed)
        self.statuses = {}
        self.over = threading.Event()

    def note(self, status):
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def ask(self, *arguments, **options):
        try:
            status, body = request(self.house.port, self.token, *arguments, **options)
            self.note(status)
            return status, body
        except (OSError, http.client.HTTPException):
            self.note("closed")
            return 0, b""

    def run(self):
        while not self.over.is_set():
            getattr(self, self.kind)()

    def raw(self, text):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(5)
        try:
            connection.connect(("127.0.0.1", self.house.port))
            connection.sendall(text.encode())
        except OSError:
            self.note("closed")
        return connection

    def lines(self, line, count):
        body = json.dumps({"lines": [line] * count})
        return (f"POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}")

    # What they do

    def unread(self):
        """Asks for much, and reads nothing."""
        connections = [self.raw(self.lines("orders --last 1000", 100)) for _ in range(50)]
        self.over.wait(10)
        for connection in connections:
            connection.close()

    def orders(self):
        self.ask("POST", "/api/v1/lines", json.dumps({"lines": ["set GeneralLight on --wait none"] * 100}))

    def levels(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"element": "GradualLighting", "value": self.random.randrange(101)}))

    def keyed(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"element": "Buzzer", "value": "on"}),
                 {"Idempotency-Key": str(self.random.getrandbits(64))})

    def groups(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"place": "Vivienda eficiente", "value": "off"}))

    def scripts(self):
        script = ["set GeneralLight " + ("on" if n % 2 else "off") + " --wait none" for n in range(200)]
        self.ask("POST", "/api/v1/lines", json.dumps({"lines": ["run x " + " ".join(f'"{line}"' for line in script)]}))

    def tokens(self):
        status, body = self.ask("POST", "/api/v1/tokens", json.dumps({"name": f"t{self.random.getrandbits(40)}"}))
        if status == 201 and self.random.random() < 0.5:
            made = json.loads(body)
            self.ask("DELETE", "/api/v1/tokens/" + made["name"])

    def idle(self):
        """Holds connections that say nothing."""
        connections = [self.raw("") for _ in range(400)]
        self.over.wait(5)
        for connection in connections:
            connection.close()

    def streams(self):
        """Opens streams of events, and reads nothing."""
        text = f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        connections = [self.raw(text) for _ in range(100)]
        self.over.wait(20)
        for connection in connections:
            connection.close()

    def guesses(self):
        try:
            status, _ = request(self.house.port, f"domo_{self.random.getrandbits(200):x}", "GET", "/api/v1/session",
                                timeout=10)
            self.note(status)
        except (OSError, http.client.HTTPException):
            self.note("closed")


KINDS = ["unread", "orders", "levels", "keyed", "groups", "scripts", "tokens", "idle", "streams", "guesses"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    house = House(options.programs)
    problems = []
    try:
        person = house.token("person")
        attacks = []
        for number, kind in enumerate(KINDS):
            extra = ["--may-create-tokens"] if kind == "tokens" else []
            attacks.append(Attack(house, kind, house.token(f"hostile {kind}", *extra), number))
        for attack in attacks:
            attack.start()
        times, statuses, reads, peak = [], {}, [], 0
        end = time.monotonic() + options.minutes * 60
        connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=30, source_address=PERSON)
        values = ["up", "stop", "down", "stop"]
        number = 0
        while time.monotonic() < end:
            number += 1
            body = json.dumps({"element": "Louver", "value": values[number % 4]})
            fields = {"Authorization": "Bearer " + person, "Content-Type": "application/json", "Prefer": "wait"}
            begin = time.monotonic()
            try:
                connection.request("POST", "/api/v1/orders", body, fields)
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
                connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=30, source_address=PERSON)
            times.append((time.monotonic() - begin) * 1000)
            statuses[status] = statuses.get(status, 0) + 1
            if number % 10 == 0:
                begin = time.monotonic()
                reads.append((request(house.port, person, "GET", "/api/v1/places", source=PERSON)[0], (time.monotonic() - begin) * 1000))
            peak = max(peak, house.memory(house.web, "VmRSS"))
            time.sleep(0.25)
        for attack in attacks:
            attack.over.set()
        times.sort()
        def percentile(share):
            return times[min(len(times) - 1, int(len(times) * share))]
        print(f"person: {len(times)} orders, {statuses}; p50 {percentile(0.5):.1f} ms, p99 {percentile(0.99):.1f} ms, "
              f"longest {times[-1]:.1f} ms")
        print(f"person: {len(reads)} reads, {sorted({s for s, _ in reads})}, longest {max((m for _, m in reads), default=0):.1f} ms")
        for attack in attacks:
            print(f"hostile {attack.kind}: {attack.statuses}")
        print(f"domo-web: peak {max(peak, house.memory(house.web, 'VmHWM')) // 1024} MiB; "
              f"domod: peak {house.memory(house.daemon, 'VmHWM') // 1024} MiB")
        if set(statuses) != {200}:
            problems.append(f"orders of the person were refused: {statuses}")
        if percentile(0.99) > LIMIT_MILLISECONDS:
            problems.append(f"p99 of the person's orders is {percentile(0.99):.1f} ms, above {LIMIT_MILLISECONDS} ms")
        if any(status != 200 for status, _ in reads):
            problems.append("reads of the person were refused")
        if house.memory(house.web, "VmHWM") > LIMIT_MEMORY:
            problems.append("domo-web took more than 128 MiB")
        if house.daemon.poll() is not None or house.web.poll() is not None:
            problems.append("a program ended")
    finally:
        house.end()
    for problem in problems:
        print("failed: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
