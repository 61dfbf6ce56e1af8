#!/usr/bin/env python3
"""order.py PROGRAMS HOME FILE: writes the functions that domod uses until its first answer, those of `domo`, and those
of ordinary work.

The linker places them side by side (see `make release`): the kernel maps 64 KiB around each page of a program that is
touched, so functions that are used together take less memory and time when they lie together. PROGRAMS is a folder with
programs that are not stripped. A function that no longer exists is ignored, so the file needs to be made anew only when
the start has changed a lot.
"""

import http.server
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

MAX_WAIT = 120


class Server(http.server.BaseHTTPRequestHandler):
    """Accepts every order."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *arguments):
        pass


def connect(path, daemon):
    end = time.monotonic() + MAX_WAIT
    while True:
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(path)
            client.settimeout(MAX_WAIT)
            return client.makefile("rw")
        except OSError:
            client.close()
            if daemon.poll() is not None or time.monotonic() > end:
                sys.exit("order.py: domod does not listen")
            time.sleep(0.01)


def ask(connection, line):
    connection.write(line + "\n")
    connection.flush()
    reply = json.loads(connection.readline())
    if "ok" not in reply:
        sys.exit(f"order.py: {line}: {reply}")
    return reply["ok"]


def functions(profile):
    """The functions of the program itself in a profile of callgrind."""
    used, own = set(), False
    with open(profile) as lines:
        for line in lines:
            if line.startswith("ob="):
                own = line.rstrip().endswith(".program")
            elif line.startswith("fn=") and own:
                used.add(re.sub(r"'\d+$", "", line[3:].strip()))
    return used


def addresses(path):
    symbols = subprocess.run(["nm", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    return {fields[2]: int(fields[0], 16) for fields in map(str.split, symbols.splitlines()) if fields[1] in "tTwW"}


def traced(program, profile, *arguments):
    """The command that runs a program with callgrind."""
    # Valgrind gives up on some debugging information.
    stripped = f"{profile}.program"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    options = ["--demangle=no", "--compress-strings=no", f"--callgrind-out-file={profile}"]
    return ["valgrind", "--tool=callgrind", *options, stripped, *arguments]


def trace(programs, home, folder):
    """The functions that domod uses until its first answer, those of `domo`, and those of domod after that."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    control, profile = f"{folder}/domo.sock", f"{folder}/domod"
    arguments = ["--home", home, "--server", f"http://127.0.0.1:{server.server_port}/", "--socket", control]
    command = traced(f"{programs}/domod", profile, *arguments, "--state", f"{folder}/state")
    with open(f"{folder}/log", "w") as log:
        daemon = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        connection = connect(control, daemon)
        ask(connection, "status")
        subprocess.run(["callgrind_control", "--dump", str(daemon.pid)], check=True, stdout=subprocess.DEVNULL)
        for line in ["show Louver", "ls", "set Louver up", "dim GradualLighting 40", "orders", "watch"]:
            ask(connection, line)
        client = traced(f"{programs}/domo", f"{folder}/domo", "--socket", control, "set", "Louver", "down")
        subprocess.run(client, check=True, capture_output=True, timeout=MAX_WAIT)
        time.sleep(2)
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(MAX_WAIT)
    finally:
        daemon.kill()
        daemon.wait()
    return [functions(file) for file in (f"{profile}.1", f"{folder}/domo", profile)]


def main():
    programs, home, file = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        groups = trace(programs, home, folder)
    address = addresses(f"{programs}/domo") | addresses(f"{programs}/domod")
    names = []
    for group in groups:
        names += sorted(group & address.keys() - set(names), key=address.get)
    print(f"{len(groups[0])} functions until the first answer, {len(names)} in all")
    with open(file, "w") as out:
        out.writelines(name + "\n" for name in names)


if __name__ == "__main__":
    main()
