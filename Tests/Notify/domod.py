"""Plays domod on a control socket: takes the notifier's profile, hands out deliveries, and collects outcomes."""
import datetime
import json
import pathlib
import queue
import shlex
import socket
import threading
import time


def wire_time(seconds: float) -> str:
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"


def options(words: list[str], flags: set[str] = frozenset()) -> tuple[dict[str, list[str]], list[str]]:
    """The options of a request with their values, and its operands."""
    found: dict[str, list[str]] = {}
    operands = []
    rest = iter(words)
    for word in rest:
        if word in flags:
            found[word] = []
        elif word.startswith("--"):
            found.setdefault(word, []).append(next(rest))
        else:
            operands.append(word)
    return found, operands


class Domod:
    def __init__(self, folder: pathlib.Path):
        self.path = str(folder / "domo.sock")
        # The attached connection, its profile, and how often one was attached.
        self.attached: socket.socket | None = None
        self.profile: dict[str, list[str]] = {}
        self.attachments = 0
        self.logins: list[str] = []
        # When the notice of each delivery was raised, by the number of the delivery.
        self.raised: dict[int, str] = {}
        # Outcomes, and notices about the system, as they arrive.
        self.outcomes: queue.Queue = queue.Queue()
        self.notices: queue.Queue = queue.Queue()
        self.subscriptions: list[dict] = []
        self.gone: list[int] = []
        self.health: dict | None = None
        self.listing = {"places": [], "elements": []}
        self.open_notices: list[dict] = []
        self.last = 0
        self.connections: list[socket.socket] = []
        self.is_stopping = False
        self.start()

    def start(self) -> None:
        self.is_stopping = False
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def stop(self) -> None:
        self.is_stopping = True
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.connections = []
        self.attached = None
        pathlib.Path(self.path).unlink()

    def accept(self) -> None:
        while not self.is_stopping:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        try:
            with connection.makefile("r", encoding="utf-8", newline="\n") as lines:
                for line in lines:
                    reply = self.reply(shlex.split(line), connection)
                    connection.sendall(json.dumps(reply, ensure_ascii=False).encode() + b"\n")
        except (OSError, ValueError):
            pass

    def reply(self, words: list[str], connection: socket.socket) -> dict:
        match words:
            case ["login", *rest]:
                self.logins.append(rest[-1])
                return {"ok": {"name": "notifier"}}
            case ["notifier", *rest]:
                found, operands = options(rest, {"--keeps-ledger"})
                if operands == ["attach"]:
                    self.attached, self.profile = connection, found
                    self.attachments += 1
                    return {"ok": {"attached": True}}
                values = dict(text.split("=", 1) for text in found.get("--value", []))
                self.outcomes.put({
                    "id": int(operands[1]),
                    "outcome": operands[2],
                    "message": found.get("--message", [""])[0],
                    "status": int(found["--status"][0]) if "--status" in found else None,
                    "values": values,
                    "time": time.monotonic(),
                })
                return {"ok": {"noted": True}}
            case ["push", "list"]:
                return {"ok": {"subscriptions": self.subscriptions}}
            case ["push", "gone", number]:
                self.gone.append(int(number))
                self.subscriptions = [one for one in self.subscriptions if one["id"] != int(number)]
                return {"ok": {"gone": True}}
            case ["notices", *_]:
                return {"ok": {"notices": self.open_notices}}
            case ["doctor"] if self.health:
                return {"ok": self.health}
            case ["ls", *_]:
                return {"ok": self.listing}
            case ["notify", *rest]:
                found, operands = options(rest, {"--urgent", "--resolved", "--no-wait"})
                self.notices.put({
                    "to": found.get("--to", [""])[0],
                    "about": found["--about"][0],
                    "urgent": "--urgent" in found,
                    "resolved": "--resolved" in found,
                    "text": operands[0] if operands else None,
                })
                return {"ok": {"notices": []}}
        return {"error": {"code": "bad-request", "message": f"unknown request {words[0]}"}}

    def event(self, kind: str, delivery: dict) -> None:
        event = {"event": {"kind": kind, "time": wire_time(time.time()), "delivery": delivery}}
        self.attached.sendall(json.dumps(event, ensure_ascii=False).encode() + b"\n")

    def deliver(self, target: str, text: str = "Puerta abierta", within: float = 30, **fields) -> int:
        """Hands out a delivery, and returns its number."""
        if "id" not in fields:
            self.last += 1
        now = time.time()
        delivery = {
            "id": self.last, "target": target, "reason": "raised", "notice": 12, "text": text, "urgent": False,
            "deadline": wire_time(now + within), "wantsAnswer": False, **fields,
        }
        # The notice was raised once, however often a delivery of it is handed out.
        delivery.setdefault("time", self.raised.setdefault(delivery["id"], wire_time(now)))
        if delivery["reason"] == "call":
            del delivery["notice"]
        self.event("delivery", delivery)
        return delivery["id"]

    def withdraw(self, number: int) -> None:
        now = wire_time(time.time())
        self.event("withdrawal", {
            "id": number, "target": "x", "reason": "raised", "text": "", "urgent": False, "time": now, "deadline": now,
            "wantsAnswer": False,
        })
