"""A Debian 12 in a folder, booted by systemd-nspawn with its own systemd, users and network, isolated from this machine."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

# The timeout for an order, a start or a stop, in seconds.
TIMEOUT = 60
# The time after which the machine is stopped in any case, in seconds.
MAX_LIFETIME = 1800
SUITE = "bookworm"
# The packages of a minimal system that boots, without dependencies of domo.
PACKAGES = "systemd,systemd-sysv,dbus,apt"


class Ended(Exception):
    """A failure that makes all other checks pointless."""


class Result:
    def __init__(self, status, output):
        self.status = status
        self.output = output

    def __bool__(self):
        return self.status == 0

    def __str__(self):
        return f"status {self.status}: {self.output.strip()[-600:]}"


def wait(condition, seconds=TIMEOUT, interval=0.1):
    """Waits until the condition returns a true value; returns its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(interval)


def run(*command, seconds=TIMEOUT, text=None, environment=None):
    """Runs a program on this machine, and kills it with its children after the timeout."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(text.encode() if text is not None else None, timeout=seconds)
        return Result(process.returncode, output.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return Result(124, output.decode(errors="replace") + f"\nnot done within {seconds} s")


class DebianRoot:
    """A copy of a cached root file system; removed at the end.

    While it is stopped, files can be added and packages fetched; while it runs, programs can be started in it.
    """

    def __init__(self, cache, transcript):
        self.cache = cache
        self.log = transcript
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-package-", dir=cache))
        self.path = self.folder / "root"
        self.machine = None
        self.leader = None

    # While it is stopped

    def make(self):
        """Copies the bare root, which is first created from the mirror of this machine's apt."""
        bare = self.cache / "bare"
        complete = self.cache / "bare.complete"
        # It was created with these packages.
        if not complete.exists() or complete.read_text() != PACKAGES:
            complete.unlink(missing_ok=True)
            self._remove(bare)
            made = run(
                "debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(bare), self._mirror(), seconds=900
            )
            self.log.note(f"debootstrap {SUITE}: {made}")
            if not made:
                raise Ended(f"debootstrap failed: {made}")
            complete.write_text(PACKAGES)
        copied = run("cp", "-a", str(bare), str(self.path), seconds=300)
        if not copied:
            raise Ended(f"can't copy the root: {copied}")
        (self.path / "etc/hostname").write_text("domo-test\n")

    def fetch(self, *packages):
        """Downloads the dependencies of packages for apt: the root has no network when it runs."""
        (self.path / "etc/apt/sources.list").write_text(f"deb {self._mirror()} {SUITE} main\n")
        # The settings with which this machine's apt reaches its mirror.
        dump = run("apt-config", "dump", "Acquire").output.splitlines()
        wanted = [line for line in dump if re.match(r'Acquire::(http|https|Check|ForceIPv)\S* "[^"]+";', line)]
        (self.path / "etc/apt/apt.conf.d/99test").write_text("\n".join(wanted) + '\nDir::Cache::pkgcache "";\n')
        shutil.copy("/etc/resolv.conf", self.path / "etc/resolv.conf")
        for command in (["update"], ["install", "-y", "--download-only", *packages]):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
            done = run("chroot", str(self.path), "apt-get", "-q", *command, seconds=600, environment=environment)
            self.log.note(f"apt-get {' '.join(command)}: {done}")
            if not done:
                raise Ended(f"apt-get {' '.join(command)} failed: {done}")
        (self.path / "etc/resolv.conf").write_text("")

    def put(self, path, text, mode=0o644):
        file = self.path / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def file(self, path):
        return self.path / path.lstrip("/")

    def _mirror(self):
        listed = run("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", f"Codename: {SUITE}")
        sites = sorted(set(listed.output.split()))
        return sites[0] if listed and sites else "http://deb.debian.org/debian"

    @staticmethod
    def _remove(folder):
        if folder.exists():
            # Don't remove files on other file systems, such as a leftover mount.
            run("rm", "-rf", "--one-file-system", str(folder), seconds=300)

    # Start and stop

    def boot(self):
        """Boots it, and returns once its systemd has started all units."""
        output = open(self.folder / "console.log", "ab")
        self.machine = subprocess.Popen(
            [
                *("timeout", "--kill-after=10", str(MAX_LIFETIME), "systemd-nspawn", "--quiet", "--boot", "-D", str(self.path)),
                *("--private-network", "--register=no", "--keep-unit", "--console=pipe", "--resolv-conf=off"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # This machine's systemd, if any, may only use the older hierarchies.
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            start_new_session=True,
        )
        output.close()
        self.leader = wait(self._find_leader, 30)
        if not self.leader:
            raise Ended("the machine did not start: " + (self.folder / "console.log").read_text(errors="replace"))
        state = wait(lambda: self.run("systemctl is-system-running").output.strip() in ("running", "degraded"))
        if not state:
            raise Ended("the machine did not boot: " + self.run("systemctl list-jobs; systemctl --failed").output)

    def _find_leader(self):
        """The first process of the machine: a child of systemd-nspawn, which is a child of timeout."""
        children = [self.machine.pid]
        for _ in range(2):
            found = []
            for parent in children:
                path = pathlib.Path(f"/proc/{parent}/task/{parent}/children")
                found += [int(word) for word in path.read_text().split()] if path.exists() else []
            children = found
        inits = [pid for pid in children if pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "systemd"]
        return inits[0] if inits else None

    def power_off(self):
        """Shuts the machine down, or kills it after a timeout."""
        if self.machine is None:
            return
        if self.leader and self.machine.poll() is None:
            self.run("systemctl poweroff", seconds=20)
        try:
            self.machine.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.machine.pid, signal.SIGTERM)
            try:
                self.machine.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self.machine.pid, signal.SIGKILL)
                self.machine.wait(15)
        self.machine = self.leader = None

    def remove(self):
        self.power_off()
        self._remove(self.folder)

    # While it runs

    def run(self, line, seconds=TIMEOUT, user=None, text=None):
        """Runs a shell command line or a program with arguments in it, as root or as another user."""
        shell = ["sh", "-c", line] if isinstance(line, str) else line
        if user:
            shell = ["runuser", "-u", user, "--", *shell]
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "DEBIAN_FRONTEND": "noninteractive",
            "SYSTEMD_PAGER": "cat",
        }
        command = ["nsenter", "-t", str(self.leader), "-m", "-u", "-i", "-n", "-p", "--", *shell]
        result = run(*command, seconds=seconds, text=text, environment=environment)
        self.log.command(line if isinstance(line, str) else line[-1], result, user)
        return result

    def property(self, unit, name):
        return self.run(f"systemctl show -p {name} --value {unit}").output.strip()

    def is_active(self, *units):
        return self.run("systemctl is-active " + " ".join(units)).output.split() == ["active"] * len(units)

    def start_in_network(self, *command):
        """Starts a program of this machine in the network namespace of the root."""
        return subprocess.Popen(
            ["nsenter", "-t", str(self.leader), "-n", "--", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
