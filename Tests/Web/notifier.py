"""A notifier for the tests: it takes the messages on the control socket, and reports the outcomes that a test has chosen."""

import collections
import json
import os
import queue
import socket
import threading

from house import TIMEOUT

# A point on P-256 in base64url, as a notifier has one (RFC 8292).
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class Notifier:
    """`outcomes` has what is reported for a target: a text after `notifier done ID`, or None for nothing yet."""

    def __init__(self, house, targets=("ana", "luis"), options="", key=KEY):
        self.outcomes = {}
        self.deliveries = queue.Queue()
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(os.fspath(house.folder / "domo.sock"))
        self.lines = self.connection.makefile()
        self.lock = threading.Lock()
        self.expected = collections.deque()
        names = " ".join(f"--target {name}" for name in targets)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        self.ask(f"notifier attach {names} {options}" + (f" --push-key {key}" if key else ""))

    def close(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.thread.join(TIMEOUT)
        self.lines.close()
        self.connection.close()

    def send(self, line, replies):
        """The replies come in the order of the lines."""
        with self.lock:
            self.expected.append(replies)
            self.connection.sendall(line.encode() + b"\n")

    def ask(self, line):
        """The reply to a line."""
        replies = queue.Queue()
        self.send(line, replies)
        return replies.get(timeout=TIMEOUT)

    def read(self):
        for line in self.lines:
            message = json.loads(line)
            if "event" not in message:
                self.expected.popleft().put(message)
                continue
            if message["event"]["kind"] != "delivery":
                continue
            delivery = message["event"]["delivery"]
            outcome = self.outcomes.get(delivery["target"], "sent")
            if outcome:
                self.report(delivery["id"], outcome)
            self.deliveries.put(delivery)

    def report(self, number, outcome):
        self.send(f"notifier done {number} {outcome}", queue.Queue())

    def next(self):
        """The next message that it was given."""
        return self.deliveries.get(timeout=TIMEOUT)
