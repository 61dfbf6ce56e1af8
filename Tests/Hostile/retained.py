#!/usr/bin/env python3
"""Publishes messages of 200 MB on the broker, retained, on topics that domo-mqtt subscribes to, again and again.

Usage: retained.py ADDRESS PORT TOPIC…
"""
import socket
import struct
import sys
import time

SIZE = 200_000_000


def packet(kind: int, *parts: bytes) -> list[bytes]:
    """With the remaining length in groups of seven bits, lowest first."""
    length = sum(map(len, parts))
    text = bytearray()
    while True:
        length, group = divmod(length, 128)
        text.append(group | (0x80 if length else 0))
        if not length:
            return [bytes([kind]) + bytes(text), *parts]


def text(value: bytes) -> bytes:
    return struct.pack(">H", len(value)) + value


def main() -> None:
    address, port, topics = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    payload, count = b"x" * SIZE, 0
    while True:
        for topic in topics:
            try:
                with socket.create_connection((address, port), timeout=60) as broker:
                    # MQTT 3.1.1, clean session, no keep alive.
                    broker.sendall(b"".join(packet(0x10, text(b"MQTT"), b"\x04\x02\x00\x00", text(b"stranger"))))
                    broker.recv(4)
                    for part in packet(0x31, text(topic.encode()), payload):
                        broker.sendall(part)
                    broker.sendall(b"\xe0\x00")
                count += 1
                print(count, flush=True)
            except OSError as error:
                print(error, flush=True)
            time.sleep(5)


if __name__ == "__main__":
    main()
