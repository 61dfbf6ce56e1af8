#!/bin/sh
# deb.sh PROGRAMS MAN: builds the Debian packages domo and domo-fleet-server in .build/deb, from the programs in the folder
# PROGRAMS and the man pages in the folder MAN. DEB_VERSION overrides the version of the sources.
# The build is reproducible: all times are that of the last commit.
set -eu
cd "$(dirname "$0")/../.."
programs=$1
man=$2
packaging=Sources/packaging

sources_version=$(sed -n 's/^public let domoVersion = "\(.*\)"$/\1/p' Sources/DomoLanguage/Version.swift)
version=${DEB_VERSION:-$sources_version}
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
commit=$(git describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null || true)
umask 022
# begin PACKAGE: the files that follow are in this package.
begin() {
    name=$1
    root=.build/deb/$name
    rm -rf "$root"
    mkdir -p "$root/DEBIAN"
}

# put MODE FILE TARGET
put() { install -D -m "$1" "$2" "$root/$3"; }

put_page() {
    target=usr/share/man/man${1##*.}/$(basename "$1").gz
    mkdir -p "$root/$(dirname "$target")"
    gzip -9 -n -c "$1" >"$root/$target"
}

# end SCRIPT…: adds what each package has, and builds it with these scripts of its maintainer.
end() {
    doc=usr/share/doc/$name
    put 644 $packaging/copyright $doc/copyright
    {
        printf '%s (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$name" "$version"
        printf ' -- The domo developers <domo@localhost>  %s\n' "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
    } | gzip -9 -n >"$root/$doc/changelog.gz"

    # The dependencies on shared libraries; dpkg-shlibdeps needs debian/control in the current folder.
    work=.build/deb/work
    rm -rf "$work"
    mkdir -p "$work/debian"
    printf 'Source: domo\n\nPackage: %s\nArchitecture: any\n' "$name" >"$work/debian/control"
    here=$PWD
    libraries=$(cd "$work" && dpkg-shlibdeps -O --warnings=0 "$here/$root"/usr/bin/* | sed -n 's/^shlibs:Depends=//p')
    rm -rf "$work"

    # Libraries that are loaded at run time, which the linker does not know.
    loaded=
    [ "$name" != domo ] || loaded="libcurl4 libssl3 libqrencode4"
    linked=$(echo "$libraries" | tr ',' '\n' | sed 's/ (.*//; s/^ *//')
    python3 Sources/scripts/sbom.py Package.resolved .build/static/checkouts "$version" "$commit" "$SOURCE_DATE_EPOCH" \
        $linked $loaded >"$root/$doc/$name.spdx.json"

    size=$(du -k -s --apparent-size "$root" | cut -f 1)
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
        -e "s/@LIBRARIES@/$libraries/" "$packaging/$name.control" >"$root/DEBIAN/control"
    for script in "$@"; do install -m 755 "$packaging/$script" "$root/DEBIAN/${script##*.}"; done
    (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) \
        >"$root/DEBIAN/md5sums"
    find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

    package=.build/deb/${name}_${version}_$architecture.deb
    dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
    echo "$package: $(du -k "$package" | cut -f 1) KiB, sha256 $(sha256sum "$package" | cut -d ' ' -f 1)"
}

# What runs in the house.
begin domo
for program in domo domod domo-web domo-notify domo-mqtt domo-fleet domo-sim domo-import; do
    put 755 "$programs/$program" "usr/bin/$program"
done
put 755 systemd/domo-backup usr/lib/domo/domo-backup
for unit in systemd/*.service systemd/*.socket systemd/*.timer; do
    case $unit in
    systemd/domo-fleet-*) ;;
    *) put 644 "$unit" "lib/systemd/system/$(basename "$unit")" ;;
    esac
done
put 644 $packaging/sysusers.conf usr/lib/sysusers.d/domo.conf
put 644 $packaging/tmpfiles.conf usr/lib/tmpfiles.d/domo.conf
put 644 $packaging/domod.yaml etc/domo/domod.yaml
put 644 $packaging/demo.yaml usr/share/domo/demo.yaml
mkdir -p "$root/etc/domo/domod.d"
put 644 $packaging/domo-web.default etc/default/domo-web
# postinst gives them to the groups of the bridges: they may hold secrets.
put 640 $packaging/notify.yaml etc/domo/notify.yaml
put 640 $packaging/mqtt.yaml etc/domo/mqtt.yaml

# Example houses.
share=usr/share/domo
for file in $(find -L homes -type f ! -name '*.xsd'); do put 644 "$file" "$share/$file"; done
for schema in homes/*.xsd; do put 644 "$schema" "$share/$(basename "$schema")"; done
for dialect in $("$programs/domod" --print-dialect '' 2>&1 | sed -n 's/.*built-in dialects: //p' | tr -d ','); do
    mkdir -p "$root/$share/dialects"
    "$programs/domod" --print-dialect "$dialect" >"$root/$share/dialects/$dialect.yaml"
done

mkdir -p "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" \
    "$root/usr/share/fish/vendor_completions.d"
"$programs/domo" completion bash | sed "1{/^#!/d}" >"$root/usr/share/bash-completion/completions/domo"
"$programs/domo" completion zsh >"$root/usr/share/zsh/vendor-completions/_domo"
"$programs/domo" completion fish >"$root/usr/share/fish/vendor_completions.d/domo.fish"

for page in "$man"/*.[158]; do
    case $page in
    */domo-fleet-* | *'*'*) ;;
    *) put_page "$page" ;;
    esac
done

for example in systemd/network/*.conf; do put 644 "$example" "usr/share/doc/domo/examples/network/$(basename "$example")"; done
[ ! -e $packaging/domod.sample.yaml ] || put 644 $packaging/domod.sample.yaml usr/share/doc/domo/examples/domod.yaml
python3 Sources/scripts/manual.py "$root/usr/share/doc/domo"
[ ! -e CHANGELOG.md ] || gzip -9 -n -c CHANGELOG.md >"$root/usr/share/doc/domo/CHANGELOG.md.gz"
put 644 $packaging/lintian-overrides usr/share/lintian/overrides/domo
cp $packaging/conffiles "$root/DEBIAN/conffiles"
end preinst postinst prerm postrm

# What runs where the houses are looked after. It needs the client of PostgreSQL, which a house does not.
begin domo-fleet-server
for program in domo-fleet-store domo-fleet-web; do
    put 755 "$programs/$program" "usr/bin/$program"
    put_page "$man/$program.8"
    put 644 "systemd/$program.service" "lib/systemd/system/$program.service"
done
put 644 systemd/domo-fleet-enrolment.service lib/systemd/system/domo-fleet-enrolment.service
put 644 $packaging/fleet-server.sysusers.conf usr/lib/sysusers.d/domo-fleet-server.conf
put 644 $packaging/fleet-server.tmpfiles.conf usr/lib/tmpfiles.d/domo-fleet-server.conf
end fleet-server.postinst fleet-server.prerm fleet-server.postrm
