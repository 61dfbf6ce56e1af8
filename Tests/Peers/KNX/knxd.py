"""A real knxd on loopback."""

import os
import shutil
import socket
import subprocess

from ports import free_port

# The timeout, in seconds: far more than anything here needs.
TIMEOUT = 60


class Bus:
    """A running knxd without a real bus."""

    def __init__(self, folder):
        program = shutil.which("knxd") or "/usr/bin/knxd"
        self.port = free_port("", socket.SOCK_DGRAM)
        self.groups = None
        self.path = os.path.join(folder, "knxd.sock")
        self.process = subprocess.Popen(
            [program, "-f", "5", "-e", "0.0.1", "-E", "0.0.2:8", "-D", "-T", f"-S224.0.23.12:{self.port}"]
            + ["-u", self.path, "-b", "dummy:"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def write(self, address, bit):
        """Writes a bit to a group address, as another device."""
        if self.groups is None:
            self.groups = self.open_groups()
        main, middle, sub = address
        # EIB_GROUP_PACKET with A_GroupValue_Write.
        self.groups.sendall(bytes([0, 6, 0, 0x27, main << 3 | middle, sub, 0, 0x80 | bit]))

    def open_groups(self):
        groups = socket.socket(socket.AF_UNIX)
        groups.settimeout(TIMEOUT)
        groups.connect(self.path)
        # EIB_OPEN_GROUPCON, only to write.
        groups.sendall(bytes([0, 5, 0, 0x26, 0, 0, 0xFF]))
        if (answer := groups.recv(4)) != bytes([0, 2, 0, 0x26]):
            raise RuntimeError(f"knxd refused: {answer}")
        return groups

    def stop(self):
        if self.groups is not None:
            self.groups.close()
        self.process.terminate()
        self.process.communicate(timeout=TIMEOUT)
