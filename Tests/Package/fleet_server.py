"""The package with which somebody looks after many houses."""

from installing import Installing

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
        check("apt purge", run(f"apt-get purge -y -q {name}", seconds=120))
        left = run("ls -d " + " ".join(FOLDERS.values()) + " 2>/dev/null").output.split()
        check("its secrets are gone", left)
        check("domo stays", run("domo status"))
