#!/bin/sh
# reproduce.sh: builds the package of the last commit in two fresh clones with paths of different lengths, and compares
# the packages byte by byte.
set -eu

top=$(mktemp -d)
mkdir -p "$top/a/longer/path"
builds=
for clone in "$top/b" "$top/a/longer/path/domo"; do
    git clone -q . "$clone"
    (cd "$clone" && make deb >"$clone.log" 2>&1) || { tail -n 30 "$clone.log"; exit 1; } &
    builds="$builds $!"
done
for build in $builds; do wait "$build"; done

cd "$top"
one=$(ls b/.build/deb/*.deb)
other=$(ls a/longer/path/domo/.build/deb/*.deb)
sha256sum "$one" "$other"
if ! cmp "$one" "$other"; then
    dpkg-deb -R "$one" one
    dpkg-deb -R "$other" other
    diff -rq one other || true
    echo "The packages differ; both are in $top." >&2
    exit 1
fi
echo "Reproducible: $(basename "$one") of commit $(git -C b rev-parse --short HEAD)."
rm -rf "$top"
