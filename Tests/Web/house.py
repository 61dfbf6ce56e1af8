"""A house for the tests of the page: the real domo-sim, domod and domo-web, in a folder of their own and on free ports. The
programs are in $DOMO_PROGRAMS.
"""

import base64
import hashlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

PROGRAMS = pathlib.Path(os.environ["DOMO_PROGRAMS"])
HERE = pathlib.Path(__file__).resolve().parent
HOMES = HERE.parents[1] / "homes"
# Everything the tests wait for takes less than a second, or some seconds beside other groups of tests.
# Longer than the minute after which an unanswered read is repeated.
TIMEOUT = 150


def wait(condition, what, timeout=TIMEOUT):
    """Waits until the condition returns a true value, and returns it. Exceptions only matter after the timeout."""
    end = time.monotonic() + timeout
    problem = None
    while True:
        try:
            value = condition()
            if value:
                return value
        except Exception as failure:  # noqa: BLE001 - an element that is being replaced is looked up again
            problem = failure
        if time.monotonic() > end:
            raise AssertionError(f"timed out waiting for {what() if callable(what) else what} {problem or ''}")
        time.sleep(0.02)


class Program:
    """A program that runs until it is stopped. Its output goes to a file, so that it never blocks on a pipe."""

    def __init__(self, folder, name, arguments, environment):
        self.name = name
        self.output = folder / f"{name}.{time.monotonic_ns()}.log"
        with open(self.output, "wb") as file:
            self.process = subprocess.Popen(
                [PROGRAMS / name, *arguments], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=environment
            )

    def find(self, pattern):
        """The first group of the pattern in its output."""
        found = re.search(pattern, self.output.read_text(errors="replace"), re.MULTILINE)
        return found and found.group(1)

    def wait_until(self, condition, what):
        """Fails immediately if the program has ended."""
        wait(lambda: condition() or self.process.poll() is not None, f"{what} of {self.name}")
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name} ended with status {self.process.returncode}:\n{self.output.read_text(errors='replace')}")

    def wait_for(self, pattern):
        self.wait_until(lambda: self.find(pattern), repr(pattern))
        return self.find(pattern)

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(how)
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


class House:
    """The simulated house, its daemon and its page."""

    def __init__(self, home=HERE / "House/house.xml", configuration=HERE / "House/domod.yaml"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-web-"))
        # Nothing from the environment of the tests.
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "DOMO_SOCKET": str(self.folder / "domo.sock")}
        self.configuration = configuration.read_text()
        self.simulator = self.daemon = self.web = None
        self.port = 0
        self.names = 0
        try:
            (self.folder / "homes").mkdir()
            shutil.copy(home, self.folder / "homes/house.xml")
            shutil.copytree(HOMES / "scenes", self.folder / "homes/scenes")
            # The plans of the model house.
            shutil.copytree(HOMES / "plans", self.folder / "homes/plans")
            self.start_simulator()
            self.start_daemon()
            self.start_web()
        except BaseException:
            self.close()
            raise

    def close(self):
        failures = []
        for program in (self.web, self.daemon, self.simulator):
            try:
                if program:
                    program.stop()
            except subprocess.TimeoutExpired as failure:
                failures.append(f"{program.name} did not end: {failure}")
        shutil.rmtree(self.folder)
        if failures:
            raise AssertionError("; ".join(failures))

    # The programs

    def start_simulator(self):
        self.simulator = Program(
            self.folder,
            "domo-sim",
            [self.folder / "homes/house.xml", "--port", "0", "--knx", "--knx-port", "0", "--knx-fast", "--quiet"],
            self.environment,
        )
        self.server = self.simulator.wait_for(r"^listening on (http://\S+)")
        self.bus = self.simulator.wait_for(r"^listening on (knx://\S+)")

    def start_daemon(self):
        file = self.folder / "domod.yaml"
        text = self.configuration.replace("{server}", self.server).replace("{bus}", self.bus)
        file.write_text(text)
        self.daemon = Program(
            self.folder,
            "domod",
            ["--config", file, "--home", self.folder / "homes", "--socket", self.environment["DOMO_SOCKET"], "--state", self.folder / "state"],
            self.environment,
        )
        self.daemon.wait_until(self.answers, "an answer")

    def answers(self):
        return subprocess.run([PROGRAMS / "domo", "status"], env=self.environment, capture_output=True, check=False).returncode == 0

    def start_web(self, options=()):
        """Uses the previous port, if there was one. A connection of another program may have it for a moment."""
        address = ["--socket", self.environment["DOMO_SOCKET"], "--listen", f"127.0.0.1:{self.port}"]

        def listening():
            self.web = Program(self.folder, "domo-web", [*address, *options], self.environment)
            return self.web.wait_for(r"^domo-web: listening on (\S+)")

        self.url = wait(listening, "domo-web") if self.port else listening()
        self.port = urllib.parse.urlsplit(self.url).port

    def certify(self, name):
        """Restarts domo-web with HTTPS and this host name.

        Returns browser options that resolve the name to this machine, and trust the certificate.
        """
        self.web.stop()
        key, certificate = self.folder / "web.key", self.folder / "web.pem"
        subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        subprocess.run(
            ["openssl", "req", "-x509", *curve, "-nodes", "-days", "30", *subject, "-keyout", key, "-out", certificate], check=True, capture_output=True
        )
        public = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-pubkey"], check=True, capture_output=True).stdout
        public = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], check=True, capture_output=True, input=public).stdout
        trusted = base64.b64encode(hashlib.sha256(public).digest()).decode()
        self.start_web(["--certificate", certificate, "--key", key, "--public-url", f"https://{name}:{self.port}"])
        self.url = f"https://{name}:{self.port}"
        return f"--host-resolver-rules=MAP {name} 127.0.0.1", f"--ignore-certificate-errors-spki-list={trusted}"

    # The command line: another client of the daemon

    def domo(self, *arguments):
        done = subprocess.run(
            [PROGRAMS / "domo", "--json", *arguments], env=self.environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        if done.returncode:
            raise AssertionError(f"domo {' '.join(arguments)}: {done.returncode} {done.stderr}")
        return json.loads(done.stdout)

    def request(self, line):
        """Sends a line to the control socket, and returns what is answered."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(TIMEOUT)
            connection.connect(str(self.folder / "domo.sock"))
            connection.sendall(line.encode() + b"\n")
            with connection.makefile() as lines:
                return json.loads(lines.readline())["ok"]

    def token(self, role="manage", places=(), name=None, code=True, doors=True):
        """Creates a token, with doors if it may, and returns its code or the token itself, and its name."""
        self.names += 1
        name = name or f"phone {self.names}"
        options = [word for place in places for word in ("--place", place)]
        if doors and role == "act":
            options.append("--doors")
        given = self.domo("token", "new", name, "--role", role, *options, *(["--code"] if code else []))
        return given["code" if code else "token"], name

    def streams(self):
        """The metrics of domo-web about its streams."""
        token, _ = self.token("read", code=False)
        request = urllib.request.Request(self.url + "/metrics", headers={"Authorization": "Bearer " + token})
        text = urllib.request.urlopen(request, timeout=TIMEOUT).read().decode()
        return [line for line in text.splitlines() if re.match(r"domo_web_(event|sess|conn)", line)]

    def reading(self, path, kind):
        return next(reading for reading in self.domo("show", path)["readings"] if reading["type"] == kind)

    def known(self, path, kind, value):
        """Gives an order, and waits until the house confirms it."""
        self.domo("set", "--as", kind, path, str(value), "--wait", "confirmed")

    def orders(self, path):
        """The values that the page ordered, oldest first."""
        given = [order for order in self.domo("orders", path, "--last", "100")["orders"] if order["byKind"] == "token"]
        return [order["action"] for order in sorted(given, key=lambda order: order["id"])]

    # The simulated house: changes from outside

    def ask_simulator(self, method, address, **query):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.server).netloc, timeout=TIMEOUT)
        connection.request(method, address + "?" + urllib.parse.urlencode(query) if query else address)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status >= 300:
            raise AssertionError(f"{method} {address} {query}: {answer.status} {body!r}")
        return body

    def press(self, group, value, **more):
        """Presses a wall switch on the bus."""
        self.ask_simulator("POST", "/bus/press", group=group, value=value, **more)

    def wall(self, path, value):
        """Operates an element of the server with a wall switch."""
        self.ask_simulator("POST", "/wall", path=path, value=value)

    def fault(self, kind, **more):
        """Injects a fault into the server: `fail`, `slow`, `stuck` …"""
        self.ask_simulator("POST", "/faults", fault=kind, **more)

    def repair(self):
        self.ask_simulator("DELETE", "/faults")
        self.ask_simulator("DELETE", "/bus/faults")
