"""The results of all checks, and the transcript of all commands with their output."""

import time
import traceback

from debian_root import Ended


class Report:
    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(path, "w")
        self.start = time.monotonic()
        self.passed = 0
        self.failed = 0

    def say(self, line):
        print(line, flush=True)
        self.file.write(f"=== {line}\n")
        self.file.flush()

    def note(self, text):
        self.file.write(f"[{time.monotonic() - self.start:7.2f}] {text.rstrip()}\n")
        self.file.flush()

    def command(self, line, result, user):
        who = f"{user}$" if user else "#"
        end = "" if result else f"\n(status {result.status})"
        output = f"\n{result.output.rstrip()}" if result.output.strip() else ""
        self.note(f"{who} {line}{output}{end}")

    def check(self, what, problem=None):
        """Passes if there is no problem: None, "", an empty list, True, or a result with status 0."""
        if problem is False:
            problem = "the condition is false"
        elif problem is True or not isinstance(problem, (str, list)) and problem is not None and bool(problem):
            problem = None
        if problem is None or problem == "" or problem == []:
            self.passed += 1
            self.say(f"ok    {what}")
        else:
            self.failed += 1
            self.say(f"FAIL  {what}: {problem}")

    def run(self, *groups):
        """Runs the groups of checks. An unexpected exception is a failure, and the next group continues."""
        for group in groups:
            self.say(f"      {group.__doc__.strip().splitlines()[0]}")
            try:
                group()
            except Ended:
                raise
            except Exception as failure:  # noqa: BLE001 - any exception is reported
                self.note(traceback.format_exc())
                self.check(f"{group.__name__} completed", f"{type(failure).__name__}: {failure}")

    def end(self):
        seconds = int(time.monotonic() - self.start)
        self.say(f"{self.passed} passed, {self.failed} failed, in {seconds} s")
        self.file.close()
        return self.failed == 0
