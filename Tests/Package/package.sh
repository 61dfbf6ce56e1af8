#!/bin/sh
# package.sh FOLDER [OPTION…]: tests the Debian packages in FOLDER in a bare Debian; see package.py. The previous version is
# built from the same programs.
set -eu
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
sh Sources/scripts/install-packages.sh debootstrap systemd-container dpkg-dev iproute2 python3 sqlite3

version=$(sed -n 's/^public let domoVersion = "\(.*\)"$/\1/p' Sources/DomoLanguage/Version.swift)
architecture=$(dpkg --print-architecture)
DEB_VERSION="$version~before" sh Sources/scripts/deb.sh .build/dist .build/man

python=$(sh Tests/Peers/environment.sh nats NATS)
DOMO_NATS_SERVER=$(dirname "$python")/nats-server
as_root=
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
exec $as_root env DOMO_NATS_SERVER="$DOMO_NATS_SERVER" python3 -B Tests/Package/package.py "$folder/domo_${version}_$architecture.deb" \
    "$folder/domo_$version~before_$architecture.deb" "$folder/domo-fleet-server_${version}_$architecture.deb" "$@"
