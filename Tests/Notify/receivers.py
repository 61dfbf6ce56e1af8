"""Receivers with faults: HTTP servers and bare sockets. Each keeps what it received."""
import datetime
import http.server
import ipaddress
import pathlib
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    time: float = field(default_factory=time.monotonic)


class HTTPReceiver:
    """Answers with the next of `answers`, and then always with the last: (status, headers, body), or a function that
    gets the handler."""

    def __init__(self, *answers, tls: ssl.SSLContext | None = None, port: int = 0):
        self.answers = list(answers) or [(200, {}, b"")]
        self.received: list[Received] = []
        self.connections = 0
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                receiver.received.append(Received(self.command, self.path, dict(self.headers.items()), body))
                answers = receiver.answers
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                if callable(answer):
                    self.close_connection = True
                    return answer(self)
                status, headers, body = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def get_request(self):
                connection = super().get_request()
                receiver.connections += 1
                return connection

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        self.scheme = "https" if tls else "http"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def wait(self, count: int = 1, seconds: float = 60) -> list[Received]:
        end = time.monotonic() + seconds
        while len(self.received) < count and time.monotonic() < end:
            time.sleep(0.01)
        return self.received

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class BareReceiver:
    """Accepts connections, and calls `act` with each."""

    def __init__(self, act):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        self.act = act
        self.held: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.handle, args=[connection], daemon=True).start()

    def handle(self, connection: socket.socket) -> None:
        try:
            self.act(self, connection)
        except OSError:
            pass

    def stop(self) -> None:
        self.listener.close()
        for connection in self.held:
            connection.close()


def hang(receiver: BareReceiver, connection: socket.socket) -> None:
    """Reads, and never answers."""
    receiver.held.append(connection)
    while connection.recv(65536):
        pass


def close_at_once(receiver: BareReceiver, connection: socket.socket) -> None:
    connection.close()


def close_after_request(receiver: BareReceiver, connection: socket.socket) -> None:
    connection.recv(65536)
    time.sleep(0.1)
    connection.close()


def endless(handler) -> None:
    """A status and a body without end, slowly."""
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"x" * 1000)
            time.sleep(0.02)
    except OSError:
        pass


def huge(handler) -> None:
    """100 MB."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(100_000_000))
    handler.end_headers()
    try:
        for _ in range(1000):
            handler.wfile.write(b"x" * 100_000)
    except OSError:
        pass


def without_end(head: bytes, text: bytes):
    """Answers with a head and then with a text, again and again, up to 1 GiB."""
    def act(receiver: BareReceiver, connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(head)
        block = text * (65536 // len(text))
        for _ in range((1 << 30) // len(block)):
            connection.sendall(block)
    return act


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "header fields": without_end(b"HTTP/1.1 200 OK\r\n", b"X-Field: value\r\n"),
    "trailers": without_end(CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-Field: value\r\n"),
    "interim answers": without_end(b"HTTP/1.1 102 Processing\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "an extension": without_end(CHUNKED + b"2;", b"extension="),
    "small chunks": without_end(CHUNKED, b"1\r\nx\r\n"),
}


class Authority:
    """A certificate authority, for servers named localhost."""

    def __init__(self, folder: pathlib.Path, name: str = "ca"):
        self.folder, self.name = folder, name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"domo test {name}")])
        self.certificate = self.sign(self.subject, self.key.public_key(), 365, is_authority=True)
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def sign(self, subject, key, days: int, is_authority: bool = False, names: list[str] | None = None):
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self.subject).public_key(key)
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=400))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        )
        if names:
            others = [x509.DNSName(name) for name in names] + [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(others), critical=False)
        return builder.sign(self.key, hashes.SHA256())

    def context(self, days: int = 30, names: list[str] | None = None) -> ssl.SSLContext:
        """For a server whose certificate ends in this many days."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = names or ["localhost"]
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        certificate = self.sign(subject, key.public_key(), days, names=names)
        file = self.folder / f"{self.name}-{names[0]}-{days}.server.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            ) + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context
