#!/usr/bin/env python3
"""Servers that never end their answers. Usage: endless.py ADDRESS PORT KIND: what each request is answered with.

trailers  a chunked body, and trailers without end      headers  headers without end
body      a body without end                            bytes    chunks of one byte, as fast as they are taken
interim   answers 103 without end                       drip     a byte each 100 ms
"""
import socket
import sys
import threading
import time

JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def answer(kind: str, client: socket.socket) -> None:
    beginnings = {
        "trailers": JSON + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "headers": JSON,
        "body": JSON + b"Transfer-Encoding: chunked\r\n\r\n", "bytes": JSON + b"Transfer-Encoding: chunked\r\n\r\n",
        "interim": b"", "drip": JSON + b"Transfer-Encoding: chunked\r\n\r\n",
    }
    parts = {
        "trailers": b"X-Trailer: " + b"t" * 1000 + b"\r\n", "headers": b"X-Header: " + b"h" * 1000 + b"\r\n",
        "body": b"4000\r\n" + b" " * 0x4000 + b"\r\n", "bytes": b"1\r\n \r\n" * 2000,
        "interim": b"HTTP/1.1 103 Early Hints\r\nLink: <" + b"l" * 500 + b">\r\n\r\n", "drip": b"1\r\n \r\n",
    }
    client.sendall(beginnings[kind])
    while True:
        client.sendall(parts[kind])
        if kind == "drip":
            time.sleep(0.1)


def serve(kind: str, client: socket.socket) -> None:
    with client:
        try:
            client.settimeout(30)
            client.recv(65536)
            answer(kind, client)
        except OSError:
            pass


def main() -> None:
    address, port, kind = sys.argv[1:]
    with socket.create_server((address, int(port)), backlog=128) as server:
        print("listening", flush=True)
        while True:
            client, _ = server.accept()
            threading.Thread(target=serve, args=(kind, client), daemon=True).start()


if __name__ == "__main__":
    main()
