"""Three nats-servers as a cluster, with TLS 1.3; in network namespaces, or on three loopback addresses."""
import json
import os
import pathlib
import signal
import urllib.request

from ports import free_port
from processes import Process, run, until

PROGRAM = os.environ["DOMO_NATS_SERVER"]
HAS_NAMESPACES = os.environ.get("DOMO_FLEET_NETWORK") == "namespaces"
# ECDSA on P-256: a handshake costs a tenth of that with RSA.
KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]


class Server:
    def __init__(self, folder: pathlib.Path, number: int):
        self.folder, self.number, self.name = folder, number, f"n{number}"
        if HAS_NAMESPACES:
            self.address, self.route = f"10.99.0.{number}", f"10.98.0.{number}"
            self.port, self.route_port, self.monitor_port = 4222, 6222, 8222
        else:
            self.address = self.route = f"127.0.0.{number + 1}"
            self.port, self.route_port, self.monitor_port = (free_port(self.address) for _ in range(3))
        prefix = ["ip", "netns", "exec", self.name] if HAS_NAMESPACES else []
        self.process = Process(folder / f"{self.name}.log", *prefix, PROGRAM, "-c", folder / f"{self.name}.conf")
        self.is_cut = ""

    @property
    def url(self) -> str:
        return f"tls://{self.address}:{self.port}"

    def certify(self) -> None:
        run("openssl", "req", "-x509", "-CA", self.folder / "ca.pem", "-CAkey", self.folder / "ca.key", *KEY,
            "-subj", f"/CN={self.name}", "-addext", f"subjectAltName=IP:{self.address},IP:{self.route}",
            "-addext", "basicConstraints=critical,CA:FALSE",
            "-keyout", self.folder / f"{self.name}.key", "-out", self.folder / f"{self.name}.pem")

    def configure(self, others: list["Server"], sync: str, more: str) -> None:
        base = self.folder / self.name
        routes = ", ".join(f'"nats-route://{one.route}:{one.route_port}"' for one in others)
        (self.folder / f"{self.name}.conf").write_text(f"""server_name: {self.name}
listen: "{self.address}:{self.port}"
http: "{self.address}:{self.monitor_port}"
max_connections: 65536
max_payload: 256KB
max_pending: 4MB
ping_interval: "30s"
ping_max: 2
write_deadline: "5s"
tls {{ cert_file: "{base}.pem", key_file: "{base}.key", min_version: "1.3", handshake_first: true
  timeout: "10s"
  {more} }}
cluster {{ name: fleet, listen: "{self.route}:{self.route_port}", connect_backoff: true
  tls {{ cert_file: "{base}.pem", key_file: "{base}.key", ca_file: "{self.folder}/ca.pem", verify: true, min_version: "1.3"
    timeout: "10s" }}
  routes: [{routes}] }}
jetstream {{ store_dir: "{self.folder}/{self.name}", max_mem: 64MB, max_file: 20GB, sync_interval: {sync}
  limits {{ max_ha_assets: 200 }} }}
include {self.name}.fleet.conf
""")

    def trust(self) -> None:
        """The operator, after its folder was made: each server has a folder of its own for the JWTs of accounts."""
        configuration = (self.folder / "operator/fleet.conf").read_text()
        own = configuration.replace(f"{self.folder}/jwt", f"{self.folder}/{self.name}.jwt")
        (self.folder / f"{self.name}.fleet.conf").write_text(own)

    def monitor(self, path: str) -> dict:
        url = f"http://{self.address}:{self.monitor_port}/{path}"
        with urllib.request.urlopen(url, timeout=20) as reply:
            return json.load(reply)

    def answers(self, path: str) -> dict:
        """An empty one from a server that is away or busy."""
        try:
            return self.monitor(path)
        except (OSError, ValueError):
            return {}

    def start(self) -> None:
        self.process.start()
        self.process.wait_for("Server is ready", self.process.text.count("Server is ready") + 1)

    def cut(self, network: str) -> None:
        """From the other servers (routes), or from all (both). Without namespaces it is stopped."""
        self.is_cut = network
        if not HAS_NAMESPACES:
            return self.process.send(signal.SIGSTOP)
        for one in ["routes", "clients"] if network == "both" else [network]:
            run("ip", "link", "set", f"{one}{self.number}", "down")

    def join(self) -> None:
        if not self.is_cut:
            return
        if HAS_NAMESPACES:
            for one in ["routes", "clients"]:
                run("ip", "link", "set", f"{one}{self.number}", "up")
        else:
            self.process.send(signal.SIGCONT)
        self.is_cut = ""


class Cluster:
    def __init__(self, folder: pathlib.Path, sync: str = '"2m"', more: str = ""):
        self.folder = folder
        self.servers = [Server(folder, number) for number in (1, 2, 3)]
        run("openssl", "req", "-x509", *KEY, "-subj", "/CN=fleet", "-addext", "keyUsage=critical,keyCertSign",
            "-keyout", folder / "ca.key", "-out", folder / "ca.pem")
        for server in self.servers:
            server.certify()
            server.configure([one for one in self.servers if one is not server], sync, more)

    @property
    def options(self) -> list[str]:
        """For domo-fleet-load."""
        return [word for one in self.servers for word in ("--server", one.url)] + ["--ca", str(self.folder / "ca.pem")]

    def start(self) -> None:
        for server in self.servers:
            server.process.start()
        for server in self.servers:
            server.process.wait_for("Server is ready")
        self.wait_for_leaders()

    def wait_for_leaders(self) -> None:
        """Until the cluster and each stream have a leader, and each server has all that the others have."""
        def holds() -> bool:
            return all(
                (one.answers("jsz").get("meta_cluster") or {}).get("leader") and one.answers("healthz").get("status") == "ok"
                for one in self.servers
            )
        until("three servers that are current", holds)

    def leaders(self) -> dict[str, Server | None]:
        """Of the streams."""
        names = {server.name: server for server in self.servers}
        for server in self.servers:
            if server.is_cut or server.process.process.poll() is not None:
                continue
            accounts = server.answers("jsz?accounts=true&streams=true").get("account_details") or []
            streams = [one for account in accounts for one in account.get("stream_detail") or []]
            if streams:
                return {one["name"]: names.get((one.get("cluster") or {}).get("leader")) for one in streams}
        return {}

    def kill(self) -> None:
        for server in self.servers:
            server.process.kill()
