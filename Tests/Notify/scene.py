"""A running domo-notify, with the daemon played by domod.py."""
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from domod import Domod

PROGRAM = pathlib.Path(os.environ["DOMO_PROGRAMS"]) / "domo-notify"


class Scene(unittest.TestCase):
    """Starts the program with a configuration, and ends it after each test."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-notify-"))
        self.domod = Domod(self.folder)
        self.process: subprocess.Popen | None = None
        self.log = self.folder / "log"
        self.receivers: list = []
        self.addCleanup(self.clean)

    def clean(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stderr_file.close()
        for receiver in self.receivers:
            receiver.stop()
        if not self.domod.is_stopping:
            self.domod.stop()
        shutil.rmtree(self.folder)

    def keep(self, receiver):
        """Stops a receiver at the end of the test."""
        self.receivers.append(receiver)
        return receiver

    def secret(self, name: str, text: str) -> str:
        file = self.folder / name
        file.write_text(text + "\n")
        file.chmod(0o600)
        return str(file)

    def write(self, configuration: dict) -> pathlib.Path:
        """JSON is YAML."""
        file = self.folder / "notify.yaml"
        file.write_text(json.dumps(configuration, ensure_ascii=False))
        file.chmod(0o600)
        return file

    def start(self, configuration: dict, *options: str) -> None:
        self.write(configuration)
        output = open(self.log, "ab")
        before = self.domod.attachments
        self.process = subprocess.Popen(
            [PROGRAM, "--config", self.folder / "notify.yaml", "--socket", self.domod.path, "--state",
             self.folder / "state", *options],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output,
        )
        self.process.stderr_file = output
        self.until(lambda: self.domod.attachments > before, "attached")

    def until(self, holds, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end or (self.process and self.process.poll() is not None):
                self.fail(f"not {what}; log:\n{self.text()}")
            time.sleep(0.01)

    def text(self) -> str:
        return self.log.read_text() if self.log.exists() else ""

    def outcome(self, number: int, seconds: float = 60) -> dict:
        """Waits for the outcome of a delivery; there must be exactly one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                outcome = self.domod.outcomes.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                break
            if outcome["id"] == number:
                return outcome
            self.fail(f"the outcome of another delivery: {outcome}")
        self.fail(f"no outcome of delivery {number}; log:\n{self.text()}")

    def no_more_outcomes(self, seconds: float = 0.5) -> None:
        time.sleep(seconds)
        self.assertTrue(self.domod.outcomes.empty(), list(self.domod.outcomes.queue))

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self.process.stderr_file.close()
        self.process = None
        return status
