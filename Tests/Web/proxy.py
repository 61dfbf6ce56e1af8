"""A proxy between the browser and domo-web that simulates an upgrade of the running domo-web: it changes the header
Domo-Version and one file of the page, and passes on everything else, including streams."""

import http.client
import http.server
import socket
import threading

# Hop-by-hop headers, and headers that the proxy sets itself.
OWN = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Proxy:
    """`version`: replaces domo-web's version if it is not None; `added`: is appended to /assets/app.css then."""

    def __init__(self, target):
        self.version = None
        self.added = ""
        self.streams = set()
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def handle_any(self):
                owner.forward(self, target)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request, client_address):
                """Browsers drop connections as they like."""

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.drop()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def drop(self):
        """Breaks all streams, like a server restart."""
        for stream in list(self.streams):
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has already ended

    def upgrade(self, version, added=""):
        self.version, self.added = version, added
        self.drop()

    def forward(self, handler, target):
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        # Request the body uncompressed, so that it can be changed.
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in OWN | {"accept-encoding", "if-none-match"}}
        upstream = http.client.HTTPConnection(target, timeout=60)
        try:
            upstream.request(handler.command, handler.path, body or None, headers)
            answer = upstream.getresponse()
            is_stream = answer.getheader("Content-Type") == "text/event-stream"
            content = b"" if is_stream else answer.read()
            if self.version and handler.path == "/assets/app.css":
                content += self.added.encode()
            handler.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() in OWN or (self.version and name.lower() in ("domo-version", "etag")):
                    continue
                handler.send_header(name, value)
            if self.version:
                handler.send_header("Domo-Version", self.version)
            if is_stream:
                handler.send_header("Connection", "close")
                handler.close_connection = True
                handler.end_headers()
                self.stream(handler, upstream, answer)
            else:
                if answer.status not in (204, 304):
                    handler.send_header("Content-Length", str(len(content)))
                handler.end_headers()
                if handler.command != "HEAD":
                    handler.wfile.write(content)
        finally:
            upstream.close()

    def stream(self, handler, upstream, answer):
        self.streams.add(upstream.sock)
        try:
            while piece := answer.read1():
                handler.wfile.write(piece)
                handler.wfile.flush()
        except OSError:
            pass  # one side has disconnected
        finally:
            self.streams.discard(upstream.sock)
