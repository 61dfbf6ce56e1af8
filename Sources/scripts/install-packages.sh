#!/bin/sh
# install-packages.sh PACKAGE…: installs missing Debian packages, as root or with sudo.
set -u

missing=
for package in "$@"; do
    # pkgconf may provide pkg-config.
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *"ok installed") ;;
        *) if [ "$package" = pkg-config ] && command -v pkg-config >/dev/null; then :; else missing="$missing $package"; fi ;;
    esac
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "missing packages:$missing; install them as root, or install sudo" >&2
        exit 1
    }
    as_root=sudo
fi

export DEBIAN_FRONTEND=noninteractive
updated=
for package in $missing; do
    $as_root apt-get install -y -qq --no-install-recommends "$package" </dev/null >/dev/null 2>&1 && continue
    # The package lists may be missing or old: update them once.
    [ -n "$updated" ] || $as_root apt-get update -qq </dev/null || echo "apt-get update failed" >&2
    updated=yes
    if ! $as_root apt-get install -y -qq --no-install-recommends "$package" </dev/null >&2; then
        echo "can't install the package $package; see above" >&2
        exit 1
    fi
done
echo "installed:$missing" >&2
