#!/usr/bin/env python3
"""guide.py PROGRAMS [MAN]: runs every command of the guide, loads every sample of the manual, and checks that the man pages in
MAN contain all verbs, options and keys.  guide.py --list KIND prints the commands with this mark.

The pages of the guide run in their order, as a reader follows them, in one folder with a daemon configured as in the package.
Paths such as /etc/domo are mapped to that folder, and the server of the guide to one that accepts everything. Tests/Package runs
them in a booted system, as they are printed. A block may have a mark above it:

    <!-- test: package -->          needs the installed package; Tests/Package runs it
    <!-- test: package-build -->    the same, on the machine that builds the package
    <!-- test: background -->       runs until it is stopped, and must start
    <!-- test: none REASON -->      can't run here
    <!-- file: PATH -->             the reader saves it there

A block of ```text after a block of commands is their output; … matches anything.
"""
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parents[2]
MANUAL = HERE / "Sources/DomoDaemon/Manual.docc"
GUIDE = ["Install", "FirstHouse", "GuideScenes", "Phone", "GuideNotices", "GuideMQTT", "GuideDialects", "GuideKNX", "Security", "Backup", "GuideFleet",
         "Troubleshooting", "Architecture"]
# Of the server in GuideDialects.
SERVER = "192.168.1.30"
MARKS = {"package", "package-build", "background", "none"}
LIMIT = 60

failures: list[str] = []
passed = 0


def check(holds: bool, what: str, detail: str = "") -> bool:
    global passed
    if holds:
        passed += 1
    else:
        failures.append(what)
        print(f"FAILED {what}\n" + "\n".join(detail.splitlines()[:8]).rstrip())
    return holds


class Block:
    """A fenced code block."""

    def __init__(self, language: str, text: str, mark: str, line: int, file: str = ""):
        self.language, self.text, self.line, self.file = language, text, line, file
        self.mark, _, self.reason = mark.partition(" ")


def blocks(page: pathlib.Path) -> list[Block]:
    found, mark, file, lines = [], "", "", page.read_text().splitlines()
    index = 0
    while index < len(lines):
        line = lines[index]
        if match := re.fullmatch(r"<!-- test: (.*) -->", line):
            mark = match[1]
        elif match := re.fullmatch(r"<!-- file: (.*) -->", line):
            file = match[1]
        elif line.startswith("```"):
            end = next(i for i in range(index + 1, len(lines)) if lines[i].startswith("```"))
            found.append(Block(line[3:].strip(), "\n".join(lines[index + 1:end]) + "\n", mark, index + 1, file))
            index, mark, file = end, "", ""
        elif line.strip():
            mark = file = ""
        index += 1
    return found


class Server(http.server.BaseHTTPRequestHandler):
    """A server that accepts everything."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class House:
    """A daemon configured as in the package, in a folder."""

    def __init__(self, programs: pathlib.Path):
        self.programs = programs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-guide-"))
        self.daemon: subprocess.Popen | None = None
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        homes = self.folder / "etc/domo/homes"
        shutil.copytree(HERE / "homes/scenes", homes / "scenes")
        shutil.copy(HERE / "homes/vivienda-eficiente.xml", homes)
        # Without scenes, which may name elements that a sample lacks.
        (self.folder / "plain").mkdir()
        for house in [HERE / "homes/vivienda-eficiente.xml", HERE / "homes/knx/vivienda-eficiente-knx.xml"]:
            shutil.copy(house, self.folder / "plain")
        shutil.copytree(HERE / "homes", self.folder / "usr/share/domo/homes", symlinks=False)
        (self.folder / "etc/domo/secrets").mkdir()
        (self.folder / "home").mkdir()
        configuration = (HERE / "Sources/packaging/domod.yaml").read_text()
        (self.folder / "etc/domo/domod.yaml").write_text(self.here(configuration))
        (self.folder / "etc/domo/domod.d").mkdir()
        shutil.copy(HERE / "Sources/packaging/demo.yaml", self.folder / "etc/domo/domod.d")

    def here(self, text: str) -> str:
        """Maps the paths of the package to this folder, and the server to that of this test."""
        text = text.replace(SERVER, f"127.0.0.1:{self.server.server_port}").replace("/tmp/knx", f"{self.folder}/knx")
        return re.sub(r"(?<![\w/])/(etc/domo|usr/share/domo|var/lib/domo|run/domo)", rf"{self.folder}/\1", text)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.programs}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder / "home"),
            "DOMO_SOCKET": str(self.folder / "domo.sock"),
            # The default is the package's.
            "DOMO_CONFIG": str(self.folder / "etc/domo/domod.yaml"),
            "LANG": "C.UTF-8",
        }

    def start(self) -> None:
        log = open(self.folder / "log", "wb")
        self.daemon = subprocess.Popen(
            ["domod", "--config", self.folder / "etc/domo/domod.yaml", "--state", self.folder / "state"],
            env=self.environment, cwd=self.folder, stderr=log, stdin=subprocess.DEVNULL,
        )
        end = time.monotonic() + LIMIT
        while "listening on" not in (self.folder / "log").read_text(errors="replace"):
            if self.daemon.poll() is not None or time.monotonic() > end:
                raise RuntimeError("domod did not start:\n" + (self.folder / "log").read_text(errors="replace"))
            time.sleep(0.05)

    def run(self, script: str, limit: float = LIMIT) -> tuple[int, str]:
        process = subprocess.Popen(
            ["bash", "-eu", "-c", self.here(script)], env=self.environment, cwd=self.folder / "home",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            output, _ = process.communicate(timeout=LIMIT)
            return -1, output.decode(errors="replace")

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        if self.daemon and self.daemon.poll() is None:
            self.daemon.terminate()
            try:
                self.daemon.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def fits(expected: str, output: str) -> bool:
    """Whether the output has these lines, in order; a line … matches any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else ".*?".join(map(re.escape, line.strip().split("…"))).join((r"[ \t]*", r".*\n"))
        for line in expected.strip().splitlines()
    )
    return re.match(r"\s*" + pattern, output + "\n") is not None


def load_sample(house: House, block: Block, page: str) -> None:
    """Checks a configuration, house or scene of a page with domod."""
    place = f"{page}:{block.line}"
    if block.language == "xml" and "<Viviendas" in block.text or "<Houses" in block.text:
        file = house.folder / "plain" / pathlib.PurePath(block.file or "sample.xml").name
        file.write_text(block.text)
        status, output = house.run(f"domod --check {file}")
    elif block.language == "domo":
        file = pathlib.Path(house.here(block.file or "/etc/domo/homes/scenes/sample.domo"))
        file.write_text(block.text)
        status, output = house.run(f"domod --check {house.folder}/etc/domo/homes")
    elif block.language == "yaml" and re.search(r"^(homes|server|access):", block.text, re.M):
        file = house.folder / "etc/domo/sample.yaml"
        text = house.here(block.text)
        # Create the files that it names.
        certificate = sorted(pathlib.Path("/etc/ssl/certs").glob("*.pem"))[0].read_text()
        for key, name in re.findall(r"^ *([\w-]*file|holidays): ([\w./-]+)", text, re.M):
            content = {"ca-file": certificate, "holidays": "2026-12-25\n"}.get(key, "s3cret\n")
            if not name.endswith(".sqlite"):
                (file.parent / name).write_text(content)
        file.write_text(text)
        home = "vivienda-eficiente-knx.xml" if "kind: knx" in text else "vivienda-eficiente.xml"
        if "Salon/Blind" in text:
            home = "casa.xml"
        status, output = house.run(f"domod --config {file} --check {house.folder}/plain/{home}")
    elif block.language == "yaml" and re.search(r"^(targets|calls):", block.text, re.M):
        file = house.folder / "etc/domo/notify.yaml"
        (file.parent / "notify").mkdir(exist_ok=True)
        for name in re.findall(r"\b(?:[\w-]+-file|X-Key): (notify/\w+)", block.text):
            (file.parent / name).write_text("s3cret\n")
        file.write_text(block.text)
        status, output = house.run(f"domo-notify --config {file} --check")
    else:
        return
    check(status == 0, f"{place}: the sample is accepted", output)


def run_page(house: House, name: str) -> dict[str, int]:
    page = MANUAL / "Guide" / f"{name}.md"
    counts = {"run": 0, **{mark: 0 for mark in MARKS}}
    found = blocks(page)
    for index, block in enumerate(found):
        place = f"{name}:{block.line}"
        if block.language == "text":
            continue
        if block.file:
            pathlib.Path(house.here(block.file)).write_text(house.here(block.text))
        if block.language != "sh":
            if check(block.language in {"xml", "yaml", "domo"}, f"{place}: a known kind of sample", block.language):
                load_sample(house, block, name)
            continue
        if not check(block.mark in MARKS | {""}, f"{place}: the mark is known", block.mark):
            continue
        counts[block.mark or "run"] += 1
        if block.mark == "none":
            check(bool(block.reason), f"{place}: a reason why it can't run")
        elif block.mark == "background":
            status, output = house.run(block.text, limit=2)
            check(status == -1, f"{place}: it runs until it is stopped", output)
        elif not block.mark:
            begin = time.monotonic()
            status, output = house.run(block.text)
            print(f"took {time.monotonic() - begin:.1f} s: {place}")
            check(status == 0, f"{place}: {block.text.strip().splitlines()[0]}", output)
            following = found[index + 1] if index + 1 < len(found) else None
            if following and following.language == "text":
                check(fits(house.here(following.text), output), f"{place}: it prints what the page shows", output)
    return counts


def listed(kind: str) -> None:
    for name in GUIDE:
        for block in blocks(MANUAL / "Guide" / f"{name}.md"):
            if block.language == "sh" and block.mark == kind:
                print(block.text, end="")


def keys_of_the_configuration() -> set[str]:
    """The configuration keys, extracted from the sources of the reader."""
    keys: set[str] = set()
    for file in [*HERE.glob("Sources/DomoDaemon/Settings/ConfigurationFile*.swift"),
                 *HERE.glob("Sources/DomoDaemon/Links/LinkKind+*.swift")]:
        for match in re.finditer(r"(?:keys(?:OfEveryKind)?: |keys = |keysOfEveryKind = )\[([^\]]*)\]", file.read_text()):
            keys |= set(re.findall(r'"([a-z-]+)"', match[1]))
    return keys


def check_samples(programs: pathlib.Path) -> None:
    house = House(programs)
    try:
        sample = (HERE / "Sources/packaging/domod.sample.yaml").read_text()
        keys = keys_of_the_configuration()
        check(len(keys) > 40, "the keys of the configuration are found", str(sorted(keys)))
        for key in sorted(keys):
            check(re.search(rf"\b{key}\b:?", sample) is not None, f"the sample configuration has {key}")
        load_sample(house, Block("yaml", sample, "", 1), "domod.sample.yaml")
        for page in sorted(MANUAL.glob("*.md")):
            for block in blocks(page):
                if block.language == "yaml":
                    load_sample(house, block, page.stem)
    finally:
        house.end()


def check_man_pages(programs: pathlib.Path, man: pathlib.Path) -> None:
    def text(name: str) -> str:
        page = subprocess.run(["man", "-l", str(man / name)], env={"MANWIDTH": "200", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]},
                              capture_output=True, text=True, check=True).stdout
        warnings = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(man / name)],
                                  capture_output=True, text=True).stderr
        check("warning" not in warnings, f"{name} has no warnings", warnings)
        return page

    for page in man.iterdir():
        title, section = page.name.rsplit(".", 1)
        # Without the lines at the top and the bottom.
        body = text(page.name).strip().partition("\n")[2].rpartition("\n")[0]
        check(f"{title}({section})" not in body, f"{page.name} does not refer to itself")
        check("\\_" not in body, f"{page.name} has no escaped underscores")
    check("sd_listen_fds" in text("domod.8") and "input_boolean" in text("domod.yaml.5"), "underscores in names are kept")
    commands, daemon, configuration = text("domo.1"), text("domod.8"), text("domod.yaml.5")
    for name in ["domo-web.8", "domo-notify.8", "domo-house.5", "domo-scenes.5", "domo-sim.1", "domo-import.1"]:
        check(len(text(name)) > 1000, f"{name} is not empty")
    help_text = subprocess.run([programs / "domo", "help"], capture_output=True, text=True, check=True).stdout
    verbs = re.findall(r"^  ([a-z]+) ", help_text.split("VERBS:")[1], re.M)
    check(len(verbs) > 30, "the verbs are found", str(verbs))
    for verb in verbs:
        if verb != "help":
            check(f"domo {verb}" in commands, f"domo.1 has {verb}")
    options = subprocess.run([programs / "domod", "--help"], capture_output=True, text=True, check=True).stdout
    for option in re.findall(r"(--[a-z-]+)", options.split("OPTIONS:")[1]):
        check(option in daemon, f"domod.8 has {option}")
    for key in sorted(keys_of_the_configuration()):
        check(key in configuration, f"domod.yaml.5 has {key}")


def main() -> None:
    if sys.argv[1:2] == ["--list"]:
        return listed(sys.argv[2])
    programs = pathlib.Path(sys.argv[1]).resolve()
    pages = {file.stem for file in (MANUAL / "Guide").glob("*.md")}
    check(pages == set(GUIDE), "every page of the guide is known", str(pages ^ set(GUIDE)))
    total: dict[str, int] = {}
    house = House(programs)
    try:
        house.start()
        for name in GUIDE:
            for kind, count in run_page(house, name).items():
                total[kind] = total.get(kind, 0) + count
    finally:
        house.end()
    check_samples(programs)
    if len(sys.argv) > 2:
        check_man_pages(programs, pathlib.Path(sys.argv[2]))
    print("blocks of commands: " + ", ".join(f"{count} {kind}" for kind, count in sorted(total.items())))
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
