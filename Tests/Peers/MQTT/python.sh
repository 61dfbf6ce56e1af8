#!/bin/sh
# python.sh FOLDER: puts Python 3.13 into FOLDER, if it is not there, and prints its path.
#
# Debian 12 has Python 3.11; the tested Home Assistant needs 3.13. The packages of Debian 13 are downloaded with apt, which
# checks their signatures, and unpacked with everything that they need, the C library too; nothing is installed. So this
# needs neither root nor chroot, and the programs see the files, processes and network of this machine.
set -eu

suite=trixie
folder=$1
keys=/usr/share/keyrings/debian-archive-keyring.gpg
base=$folder/usr/bin/python3.13

# The copy of this script is written last: without it, the folder is incomplete.
if cmp -s "$0" "$folder/python.sh"; then
    echo "$base"
    exit 0
fi
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/apt/parts"
folder=$(cd "$folder" && pwd)
base=$folder/usr/bin/python3.13

# The mirror of this machine.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' | sort -u | head -n 1)
echo "deb [signed-by=$keys] ${mirror:-http://deb.debian.org/debian} $suite main" >"$folder/apt/sources.list"
# An empty list of installed packages: all dependencies are downloaded.
: >"$folder/apt/status"
apt() {
    timeout 300 apt-get -qq -o Dir::State::status="$folder/apt/status" -o Dir::State::lists="$folder/apt/lists" \
        -o Dir::Cache="$folder/apt" -o Dir::Etc::sourcelist="$folder/apt/sources.list" \
        -o Dir::Etc::sourceparts="$folder/apt/parts" -o Dir::Etc::preferencesparts="$folder/apt/parts" \
        -o Acquire::Languages=none -o APT::Sandbox::User= -o APT::Install-Recommends=false "$@" >&2
}
apt update
apt install --yes --download-only python3.13-venv
for package in "$folder"/apt/archives/*.deb; do
    dpkg-deb -x "$package" "$folder"
done
rm -r "$folder/apt"

# Python is started through the loader of its own C library. It finds its modules, and those of a virtual environment, by
# the name under which it was called.
mv "$base" "$base.program"
loader=$(find "$folder/usr/lib" "$folder/lib" -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)
libraries=$(dirname "$(find "$folder/usr/lib" -name libc.so.6 | head -n 1)")
cat >"$base" <<END
#!/bin/sh
exec "$loader" --argv0 "\$0" --library-path "$libraries" "$base.program" "\$@"
END
chmod 755 "$base"
# Debian's venv module looks for pip in the folders of the system.
sed -i "s|'/usr/share/python-wheels/'|'$folder/usr/share/python-wheels/'|" "$folder"/usr/lib/python3.13/_sysconfigdata_*.py
# These modules load the libraries that matter.
"$base" -c 'import ctypes, hashlib, sqlite3, ssl, sys, venv; sys.exit(sys.version_info[:2] != (3, 13))'
cp "$0" "$folder/python.sh"
echo "$base"
