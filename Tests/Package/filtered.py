#!/usr/bin/env python3
"""filtered.py UNIT: prints the system calls that the SystemCallFilter= lines of UNIT allow, one per line."""
import subprocess
import sys


def expand(word, seen):
    """Expands a set of calls recursively."""
    if not word.startswith("@"):
        return {word}
    if word in seen:
        return set()
    seen.add(word)
    listing = subprocess.run(
        ["systemd-analyze", "syscall-filter", word], check=True, capture_output=True, text=True
    ).stdout
    calls = set()
    for line in listing.splitlines()[1:]:
        entry = line.strip()
        if entry and not entry.startswith("#"):
            calls |= expand(entry, seen)
    return calls


allowed = None
for line in open(sys.argv[1]):
    if not line.startswith("SystemCallFilter="):
        continue
    value = line.split("=", 1)[1].strip()
    calls = set()
    for word in value.removeprefix("~").split():
        calls |= expand(word, set())
    if value.startswith("~"):
        allowed -= calls
    else:
        allowed = (allowed or set()) | calls
# systemd always adds @default to an allow list.
allowed |= expand("@default", set())
print("\n".join(sorted(allowed)))
