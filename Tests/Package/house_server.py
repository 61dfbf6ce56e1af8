"""A house server on loopback that can be slow: house_server.py PORT FOLDER.

GET returns the file FOLDER/house.xml after the number of seconds in FOLDER/delay. POST is an order: its credentials and path
are appended to FOLDER/orders, and it fails if the path contains "Broken". The server prints a line once it listens.
"""

import http.server
import pathlib
import sys
import time

FOLDER = pathlib.Path(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        (FOLDER / "asked").touch()
        time.sleep(float((FOLDER / "delay").read_text()))
        self.answer(200, (FOLDER / "house.xml").read_bytes())

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with open(FOLDER / "orders", "a") as file:
            file.write(f"{self.headers.get('Authorization')} {self.path}\n")
        self.answer(500 if "Broken" in self.path else 204, b"")

    def answer(self, status, body):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print("listening", flush=True)
server.serve_forever()
