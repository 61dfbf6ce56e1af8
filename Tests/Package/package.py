#!/usr/bin/env python3
"""package.py PACKAGE OLDER SERVER: tests the Debian packages in a bare Debian 12, booted with its own systemd.

PACKAGE and OLDER are .deb files of domo, OLDER of a lower version; SERVER is that of domo-fleet-server. Must run as root, with
$DOMO_NATS_SERVER. Everything is in .build/package-root; the bare root is cached there, and its copy is removed at the end. The
transcript is .build/package-test.log. With --keep the copy is kept and its path printed.
"""

import argparse
import os
import pathlib
import shutil
import signal
import sys

from debian_root import DebianRoot, Ended
from fleet_server import FleetServer
from installing import Installing
from operating import Operating
from report import Report
from versions import Versions
from walking import Walking

BUILD = pathlib.Path(__file__).resolve().parents[2] / ".build"


def main():
    parser = argparse.ArgumentParser(description="Tests the Debian package in a bare Debian.")
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("older", type=pathlib.Path)
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="keep the root")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("package.py: must run as root")
    for program in ("debootstrap", "systemd-nspawn", "nsenter", "sqlite3"):
        if not shutil.which(program):
            sys.exit(f"package.py: missing program {program}; install debootstrap, systemd-container, util-linux and sqlite3")
    for package in (arguments.package, arguments.older, arguments.server):
        if not package.is_file():
            sys.exit(f"package.py: no such file: {package}")
    # Stop the machine and remove the root on SIGTERM, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    cache = BUILD / "package-root"
    cache.mkdir(parents=True, exist_ok=True)
    report = Report(BUILD / "package-test.log")
    root = DebianRoot(cache, report)
    operating = None
    try:
        root.make()
        for package in (arguments.package, arguments.older, arguments.server):
            target = root.file(f"/packages/{package.name}")
            target.parent.mkdir(exist_ok=True)
            shutil.copy(package, target)
        root.fetch(f"/packages/{arguments.package.name}")
        root.fetch("--no-install-recommends", *(f"/packages/{one.name}" for one in (arguments.package, arguments.server)))
        FleetServer.add_programs(root)
        root.boot()
        installing = Installing(root, report, arguments.package)
        operating = Operating(root, report)
        versions = Versions(root, report, arguments.package, arguments.older)
        fleet = FleetServer(root, report, arguments.server)
        report.run(
            installing.first_order,
            installing.state_of_units,
            installing.users,
            operating.credentials_and_readiness,
            operating.reload,
            operating.socket_activation,
            operating.watchdog,
            operating.restarts,
            operating.sandbox,
            operating.system_calls,
            operating.knx,
            operating.page_over_tls,
            operating.log,
            operating.scenes,
            operating.backup,
            operating.reboot,
            fleet.package_of_its_own,
            fleet.guide,
            fleet.removal,
            versions.removal,
            Walking(root, report, arguments.package).guide,
            versions.moving,
            versions.upgrade,
            versions.downgrade,
        )
    except Ended as end:
        report.check("the test completed", str(end))
    finally:
        if operating:
            operating.close()
        if arguments.keep:
            root.power_off()
            print(f"the root is in {root.path}")
        else:
            root.remove()
        done = report.end()
    sys.exit(0 if done else 1)


main()
