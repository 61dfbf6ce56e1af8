"""A real mosquitto, and a proxy before it whose connections can be cut."""
import os
import pathlib
import select
import signal
import socket
import subprocess
import threading
import time

from ports import free_port


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def freeze(process: subprocess.Popen) -> None:
    """Returns when all of its threads stand still."""
    os.kill(process.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)


def thaw(process: subprocess.Popen) -> None:
    os.kill(process.pid, signal.SIGCONT)


class Mosquitto:
    """The program, with further lines for its configuration. It keeps its port when it is started again."""

    def __init__(self, folder: pathlib.Path, *lines: str, is_persistent: bool = False, allows_anonymous: bool = True,
                 port: int | None = None):
        folder.mkdir(exist_ok=True)
        # As root it would change to its own user, which may not use the folder.
        self.lines = [f"allow_anonymous {str(allows_anonymous).lower()}", "user root", *lines]
        if is_persistent:
            self.lines += ["persistence true", f"persistence_location {folder}/", "autosave_on_changes true",
                           "autosave_interval 1"]
        self.folder = folder
        self.log = folder / "mosquitto.log"
        self.process: subprocess.Popen | None = None
        self.port = 0
        for _ in range(5):
            self.port = port or free_port()
            if self.start():
                return
        raise AssertionError(f"mosquitto does not start: {self.log.read_text()}")

    def start(self) -> bool:
        """Returns whether it accepts connections."""
        file = self.folder / "mosquitto.conf"
        file.write_text("\n".join([f"listener {self.port} 127.0.0.1", "log_type error", "log_type warning",
                                   "log_type notice", "log_type information",
                                   *self.lines]) + "\n")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(["mosquitto", "-c", file], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            if accepts(self.port):
                return True
            time.sleep(0.02)
        self.kill()
        return False

    def restart(self) -> None:
        end = time.monotonic() + 60
        while not self.start():
            if time.monotonic() > end:
                raise AssertionError(f"mosquitto does not start again: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """In order: it saves what it has retained, if it is persistent."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def freeze(self) -> None:
        freeze(self.process)

    def thaw(self) -> None:
        thaw(self.process)


class Proxy:
    """Forwards connections to a port, until it is told to hold everything back or to reset it."""

    def __init__(self, target: int, note=lambda data, connection: None):
        """`note` gets what is about to reach a client, and its connection."""
        self.target = target
        self.note = note
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.is_open = threading.Event()
        self.is_open.set()
        self.is_ended = False
        self.connections: list[socket.socket] = []
        self.lock = threading.Lock()
        self.accepted = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while not self.is_ended:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.accepted += 1
            threading.Thread(target=self.serve, args=[near], daemon=True).start()

    def serve(self, near: socket.socket) -> None:
        with self.lock:
            self.connections.append(near)
        try:
            self.is_open.wait()
            far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            self.reset(near)
            return
        with self.lock:
            self.connections.append(far)
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self.pump, args=[near, far, lambda *_: None], daemon=True).start()
        self.pump(far, near, self.note)

    def pump(self, source: socket.socket, sink: socket.socket, note) -> None:
        try:
            while True:
                select.select([source], [], [])
                self.is_open.wait()
                data = source.recv(65536)
                if not data:
                    break
                # It may have been told meanwhile to hold everything back.
                self.is_open.wait()
                note(data, sink)
                sink.sendall(data)
        except (OSError, ValueError):
            pass
        self.reset(source)
        self.reset(sink)

    def reset(self, connection: socket.socket) -> None:
        """Ends a connection as a router does that has forgotten it."""
        with self.lock:
            if connection in self.connections:
                self.connections.remove(connection)
        try:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        connection.close()

    def hold(self) -> None:
        """From now on, nothing passes; nobody is told."""
        self.is_open.clear()

    def release(self) -> None:
        self.is_open.set()

    def reset_all(self) -> None:
        with self.lock:
            connections = list(self.connections)
        for connection in connections:
            self.reset(connection)

    def stop(self) -> None:
        self.is_ended = True
        self.is_open.set()
        self.listener.close()
        self.reset_all()
