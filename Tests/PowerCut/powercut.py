#!/usr/bin/env python3
"""powercut.py PROGRAMS [--cuts N] [--seed N] [--broken-disk]: cuts the power of a virtual machine in which domod works, and
checks after each cut that everything that domod had answered has survived.

The machine runs in qemu with Debian's kernel; at a cut, its disk loses what was not flushed (volatile_disk.py). domod runs
alternately with durable: yes and durable: no. What must survive: orders that were answered without "stored":false (with
durable: no, only those older than WINDOW seconds, as documented in the manual), created and revoked tokens, and saved
scenes. Order numbers must be unique. With --broken-disk the disk also loses flushed writes: then the test must fail.
"""
import argparse
import pathlib
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BOOT_LIMIT = 240
# The time for which a power cut may lose orders with durable: no, in seconds: 5, plus the delay of an emulated disk.
WINDOW = 8


def run(*command: str, **options) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def libraries(program: pathlib.Path) -> set[pathlib.Path]:
    """The shared libraries of a program."""
    text = run("ldd", str(program))
    return {pathlib.Path(path) for path in re.findall(r"(/\S+)", text) if "(" not in path}


def fetch(cache: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Downloads and unpacks Debian's kernel for virtual machines and busybox. Returns the kernel and the folder of both."""
    unpacked = cache / "root"
    if not list(unpacked.glob("boot/vmlinuz-*")):
        cache.mkdir(parents=True, exist_ok=True)
        needed = run("apt-cache", "depends", "linux-image-cloud-amd64")
        kernel = re.search(r"Depends: (linux-image-\S+)", needed)[1]
        run("apt-get", "download", kernel, "busybox-static", cwd=cache)
        for package in cache.glob("*.deb"):
            run("dpkg-deb", "-x", str(package), str(unpacked))
            package.unlink()
    return next(unpacked.glob("boot/vmlinuz-*")), unpacked


def make_initrd(programs: pathlib.Path, unpacked: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    root = folder / "initrd"
    for name in ["bin", "usr/bin", "lib64", "etc"]:
        (root / name).mkdir(parents=True)
    shutil.copy(unpacked / "bin/busybox", root / "bin/busybox")
    files = {pathlib.Path(shutil.which("sqlite3"))}
    for name in ["domod", "domo", "domo-sim"]:
        shutil.copy(programs / name, root / "usr/bin" / name)
        files |= libraries(programs / name)
    # Libraries that are loaded on first use.
    for name in ["libcurl.so.4", "libcrypto.so.3"]:
        library = pathlib.Path(run("sh", "-c", f"ldconfig -p | grep -m1 '{name} .*x86-64' | sed 's/.*=> //'").strip())
        files |= {library} | libraries(library)
    files |= libraries(pathlib.Path(shutil.which("sqlite3")))
    for file in files:
        target = root / str(file).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file.resolve(), target)
    shutil.copytree(next(unpacked.glob("lib/modules/*")), root / "lib/modules" / next(unpacked.glob("lib/modules/*")).name,
                    ignore=lambda folder, names: [n for n in names if n in {"net", "drm", "infiniband", "sound", "media"}])
    run("depmod", "-b", str(root), next(unpacked.glob("lib/modules/*")).name)
    shutil.copytree("/usr/share/zoneinfo", root / "usr/share/zoneinfo", symlinks=True,
                    ignore=lambda folder, names: [n for n in names if n in {"right", "posix"}])
    shutil.copy(ROOT / "homes/vivienda-eficiente.xml", root / "house.xml")
    shutil.copy(HERE / "init.sh", root / "init")
    (root / "init").chmod(0o755)
    (root / "etc/passwd").write_text("root:x:0:0:root:/tmp:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\n")
    image = folder / "initrd.gz"
    run("sh", "-c", f"cd {root} && find . | cpio -o -H newc 2>/dev/null | gzip -1 > {image}")
    return image


def find_acceleration(kernel: pathlib.Path, initrd: pathlib.Path) -> str:
    """Returns KVM if a kernel boots with it, which may fail inside of a virtual machine; else emulation."""
    if pathlib.Path("/dev/kvm").exists():
        command = ["qemu-system-x86_64", "-accel", "kvm", "-cpu", "qemu64", "-m", "512", "-nodefaults", "-no-reboot", "-display",
                   "none", "-serial", "stdio", "-kernel", kernel, "-append", "console=ttyS0 panic=-1 earlyprintk=ttyS0"]
        try:
            output = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10).stdout
        except subprocess.TimeoutExpired as error:
            output = error.stdout or b""
        if b"Linux version" in output:
            return "kvm"
    print("KVM is not available: the machine is emulated")
    return "tcg"


class Machine:
    """A run of the virtual machine, from power-on to the cut."""

    def __init__(self, kernel: pathlib.Path, initrd: pathlib.Path, disk_socket: pathlib.Path, boot: int, durable: str, acceleration: str):
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.seen: list[str] = []
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-accel", acceleration, "-cpu", "max" if acceleration == "tcg" else "qemu64", "-m", "768", "-smp", "1", "-nodefaults", "-no-reboot",
             "-display", "none", "-serial", "stdio", "-kernel", kernel, "-initrd", initrd,
             "-append", f"console=ttyS0 quiet panic=-1 no_timer_check boot={boot} durable={durable}",
             "-drive", f"driver=nbd,server.type=unix,server.path={disk_socket},if=none,id=disk,cache.direct=off,cache.no-flush=off",
             "-device", "virtio-blk-pci,drive=disk,write-cache=on"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").rstrip())
        self.lines.put(None)

    def until(self, end: str, limit: float) -> list[str]:
        """The lines for the test, up to `end`."""
        found, deadline = [], time.monotonic() + limit
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise RuntimeError(f"timed out waiting for '{end}' from the machine:\n" + "\n".join(self.seen[-40:]))
            self.seen.append(line)
            if "@ " in line:
                found.append(line[line.index("@ ") + 2:])
                if found[-1] == end:
                    return found

    def cut(self) -> list[str]:
        """Cuts the power. Returns the remaining lines for the test."""
        self.process.kill()
        self.process.wait()
        found = []
        while (line := self.lines.get()) is not None:
            # Ignore an incomplete line.
            if line.startswith("@ "):
                found.append(line[2:])
        return found


class Promises:
    """What domod has answered in all runs of the machine."""

    def __init__(self) -> None:
        self.orders: set[int] = set()
        # With the times of their replies: they may still be lost.
        self.recent: list[tuple[float, int]] = []
        self.unsure = 0
        self.tokens: set[str] = set()
        self.revoked: set[str] = set()
        self.scenes: set[str] = set()
        self.unstored = 0
        self.problems: list[str] = []

    def note(self, lines: list[str]) -> None:
        for line in lines:
            kind, _, value = line.partition(" ")
            if kind == "order" and value.isdigit():
                if int(value) in self.orders:
                    self.problems.append(f"two orders have the number {value}")
                self.orders.add(int(value))
                self.recent.append((time.monotonic(), int(value)))
            elif kind == "token":
                self.tokens.add(value)
            elif kind == "revoking":
                self.tokens.discard(value)
            elif kind == "revoked":
                self.revoked.add(value)
            elif kind == "scene":
                self.scenes.add(value)
            elif kind == "unstored":
                self.unstored += 1

    def count(self) -> int:
        return len(self.orders) + len(self.tokens) + len(self.revoked) + len(self.scenes)

    def cut(self, is_durable: bool) -> None:
        """Without durable: yes, the most recent orders may be lost."""
        if not is_durable:
            late = {number for moment, number in self.recent if moment > time.monotonic() - WINDOW}
            self.orders -= late
            self.unsure += len(late)
        self.recent = []

    def verify(self, lines: list[str]) -> list[str]:
        faults = [line for line in lines if line.startswith(("failed", "log", "problem"))]
        orders, tokens, scenes, checks = set(), set(), {}, []
        for line in lines:
            kind, _, value = line.partition(" ")
            if kind == "orders":
                orders |= {int(number) for number in value.split()}
            elif kind == "token-there":
                tokens.add(value)
            elif kind == "scene-there":
                name, _, digest = value.partition(" ")
                scenes[name] = digest
            elif kind == "check":
                checks.append(value.strip())
        if checks != ["ok"]:
            faults.append(f"the database: {checks}")
        for what, missing in [
            ("orders", self.orders - orders),
            ("tokens", self.tokens - tokens),
            ("scenes", {name for name in self.scenes if f"{name}.domo" not in scenes}),
        ]:
            if missing:
                faults.append(f"{len(missing)} answered {what} are lost: {sorted(missing)[:5]}")
        if back := self.revoked & tokens:
            faults.append(f"revoked tokens are back: {sorted(back)[:5]}")
        if torn := [name for name in scenes if not name.endswith(".domo")]:
            # A leftover temporary file is not a scene and does no harm.
            print(f"  left behind: {torn[:3]}")
        faults += self.problems
        self.problems = []
        return faults


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--cuts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--broken-disk", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(HERE))
    from volatile_disk import Server, VolatileDisk

    numbers = random.Random(options.seed)
    print(f"seed {options.seed}, {options.cuts} cuts")
    kernel, unpacked = fetch(ROOT / ".build/power-cut")
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="domo-power-cut-") as name:
        folder = pathlib.Path(name)
        initrd = make_initrd(options.programs.resolve(), unpacked, folder)
        image = folder / "disk"
        with open(image, "wb") as file:
            file.truncate(192 << 20)
        run("mke2fs", "-q", "-F", "-t", "ext4", str(image))
        disk = VolatileDisk(image, numbers, options.broken_disk)
        server = Server(disk, folder / "nbd")
        acceleration = find_acceleration(kernel, initrd)
        promises = Promises()
        for boot in range(options.cuts + 1):
            disk.power_on()
            machine = Machine(kernel, initrd, folder / "nbd", boot, "no" if boot % 2 else "yes", acceleration)
            try:
                faults = promises.verify(machine.until("verified", BOOT_LIMIT))
                if boot > 0:
                    for fault in faults:
                        print(f"FAILED after cut {boot}: {fault}")
                    passed, failed = passed + (not faults), failed + bool(faults)
                if boot == options.cuts:
                    break
                promises.note(machine.until("working", BOOT_LIMIT))
                before = promises.count()
                end = time.monotonic() + numbers.uniform(1, 8) * (1 if acceleration == "kvm" else 4)
                while (rest := end - time.monotonic()) > 0:
                    try:
                        line = machine.lines.get(timeout=rest)
                    except queue.Empty:
                        break
                    if line is None:
                        raise RuntimeError("the machine ended unexpectedly:\n" + "\n".join(machine.seen[-40:]))
                    machine.seen.append(line)
                    if line.startswith("@ "):
                        promises.note([line[2:]])
                        if line.startswith("@ problem"):
                            print(line)
                total, lost = disk.cut()
                promises.note(machine.cut())
                promises.cut(is_durable=boot % 2 == 0)
                print(f"cut {boot + 1}: {promises.count() - before} answers since power on, "
                      f"{lost} of {total} sectors in the cache lost", flush=True)
            except RuntimeError as error:
                print(f"FAILED at power on {boot}: {error}")
                failed += 1
                break
            finally:
                machine.process.kill()
                machine.process.wait()
        server.close()
        print(f"promised: {len(promises.orders)} orders, {len(promises.tokens)} tokens kept and {len(promises.revoked)} revoked, "
              f"{len(promises.scenes)} scenes; {promises.unstored} orders answered as not stored, {promises.unsure} within the window; {disk.writes} writes, "
              f"{disk.flushes} flushes")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or passed < options.cuts else 0)


main()
