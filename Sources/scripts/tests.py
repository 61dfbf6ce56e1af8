#!/usr/bin/env python3
"""tests.py PROGRAMS: runs all tests in groups, with the programs in a folder.

Groups that wait most of the time run beside each other; those that keep all cores busy run alone, since the others
would exceed their time limits beside them.
"""
import os
import sys

from groups import Group, run

LONG = "DomoEngineTestingTests|DomoKNXTestingTests|FuzzTests"


def swift(name: str, *words: str) -> Group:
    return Group(name, os.environ.get("SWIFT", "swift"), "test", "--skip-build", *words)


def main() -> None:
    programs = sys.argv[1]
    # The command line passes the language of the terminal on.
    os.environ["LC_ALL"] = "C.UTF-8"
    run([
        [swift("in-process", "--skip", f"EndToEnd|{LONG}")],
        [
            swift("end-to-end", "--filter", "EndToEnd"),
            Group("page", "sh", "Tests/Web/web.sh", programs),
            Group("guide", "sh", "Tests/Guide/guide.sh", programs),
        ],
        [swift("long", "--filter", LONG)],
    ])


main()
