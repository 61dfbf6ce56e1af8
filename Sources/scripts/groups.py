"""Runs groups of tests beside each other or one after another, each with its output in .build/tests, and reports what took
longest and what failed.
"""
import pathlib
import re
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build/tests"

# What a group prints at its end, its failures, and the durations of its tests. Swift Testing counts the time that a test
# waited for a free core; where tests wait much, they print their own durations.
SUMMARY = re.compile(r"Test run with \d+ test|^Ran \d+ tests? in |^(OK|FAILED)\b|^\d+ passed, \d+ failed")
FAILURE = re.compile(r"✘|Fatal error|^error: |^(FAIL|ERROR): |^FAILED |Error: ")
DURATION = re.compile(r"^took ([\d.]+) s: (.+)")
LONG_DURATION = re.compile(r"[✔✘] Test (?P<test>(?!run\b|case\b).+?) (?:passed|failed) after (?P<seconds>[\d.]+) seconds")


class Group:
    """A command whose tests run together."""

    def __init__(self, name: str, *command: str):
        self.name, self.command = name, command
        self.log = LOGS / f"{name}.log"
        self.seconds = 0.0
        self.status = 0

    def run(self) -> None:
        begin = time.monotonic()
        with open(self.log, "wb") as log:
            self.status = subprocess.run(
                self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, check=False
            ).returncode
        self.seconds = time.monotonic() - begin
        print(f"{self.name}: {'passed' if self.status == 0 else 'FAILED'} after {self.seconds:.0f} s", flush=True)
        for line in self.lines():
            if SUMMARY.search(line):
                print("  " + line, flush=True)

    def lines(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()

    def failures(self) -> list[str]:
        found = [line[:600] for line in self.lines() if FAILURE.search(line)]
        return found[-20:] or self.lines()[-20:]

    def durations(self) -> list[tuple[float, str]]:
        found = []
        for line in self.lines():
            if match := DURATION.match(line):
                found.append((float(match[1]), match[2]))
            elif self.name == "long" and (match := LONG_DURATION.search(line)):
                found.append((float(match["seconds"]), match["test"]))
        return found


def run(stages: list[list[Group]]) -> None:
    """Runs the stages one after another, and the groups of a stage beside each other. Exits with status 1 if one failed."""
    LOGS.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    for stage in stages:
        names = ", ".join(group.name for group in stage)
        print(f"running {names}; the output is in {LOGS.relative_to(ROOT)}", flush=True)
        threads = [threading.Thread(target=group.run) for group in stage]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    groups = [group for stage in stages for group in stage]
    slowest = sorted(((*duration, group.name) for group in groups for duration in group.durations()), reverse=True)
    if slowest:
        print("\nThe slowest tests:")
    for seconds, test, name in slowest[:10]:
        print(f"{seconds:7.1f} s  {name}: {test}")
    print("The groups:")
    for group in groups:
        print(f"{group.seconds:7.1f} s  {group.name}{'' if group.status == 0 else ' FAILED'}")
    print(f"{time.monotonic() - begin:7.1f} s  together")
    failed = [group for group in groups if group.status != 0]
    for group in failed:
        print(f"\nFailures of {group.name} (full output in {group.log.relative_to(ROOT)}):")
        print("\n".join(group.failures()))
    sys.exit(1 if failed else 0)
