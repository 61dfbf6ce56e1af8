"""Three machines in network namespaces: the house's own, which is this process's, and beside it two others."""
import os
import signal
import subprocess
import sys

HOUSE, BUS, STRANGER = "10.77.0.1", "10.77.0.2", "10.77.0.3"


def enter() -> None:
    """Starts this program again in a network of its own, unless it is in one."""
    if os.environ.get("DOMO_HOSTILE_NETWORK"):
        return
    if os.geteuid() != 0:
        sys.exit("hostile.py: must run as root: it makes network namespaces and other users")
    os.environ["DOMO_HOSTILE_NETWORK"] = "1"
    os.execvp("unshare", ["unshare", "--net", sys.executable, "-B", *sys.argv])


class Machine:
    """A network namespace with an address, which a process holds."""

    def __init__(self, address: str, number: int):
        self.address = address
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep 1000000"], stdout=subprocess.PIPE)
        self.holder.stdout.readline()
        here, there = f"house{number}", f"eth{number}"
        run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", str(self.holder.pid))
        run("ip", "link", "set", here, "master", "home", "up")
        self.run("ip", "address", "add", f"{address}/24", "dev", there)
        for device in (there, "lo"):
            self.run("ip", "link", "set", device, "up")

    def command(self, *words) -> list[str]:
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--", *map(str, words)]

    def run(self, *words) -> None:
        run(*self.command(*words))

    def start(self, *words, **options) -> subprocess.Popen:
        return subprocess.Popen(self.command(*words), stdin=subprocess.DEVNULL, start_new_session=True, **options)

    def end(self) -> None:
        self.holder.kill()
        self.holder.wait()


def make() -> tuple[Machine, Machine]:
    """The machine with the bus, the house's server and the broker, and that of a stranger."""
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "home", "type", "bridge")
    run("ip", "address", "add", f"{HOUSE}/24", "dev", "home")
    run("ip", "link", "set", "home", "up")
    return Machine(BUS, 1), Machine(STRANGER, 2)


def run(*words) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"hostile.py: {' '.join(map(str, words))}: {done.stderr.strip()}")


def kill(process: subprocess.Popen) -> None:
    """With what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
