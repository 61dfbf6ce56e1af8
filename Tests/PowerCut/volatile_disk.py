"""A disk with a volatile cache: a power cut may lose writes that were not flushed, in any order, sector by sector.

It is served with the NBD protocol (https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md) on a Unix socket.
"""
import pathlib
import random
import socket
import struct
import threading

SECTOR = 512
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
FORCE_UNIT_ACCESS = 1


class VolatileDisk:
    def __init__(self, image: pathlib.Path, random_numbers: random.Random, loses_flushed: bool = False):
        """loses_flushed: the disk ignores flushes, like a broken one; the test must detect this."""
        self.durable = bytearray(image.read_bytes())
        self.current = bytearray(self.durable)
        self.pending: list[tuple[int, bytes]] = []
        self.random, self.loses_flushed = random_numbers, loses_flushed
        self.lock = threading.Lock()
        self.flushes = self.writes = 0
        self.is_cut = False

    def read(self, offset: int, length: int) -> bytes:
        with self.lock:
            return bytes(self.current[offset:offset + length])

    def write(self, offset: int, data: bytes, is_forced: bool) -> None:
        with self.lock:
            if self.is_cut:
                return
            self.writes += 1
            self.current[offset:offset + len(data)] = data
            if is_forced and not self.loses_flushed:
                self.durable[offset:offset + len(data)] = data
            else:
                self.pending.append((offset, data))

    def flush(self) -> None:
        with self.lock:
            if self.is_cut:
                return
            self.flushes += 1
            if self.loses_flushed:
                return
            for offset, data in self.pending:
                self.durable[offset:offset + len(data)] = data
            self.pending.clear()

    def cut(self) -> tuple[int, int]:
        """Cuts the power. Returns the number of sectors in the cache, and the number of lost sectors."""
        with self.lock:
            self.is_cut = True
            kept_part = self.random.random()
            total = lost = 0
            for offset, data in self.pending:
                for start in range(0, len(data), SECTOR):
                    total += 1
                    if self.random.random() < kept_part:
                        part = data[start:start + SECTOR]
                        self.durable[offset + start:offset + start + len(part)] = part
                    else:
                        lost += 1
            self.pending.clear()
            return total, lost

    def power_on(self) -> None:
        with self.lock:
            self.current = bytearray(self.durable)
            self.is_cut = False


class Server:
    """Serves the disk to clients."""

    def __init__(self, disk: VolatileDisk, path: pathlib.Path):
        self.disk = disk
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen(1)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def close(self) -> None:
        self.listener.close()

    def serve(self, connection: socket.socket) -> None:
        try:
            with connection:
                if self.negotiate(connection):
                    self.transmit(connection)
        except (ConnectionError, OSError):
            pass

    @staticmethod
    def take(connection: socket.socket, count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            part = connection.recv(count - len(data))
            if not part:
                raise ConnectionError
            data += part
        return bytes(data)

    def negotiate(self, connection: socket.socket) -> bool:
        size, flags = len(self.disk.current), 1 | 4 | 8  # has flags, flush, force unit access
        connection.sendall(b"NBDMAGIC" + b"IHAVEOPT" + struct.pack(">H", 3))
        self.take(connection, 4)
        while True:
            _, option, length = struct.unpack(">QII", self.take(connection, 16))
            self.take(connection, length)

            def reply(kind: int, data: bytes = b"") -> None:
                connection.sendall(struct.pack(">QIII", 0x3E889045565A9, option, kind, len(data)) + data)

            if option == 1:  # export name: the last one
                connection.sendall(struct.pack(">QH", size, flags))
                return True
            if option in (6, 7):  # info, go
                reply(3, struct.pack(">HQH", 0, size, flags))
                reply(1)
                if option == 7:
                    return True
            elif option == 2:  # abort
                reply(1)
                return False
            else:
                reply(0x80000001)

    def transmit(self, connection: socket.socket) -> None:
        while True:
            _, flags, kind, cookie, offset, length = struct.unpack(">IHHQQI", self.take(connection, 28))
            answer = struct.pack(">IIQ", 0x67446698, 0, cookie)
            if kind == READ:
                answer += self.disk.read(offset, length)
            elif kind == WRITE:
                self.disk.write(offset, self.take(connection, length), bool(flags & FORCE_UNIT_ACCESS))
            elif kind == FLUSH:
                self.disk.flush()
            elif kind == DISCONNECT:
                return
            connection.sendall(answer)
