#!/bin/sh
# units.sh: verifies the systemd units, and that the exposure of the daemons is rated at most as the manual says (Service.md).
set -eu
cd "$(dirname "$0")/../.."
sh Sources/scripts/install-packages.sh systemd
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# verify looks for the programs: create them in a folder.
for program in domo domod domo-web domo-notify domo-mqtt domo-fleet domo-fleet-store \
    domo-fleet-web; do
    install -D -m 755 /bin/true "$folder/usr/bin/$program"
done
install -D -m 755 systemd/domo-backup "$folder/usr/lib/domo/domo-backup"
for unit in systemd/*.service systemd/*.socket systemd/*.timer; do
    sed "s|=/usr/bin/domo|=$folder/usr/bin/domo|; s|=/usr/lib/domo|=$folder/usr/lib/domo|" "$unit" \
        >"$folder/$(basename "$unit")"
done
for example in systemd/network/*.conf; do
    install -D -m 644 "$example" "$folder/$(basename "$example" .conf).service.d/network.conf"
    # What is to be filled in is checked, too.
    sed -i 's/^#IPAddressAllow/IPAddressAllow/' "$folder/$(basename "$example" .conf).service.d/network.conf"
done
problems=$(systemd-analyze --man=no verify "$folder"/*.service "$folder"/*.socket "$folder"/*.timer 2>&1 |
    grep -v '^/lib/systemd\|^/etc/systemd' || true)
if [ -n "$problems" ]; then
    echo "$problems" >&2
    exit 1
fi
# Those with 17 may ask whether the clock is synchronized, which ProtectClock= forbids.
for limit in domod=17 domo-web=12 domo-notify=12 domo-mqtt=12 domo-fleet=16 domo-fleet-store=17 \
    domo-fleet-web=17 domo-fleet-enrolment=15; do
    unit=${limit%=*}
    systemd-analyze security --offline=true --threshold="${limit#*=}" "$folder/$unit.service" >"$folder/rating" 2>&1 || {
        cat "$folder/rating" >&2
        echo "the exposure of systemd/$unit.service is above ${limit#*=} tenths" >&2
        exit 1
    }
    tail -n 1 "$folder/rating" | sed 's/^[^A-Za-z]*//'
done
