"""Ten holders of tokens who do harm, each in a thread of this process."""
import http.client
import json
import random
import socket
import threading


def request(port, token, method, path, body=None, headers=None, timeout=30, source=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=source)
    try:
        fields = {"Authorization": "Bearer " + token, **(headers or {})}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class Attack(threading.Thread):
    """Does one kind of harm until the end, and counts the answers."""

    def __init__(self, house, name, token, seed):
        super().__init__(daemon=True)
        self.house, self.kind, self.token = house, name, token
        self.random = random.Random(seed)
        self.statuses = {}
        self.over = threading.Event()

    def note(self, status):
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def ask(self, *arguments, **options):
        try:
            status, body = request(self.house.port, self.token, *arguments, **options)
            self.note(status)
            return status, body
        except (OSError, http.client.HTTPException):
            self.note("closed")
            return 0, b""

    def run(self):
        while not self.over.is_set():
            getattr(self, self.kind)()

    def raw(self, text):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(5)
        try:
            connection.connect(("127.0.0.1", self.house.port))
            connection.sendall(text.encode())
        except OSError:
            self.note("closed")
        return connection

    def lines(self, line, count):
        body = json.dumps({"lines": [line] * count})
        return (f"POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}")

    # What they do

    def unread(self):
        """Asks for much, and reads nothing."""
        connections = [self.raw(self.lines("orders --last 1000", 100)) for _ in range(50)]
        self.over.wait(10)
        for connection in connections:
            connection.close()

    def orders(self):
        self.ask("POST", "/api/v1/lines", json.dumps({"lines": ["set GeneralLight on --wait none"] * 100}))

    def levels(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"element": "GradualLighting", "value": self.random.randrange(101)}))

    def keyed(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"element": "Buzzer", "value": "on"}),
                 {"Idempotency-Key": str(self.random.getrandbits(64))})

    def groups(self):
        self.ask("POST", "/api/v1/orders", json.dumps({"place": "Casa", "value": "off"}))

    def scripts(self):
        script = ["set GeneralLight " + ("on" if n % 2 else "off") + " --wait none" for n in range(200)]
        self.ask("POST", "/api/v1/lines", json.dumps({"lines": ["run x " + " ".join(f'"{line}"' for line in script)]}))

    def tokens(self):
        status, body = self.ask("POST", "/api/v1/tokens", json.dumps({"name": f"t{self.random.getrandbits(40)}"}))
        if status == 201 and self.random.random() < 0.5:
            made = json.loads(body)
            self.ask("DELETE", "/api/v1/tokens/" + made["name"])

    def idle(self):
        """Holds connections that say nothing."""
        connections = [self.raw("") for _ in range(400)]
        self.over.wait(5)
        for connection in connections:
            connection.close()

    def streams(self):
        """Opens streams of events, and reads nothing."""
        text = f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        connections = [self.raw(text) for _ in range(100)]
        self.over.wait(20)
        for connection in connections:
            connection.close()

    def guesses(self):
        try:
            status, _ = request(self.house.port, f"domo_{self.random.getrandbits(200):x}", "GET", "/api/v1/session",
                                timeout=10)
            self.note(status)
        except (OSError, http.client.HTTPException):
            self.note("closed")


KINDS = ["unread", "orders", "levels", "keyed", "groups", "scripts", "tokens", "idle", "streams", "guesses"]
