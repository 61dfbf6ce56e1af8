#!/bin/sh
# guide.sh PROGRAMS: tests the commands and samples of the guide and the manual, the man pages, and the completion of words
# in shells, with the programs in a folder.
set -eu
cd "$(dirname "$0")/../.."
python3 Sources/scripts/man.py "$1" .build/man
python3 Tests/Guide/guide.py "$1" .build/man
python3 Tests/Guide/shells.py "$1"
