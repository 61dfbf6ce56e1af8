#!/usr/bin/env python3
"""A user of the machine who may give orders, and keeps domod busy. Usage: local.py SOCKET KIND TRAP.

pipeline  hundreds of connections with `model` lines, and at their end an order for TRAP, which nobody waits for: wholly closed
unread    hundreds of connections whose answers are not read
names     names of 60 KB
tokens    five tokens, and as many connections with each as it gets
late      orders for TRAP whose deadline has passed before they can be read
"""
import datetime
import json
import socket
import sys
import time


def connect(path: str) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.settimeout(20)
    return client


def send(client: socket.socket, data: bytes) -> None:
    """As much as it takes without waiting."""
    client.setblocking(False)
    try:
        while data:
            data = data[client.send(data):]
    except (BlockingIOError, OSError):
        pass


def pipeline(path: str, trap: str) -> None:
    lines = b"model\n" * 1000 + f"set {trap} on --wait none\n".encode()
    clients = []
    try:
        for _ in range(500):
            clients.append(connect(path))
            send(clients[-1], lines)
    except OSError:
        pass
    for client in clients:
        client.close()


def unread(path: str, _trap: str) -> None:
    clients = []
    try:
        for _ in range(1020):
            clients.append(connect(path))
            send(clients[-1], b"model\norders --last 1000\n" * 200)
    except OSError:
        pass
    time.sleep(5)
    for client in clients:
        client.close()


def names(path: str, _trap: str) -> None:
    with connect(path) as client:
        for number in range(50):
            client.sendall(b"show " + bytes([97 + number % 26]) * 60_000 + b"\n")
            client.recv(65536)


def tokens(path: str, _trap: str) -> None:
    made = []
    for number in range(5):
        with connect(path) as client:
            client.sendall(f"--json token new flood{number}-{time.monotonic_ns()}\n".encode())
            try:
                made.append(json.loads(client.makefile().readline())["token"])
            except (ValueError, KeyError, TypeError):
                pass
    clients = []
    try:
        for number in range(2000):
            clients.append(connect(path))
            if made:
                send(clients[-1], f"login {made[number % len(made)]}\n".encode())
            send(clients[-1], b"model\n" * 50)
    except OSError:
        pass
    time.sleep(5)
    for client in clients:
        client.close()


def late(path: str, trap: str) -> None:
    with connect(path) as client:
        past = (datetime.datetime.now(datetime.UTC) if hasattr(datetime, "UTC") else datetime.datetime.utcnow())
        until = past.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        client.sendall((f"set {trap} on --until {until}\n" * 100).encode())
        client.recv(65536)


def main() -> None:
    path, kind, trap = sys.argv[1:]
    while True:
        try:
            globals()[kind](path, trap)
        except OSError:
            time.sleep(0.1)


if __name__ == "__main__":
    main()
