#!/usr/bin/env python3
"""tests.py PROGRAMS: runs all tests in groups, with the programs in a folder.

The tests in one process keep all cores busy, and run alone. Those of the fleet start NATS and PostgreSQL and wait for
them, which would keep the threads that the tests of one process share; meanwhile the long ones, which only compute, take
what is left of the cores. The others wait most of the time, and run beside each other.
"""
import os
import sys

from groups import ROOT, Group, run

LONG = "DomoEngineTestingTests|DomoKNXTestingTests|FuzzTests"
FLEET = "DomoNATSTests|DomoFleetTests|DomoFleetStoreTests"


def swift(programs: str, name: str, *words: str, priority: int = 0) -> Group:
    """Tests of the package. `swift test` runs the same program, but only one at a time, and plans a build before."""
    program = f"{programs}/domoPackageTests.xctest"
    return Group(name, "nice", f"-n{priority}", program, "--testing-library", "swift-testing", *words)


def main() -> None:
    programs = sys.argv[1]
    page = sorted(file.stem for file in (ROOT / "Tests/Web").glob("test_*.py") if file.stem != "test_api")
    # The command line passes the language of the terminal on.
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["NO_COLOR"] = "1"
    run([
        [swift(programs, "in-process", "--skip", f"EndToEnd|{LONG}|{FLEET}")],
        [
            swift(programs, "fleet", "--filter", FLEET),
            Group("faults", "sh", "Tests/Fleet/fleet.sh", programs),
            swift(programs, "long", "--filter", LONG, priority=19),
        ],
        [
            swift(programs, "end-to-end", "--filter", "EndToEnd"),
            Group("page", "sh", "Tests/Web/web.sh", programs, *page),
            Group("fleet-page", "sh", "Tests/FleetPage/fleet-page.sh", programs),
            Group("api", "sh", "Tests/Web/web.sh", programs, "test_api"),
            Group("guide", "sh", "Tests/Guide/guide.sh", programs),
            Group("notify", "sh", "Tests/Notify/notify.sh", programs),
            Group("mqtt", "sh", "Tests/MQTT/mqtt.sh", programs),
        ],
    ])


main()
