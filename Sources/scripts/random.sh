#!/bin/sh
# random.sh DOMO-FUZZ: what the tests simulate and fuzz in a debug build, with the release build of domo-fuzz: more seeds
# and more inputs in less time.
set -eu
folder=.build/fuzz
mkdir -p "$folder"
"$1" --simulate 10000 --mode short
"$1" --simulate 2000 --mode links
"$1" --simulate 2000 --mode shapes
"$1" --simulate 2000 --mode buttons
"$1" --simulate 200 --mode knx
"$1" --covers 20000
"$1" --inputs 20000 --folder "$folder"
