"""The package with which somebody looks after many houses."""

from installing import Installing

PROGRAMS = ("domo-fleet-store", "domo-fleet-web")
# Those with their credentials, in /etc.
FOLDERS = {"domo-fleet-store": "domo-fleet", "domo-fleet-web": "domo-fleet-web"}


class FleetServer:
    def __init__(self, root, report, package):
        self.root = root
        self.report = report
        self.package = package

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
        check("domo-web --fleet runs the page of all houses", Installing.missing(run("domo-web --fleet --help"), "domo-fleet-web"))
        check("its man pages", [
            program for program in PROGRAMS if not run(f"test -f /usr/share/man/man8/{program}.8.gz")
        ])
        units = " ".join(f"{program}.service" for program in PROGRAMS)
        verified = run(f"systemd-analyze --man=no verify {units}")
        check("systemd-analyze verify finds no problems", (verified.output.strip() or None) if verified else str(verified))
        check("its units wait until they are enabled", [] if run(f"systemctl is-enabled {units}").output.split() == ["disabled"] * 2
              else "they are enabled")
        for program in PROGRAMS:
            rating = run(f"systemd-analyze security --threshold=15 {program}.service")
            check(f"exposure of {program}: at most 1.5", rating)
            check(f"the user {program}, and its folder", run(f"id {program} && test -d /etc/{FOLDERS[program]}"))
        check("dpkg --verify finds no changed files", run(f"dpkg --verify {name}").output.strip())
        check("apt purge", run(f"apt-get purge -y -q {name}", seconds=120))
        left = run("ls -d " + " ".join(f"/etc/{folder}" for folder in FOLDERS.values()) + " 2>/dev/null").output.split()
        check("its secrets are gone", left)
        check("domo stays", run("domo status"))
