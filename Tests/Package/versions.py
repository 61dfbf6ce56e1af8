"""Upgrade, downgrade, removal and purge, and whether the readings are kept."""

import hashlib
import json

from debian_root import run as run_here
from debian_root import wait
from installing import SOCKET_UNITS, Installing
from operating import Operating, Traffic

DATABASE = "/var/lib/domo/history.sqlite"
HOUSE = """<Houses><House><Name>Casa</Name><Device><Name>Lamp</Name><Type>1</Type></Device></House></Houses>
"""
MESSAGE = "kept from the version before"
# A future version of the database schema.
LATER = 4711
missing = Installing.missing
expect = Operating.expect


class Versions:
    def __init__(self, root, report, package, older):
        self.root = root
        self.report = report
        self.package = package
        self.older = older
        self.install = Installing(root, report, package).install

    def removal(self):
        """removal and purge"""
        check, root, run = self.report.check, self.root, self.root.run
        run(f"domo set HomeMessaging '{MESSAGE}'")
        check("apt remove", run("apt-get remove -y -q domo", seconds=120))
        check("no program is left running", run("grep -lzs '^/usr/bin/domo' /proc/[0-9]*/cmdline").output.strip())
        check("no unit is left", run("systemctl list-units --no-legend --plain 'domo*'").output.strip())
        check("the readings are kept", "" if root.file(DATABASE).exists() else f"{DATABASE} is gone")
        check("and the configuration", "" if root.file("/etc/domo/domod.yaml").exists() else "it is gone")
        check("apt install again", self.install(self.package))
        check("the reading is restored", missing(run("domo show HomeMessaging"), MESSAGE))
        check("apt purge", run("apt-get purge -y -q domo", seconds=120))
        left = run("ls -d /var/lib/domo /etc/domo /etc/default/domo-web /run/domo /run/domo-web /var/lib/domo-notify 2>/dev/null").output.split()
        check("state, configuration and sockets are gone", left)
        # Ignore the folders of the drop-ins of this test.
        links = run("find /etc/systemd/system /var/lib/systemd -name '*domo*' -not -name '*.service.d'").output.split()
        check("links to the units are gone", links)
        check("backups stay", [] if root.file("/var/backups/domo").exists() else "they are gone")
        check("the package is not installed", "" if "ii" not in run("dpkg -l domo").output else "it is")

    def moving(self):
        """a complete backup, and a fresh installation"""
        check, root, run = self.report.check, self.root, self.root.run
        check("apt install", self.install(self.package))
        run("rm /etc/domo/homes/vivienda-eficiente.xml /etc/domo/homes/scenes/*.domo /etc/domo/domod.d/demo.yaml")
        root.put("/etc/domo/homes/casa.xml", HOUSE)
        root.put("/etc/domo/homes/scenes/mine.domo", "set Lamp on\n")
        root.put("/etc/domo/domod.d/house.yaml", "links: {web: {url: 'http://127.0.0.1:9/', user: ana, password-file: secrets/pass}}\ndemo: yes\n")
        root.put("/etc/domo/secrets/pass", "s3cret\n", mode=0o600)
        check("domod takes the house", run("systemctl restart domod"))
        run("domo set Lamp on --wait confirmed")
        token = json.loads(run("domo --json token new Phone --role act").output)["token"]
        orders = run("domo --json orders").output
        check("domo backup --with-secrets", run("domo backup /packages/moving.tar --with-secrets"))
        run("apt-get purge -y -q domo; rm -rf /var/backups/domo", seconds=120)
        check("apt install on a fresh machine", self.install(self.package))
        check("with the model house", missing(run("domo ls -r"), "Louver"))
        check("domo restore refuses while domod runs", missing(run("domo restore /packages/moving.tar --yes").output, "systemctl stop"))
        run("systemctl stop domod.socket domod domo-web")
        check("domo restore", run("domo restore /packages/moving.tar --yes"))
        check("domod starts", run("systemctl start domod.socket domod domo-web"))
        listed = run("domo ls -r").output
        check("the house is the same, without the model house", missing(listed, "Lamp") + ["Louver"] * ("Louver" in listed))
        scenes = run("domo scenes").output
        check("so are the scenes", missing(scenes, "mine") + ["others"] * (len(scenes.split("\n")) > 2))
        check("and the orders", expect(orders, run("domo --json orders").output))
        check("and the tokens", missing(run("domo token list"), "Phone"))
        check("a token works", run(f"printf 'login {token}\\nls\\n' | domo -"))
        owners = run("stat -c '%a %U' /etc/domo/secrets/pass /etc/domo/homes/casa.xml /var/lib/domo/tokens").output.splitlines()
        check("the files belong to their owners", expect(["600 root", "644 domo", "600 domo"], owners))
        check("apt purge", run("apt-get purge -y -q domo", seconds=120))

    def upgrade(self):
        """upgrade from the previous version"""
        check, root, run = self.report.check, self.root, self.root.run
        check(f"apt installs {self.older.name}", self.install(self.older))
        run(f"domo set HomeMessaging '{MESSAGE}' && domo set Louver up && domo dim GradualLighting 35 --wait confirmed")
        run("domo token new Phone --role act")
        # As earlier packages had it: the group domo edits houses, and one of its members has put a link there.
        homes = "/etc/domo/homes"
        run(f"useradd -m -G domo old; chgrp -R domo {homes}; chmod 2775 {homes} {homes}/scenes")
        run(f"umask 002; echo 'log hello' >{homes}/scenes/old.domo; ln -s /etc/shadow {homes}/scenes/leak.domo", user="old")
        # Changes by the administrator.
        edited = "# Edited by the administrator.\n" + root.file("/etc/domo/domod.yaml").read_text()
        root.put("/etc/domo/domod.yaml", edited)
        run("systemctl disable --now domo-backup.timer")
        rows = self.rows()
        process = root.property("domod", "MainPID")
        traffic = Traffic(root, "domo ls")
        upgraded = self.install(self.package)
        check(f"apt upgrades to {self.package.name}", upgraded)
        check("it lists who can no longer edit houses", missing(upgraded, "adduser NAME domo-admin", "Members of the group domo: ", "old"))
        check("and names the link", missing(upgraded, f"which is not followed: {homes}/scenes/leak.domo -> /etc/shadow"))
        owners = run(f"stat -c '%U %G %a' {homes} {homes}/scenes {homes}/scenes/old.domo /etc/shadow").output.splitlines()
        check("files have the new group", expect(["domo domo-admin 2770", "domo domo-admin 2770", "domo domo-admin 664", "root shadow 640"], owners))
        check("its former author can't change it", "" if not run(f"echo x >>{homes}/scenes/old.domo", user="old") else "it was changed")
        check("scenes show nothing of the file behind the link", ["root:"] * ("root:" in run("domo scenes; domo status; journalctl -q -u domod").output))
        run(f"rm {homes}/scenes/leak.domo {homes}/scenes/old.domo; userdel -r old")
        traffic.check(self.report, "requests in the meantime")
        version = self.package.name.split("_")[1]
        check("the daemon is the new one", self.expect_new(process, version))
        check("the units are still active", [unit for unit in SOCKET_UNITS[:3] if not root.is_active(unit)])
        check("a disabled unit stays disabled", expect("disabled", run("systemctl is-enabled domo-backup.timer").output.strip()))
        check("and is not started", "" if not root.is_active("domo-backup.timer") else "it was")
        check("the edited configuration stays", "" if root.file("/etc/domo/domod.yaml").read_text() == edited else "it did not")
        kept = self.rows()
        for table, old in rows.items():
            lost = sorted(old - kept[table])
            check(f"kept: all {len(old)} rows of {table}", [str(row) for row in lost] if old else "there were none before")
        # The simulated house restarted, unlike a real one, and does not report its messages.
        check("the last message is shown", missing(run("domo show HomeMessaging"), MESSAGE))
        check("kept: the token", missing(run("domo token list"), "Phone"))

    def expect_new(self, process, version):
        wait(lambda: self.root.is_active("domod"), 10)
        if self.root.property("domod", "MainPID") == process:
            return "the old process is still running"
        return missing(self.root.run("dpkg-query -W -f '${Version}' domo"), version)

    def rows(self):
        """The rows of the database, by table."""
        copy = self.root.path / "packages/copy.sqlite"
        self.root.run("domo backup --force /packages/copy.sqlite")
        tables = ("readable_changes", "readable_orders")
        return {name: set(run_here("sqlite3", str(copy), f"SELECT * FROM {name}").output.splitlines()) for name in tables}

    def downgrade(self):
        """downgrade, with a database of a later version"""
        check, root, run = self.report.check, self.root, self.root.run
        run("systemctl stop domod.socket domod")
        file = root.file(DATABASE)
        tables = run_here("sqlite3", str(file), "PRAGMA user_version").output.strip()
        whole = run_here("sqlite3", str(file), "PRAGMA wal_checkpoint(TRUNCATE)", f"PRAGMA user_version = {LATER}")
        check("the database is marked as one of a later version", whole)
        run(f"chown domo:domo {DATABASE}*")
        digest = self.digest(file)
        beside = {path.name for path in file.parent.iterdir()}
        check(f"apt downgrades to {self.older.name}", self.install(self.older, "--allow-downgrades"))
        run("systemctl start domod.socket domod")
        answer = run("domo status").output + run("domo doctor").output + run("journalctl -q -o cat -u domod -n 30").output
        check("domo reports that a newer version of domo wrote it, and what to do", missing(answer, "newer version of domo", str(LATER), "install that version"))
        check("domo doctor fails", "" if run("domo doctor").status == 69 else "it did not")
        run("domo set Buzzer on")
        run("systemctl restart domod; systemctl stop domod.socket domod")
        check("the database is unchanged", expect(digest, self.digest(file)))
        check("no other file was created", sorted({path.name for path in file.parent.iterdir()} ^ beside))
        back = self.install(self.package)
        run("systemctl stop domod.socket domod")
        run_here("sqlite3", str(file), f"PRAGMA user_version = {tables}")
        run(f"chown domo:domo {DATABASE}*; systemctl start domod.socket domod")
        check("the later version restores everything", [str(back)] * (not back) + missing(
            run("domo show HomeMessaging"), MESSAGE
        ))

    @staticmethod
    def digest(file):
        return hashlib.sha256(file.read_bytes()).hexdigest()
