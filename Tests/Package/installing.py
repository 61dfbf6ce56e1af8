"""From a bare system to the first order, and the installed files."""

import pathlib
import re
import sys
import time

from debian_root import Ended, wait
from debian_root import run as run_here

HERE = pathlib.Path(__file__).resolve().parent

# The guide promises five minutes, but most of that is for reading.
LIMIT = 60
SOCKET_UNITS = ("domod.socket", "domod.service", "domo-web.service", "domo-notify.service", "domo-backup.timer")


class Installing:
    def __init__(self, root, report, package):
        self.root = root
        self.report = report
        self.package = package

    def install(self, package, options=""):
        return self.root.run(f"apt install -y -q {options} /packages/{package.name}", seconds=300)

    def first_order(self):
        """installation and first order, using only the commands of the guide"""
        check, run = self.report.check, self.root.run
        commands = self.guide("package")
        # The package is built already.
        wanted = [line for line in self.guide("package-build") if line.startswith("apt install")]
        check("the guide installs the package with apt", self.missing("\n".join(wanted), "apt install"))
        start = time.monotonic()
        installed = self.install(self.package)
        check(f"apt installs {self.package.name}", installed)
        if not installed:
            raise Ended("nothing else can be tested without the package")
        ordered = None
        for line in commands:
            # Nobody types faster, and the house is polled in the meantime.
            time.sleep(1)
            done = self.root.run(["bash", "-c", line])
            check(f"guide: {line}", done)
            if line.startswith("domo ls"):
                check("it shows the model house", self.missing(done, "Vivienda eficiente"))
            if line.startswith("domo set") and done and ordered is None:
                ordered = time.monotonic() - start
        check(
            "from apt install to the first order" + (f": {ordered:.1f} s" if ordered else ""),
            "" if ordered and ordered < LIMIT else f"it took more than {LIMIT} s",
        )
        check("an order is confirmed by the house, with --wait confirmed", run("domo dim GradualLighting 40 --wait confirmed"))
        # 39 % confirms it already: the lamp may be a step away.
        read = wait(lambda: "40 %" in run("domo ls Salon").output, 20, 0.5)
        check("its state is read", "" if read else run("domo ls Salon").output)

    @staticmethod
    def guide(kind):
        """The commands of the guide for users of the package."""
        listed = run_here(sys.executable, "-B", str(HERE.parent / "Guide/guide.py"), "--list", kind)
        return [line for line in listed.output.splitlines() if line] if listed else []

    def state_of_units(self):
        """units"""
        check, root = self.report.check, self.root
        inactive = [unit for unit in SOCKET_UNITS if not wait(lambda unit=unit: root.is_active(unit), 10)]
        check("socket, daemon, page and backup timer are active", inactive)
        failed = root.run("systemctl --failed --no-legend --plain").output.strip()
        check("no unit has failed", failed)
        enabled = root.run("systemctl is-enabled " + " ".join(SOCKET_UNITS)).output.split()
        check("all five are enabled", [] if enabled == ["enabled"] * 5 else enabled)
        status = root.run("systemctl status domod").output
        check("systemctl status shows houses and elements", self.missing(status, "1 house, 15 elements"))
        check("the daemon listens on the socket of domod.socket", self.missing(root.run("domo status"), "domod"))
        answer = root.run(
            "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(\"127.0.0.1:8480\") or die;"
            "print $s \"GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n\"; print <$s>'"
        ).output
        check("the page answers on port 8480", self.missing(answer, " 200 "))
        # domod and domo-fleet may ask whether the clock is synchronized, which ProtectClock= forbids.
        for unit, most in (("domod", 1.7), ("domo-web", 1.2), ("domo-notify", 1.2), ("domo-mqtt", 1.2), ("domo-fleet", 1.6)):
            rating = root.run(f"systemd-analyze security --threshold={round(10 * most)} {unit}.service")
            found = re.search(r"exposure level for \S+: ([\d.]+)", rating.output)
            level = found.group(1) if found else "unknown"
            check(f"exposure of {unit}: {level}, at most {most}", rating and (found or "no rating was printed"))
        verified = root.run("systemd-analyze --man=no verify domod.service domod.socket domo-web.service domo-notify.service domo-mqtt.service domo-fleet.service domo-backup.timer")
        check("systemd-analyze verify finds no problems", (verified.output.strip() or None) if verified else str(verified))

    def users(self):
        """users and files"""
        check, root = self.report.check, self.root
        run = root.run
        ids = run("id domo; id domo-web; id domo-notify; id domo-mqtt; id domo-fleet").output
        check("the users of the programs", self.missing(ids, "(domo)", "(domo-web)", "(domo-notify)", "(domo-mqtt)", "(domo-fleet)"))
        owners = run("ps -o user= -C domod,domo-web 2>/dev/null || stat -c %U /proc/$(systemctl show -p MainPID --value domod)")
        owned = run("stat -c '%U %G %a' /var/lib/domo /run/domo/domo.sock /etc/domo/secrets /etc/domo/notify "
                    "/etc/domo/notify.yaml /etc/domo/mqtt /etc/domo/mqtt.yaml /etc/domo/fleet /var/lib/domo-fleet").output.splitlines()
        check(
            "state, socket and secrets have the right owners",
            [] if owned == ["domo domo 700", "domo domo 660", "root root 700", "root domo-notify 750", "root domo-notify 640", "root domo-mqtt 750", "root domo-mqtt 640", "root domo-fleet 750", "domo-fleet domo-fleet 700"] else owned + [owners.output],
        )
        # The guide creates ana; eva is in no group.
        run("useradd -m eva")
        check("a user in the group domo can give an order", run("domo set Buzzer on", user="ana"))
        check("but can't reload", "" if run("domo reload", user="ana").status == 77 else "it was allowed")
        refused = run("domo set Buzzer off", user="eva")
        check(
            "another user can't, and gets a hint",
            self.missing(refused, "group domo") if refused.status == 77 else str(refused),
        )
        check("and can't see the house", "Vivienda" in run("domo ls", user="eva").output and "it was shown" or None)
        run("useradd -m -G domo ben")
        homes = "/etc/domo/homes"
        check("another user of the group domo gives orders", run("domo set Buzzer off", user="ben"))
        refused = [what for what in (f"ls {homes}", f"touch {homes}/scenes/ben.domo", f"ln -s /etc/shadow {homes}/scenes/leak.domo",
                                     f"rm -f {homes}/vivienda-eficiente.xml") if run(what, user="ben")]
        check("but neither reads nor writes houses and scenes", refused)
        check("a user of the group domo-admin does", run(f"cat {homes}/scenes/*.domo >/dev/null && touch {homes}/scenes/ana.domo && "
                                                        f"rm {homes}/scenes/ana.domo", user="ana"))
        check("with the group of the folder", self.missing(run(f"stat -c '%U %G %a' {homes} {homes}/scenes"), "domo domo-admin 2770"))
        listed = run("dpkg -L domo").output.split()
        wanted = [
            *(f"/usr/bin/{name}" for name in ("domo", "domod", "domo-web", "domo-notify", "domo-mqtt", "domo-fleet", "domo-sim", "domo-import")),
            *(f"/usr/share/man/man{page[-1]}/{page}.gz" for page in ("domo.1", "domod.8", "domo-web.8", "domo-notify.8", "domo-mqtt.8", "domo-fleet.8", "domod.yaml.5")),
            *(f"/usr/share/man/man5/{page}.gz" for page in ("domo-house.5", "domo-scenes.5")),
            "/usr/share/bash-completion/completions/domo",
            "/usr/share/zsh/vendor-completions/_domo",
            "/usr/share/fish/vendor_completions.d/domo.fish",
            "/usr/share/domo/house.xsd",
            "/usr/share/domo/dialects/pervml.yaml",
            "/usr/share/domo/homes/vivienda-eficiente.xml",
            "/usr/share/doc/domo/copyright",
            "/usr/share/doc/domo/changelog.gz",
            "/usr/share/doc/domo/domo.spdx.json",
            "/usr/share/doc/domo/guide/Install.md",
            "/usr/share/doc/domo/guide/Troubleshooting.md",
            "/usr/share/doc/domo/manual/ControlSocket.md",
        ]
        check("programs, manual, completions, samples and bill of materials", [file for file in wanted if file not in listed])
        parts = run("grep '\"name\":' /usr/share/doc/domo/domo.spdx.json").output
        check("the bill of materials lists the packages", self.missing(parts, '"domo"', '"swift-nio"', '"hummingbird"', '"libcurl4"'))
        check("dpkg --verify finds no changed files", run("dpkg --verify domo").output.strip())
        check("every program starts, and finds all its libraries", [
            name
            for name in ("domo", "domod", "domo-web", "domo-notify", "domo-mqtt", "domo-fleet", "domo-sim", "domo-import")
            if not run(f"/usr/bin/{name} --version") or "not found" in run(f"ldd /usr/bin/{name}").output
        ])

    @staticmethod
    def missing(where, *texts):
        """The texts that are missing in the output."""
        text = where if isinstance(where, str) else where.output
        return [f"no \"{wanted}\" in: {text.strip()[-300:]}" for wanted in texts if wanted not in text]
