#!/bin/sh
# filtered.sh FOLDER [OPTION…]: runs the end-to-end tests of the build in FOLDER, with domod, domo-web, domo-notify and domo-mqtt
# under the system call filters of their units. A forbidden call kills the program, and fails the test.
set -eu
cd "$(dirname "$0")/../.."
sh Sources/scripts/install-packages.sh libseccomp-dev systemd python3
folder=$1
shift
filtered=$folder/filtered
rm -rf "$filtered"
mkdir -p "$filtered"
filtered=$(cd "$filtered" && pwd)
# The tests look for the programs in their own folder.
for file in "$folder"/*; do
    name=${file##*/}
    case $name in
    domoPackageTests.xctest) ln "$file" "$filtered/$name" ;;
    domod | domo-web | domo-notify | domo-mqtt)
        ln "$file" "$filtered/$name.unfiltered"
        python3 Tests/Package/filtered.py "systemd/$name.service" >"$filtered/$name.calls"
        clang -O1 -DFILTER="\"$filtered/$name.calls\"" -o "$filtered/$name" Tests/Package/filtered.c -lseccomp
        ;;
    domo | domo-*) [ -d "$file" ] || { [ -x "$file" ] && ln "$file" "$filtered/$name"; } || true ;;
    *.resources | *.bundle) ln -s "$(cd "$folder" && pwd)/$name" "$filtered/$name" ;;
    esac
done
# Two tests copy domod to another folder, without the files that it needs here.
if [ $# -eq 0 ]; then
    sh Tests/Notify/notify.sh "$filtered"
    sh Tests/MQTT/mqtt.sh "$filtered"
    set -- --filter EndToEnd --skip 'missingProgramIsReportedWithAHint|usersOfTheDaemonItselfManage'
fi
exec "$filtered/domoPackageTests.xctest" --testing-library swift-testing "$@"
