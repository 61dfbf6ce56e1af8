"""Brokers that mean harm: messages of any length, and malformed packets. The bridge goes on, in its memory."""
import random
import socket
import ssl
import struct
import threading

from authority import Authority
from ports import free_port
from scene import Scene


def length(count: int) -> bytes:
    """A variable byte integer."""
    result = b""
    while True:
        byte, count = count & 0x7F, count >> 7
        if not count:
            return result + bytes([byte])
        result += bytes([byte | 0x80])


def packet(first: int, body: bytes) -> bytes:
    return bytes([first]) + length(len(body)) + body


class ScriptedBroker:
    """Answers CONNECT and SUBSCRIBE, as a broker of one version does, and then calls `act` with the connection, the
    number of the connection, and whether it is MQTT 5."""

    def __init__(self, act, only_three: bool = False, tls: ssl.SSLContext | None = None):
        self.act, self.only_three, self.tls = act, only_three, tls
        self.listener = socket.create_server(("127.0.0.1", free_port()))
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        self.subscribed = 0
        self.max_packet: int | None = None
        self.pings = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
                if self.tls:
                    connection = self.tls.wrap_socket(connection, server_side=True)
            except OSError:
                if self.listener.fileno() < 0:
                    return
                continue
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def read(self, connection) -> tuple[int, bytes]:
        def exactly(count: int) -> bytes:
            data = b""
            while len(data) < count:
                more = connection.recv(count - len(data))
                if not more:
                    raise OSError("closed")
                data += more
            return data
        first, count, shift = exactly(1)[0], 0, 0
        while True:
            byte = exactly(1)[0]
            count |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return first, exactly(count)

    def serve(self, connection) -> None:
        try:
            _, body = self.read(connection)
            is_five = body[6] == 5
            if is_five and self.only_three:
                return connection.sendall(packet(0x20, b"\0\1"))
            if is_five:
                properties = body[11:11 + body[10]]
                if properties[:1] == b"\x27":
                    self.max_packet = struct.unpack(">I", properties[1:5])[0]
            connection.sendall(packet(0x20, b"\0\0\0" if is_five else b"\0\0"))
            begun = False
            while True:
                first, body = self.read(connection)
                if first >> 4 == 8:
                    reply = body[:2] + (b"\0\0" if is_five else b"\0")
                    connection.sendall(packet(0x90, reply))
                    self.subscribed += 1
                elif first >> 4 == 10:
                    connection.sendall(packet(0xB0, body[:2] + (b"\0\0" if is_five else b"")))
                elif first >> 4 == 12:
                    self.pings += 1
                    connection.sendall(packet(0xD0, b""))
                if not begun:
                    # On this thread: two must not use one TLS connection.
                    begun = True
                    self.connections += 1
                    self.act(connection, self.connections, is_five)
        except OSError:
            connection.close()

    def stop(self) -> None:
        self.listener.close()


class HostileBrokers(Scene):
    def memory(self) -> int:
        """In KiB, at its highest."""
        for line in open(f"/proc/{self.processes['bridge'].pid}/status"):
            if line.startswith("VmHWM"):
                return int(line.split()[1])
        raise AssertionError

    def broker_with(self, act, **options) -> ScriptedBroker:
        broker = ScriptedBroker(act, **options)
        self.addCleanup(broker.stop)
        return broker

    def test_long_messages_are_dropped(self):
        """200 MB, retained: they come with each subscription."""
        size = 200_000_000
        authority = Authority(self.folder)
        certificate, key = authority.issue("server")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        for name, options in [("3.1.1", {"only_three": True}), ("5", {}), ("TLS", {"only_three": True, "tls": context})]:
            with self.subTest(name):
                done = threading.Event()

                def act(connection, number, is_five):
                    topic = b"\0\6domo/x" + (b"\0" if is_five else b"")
                    connection.sendall(b"\x31" + length(len(topic) + size) + topic)
                    for _ in range(size // 100_000):
                        connection.sendall(b"x" * 100_000)
                    connection.sendall(packet(0x30, topic + b"1"))
                    done.set()

                broker = self.broker_with(act, **options)
                scheme, more = ("mqtts", {"ca": str(authority.file)}) if "tls" in options else ("mqtt", {})
                self.start_bridge(broker=f"{scheme}://localhost:{broker.port}", **more)
                self.assertTrue(done.wait(120))
                self.until_logged("dropped 1 message(s)")
                self.assertLess(self.memory(), 64 * 1024)
                self.assertEqual(broker.connections, 1)
                if name == "5":
                    self.assertEqual(broker.max_packet, 128 * 1024)
                self.assertEqual(self.terminate("bridge"), 0)
                self.logs.pop("bridge").unlink()

    def test_malformed_packets_end_the_connection_and_not_the_process(self):
        """Each connection gets another one."""
        topic = b"\0\6domo/x"
        bad = [
            # A property that libmosquitto does not know ends its process: an assertion.
            packet(0x30, topic + b"\2\x60\1x"), packet(0x20, b"\0\0\2\x7e\0"), packet(0x90, b"\0\1\2\x7e\0\0"),
            packet(0xB0, b"\0\1\2\x7e\0\0"), packet(0xE0, b"\0\2\x44\0"), packet(0x40, b"\0\1\0\2\x60\1"),
            packet(0x50, b"\0\1\0\2\x60\1"), packet(0x62, b"\0\1\0\2\x60\1"), packet(0x70, b"\0\1\0\2\x60\1"),
            packet(0xF0, b"\x18\2\x60\1"),
            packet(0x30, b"\xff\xffx"), packet(0x30, b""), packet(0x90, b""), b"\x30\xff\xff\xff\xff\x7f", b"\0\0",
        ]
        state = random.Random(3)
        bad += [
            packet(state.randrange(2, 16) << 4, bytes(state.choice([0, 1, 2, 0x60, state.randrange(256)])
                                                      for _ in range(state.randrange(40))))
            for _ in range(200)
        ]

        def act(connection, number, is_five):
            # Each connection begins with another one, after a message that is in order.
            for one in bad[(number - 1) % len(bad):]:
                connection.sendall(packet(0x30, topic + (b"\0" if is_five else b"") + b"1") + one)

        for only_three in [False, True]:
            with self.subTest(only_three):
                broker = self.broker_with(act, only_three=only_three)
                self.start_bridge(broker=f"mqtt://127.0.0.1:{broker.port}")
                # The pauses between attempts grow: some of them are enough here, the filter's own tests have them all.
                self.until(lambda: broker.connections >= 4, "it has connected again and again", 120)
                self.assertIsNone(self.processes["bridge"].poll())
                self.assertLess(self.memory(), 64 * 1024)
                self.until_logged("the broker sent a ")
                self.assertEqual(self.terminate("bridge"), 0)
                self.logs.pop("bridge").unlink()
