"""The house under attack, with the programs of domo as a package would run them."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

from network import BUS, HOUSE, STRANGER, kill, make

SERVER_PORT, BUS_PORT, BUS_SERVER_PORT, BROKER_PORT = 8481, 3671, 8482, 1883
# The servers of the stranger, by what they do.
ENDLESS = {"trailers": 9001, "headers": 9002, "body": 9003, "bytes": 9004, "interim": 9005, "drip": 9006}

CASA = """<Viviendas><Vivienda><Nombre>Casa</Nombre>
{devices}
</Vivienda></Viviendas>
"""
BUS_HOUSE = """<Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Bus</Nombre>
  <Dispositivo><Nombre>Foco</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/1" estado="1/4/1"/></Dispositivo>
  <Dispositivo><Nombre>Witness</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/9" estado="1/4/9"/></Dispositivo>
</Vivienda></Viviendas>
"""


def device(name: str, kind: int = 1) -> str:
    return f"  <Dispositivo><Nombre>{name}</Nombre><Tipo>{kind}</Tipo></Dispositivo>"


class House:
    def __init__(self, programs: str):
        self.programs = pathlib.Path(programs).resolve()
        self.folder = tempfile.TemporaryDirectory(prefix="domo-hostile-")
        self.path = pathlib.Path(self.folder.name)
        # Other users come as far as the socket.
        self.path.chmod(0o755)
        self.bus, self.stranger = make()
        self.processes: dict[str, subprocess.Popen] = {}
        self.socket = self.path / "domo.sock"
        self.write()
        self.start_servers()
        self.start_domo()

    def write(self) -> None:
        # The person's is a cover, which `off` for a place does not reach.
        devices = [device("Persona", 3), device("GradualLighting", 2)]
        devices += map(device, ["Trampa", "GeneralLight", "Buzzer", *(f"Malo-{kind}" for kind in ENDLESS)])
        (self.path / "casa.xml").write_text(CASA.format(devices="\n".join(devices)))
        (self.path / "bus.xml").write_text(BUS_HOUSE)
        links = {kind: {"url": f"http://{STRANGER}:{port}/", "dialect": "simulator", "reading": {"every": "1s"}}
                 for kind, port in ENDLESS.items()}
        self.configure("domod.yaml", {
            "homes": [str(self.path / "casa.xml"), str(self.path / "bus.xml")],
            "socket": str(self.socket), "state": str(self.path / "state"), "links": links,
            "houses": {
                "Casa": {"server": {"url": f"http://{BUS}:{SERVER_PORT}/web/services/unsecureWebUI", "dialect": "simulator", "reading": {"every": "1s"}}},
                "Bus": {"server": {"kind": "knx", "url": f"knx://{BUS}:{BUS_PORT}"}},
            },
            "routes": {f"Casa/Malo-{kind}": kind for kind in ENDLESS},
        })
        self.configure("notify.yaml", {"targets": {
            kind: {"url": f"http://{STRANGER}:{port}/"} for kind, port in ENDLESS.items()
        }})
        self.configure("mqtt.yaml", {"broker": f"mqtt://{BUS}:{BROKER_PORT}"})

    def configure(self, name: str, content: dict) -> None:
        """JSON is YAML."""
        file = self.path / name
        file.write_text(json.dumps(content))
        file.chmod(0o600)

    # MARK: Programs

    def keep(self, name: str, process: subprocess.Popen) -> subprocess.Popen:
        self.processes[name] = process
        return process

    def log(self, name: str):
        return open(self.path / f"{name}.log", "ab")

    def start(self, name: str, *words, **options) -> subprocess.Popen:
        options = {"stdin": subprocess.DEVNULL, "stdout": self.log(name), "stderr": self.log(name), **options}
        return self.keep(name, subprocess.Popen(list(map(str, words)), start_new_session=True, **options))

    def start_servers(self) -> None:
        """On the machine of the bus: the domotic server, the KNX interface, the broker."""
        simulator = self.programs / "domo-sim"
        for name, words in {
            "server": (simulator, "--host", BUS, "--port", SERVER_PORT, self.path / "casa.xml"),
            "interface": (simulator, "--host", BUS, "--port", BUS_SERVER_PORT, "--knx", "--knx-fast", "--knx-port", BUS_PORT,
                          self.path / "bus.xml"),
        }.items():
            self.keep(name, self.bus.start(*words, stdout=self.log(name), stderr=self.log(name)))
        (self.path / "mosquitto.conf").write_text(f"listener {BROKER_PORT} {BUS}\nallow_anonymous true\nuser root\n")
        self.keep("broker", self.bus.start("mosquitto", "-c", self.path / "mosquitto.conf", stdout=self.log("broker"),
                                           stderr=self.log("broker")))

    def start_domo(self) -> None:
        self.start("domod", self.programs / "domod", "--config", self.path / "domod.yaml")
        self.until(lambda: self.domo("status").returncode == 0, "domod")
        web = self.start("web", self.programs / "domo-web", "--socket", self.socket, "--listen", "127.0.0.1:0",
                         stdout=subprocess.PIPE, text=True)
        self.port = int(web.stdout.readline().rsplit(":", 1)[1].split()[0])
        self.start("notify", self.programs / "domo-notify", "--socket", self.socket, "--config", self.path / "notify.yaml",
                   "--state", self.path / "notify")
        (self.path / "mqtt.token").write_text(self.token("mqtt") + "\n")
        (self.path / "mqtt.token").chmod(0o600)
        self.start("mqtt", self.programs / "domo-mqtt", "--socket", self.socket, "--config", self.path / "mqtt.yaml",
                   "--token-file", self.path / "mqtt.token")
        self.until(lambda: "connected to mqtt" in self.text("mqtt"), "domo-mqtt")
        self.until(lambda: '"certainty":"confirmed"' in self.domo("--json", "show", "Witness").stdout, "the bus")

    def text(self, name: str) -> str:
        return (self.path / f"{name}.log").read_text(errors="replace")

    def until(self, holds, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                logs = "\n".join(f"--- {name}\n{self.text(name)[-2000:]}" for name in self.processes
                                 if (self.path / f"{name}.log").exists())
                raise SystemExit(f"hostile.py: did not start: {what}\n{logs}")
            time.sleep(0.05)

    def domo(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.programs / "domo", "--socket", self.socket, *arguments], capture_output=True, text=True,
                              timeout=120, check=False)

    def token(self, name: str, *options: str) -> str:
        answer = self.domo("--json", "token", "new", name, *options)
        if answer.returncode != 0:
            raise SystemExit(answer.stderr + answer.stdout)
        return json.loads(answer.stdout)["token"]

    # MARK: What is seen

    def state(self, name: str) -> str:
        """What domod believes."""
        shown = self.domo("--json", "show", name)
        return json.loads(shown.stdout)["readings"][0]["value"] if shown.returncode == 0 else shown.stderr.strip()

    def memory(self, name: str) -> float:
        """The most that a program has used, in MiB."""
        with open(f"/proc/{self.processes[name].pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024

    def tunnel_ports(self) -> list[int]:
        """What every user can read: the ports of UDP sockets of this network."""
        with open("/proc/net/udp") as table:
            return [int(line.split()[1].split(":")[1], 16) for line in table.readlines()[1:]]

    def signals(self, name: str, operation: str = "") -> int:
        """How many signals for an element reached the server."""
        lines = [line for line in self.text("server").splitlines() if line.startswith("POST") and f"name={name}" in line]
        return sum(1 for line in lines if operation in line)

    def end(self) -> None:
        """Stops the programs as systemd does, and returns those that did not end by themselves with 0."""
        own = ["web", "notify", "mqtt", "domod"]
        wrong = []
        for name in own:
            process = self.processes.pop(name, None)
            if process is None:
                continue
            process.send_signal(signal.SIGTERM)
            try:
                status = process.wait(30)
            except subprocess.TimeoutExpired:
                kill(process)
                status = "no end"
            if status != 0:
                wrong.append(f"{name} ended with {status}")
        for process in self.processes.values():
            kill(process)
        self.bus.end()
        self.stranger.end()
        self.folder.cleanup()
        return wrong


def as_user(user: int, *words) -> list[str]:
    """A command as another user, who may open the socket."""
    return ["setpriv", f"--reuid={user}", f"--regid={os.getgid()}", "--clear-groups", *map(str, words)]


def connect(path: pathlib.Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(path))
    return client


__all__ = ["House", "HOUSE", "ENDLESS", "as_user", "connect"]
