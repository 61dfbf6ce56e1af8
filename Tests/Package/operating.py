"""The daemon under the real systemd: start, reload, watchdog, socket, credentials, sandbox, log, backup, scenes."""

import json
import pathlib
import re
import sys
import time
import urllib.parse

from debian_root import run as run_here
from debian_root import wait
from installing import Installing

HERE = pathlib.Path(__file__).resolve().parent
PORT = 18080
# The delay of the slow house server, in seconds.
DELAY = 3
PASSWORD = "s3cret-äß"
CONFIGURATION = f"""\
homes: [/etc/domo/homes, "http://127.0.0.1:{PORT}/house.xml"]
houses:
  Lenta:
    server: {{url: "http://127.0.0.1:{PORT}/orders", user: ana, password-file: secrets/gate.password, dialect: pervml}}
"""
SHORT_SCENE = """\
name "Luz y señal 50%"
set Buzzer on
log "done in the short scene"
"""
FAILING_SCENE = """\
name Falla
set Broken on
"""
missing = Installing.missing


def house(*elements):
    listed = "".join(f"<Dispositivo><Nombre>{name}</Nombre><Tipo>1</Tipo></Dispositivo>" for name in elements)
    return f"<Viviendas><Vivienda><Nombre>Lenta</Nombre>{listed}</Vivienda></Viviendas>"


class Traffic:
    """Users who run a command repeatedly."""

    PEOPLE = 4

    def __init__(self, root, command):
        self.root = root
        loop = f"while [ ! -e /run/traffic/stop ]; do {command} 2>&1 >/dev/null | tr '\\n' ' ' >>$f; echo >>$f; done"
        people = " ".join(str(person) for person in range(self.PEOPLE))
        root.run(f"mkdir /run/traffic; for p in {people}; do (f=/run/traffic/$p; {loop}; touch $f.end) >/dev/null 2>&1 & done")

    def check(self, report, what):
        """Checks that every command is answered: requests to a stopping daemon are answered by the next one."""
        self.root.run("touch /run/traffic/stop")
        wait(lambda: self.root.run("ls /run/traffic/*.end | wc -l").output.strip() == str(self.PEOPLE), 30)
        lines = self.root.run("cat /run/traffic/[0-9]; rm -rf /run/traffic").output.splitlines()
        done = [line for line in lines if not line.strip()]
        others = sorted(set(lines) - set(done))
        if len(done) < 50:
            others.append("too few commands were answered")
        report.check(f"{what}: {len(done)} answered, {len(lines) - len(done)} not", others)


class Operating:
    def __init__(self, root, report):
        self.root = root
        self.report = report
        self.server = None
        self.folder = root.folder / "house"

    def serve(self, *elements, delay=0):
        """Serves a house with these elements."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "house.xml").write_text(house(*elements))
        (self.folder / "delay").write_text(str(delay))
        (self.folder / "asked").unlink(missing_ok=True)
        if self.server is None:
            program = [sys.executable, "-B", str(HERE / "house_server.py"), str(PORT), str(self.folder)]
            self.server = self.root.start_in_network(*program)
            self.server.stdout.readline()

    def close(self):
        if self.server:
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()
            self.server = None

    def drop_in(self, unit, text):
        """Writes a drop-in for a unit, or removes it if there is no text."""
        file = self.root.file(f"/etc/systemd/system/{unit}.service.d/test.conf")
        if text:
            self.root.put(f"/etc/systemd/system/{unit}.service.d/test.conf", text)
        else:
            file.unlink(missing_ok=True)
        self.root.run("systemctl daemon-reload")

    def journal(self, arguments):
        return self.root.run(f"journalctl --quiet --output cat {arguments}").output

    # Groups of checks

    def credentials_and_readiness(self):
        """start: credentials, and ready only when the houses are loaded and the socket answers"""
        check, root, run = self.report.check, self.root, self.root.run
        self.serve("Lamp", "Broken", delay=DELAY)
        root.put("/etc/domo/secrets/gate.password", PASSWORD + "\n", mode=0o600)
        root.put("/etc/domo/domod.yaml", CONFIGURATION)
        run("systemctl stop domod")
        began = time.monotonic()
        run("systemctl start --no-block domod")
        asked = wait((self.folder / "asked").exists, 10)
        check("domod reads a house from a server", bool(asked))
        check(
            "in the meantime, its unit is activating",
            self.expect("activating", root.property("domod", "ActiveState")),
        )
        # The request waits in the socket until the daemon answers it.
        early = run("domo ls")
        answered = time.monotonic() - began
        check(f"a request in the meantime is answered, after {answered:.1f} s", missing(early, "Lenta"))
        check("but not before the houses are loaded", "" if answered >= DELAY else f"the house took {DELAY} s")
        check("then its unit is active", bool(wait(lambda: root.is_active("domod"), 5)))
        check("systemctl status counts both houses", missing(run("systemctl status domod"), "2 houses, 17 elements"))
        began = time.monotonic()
        restarted = run("systemctl restart domod && domo ls")
        took = time.monotonic() - began
        check("systemctl restart returns when the houses are loaded", missing(restarted, "Lenta"))
        check(f"after {took:.1f} s", "" if took >= DELAY else f"the house took {DELAY} s")

        self.serve("Lamp", "Broken")
        orders = self.folder / "orders"
        orders.unlink(missing_ok=True)
        ordered = run("domo set Lenta/Lamp on")
        check("an order reaches the server that requires a password", ordered)
        import base64

        wanted = "Basic " + base64.b64encode(f"ana:{PASSWORD}".encode()).decode()
        got = orders.read_text() if orders.exists() else "no order arrived"
        check("with the password from /etc/domo/secrets, which only root can read", missing(got, wanted))
        check("the user domo can't read that file", [] if not run("cat /etc/domo/secrets/*", user="domo") else "it can")
        check("nothing shows the password", [
            what
            for what in ("domo --json status", "journalctl -u domod", "systemctl show domod", "domo doctor")
            if PASSWORD in run(what).output
        ])

    def reload(self):
        """systemctl reload"""
        check, root, run = self.report.check, self.root, self.root.run
        process = root.property("domod", "MainPID")
        self.serve("Lamp", "Broken", "Door", delay=DELAY)
        began = time.monotonic()
        reloaded = run("systemctl reload domod && domo show Lenta/Door")
        took = time.monotonic() - began
        check("it returns when the new houses are active", missing(reloaded, "Door"))
        check(f"after {took:.1f} s", "" if took >= DELAY else f"the house took {DELAY} s")
        self.serve("Lamp", "Broken", "Door")
        root.put("/etc/domo/homes/broken.xml", "<Viviendas><Vivienda>")
        failed = run("systemctl reload domod")
        check("it fails for an invalid house file", "" if not failed else "it did not fail")
        check("the log names the file", missing(self.journal("-u domod -n 20"), "broken.xml"))
        check("the previous houses are still active", missing(run("domo ls"), "Vivienda eficiente", "Lenta"))
        check("domod is active", bool(wait(lambda: root.is_active("domod"), 5)))
        root.file("/etc/domo/homes/broken.xml").unlink()
        check("it succeeds once the file is removed", run("systemctl reload domod"))
        check("domod was not restarted", self.expect(process, root.property("domod", "MainPID")))

    def socket_activation(self):
        """socket activation"""
        check, root, run = self.report.check, self.root, self.root.run
        run("systemctl stop domod")
        check("domod is stopped", self.expect("inactive", root.property("domod", "ActiveState")))
        check("its socket is still active", bool(root.is_active("domod.socket")))
        check("an order starts it", run("domo set Buzzer on"))
        check("and is carried out", bool(root.is_active("domod")))
        process = root.property("domod", "MainPID")
        # To a server that keeps running without the daemon, unlike the simulated house.
        traffic = Traffic(root, "domo set Lenta/Lamp on")
        for _ in range(6):
            run("systemctl restart domod; sleep 0.3")
        traffic.check(self.report, "orders during 6 restarts")
        check("domod was restarted", "" if root.property("domod", "MainPID") != process else "the process is the same")

    def watchdog(self):
        """watchdog"""
        check, root, run = self.report.check, self.root, self.root.run
        for unit in ("domod", "domo-web"):
            self.drop_in(unit, "[Service]\nWatchdogSec=3s\n")
        run("systemctl restart domod domo-web")
        # Longer than the timeout of the watchdog.
        processes = {unit: root.property(unit, "MainPID") for unit in ("domod", "domo-web")}
        time.sleep(4.5)
        for unit, process in processes.items():
            check(f"{unit} sends heartbeats", self.expect(process, root.property(unit, "MainPID")))
        stopped = time.monotonic()
        run("kill -STOP " + " ".join(processes.values()))
        for unit, process in processes.items():
            bitten = wait(lambda unit=unit: "watchdog" in self.journal(f"-u {unit} --since '-1min'").lower(), 15, 0.3)
            check(f"the watchdog detects that {unit} is stopped by SIGSTOP", bool(bitten))
            back = wait(
                lambda unit=unit, process=process: root.property(unit, "ActiveState") == "active"
                and root.property(unit, "MainPID") not in ("0", process),
                30,
                0.3,
            )
            took = time.monotonic() - stopped
            check(f"and restarts it, {took:.1f} s after the SIGSTOP", bool(back))
            check("only once", self.expect("1", root.property(unit, "NRestarts")))
        check("domo works again", missing(run("domo ls"), "Vivienda eficiente"))
        for unit in processes:
            self.drop_in(unit, None)
        run("systemctl restart domod domo-web")

    def restarts(self):
        """restarts"""
        check, root, run = self.report.check, self.root, self.root.run
        process = root.property("domod", "MainPID")
        run(f"kill -KILL {process}")
        back = wait(lambda: root.is_active("domod") and root.property("domod", "MainPID") not in ("0", process), 20, 0.2)
        check("a killed daemon is restarted", bool(back))
        root.put("/etc/domo/domod.yaml", CONFIGURATION + "nonsense: 1\n")
        check("with an invalid configuration it starts", run("systemctl restart domod"))
        check("and serves the last good version", missing(run("domo ls -r").output, "Louver", "domo status"))
        check("systemctl status says so", missing(run("systemctl status domod"), "can't be loaded"))
        check("a reload fails", "" if run("systemctl reload domod").status else "it did not")
        check("the log says what is wrong, and where", missing(self.journal("-u domod -n 20"), "nonsense", "domod.yaml:"))
        root.put("/etc/domo/domod.yaml", CONFIGURATION)
        repaired = wait(lambda: "loading failed" not in run("domo status").output, 30, 0.5)
        check("once it is corrected, it is loaded by itself", bool(repaired))

    def sandbox(self):
        """the sandbox"""
        root, run = self.root, self.root.run
        probe = (HERE / "sandbox_probe.sh").read_text()
        root.put("/usr/local/bin/domo-probe", probe, mode=0o755)
        run("echo seen > /tmp/domo-probe-file")
        # Make sure that the sandbox denies access, and not file permissions.
        open_places = ("/etc", "/etc/domo", "/usr/lib", "/var/log", "/var/backups", "/home")
        for place in open_places:
            run(f"install -d -m 777 {place}/domo-probe")
        run("echo private > /home/domo-probe/file; chmod 755 /root; chmod 644 /root/.profile")
        names = set(re.findall(r"^try (\S+)", probe, re.MULTILINE))
        protections = {"no-capabilities", "no-new-privileges", "filtered-system-calls"}
        may = {
            "domod": {"write-state", "write-runtime", "write-houses", "read-state", "read-credential"} | protections,
            "domo-web": {"write-web-runtime"} | protections,
        }
        for unit, allowed in may.items():
            self.drop_in(unit, "[Service]\nExecStartPre=/usr/local/bin/domo-probe\n")
            run(f"systemctl restart {unit}")
            lines = wait(lambda unit=unit: self.probed(unit), 5) or self.journal(f"-u {unit} -n 60")
            self.drop_in(unit, None)
            found = dict(re.findall(r"^probe (\S+) (yes|no)$", lines, re.MULTILINE))
            known = {name for name, answer in found.items() if answer == "yes"} - {"end"}
            self.report.check(f"{unit} in its sandbox: all {len(names)} attempts were made", sorted(names - set(found)))
            self.report.check(f"{unit} can't do more than it needs", sorted(known - allowed))
            self.report.check(f"{unit} can do what it needs: {', '.join(sorted(allowed - protections))}", sorted(allowed - known))
        # The same attempts as root outside of the sandbox must succeed, otherwise they would prove nothing.
        outside = set(re.findall(r"^probe (\S+) yes$", run("/usr/local/bin/domo-probe").output, re.MULTILINE))
        possible = names - protections - {"read-credential", "packet-sockets", "new-namespace", "mount"}
        self.report.check("outside of the sandbox root can do everything", sorted(possible - outside))
        run("systemctl restart domod domo-web; chmod 700 /root; "
            "rm -rf /tmp/domo-probe-file /usr/local/bin/domo-probe " + " ".join(f"{place}/domo-probe" for place in open_places))

    def probed(self, unit):
        """The output of the probe; None until it is complete."""
        lines = self.journal(f"-u {unit} --since '-30s'")
        return lines if "probe end" in lines else None

    def system_calls(self):
        """the system call filter"""
        check, root, run = self.report.check, self.root, self.root.run
        # Make a filtered call kill the program.
        strict = "[Service]\nSystemCallErrorNumber=kill\n"
        for unit in ("domod", "domo-web"):
            self.drop_in(unit, strict)
        run("systemctl restart domod domo-web")
        processes = {unit: root.property(unit, "MainPID") for unit in ("domod", "domo-web")}
        token = run("domo --json token new Probe --role act").output
        found = re.search(r'"(?:token|secret)":"([^"]+)"', token)
        run("rm -f /tmp/copy.sqlite")
        did = [
            line
            for line in (
                "domo ls -r",
                "domo set Louver up --wait confirmed",
                "domo set Lenta/Lamp off",
                "domo reload",
                "domo history Louver",
                "domo orders",
                "domo scenes",
                "domo calendar",
                "domo status",
                "domo doctor",
                "domo backup /tmp/copy.sqlite",
                "domo restore /tmp/copy.sqlite --yes",
                "domo export >/dev/null",
                "systemctl reload domod",
            )
            if not run(line)
        ]
        check("all commands of domo work", did)
        page = self.page_answer("/api/v1/places", found.group(1) if found else "none")
        check("and the page works with a token", missing(page, " 200 ", "Louver"))
        for unit, process in processes.items():
            check(f"no system call of {unit} was filtered", self.expect(process, root.property(unit, "MainPID")))
        check("no program was killed by SIGSYS", "SYS" in self.journal("--since '-1min' --grep 'SIGSYS|31/SYS'") or None)
        # A program that makes a filtered call must be killed, otherwise the test would prove nothing.
        self.drop_in("domod", strict + "ExecStartPre=/usr/bin/mount -t tmpfs none /tmp\n")
        run("systemctl restart domod")
        check("a program that mounts is killed", missing(self.journal("-u domod -n 10"), "31/SYS"))
        for unit in processes:
            self.drop_in(unit, None)
        run("systemctl restart domod domo-web")

    def page_answer(self, path, token):
        request = f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nAuthorization: Bearer {token}\\r\\n\\r\\n"
        program = f'$s = IO::Socket::INET->new("127.0.0.1:8480") or die; print $s "{request}"; print <$s>'
        return self.root.run(f"perl -MIO::Socket::INET -e '{program}'")

    def knx(self):
        """a KNX house under the system call filter"""
        check, root, run = self.report.check, self.root, self.root.run
        self.drop_in("domod", "[Service]\nSystemCallErrorNumber=kill\n")
        root.put("/etc/domo/domod.yaml", "homes: /usr/share/domo/homes/knx/vivienda-eficiente-knx.xml\n")
        check("domod starts with it", run("systemctl restart domod"))
        process = root.property("domod", "MainPID")
        check("an order is confirmed by the bus", run("domo set Louver up --wait confirmed"))
        # Loopback is the only network of the root.
        for command in ("link set lo multicast on", "route add 224.0.0.0/4 dev lo"):
            run_here("nsenter", "-t", str(root.leader), "-n", "ip", *command.split())
        check("the interface is discovered", missing(run("domo knx discover"), "domo-sim"))
        root.put(
            "/etc/domo/domod.yaml",
            "homes: /usr/share/domo/homes/knx/vivienda-eficiente-knx.xml\nserver: {kind: knx, url: \"knx+routing://\"}\n",
        )
        check("a reload switches to multicast", run("domo reload"))
        check("an order is sent", run("domo set Louver down"))
        check("no system call was filtered, with tunnel or multicast", self.expect(process, root.property("domod", "MainPID")))
        self.drop_in("domod", None)
        root.put("/etc/domo/domod.yaml", CONFIGURATION)
        run("systemctl restart domod")

    def page_over_tls(self):
        """the page over TLS, with a key that only root can read"""
        check, root, run = self.report.check, self.root, self.root.run
        made = run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost "
            "-addext subjectAltName=DNS:localhost -keyout /etc/domo/web/key.pem -out /etc/domo/web/cert.pem; "
            "chmod 600 /etc/domo/web/key.pem"
        )
        check("certificate and key are created in /etc/domo/web", made)
        before = root.file("/etc/default/domo-web").read_text()
        # Use the example in the file.
        proposed = re.search(r'^#\s+(DOMO_WEB_OPTIONS=".*--certificate.*")$', before, re.MULTILINE)
        root.put("/etc/default/domo-web", proposed.group(1) + "\n" if proposed else "")
        check("domo-web starts with the example options of /etc/default/domo-web", run("systemctl restart domo-web"))
        request = "GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n"
        answer = run(
            f"printf '{request}' | timeout 10 openssl s_client -quiet -verify_return_error -CAfile /etc/domo/web/cert.pem "
            "-verify_hostname localhost -connect 127.0.0.1:8443"
        )
        check("the page answers over TLS", missing(answer, " 200 "))
        root.put("/etc/default/domo-web", before)
        run("systemctl restart domo-web")

    def log(self):
        """the log"""
        check, run = self.report.check, self.root.run
        run("domo set Lenta/Broken on")
        path = "Lenta/Broken"
        entries = [json.loads(line) for line in run(f"journalctl -q -o json DOMO_ELEMENT={path}").output.splitlines()]
        check("a failed order is found by DOMO_ELEMENT=", [] if entries else "no entry")
        entry = entries[-1] if entries else {}
        wanted = {"PRIORITY": "4", "SYSLOG_IDENTIFIER": "domod", "_SYSTEMD_UNIT": "domod.service", "DOMO_ELEMENT": path}
        check("as a warning of domod with its fields", [
            f"{name}={entry.get(name)}" for name, value in wanted.items() if entry.get(name) != value
        ])
        check("with the number and the principal of the order", [name for name in ("DOMO_ORDER", "DOMO_BY") if not entry.get(name)])
        check("domo log --element shows it", missing(run(f"domo log --element {path}"), "failed"))
        run("domo set FloodingSecurity on")
        noise = self.journal("-u domod -u domo-web --grep 'thread priority'")
        check("the Swift runtime logs nothing", noise.splitlines()[:3])
        logged = wait(lambda: self.journal("DOMO_SCENE=Inundación"), 10)
        check("messages of a scene are found by DOMO_SCENE=", missing(logged, "suministro cortado"))
        check("domo log --scene shows it", missing(run("domo log --scene Inundación"), "suministro cortado"))
        run("domo set FloodingSecurity off")

    def scenes(self):
        """domo-scene@.service"""
        check, root, run = self.report.check, self.root, self.root.run
        root.put("/etc/domo/homes/scenes/corta.domo", SHORT_SCENE)
        # Broken is in the server's house, which has no folder: the scene uses its full path.
        root.put("/etc/domo/homes/scenes/falla.domo", FAILING_SCENE.replace("Broken", "Lenta/Broken"))
        check("two new scenes are loaded", run("systemctl reload domod"))
        run("domo set Buzzer off")
        unit = run("systemd-escape --template domo-scene@.service 'Luz y señal 50%'").output.strip()
        check("a scene whose name has spaces, accents and a percent sign runs", run(f"systemctl start '{unit}'"))
        check("it has ended when systemctl returns", missing(run("domo show Buzzer"), "on"))
        check("and its messages are in the journal", missing(self.journal("-u domod -n 20"), "done in the short scene"))
        check("the unit of a failing scene fails", "" if not run("systemctl start domo-scene@Falla") else "it did not")
        check("so does that of an unknown scene", "" if not run("systemctl start domo-scene@Nobody") else "it did not")
        run("systemctl reset-failed")

    def backup(self):
        """domo-backup.timer"""
        check, root, run = self.report.check, self.root, self.root.run
        next_time = run("systemctl list-timers --no-legend domo-backup.timer").output
        check("the timer is scheduled", missing(next_time, "domo-backup.service"))
        run("cd /var/backups/domo && for d in 01 02 03 04 05 06 07 08; do mkdir 2020-01-$d; done")
        check("the backup succeeds", run("systemctl start domo-backup.service"))
        today = run("date +%F").output.strip()
        folder = root.file(f"/var/backups/domo/{today}")
        listed = run(f"tar -tf /var/backups/domo/{today}/domo.tar").output
        check("it contains database, state and configuration", missing(
            listed, "history.sqlite", "state/tokens", "configuration/domod.yaml", "default/domo-web"
        ))
        run(f"tar -C /packages -xf /var/backups/domo/{today}/domo.tar history.sqlite")
        copy = str(root.file("/packages/history.sqlite"))
        sound = run_here("sqlite3", copy, "PRAGMA integrity_check; SELECT count(*) > 0 FROM orders")
        check("the database is intact and has orders", self.expect("ok\n1", sound.output.strip()))
        check("it contains no secrets", ["secrets"] * ("gate" in listed or "secrets" in listed))
        check("nobody else can read it", self.expect("700 domo", run(f"stat -c '%a %U' /var/backups/domo/{today}").output.strip()))
        kept = run("ls /var/backups/domo").output.split()
        check("the backups of 7 days are kept", self.expect("7", str(len(kept))))
        doctor = run("domo doctor")
        check("domo doctor finds it, and reports no problem", missing(doctor, "backup") + ([] if doctor else [str(doctor)]))
        check("a second backup on the same day replaces it", run("systemctl start domo-backup.service"))

    def reboot(self):
        """a reboot"""
        check, root, run = self.report.check, self.root, self.root.run
        self.close()
        root.put("/etc/domo/domod.yaml", CONFIGURATION.replace(f', "http://127.0.0.1:{PORT}/house.xml"', ""))
        # Its house is gone.
        run("rm -f /etc/domo/homes/scenes/falla.domo")
        check("the house is loaded", run("domo reload"))
        # The daemon copies the files of a start after a moment, those of a reload at once.
        house = root.file("/etc/domo/homes/vivienda-eficiente.xml").read_text()
        kept = "/var/lib/domo/last-good/files/etc/domo/homes/vivienda-eficiente.xml"
        check("its files are kept", bool(wait(lambda: root.file(kept).exists(), 30)))
        run("domo set HomeMessaging 'before the reboot'")
        # A typo that nobody notices until the next power cut.
        root.put("/etc/domo/homes/vivienda-eficiente.xml", house.replace("</Vivienda>", "</Viviend>", 1))
        root.power_off()
        root.boot()
        check("with a typo in the house file, the house is there", bool(wait(lambda: "Louver" in run("domo ls -r").output, 20)))
        check("and domo says that the file can't be loaded", missing(run("domo status"), "loading failed", "vivienda-eficiente.xml"))
        check("domo doctor fails", "" if run("domo doctor").status == 69 else "it did not")
        check("an order is carried out", run("domo set Louver up"))
        root.put("/etc/domo/homes/vivienda-eficiente.xml", house)
        repaired = wait(lambda: "loading failed" not in run("domo status").output, 30, 0.5)
        check("the corrected file is loaded by itself", bool(repaired))
        units = ("domod.socket", "domod.service", "domo-web.service", "domo-notify.service", "domo-backup.timer")
        check("all units are active after it", [unit for unit in units if not wait(lambda unit=unit: root.is_active(unit), 20)])
        check("the reading is restored", missing(run("domo show HomeMessaging"), "before the reboot"))
        check("and the order is in the history", missing(run("domo orders HomeMessaging"), "before the reboot"))

    @staticmethod
    def expect(wanted, found):
        return "" if wanted == found else f"expected {wanted!r}, found {found!r}"
