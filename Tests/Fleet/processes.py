"""Programs that end with the test, and waiting for what they do."""
import ctypes
import os
import pathlib
import signal
import subprocess
import time

PROGRAMS = pathlib.Path(os.environ["DOMO_PROGRAMS"])
# A machine may be many times slower than another one.
PATIENCE = 180
_LIBC = ctypes.CDLL(None, use_errno=True)


def _end_with_parent() -> None:
    _LIBC.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def until(what: str, holds, seconds: float = PATIENCE, pause: float = 0.1):
    """Waits until the result is true, and returns it."""
    end = time.monotonic() + seconds
    while not (result := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"not after {seconds} s: {what}")
        time.sleep(pause)
    return result


def run(*words, check: bool = True, seconds: float = PATIENCE) -> str:
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=seconds, check=False)
    if check and result.returncode != 0:
        raise AssertionError(f"{words[0]} ended with {result.returncode}: {result.stderr}")
    return result.stdout


class Process:
    """A program with its log in a file."""

    def __init__(self, log: pathlib.Path, *words, wants_input: bool = False):
        self.log, self.words, self.wants_input = log, [str(word) for word in words], wants_input
        self.process: subprocess.Popen | None = None

    def start(self) -> "Process":
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE if self.wants_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE if self.wants_input else log, stderr=log, text=True, bufsize=1,
                preexec_fn=_end_with_parent,
            )
        return self

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def wait_for(self, text: str, count: int = 1) -> None:
        def holds() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f"{self.words[0]} ended with {self.process.returncode}: {self.text[-2000:]}")
            return self.text.count(text) >= count
        until(f"{text!r} in {self.log}", holds)

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait(timeout=PATIENCE)
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe:
                    pipe.close()

    def seconds(self) -> float:
        """The processor time that it took."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """Its memory in bytes."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0
