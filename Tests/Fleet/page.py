"""The page of all houses, for the demo. As a program: leads connections to a port to the Unix socket of the page, which is in a
network of its own.
"""
import asyncio
import http.client
import json
import os
import pathlib
import socket
import sys

from processes import PATIENCE, PROGRAMS, Process, run, until

PORT = 8490


class Page:
    """domo-fleet-web, with one person who may give orders in all houses."""

    def __init__(self, fleet):
        self.fleet, self.token = fleet, ""
        self.socket = fleet.folder / "page.sock"
        self.process = Process(
            # Its sockets are in the folder that the demo removes.
            fleet.folder / "page.log", "env", f"XDG_RUNTIME_DIR={fleet.folder}",
            PROGRAMS / "domo-fleet-web", "--credentials", fleet.folder / "page.json",
            "--postgres", fleet.postgres.url, "--listen", f"unix:{self.socket}",
        )
        self.forwarder: Process | None = None

    def start(self) -> None:
        self.command("tenant", "add", "Demo")
        for house in self.fleet.houses:
            # It appears when it connects first, with its name.
            until(f"{house.name} among the houses", lambda house=house: f"tenant: {house.name} " in self.command("tenant", "list"))
            self.command("tenant", "house", "Demo", house.name)
        self.command("person", "add", "Ana")
        self.command("person", "grant", "Ana", "act", "--tenant", "Demo")
        self.token = self.command("person", "token", "Ana").strip()
        self.process.start()
        self.process.wait_for("listening on")
        for house in self.fleet.houses:
            until(f"the page with {house.name}", lambda house=house: self.ask(
                "PUT", f"/api/v1/houses/{house.name}/token", {"token": house.token}
            )[0] == 200)

    def command(self, *words) -> str:
        return run(PROGRAMS / "domo-fleet", *words, "--postgres", self.fleet.postgres.url)

    def ask(self, method: str, path: str, body=None) -> tuple[int, dict]:
        connection = http.client.HTTPConnection("localhost", timeout=PATIENCE)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(PATIENCE)
        connection.sock.connect(str(self.socket))
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            connection.request(method, path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def give(self, line: str) -> dict:
        """An order to all houses, when it is over."""
        number = self.ask("POST", "/api/v1/orders", {"line": line, "filter": "all"})[1]["number"]

        def result() -> dict | None:
            order = self.ask("GET", f"/api/v1/orders/{number}")[1]
            return order if order["over"] else None

        return until("the end of the order", result)

    def forward(self) -> str:
        """Makes the page reachable for a browser of this machine, and returns its address."""
        # The network of whoever started the demo.
        enter = ["nsenter", "-t", str(os.getppid()), "-n"] if os.environ["DOMO_FLEET_NETWORK"] == "namespaces" else []
        self.forwarder = Process(self.fleet.folder / "forwarder.log", *enter, sys.executable, "-B", __file__, self.socket)
        self.forwarder.start()
        self.forwarder.wait_for("http://")
        return self.forwarder.text.strip()

    def kill(self) -> None:
        for process in (self.forwarder, self.process):
            if process:
                process.kill()


async def lead(path: pathlib.Path) -> None:
    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other_reader, other_writer = await asyncio.open_unix_connection(path)
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))

    try:
        server = await asyncio.start_server(connect, "127.0.0.1", PORT)
    except OSError:
        # Another program has the usual port.
        server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(lead(pathlib.Path(sys.argv[1])))
