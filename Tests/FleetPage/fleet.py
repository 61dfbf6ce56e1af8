"""A fleet for the tests of its page: the real domo-fleet-web and PostgreSQL, and houses with the real domo-sim and domod."""

import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from house import PROGRAMS, TIMEOUT, House, Program, wait

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "Sources/DomoDaemon/Manual.docc/Guide"
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")


class Postgres:
    """A PostgreSQL in a folder of its own, with a socket there and without a port."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-pg-"))
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        self.user = []
        if os.geteuid() == 0:
            # PostgreSQL refuses root.
            shutil.chown(self.folder, "postgres", "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.url = f"postgresql://domo@/postgres?host={self.folder}"
        # What the page uses: a user with the rights that the guide gives.
        self.page_url = f"postgresql://domo-fleet-web@/postgres?host={self.folder}"
        options = ["-U", "domo", "--auth=trust", "-N", "-E", "UTF8", "--locale=C.UTF-8"]
        subprocess.run([*self.user, POSTGRES / "initdb", "-D", self.folder / "data", *options], env=self.environment, check=True, capture_output=True)
        self.process = None
        self.start()

    def start(self):
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=", "fsync=off", "max_connections=20"]
        words = [word for setting in settings for word in ("-c", setting)]
        with open(self.folder.parent / (self.folder.name + ".log"), "ab") as log:
            self.process = subprocess.Popen(
                [*self.user, POSTGRES / "postgres", "-D", self.folder / "data", *words], env=self.environment, stdout=log, stderr=log
            )
        wait(lambda: self.sql("SELECT 1") == "1", "PostgreSQL")

    def sql(self, script):
        words = ["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", self.url]
        done = subprocess.run(words, env=self.environment, input=script, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if done.returncode:
            raise AssertionError(done.stderr)
        return done.stdout.strip()

    def grant(self):
        guide = (GUIDE / "GuideFleet.md").read_text()
        grants = re.findall(r"^GRANT .*;$", guide, re.MULTILINE)
        assert len(grants) == 3, grants
        self.sql('CREATE ROLE "domo-fleet-web" LOGIN;' + "".join(grants))

    def stop(self):
        if self.process and self.process.poll() is None:
            # Immediate shutdown: the server ends its own processes.
            subprocess.run([*self.user, "kill", "-QUIT", str(self.process.pid)], check=True)
            self.process.wait(TIMEOUT)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)
        os.remove(self.folder.parent / (self.folder.name + ".log"))


class RealHouse(House):
    """A house without a page of its own."""

    def start_web(self, options=()):
        pass


class Fleet:
    """The houses casa0001, casa0002 … run, of the tenant Norte; Ana may give orders in them. More exist only in the database."""

    def __init__(self, running=2):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-fleet-"))
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder)}
        self.houses, self.web, self.postgres = [], None, None
        # Of the API, to the method below.
        self.answers = []
        try:
            self.postgres = Postgres()
            (self.folder / "sockets").mkdir()
            self.run("tenant", "add", "Norte")
            self.run("tenant", "add", "Sur")
            self.postgres.grant()
            self.know()
            self.person("add", "Ana")
            self.person("grant", "Ana", "act", "--tenant", "Norte")
            self.token = self.person("token", "Ana")
            for number in range(1, running + 1):
                self.add(f"casa000{number}", f"Casa {number}")
                house = RealHouse()
                self.houses.append(house)
                (self.folder / f"sockets/casa000{number}.sock").symlink_to(house.folder / "domo.sock")
            self.start_web()
        except BaseException:
            self.close()
            raise

    def start_web(self):
        options = ["--fleet", "--postgres", self.postgres.page_url, "--sockets", self.folder / "sockets", "--listen", "127.0.0.1:0"]
        self.web = Program(self.folder, "domo-web", options, self.environment)
        self.url = self.web.wait_for(r"^domo-fleet-web: listening on (\S+)")

    def close(self):
        failures = []
        for stop in [self.web and self.web.stop, *[house.close for house in self.houses], self.postgres and self.postgres.close]:
            try:
                if stop:
                    stop()
            except Exception as failure:  # noqa: BLE001 - the others are stopped too
                failures.append(str(failure))
        shutil.rmtree(self.folder)
        if failures:
            raise AssertionError("; ".join(failures))

    def sql(self, script):
        return self.postgres.sql(script)

    def person(self, *words, fails=False):
        return self.run("person", *words, fails=fails)

    def run(self, *words, fails=False):
        """A command of domo-fleet that works on the directory in PostgreSQL."""
        words = [PROGRAMS / "domo-fleet", *words, "--postgres", self.postgres.url]
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if fails:
            return done
        if done.returncode:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
        return done.stdout.strip()

    def add(self, house, name, tenant="Norte"):
        self.run("tenant", "house", tenant, house, name)

    def report(self, house, alarms=0, stale=0, minutes=0):
        """As if the house had reported so many minutes ago."""
        self.sql(
            f"""INSERT INTO fleet.house_state (house, database, cursor, stored, sent, version, alarms, stale)
            VALUES ('{house}', 'db', 1, (extract(epoch FROM now()) * 1000)::bigint - {minutes} * 60000, 0, '2026.3', {alarms}, {stale})
            ON CONFLICT (house) DO UPDATE SET stored = excluded.stored, alarms = excluded.alarms, stale = excluded.stale;
            INSERT INTO fleet.presence (house, online, since) SELECT house, true, stored FROM fleet.house_state WHERE house = '{house}'
            ON CONFLICT (house) DO UPDATE SET since = excluded.since"""
        )

    def leave_out(self, house, records):
        """As if the house had sent so many records more than it may today."""
        self.sql(
            "INSERT INTO fleet.house_day (house, records, octets, gaps, databases, bad, records_out, bad_out, first, last) "
            f"VALUES ('{house}', 250000, 1, 0, 0, 0, {records}, 0, 1000, 2000)"
        )

    def know(self, is_known=True):
        """Whether somebody listens to the servers of the fleet."""
        self.sql(f"UPDATE fleet.presence_listener SET confirmed = CASE WHEN {is_known} THEN (extract(epoch FROM now()) * 1000)::bigint + 86400000 ELSE 0 END")

    def add_many(self, count, tenant="Norte"):
        """Houses torre00001 … that report: each tenth has alarms, each seventh has stale links, each fifth is away."""
        self.sql(
            f"""INSERT INTO fleet.house (id, tenant, name, folded)
            SELECT 'torre' || to_char(n, 'FM00000'), (SELECT id FROM fleet.tenant WHERE name = '{tenant}'), 'Torre ' || n, 'torre ' || n FROM generate_series(1, {count}) n;
            INSERT INTO fleet.house_state (house, database, cursor, stored, sent, version, alarms, stale)
            SELECT 'torre' || to_char(n, 'FM00000'), 'db', 1, (extract(epoch FROM now()) * 1000)::bigint - CASE WHEN n % 5 = 0 THEN 7200000 ELSE 1000 END, 0,
                '2026.3', CASE WHEN n % 10 = 0 THEN 2 ELSE 0 END, CASE WHEN n % 7 = 0 THEN 1 ELSE 0 END FROM generate_series(1, {count}) n
            ON CONFLICT DO NOTHING;
            INSERT INTO fleet.presence (house, online, since) SELECT house, stored > (extract(epoch FROM now()) * 1000)::bigint - 60000, stored
            FROM fleet.house_state WHERE house LIKE 'torre%' ON CONFLICT DO NOTHING;
            ANALYZE"""
        )

    def record(self, house, element, values):
        """A value for each of the last hours, the newest last."""
        rows = ", ".join(
            f"((extract(epoch FROM now()) * 1000)::bigint / 3600000 * 3600000 - {len(values) - 1 - index} * 3600000, {index + 1}, s, 'reading', '{element}', '{value}', '{{}}')"
            for index, value in enumerate(values)
        )
        rows = rows.replace(", s, ", f", (SELECT id FROM fleet.source WHERE house = '{house}'), ")
        self.sql(
            f"""INSERT INTO fleet.source (house, database) VALUES ('{house}', 'db') ON CONFLICT DO NOTHING;
            INSERT INTO fleet.report (time, record, source, kind, element, value, line) VALUES {rows}"""
        )

    # The API, as a program uses it

    def ask(self, method, path, body=None, token=None, headers=None):
        """The status and the JSON of a response."""
        headers = {"Authorization": "Bearer " + (token or self.token), **(headers or {})}
        if body is not None:
            headers["Content-Type"] = "application/json"
        url = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=TIMEOUT)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            content = json.loads(text) if text.startswith(b"{") else text.decode()
            if path.startswith("/api/"):
                self.answers.append({"method": method, "path": path, "status": answer.status, "type": answer.getheader("Content-Type"), "content": content})
            return answer.status, content
        finally:
            connection.close()

    def adopt(self, number, role="act", token=None):
        """Gives Ana a token of a running house."""
        given, _ = self.houses[number - 1].token(role, code=False)
        status, session = self.ask("PUT", f"/api/v1/houses/casa000{number}/token", {"token": given}, token)
        assert status == 200, session
        return session

    def finished(self, number):
        """An order to a set of houses, when it is over."""
        return wait(lambda: (lambda found: found if found.get("over") else None)(self.ask("GET", f"/api/v1/orders/{number}")[1]), f"the end of order {number}")
