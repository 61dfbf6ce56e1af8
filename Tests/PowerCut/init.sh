#!/bin/busybox sh
# The init program of the virtual machine: lists the content of the disk, then creates load until the power is cut. Lines
# that begin with @ are for the test.
/bin/busybox mkdir -p /proc /sys /dev /tmp /data /run
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox --install -s /bin
export PATH=/bin:/usr/bin DOMO_SOCKET=/run/domo.sock HOME=/tmp
ip link set lo up
for module in virtio_pci virtio_blk ext4; do modprobe $module || echo "@ failed modprobe $module"; done
for try in 1 2 3 4 5; do [ -b /dev/vda ] && break; sleep 1; done
mount -t ext4 /dev/vda /data || echo "@ failed mount"

mkdir -p /data/homes/scenes
[ -e /data/homes/house.xml ] || { cp /house.xml /data/homes/house.xml; sync; }
durable=$(sed -n 's/.*durable=\([a-z]*\).*/\1/p' /proc/cmdline)
cat >/tmp/domod.yaml <<Y
homes: /data/homes
state: /data/state
socket: /run/domo.sock
history: {durable: $durable}
demo: yes
Y
domod --config /tmp/domod.yaml 2>/tmp/log &
for try in $(seq 1 100); do [ -S /run/domo.sock ] && domo status >/dev/null 2>&1 && break; sleep 0.1; done
if ! domo status >/dev/null 2>&1; then
    echo "@ failed domod"
    sed 's/^/@ log /' /tmp/log
fi

echo "@ check $(sqlite3 /data/state/history.sqlite 'PRAGMA integrity_check' 2>&1 | head -n 3 | tr '\n' ' ')"
grep -E 'damaged|put aside|error' /tmp/log | sed 's/^/@ log /'
sqlite3 /data/state/history.sqlite 'SELECT number FROM orders' 2>/dev/null | tr '\n' ' ' | fold -s -w 400 | sed 's/^/@ orders /'
echo
domo --json token list | tr '{' '\n' | sed -n 's/.*"name":"\([^"]*\)".*/@ token-there \1/p'
for file in /data/homes/scenes/*; do
    [ -e "$file" ] && echo "@ scene-there $(basename "$file") $(md5sum <"$file" | cut -c 1-32)"
done
echo "@ verified"

# The load: everything that is answered must survive.
orders() {
    while :; do
        echo "set Buzzer on"
        echo "set Buzzer off"
    done | domo --json - -v 2>/dev/null | while read -r answer; do
        case $answer in
        *'"stored":false'*) echo "@ unstored" ;;
        *'"outcome"'*)
            number=${answer#*'"id":'}
            echo "@ order ${number%%[!0-9]*}"
            ;;
        esac
    done
}
tokens() {
    number=0
    while :; do
        number=$((number + 1))
        domo token new "t$1x$number" --role read >/dev/null 2>&1 && echo "@ token t$1x$number"
        # From here on it may or may not exist.
        [ $number -lt 3 ] || echo "@ revoking t$1x$((number - 2))"
        domo token revoke "t$1x$((number - 2))" >/dev/null 2>&1 && echo "@ revoked t$1x$((number - 2))"
    done
}
scenes() {
    number=0
    while :; do
        number=$((number + 1))
        domo script save "s$1x$number" "set Buzzer on" "wait ${number}s" "set Buzzer off" >/dev/null 2>/tmp/scene-problem &&
            echo "@ scene s$1x$number" || sed 's/^/@ problem /' /tmp/scene-problem
        [ $number -lt 40 ] || sleep 1
    done
}
boot=$(sed -n 's/.*boot=\([0-9]*\).*/\1/p' /proc/cmdline)
orders &
tokens "$boot" &
scenes "$boot" &
echo "@ working"
while :; do sleep 1000; done
