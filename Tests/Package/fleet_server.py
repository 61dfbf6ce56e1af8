"""The package with which somebody looks after many houses, and the guide to it, with a real nats-server and PostgreSQL."""

import os
import pathlib
import re
import shutil
import sys

from debian_root import wait
from installing import Installing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Guide"))
import guide  # noqa: E402

# The guide's commands are those of a user; there is no sudo in a bare system.
SUDO = """sudo() {
    if [ "$1" = -u ]; then
        shift
        runuser -u "$1" -- "${@:2}"
    else
        "$@"
    fi
}
"""
# nats.io's own unit is longer.
NATS_UNIT = """[Service]
ExecStart=/usr/local/bin/nats-server -c /etc/nats/nats.conf
DynamicUser=yes
StateDirectory=nats
"""

PROGRAMS = ("domo-fleet-store", "domo-fleet-web")
UNITS = (*PROGRAMS, "domo-fleet-enrolment")
# Those with the secrets of each user.
FOLDERS = {
    "domo-fleet-store": "/etc/domo-fleet",
    "domo-fleet-web": "/etc/domo-fleet-web",
    "domo-fleet-operator": "/var/lib/domo-fleet-operator",
}


class FleetServer:
    def __init__(self, root, report, package):
        self.root = root
        self.report = report
        self.package = package

    @staticmethod
    def add_programs(root):
        """nats-server into the root, while it is stopped."""
        program = root.file("/usr/local/bin/nats-server")
        shutil.copy(os.environ["DOMO_NATS_SERVER"], program)
        program.chmod(0o755)
        root.fetch("--no-install-recommends", "postgresql", "openssl", "ca-certificates", "curl")

    def package_of_its_own(self):
        """the package domo-fleet-server"""
        check, run = self.report.check, self.root.run
        name = self.package.name.split("_")[0]
        check("apt install", run(f"apt install -y -q --no-install-recommends /packages/{self.package.name}", seconds=300))
        check("every program starts, and finds all its libraries", [
            program for program in PROGRAMS
            if not run(f"/usr/bin/{program} --version") or "not found" in run(f"ldd /usr/bin/{program}").output
        ])
        check("domo-fleet store runs the worker", Installing.missing(run("domo-fleet store --help"), "PostgreSQL"))
        check("domo-web --fleet runs the page of all houses", Installing.missing(run("domo-web --fleet --help"), "--postgres"))
        check("its man pages", [
            program for program in PROGRAMS if not run(f"test -f /usr/share/man/man8/{program}.8.gz")
        ])
        units = " ".join(f"{unit}.service" for unit in UNITS)
        verified = run(f"systemd-analyze --man=no verify {units}")
        check("systemd-analyze verify finds no problems", (verified.output.strip() or None) if verified else str(verified))
        check("its units wait until they are enabled", [] if run(f"systemctl is-enabled {units}").output.split() == ["disabled"] * len(UNITS)
              else "they are enabled")
        for unit in UNITS:
            # Programs may ask whether the clock is synchronized, which ProtectClock= forbids.
            most = 1.7 if unit in PROGRAMS else 1.5
            rating = run(f"systemd-analyze security --threshold={round(10 * most)} {unit}.service")
            check(f"exposure of {unit}: at most {most}", rating)
        for user, folder in FOLDERS.items():
            check(f"the user {user}, and its folder", run(f"id {user} && test -d {folder}"))
        check("dpkg --verify finds no changed files", run(f"dpkg --verify {name}").output.strip())
        check("the operator's folder is root's, the register the service's", self.owners("/var/lib/domo-fleet-operator", {
            ".": "root:domo-fleet-operator 750", "houses": "domo-fleet-operator:domo-fleet-operator 700",
        }))

    def owners(self, folder, expected):
        """What differs from the expected owners and modes."""
        found = {name: self.root.run(f"stat -c '%U:%G %a' {folder}/{name}").output.strip() for name in expected}
        return [f"{name}: {found[name]}" for name in expected if found[name] != expected[name]]

    def ownership(self):
        """What the user of the enrolment service can do to the operator's files."""
        folder = "/var/lib/domo-fleet-operator"
        shared, private = "root:domo-fleet-operator 640", "root:root 600"
        files = {name: shared for name in ("fleet.json", "house.seed", "enrolment")}
        for name in ("fleet.conf", "operator.seed", "account.seed", "system.seed", "code.seed", "revoked.json"):
            files[name] = private
        self.report.check("the operator's files are root's", self.owners(folder, files))
        attacks = [f"{step} {folder}/{name}" for name in files for step in ("rm -f", "truncate -s 0", "touch", "ln -sfn /etc/passwd")]
        attacks += [f"mv {folder}/{name} {folder}/stolen" for name in (*files, "users", "houses")]
        done = [attack for attack in attacks if self.root.run(f"runuser -u domo-fleet-operator -- {attack}")]
        self.report.check("the enrolment service can replace none of them", done)

    def guide(self):
        """the guide "Many houses", command by command"""
        check, root, run = self.report.check, self.root, self.root.run
        check("apt install postgresql", run("apt install -y -q --no-install-recommends postgresql openssl ca-certificates curl", seconds=300))
        page = guide.MANUAL / "Guide/GuideFleet.md"
        found = {block.line: block for block in guide.blocks(page)}
        shell = [block for block in found.values() if block.language == "sh"]
        init, database, enrolment, add, house, order, site, people = shell[:8]
        self.servers(next(block.text for block in found.values() if "server_name:" in block.text), init)
        for block in (database, enrolment):
            self.follow(block)
        # As the guide says: this machine may have no time service.
        run("echo OPTIONS=--trust-clock >> /etc/domo-fleet/store.env && systemctl restart domo-fleet-store")
        check("the worker and the enrolment run", root.is_active("domo-fleet-store", "domo-fleet-enrolment"))
        added = self.follow(add)
        code = next((word for word in added.output.split() if word.startswith("domo1.")), "")
        check("it prints a code", "" if code else str(added))
        made = self.follow_line(house, "domo token new")
        token = next((word for word in made.output.split() if re.fullmatch(r"[\w-]{40,}", word)), "")
        check("it prints a token", "" if token else str(made))
        self.follow_line(house, "/dev/stdin", text=f"{token}\n")
        self.follow_line(house, "domo-fleet enroll", text=f"{code}\n")
        self.follow_line(house, "systemctl enable")
        connected = wait(lambda: "connected to the fleet" in root.property("domo-fleet", "StatusText"))
        check("the house is connected to the fleet", "" if connected else run("journalctl -u domo-fleet").output)
        # What earlier checks have left may be a problem.
        doctor = run("domo doctor").output
        check("domo doctor sees the connection", "" if re.search(r"^ok +domo-fleet +connected", doctor, re.M) else doctor)
        self.ownership()
        listed = run("domo-fleet house list")
        house_id = next((word for word in listed.output.split() if re.fullmatch(r"calle\w+", word)), "")
        check("domo-fleet house list shows it", "" if house_id else str(listed))
        self.orders(order, house_id)
        self.follow(site)
        tenants = "runuser -u domo-fleet-store -- domo-fleet tenant list --postgres 'postgresql:///fleet?host=/run/postgresql'"
        appeared = wait(lambda: f"without a tenant: {house_id} Calle Mayor 12" in run(tenants).output, 60, 0.5)
        check("the house appears with its name", "" if appeared else str(run(tenants)))
        self.follow(people, lambda text: text.replace("callem7k2p", house_id))
        served = wait(lambda: 'class="fleet"' in run("curl -s http://127.0.0.1:8490/").output, 30, 0.5)
        check("the page of all houses is served", "" if served else str(run("curl -si http://127.0.0.1:8490/")))
        count = "runuser -u domo-fleet-store -- psql -tA fleet -c 'SELECT count(*) > 0 FROM fleet.report'"
        stored = wait(lambda: run(count).output.strip() == "t")
        check("its reports are in PostgreSQL", "" if stored else str(run(count)))
        run("systemctl disable --now domo-fleet nats")

    def servers(self, text, init):
        """One server, with a certificate of an authority that the machine knows."""
        root, run = self.root, self.root.run
        self.follow(init)
        run("echo 127.0.0.1 fleet.example.org >> /etc/hosts")
        made = run(
            "mkdir -p /etc/nats && cd /etc/nats && openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout n1.key -out n1.pem "
            "-subj /CN=fleet.example.org -addext subjectAltName=DNS:fleet.example.org 2>&1 && chmod 644 n1.key && "
            "cp n1.pem /usr/local/share/ca-certificates/fleet.crt && update-ca-certificates && "
            "cp /var/lib/domo-fleet-operator/fleet.conf . && chmod 644 fleet.conf"
        )
        self.report.check("a certificate for the server", made)
        text = re.sub(r"cluster \{.*?\n\}\n", "", text, flags=re.DOTALL).replace("/var/lib/nats/js", "/var/lib/nats")
        root.put("/etc/nats/nats.conf", text)
        root.put("/etc/systemd/system/nats.service", NATS_UNIT)
        run("systemctl daemon-reload; systemctl start nats")
        self.report.check("nats-server runs with the configuration of the guide", root.is_active("nats"))

    def orders(self, block, house_id):
        check, run = self.report.check, self.root.run
        token = next((word for word in run("domo token new installer --role act").output.split()
                      if re.fullmatch(r"[\w-]{40,}", word)), "")
        for line in block.text.splitlines():
            done = self.follow_line(block, line, text=f"{token}\n", change=lambda text: text.replace("callem7k2p", house_id))
        check("it shows the house", Installing.missing(done, "GradualLighting"))

    def follow(self, block, change=lambda text: text):
        done = self.root.run(["bash", "-c", f"set -eu\ncd /\n{SUDO}{change(block.text)}"], seconds=120)
        self.report.check(f"GuideFleet:{block.line}: {block.text.strip().splitlines()[0]}", done)
        return done

    def follow_line(self, block, part, text=None, change=lambda text: text):
        """The command of a block with this part."""
        line = change(next(line for line in block.text.splitlines() if part in line))
        done = self.root.run(["bash", "-c", f"set -eu\ncd /\n{SUDO}{line}"], seconds=120, text=text)
        self.report.check(f"GuideFleet:{block.line}: {line}", done)
        return done

    def removal(self):
        """domo-fleet-server is removed"""
        check, run = self.report.check, self.root.run
        name = self.package.name.split("_")[0]
        check("apt purge", run(f"apt-get purge -y -q {name}", seconds=120))
        left = run("ls -d " + " ".join(FOLDERS.values()) + " 2>/dev/null").output.split()
        check("its secrets are gone", left)
        check("domo stays", run("domo status"))
