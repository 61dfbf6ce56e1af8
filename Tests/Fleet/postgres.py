"""PostgreSQL 15 of Debian in a folder, with a socket there and without a port."""
import os
import pathlib
import pwd
import signal

from processes import Process, run

FOLDER = pathlib.Path("/usr/lib/postgresql/15/bin")


class PostgreSQL:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.prefix = []
        if os.geteuid() == 0:
            # PostgreSQL refuses root. Another user forgets the signal at the end of the parent.
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            os.chmod(folder, 0o711)
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT"]
        run(*self.prefix, FOLDER / "initdb", "-D", self.folder / "data", "-U", "domo", "--auth=trust", "-N", "-E", "UTF8",
            "--locale=C.UTF-8")
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=", "max_connections=40",
                    "shared_buffers=256MB", "max_wal_size=4GB"]
        self.process = Process(
            folder / "postgres.log", *self.prefix, FOLDER / "postgres", "-D", self.folder / "data",
            *[word for setting in settings for word in ("-c", setting)],
        )

    @property
    def url(self) -> str:
        return f"postgresql:///postgres?host={self.folder}&user=domo"

    def start(self) -> None:
        ready = "database system is ready to accept connections"
        count = self.process.text.count(ready)
        self.process.start()
        self.process.wait_for(ready, count + 1)

    def crash(self) -> None:
        """Kills all its processes at once."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        # Stopped, it starts no other.
        self.process.send(signal.SIGSTOP)
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        self.process.kill()

    def ask(self, sql: str) -> list[list[str]]:
        text = run("/usr/lib/postgresql/15/bin/psql", "-h", self.folder, "-U", "domo", "-d", "postgres", "-X", "-A", "-t",
                   "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql)
        return [line.split("\t") for line in text.splitlines() if line]

    def number(self, sql: str) -> int:
        return int(self.ask(sql)[0][0])

    def stop(self) -> None:
        if self.process.process and self.process.process.poll() is None:
            # Nothing of it is needed any more.
            self.process.send(signal.SIGQUIT)
            self.process.process.wait(timeout=60)
