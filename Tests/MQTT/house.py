"""The simulated house, whose log of received signals is the witness of what was carried out."""
import json
import os
import pathlib
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

PROGRAMS = pathlib.Path(os.environ["DOMO_PROGRAMS"])
TESTS = pathlib.Path(__file__).resolve().parent


@dataclass
class Signal:
    """What reached the house."""
    text: str
    time: float = field(default_factory=time.monotonic)

    @property
    def fields(self) -> dict[str, str]:
        return dict(word.split("=", 1) for word in self.text.split(" → ")[0].split() if "=" in word)


class House:
    """`domo-sim` with a house file."""

    def __init__(self, file: pathlib.Path, has_bus: bool = False):
        bus = ["--knx", "--knx-port", "0", "--knx-fast"] if has_bus else []
        self.process = subprocess.Popen(
            [PROGRAMS / "domo-sim", "--port", "0", *bus, file], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1,
        )
        # As far as its output was read.
        self.log: list[Signal] = []
        self.marks = 0
        self.changed = threading.Condition()
        lines = [self.process.stdout.readline() for _ in range(2 if has_bus else 1)]
        addresses = [line.removeprefix("listening on ").strip() for line in lines]
        if not all("://" in address for address in addresses):
            raise AssertionError(f"domo-sim did not start: {addresses}")
        self.url, self.bus_url = addresses[0], addresses[1] if has_bus else None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.process.stdout:
            if not line.startswith("POST"):
                continue
            with self.changed:
                self.log.append(Signal(line.strip()))
                self.changed.notify_all()

    def until(self, holds, what: str, seconds: float = 60) -> None:
        with self.changed:
            if not self.changed.wait_for(holds, seconds):
                raise AssertionError(f"not {what}; signals: {[one.text for one in self.log[-20:]]}")

    def find(self, **fields: str) -> list[Signal]:
        """The signals so far with these fields: `name="Lectura"`, `value="40"`."""
        with self.changed:
            return [one for one in self.log
                    if fields.items() <= one.fields.items() and not one.fields["name"].startswith("mark")]

    def of(self, **fields: str) -> list[Signal]:
        """All signals with these fields that it has received until now."""
        self.marks += 1
        name = f"mark{self.marks}"
        try:
            self.request("POST", "/web/services/unsecureWebUI", operation="enable", PERVMLSERVICENAME=name)
        except urllib.error.HTTPError:
            pass  # It knows no such element.
        self.until(lambda: any(one.fields["name"] == name for one in self.log), f"{name} read")
        return self.find(**fields)

    @property
    def signals(self) -> list[Signal]:
        return self.of()

    def request(self, method: str, path: str, **fields: str):
        query = urllib.parse.urlencode(fields)
        base = self.url.split("/web/")[0]
        request = urllib.request.Request(f"{base}{path}?{query}", method=method)
        with urllib.request.urlopen(request, timeout=10) as reply:
            body = reply.read()
        return json.loads(body) if body[:1] in (b"{", b"[") else body.decode()

    def press(self, name: str, value: str) -> None:
        """A wall switch."""
        self.request("POST", "/wall", name=name, value=value)

    def press_on_bus(self, group: str, value: str) -> None:
        self.request("POST", "/bus/press", group=group, value=value)

    def fault(self, fault: str, **fields: str) -> None:
        self.request("POST", "/faults", fault=fault, **fields)

    def repair(self) -> None:
        self.request("DELETE", "/faults")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
