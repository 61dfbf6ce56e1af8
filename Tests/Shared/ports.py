"""Ports for programs that need theirs as an argument."""
import random
import socket

# Taken until this process ends. Others may ask for ports at the same time: the other tests do, and `Loopback.freePort` of DomoTestKit.
_taken: list[socket.socket] = []


def _first_ephemeral() -> int:
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        return int(file.read().split()[0])


def free_port(address: str = "127.0.0.1", kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    """A free port, below those that the system gives to connections and to sockets without a port: it stays free."""
    for _ in range(1000):
        port = random.randrange(10_000, max(_first_ephemeral(), 11_000))
        mark = socket.socket(socket.AF_UNIX)
        try:
            mark.bind(f"\0domo-test-port-{port}")
            with socket.socket(socket.AF_INET, kind) as probe:
                probe.bind((address, port))
        except OSError:
            mark.close()
            continue
        _taken.append(mark)
        return port
    raise OSError("no free port")
