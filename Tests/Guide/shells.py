#!/usr/bin/env python3
"""shells.py PROGRAMS: types commands into bash, zsh and fish, each in a terminal of its own, with the tab key, and checks
that what the shell has completed does what was meant, with the running domod of a simulated house."""
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 60

# How each shell is started, and made to load the script.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], ["PS1='READY''> '", "source {script}"]),
    "zsh": (
        ["zsh", "-f", "-i"],
        ["PROMPT='READY''> '", "autoload -U compinit", "compinit -u -d {folder}/zcompdump", "source {script}"],
    ),
    "fish": (
        ["fish", "--no-config", "--interactive"],
        ["function fish_prompt; printf 'READ'; printf 'Y> '; end", "set fish_autosuggestion_enabled 0", "source {script}"],
    ),
}

# What is typed, and what the command prints then.
TYPED = [
    ("domo show Louv\t", "Vivienda eficiente/Salon/Louver"),
    ("domo ls Vivi\t", "Salon"),
    ("domo set Louver u\t", "Louver up (accepted"),
    ("domo history Louver --ch\t", "▀ up"),
    ("domo scene sto\t", "no scene is running"),
    ("domo check hou\t", "floor plan of"),
]


class Terminal:
    """A program in a terminal."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: pathlib.Path):
        self.seen = ""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def wait(self, *texts: str) -> bool:
        """Waits until all texts were printed since the last time."""
        end = time.monotonic() + PATIENCE
        while not all(text in self.seen for text in texts):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.descriptor], [], [], left)[0]:
                return False
            try:
                self.seen += os.read(self.descriptor, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def forget(self) -> None:
        self.seen = ""

    def end(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


def completes(terminal: Terminal, typed: str, expected: str) -> bool:
    """Types a command, and returns whether it has printed what is expected."""
    terminal.forget()
    terminal.type(typed)
    # The shell asks domo while it completes; a line break typed before it is ready is taken after that.
    terminal.type("\necho DO''NE\n")
    return terminal.wait("DONE") and expected in terminal.seen


def test(shell: str, environment: dict[str, str], folder: pathlib.Path) -> list[str]:
    """Returns what went wrong."""
    script = folder / f"completion.{shell}"
    script.write_bytes(subprocess.run(["domo", "completion", shell], env=environment, capture_output=True, check=True).stdout)
    command, lines = SHELLS[shell]
    terminal = Terminal(command, environment, folder)
    try:
        for line in lines:
            terminal.type(line.format(script=script, folder=folder) + "\n")
        terminal.type("echo LOAD''ED\n")
        if not terminal.wait("LOADED", "READY> "):
            return [f"{shell} did not start: {terminal.seen[-500:]}"]
        for typed, expected in TYPED:
            end = time.monotonic() + PATIENCE
            while not completes(terminal, typed, expected):
                # Without an answer of domod within 0.3 s nothing is suggested: on a busy machine, somebody types it again.
                if time.monotonic() > end:
                    return [f"{shell}: {typed!r} did not print {expected!r}: {terminal.seen[-500:]}"]
    finally:
        terminal.end()
    return []


def main() -> int:
    programs = pathlib.Path(sys.argv[1]).resolve()
    missing = [shell for shell in SHELLS if not shutil.which(shell)]
    if missing:
        print("missing: " + ", ".join(missing))
        return 1
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(ROOT / "homes/vivienda-eficiente.xml", folder / "house.xml")
        socket = folder / "domo.sock"
        environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": name, "TERM": "xterm", "LC_ALL": "C.UTF-8",
            "DOMO_SOCKET": str(socket), "NO_COLOR": "1",
        }
        options = ["--demo", "--home", str(folder / "house.xml"), "--socket", str(socket), "--state", str(folder / "state")]
        with open(folder / "log", "wb") as log:
            daemon = subprocess.Popen([programs / "domod", *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            end = time.monotonic() + PATIENCE
            while subprocess.run(["domo", "show", "Louver"], env=environment, capture_output=True).returncode:
                if time.monotonic() > end:
                    print("domod did not start: " + (folder / "log").read_text())
                    return 1
                time.sleep(0.1)
            for shell in SHELLS:
                found = test(shell, environment, folder)
                failures += found
                print(f"{shell}: {'FAILED' if found else 'completes ' + str(len(TYPED)) + ' commands'}")
        finally:
            daemon.terminate()
            daemon.wait()
    for failure in failures:
        print("FAIL: " + failure)
    return 1 if failures else 0


sys.exit(main())
