#!/bin/sh
# guide.sh PROGRAMS: tests the commands and samples of the guide and the manual, and the man pages, with the programs in a
# folder.
set -eu
cd "$(dirname "$0")/../.."
python3 Sources/scripts/man.py "$1" .build/man
python3 Tests/Guide/guide.py "$1" .build/man
