"""A real mosquitto on loopback, with TLS, a password file, an access list and persistence."""

import pathlib
import shutil
import socket
import subprocess
import time

from ports import free_port

# The timeout, in seconds: far more than anything here needs.
TIMEOUT = 60

CONFIGURATION = """per_listener_settings false
listener {port} 127.0.0.1
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/access
log_dest file {folder}/mosquitto.log
log_timestamp_format %Y-%m-%dT%H:%M:%S
"""
# It saves what is retained every second, and logs each packet.
OBSERVED = """persistence true
persistence_location {folder}/
autosave_interval 1
log_type all
"""
TLS = """cafile {tls}/ca.pem
certfile {tls}/server.pem
keyfile {tls}/server.key
require_certificate {certificates}
"""


class Mosquitto:
    """A broker that keeps its port, and its retained messages, over restarts.

    `users` are passwords by name; `access` is the text of the access list; `tls` is a folder with ca.pem, server.pem and
    server.key, or None for a broker without TLS. If it is not `observed`, nothing makes it slower: it saves nothing, and logs
    no packets.
    """

    def __init__(self, folder, users, access, tls=None, client_certificates=False, observed=True):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.port = free_port()
        self.process = None
        # Debian keeps it where only root looks.
        self.program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        text = CONFIGURATION.format(port=self.port, folder=self.folder)
        if observed:
            text += OBSERVED.format(folder=self.folder)
        if tls is not None:
            text += TLS.format(tls=tls, certificates=str(client_certificates).lower())
        # As root it would become another user, who can't read the folder.
        text += "user root\n"
        (self.folder / "mosquitto.conf").write_text(text)
        self.write_users(users)
        self.write_access(access)

    def write_users(self, users):
        passwords = self.folder / "passwords"
        passwords.write_text("".join(f"{name}:{password}\n" for name, password in users.items()))
        passwords.chmod(0o600)
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True, timeout=TIMEOUT)

    def write_access(self, access):
        (self.folder / "access").write_text(access)
        (self.folder / "access").chmod(0o600)

    def start(self):
        with open(self.folder / "errors.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "-c", self.folder / "mosquitto.conf"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"mosquitto did not start: {self.log()[-2000:]}") from None
                time.sleep(0.02)

    def stop(self):
        """Ends it as the service manager would; it saves what is retained."""
        self._end(subprocess.Popen.terminate)

    def kill(self):
        self._end(subprocess.Popen.kill)

    def signal(self, number):
        """SIGSTOP and SIGCONT freeze it; SIGHUP reads passwords and access list; SIGUSR1 saves what is retained."""
        self.process.send_signal(number)

    def _end(self, how):
        if self.process is None:
            return
        how(self.process)
        try:
            self.process.wait(TIMEOUT)
        finally:
            self.process.kill()
            self.process.wait(TIMEOUT)
            self.process = None

    def log(self):
        log = self.folder / "mosquitto.log"
        errors = (self.folder / "errors.log").read_text(errors="replace")
        return errors + (log.read_text(errors="replace") if log.exists() else "")
