#!/bin/sh
# network.sh [COMMAND…]: in a network namespace of its own, makes those of three servers: n1, n2, n3. Each has a link to the
# clients (10.99.0.x on eth0) and one to the other servers (10.98.0.x on eth1). Then it runs the command.
set -eu

mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
ip link set lo up
ip link add clients type bridge
ip link add routes type bridge
ip address add 10.99.0.254/24 dev clients
ip link set clients up
ip link set routes up
for number in 1 2 3; do
    ip netns add "n$number"
    ip -n "n$number" link set lo up
    for network in clients routes; do
        case $network in clients) name=eth0 net=99 ;; *) name=eth1 net=98 ;; esac
        ip link add "$network$number" type veth peer name "$name" netns "n$number"
        ip link set "$network$number" master "$network" up
        ip -n "n$number" address add "10.$net.0.$number/24" dev "$name"
        ip -n "n$number" link set "$name" up
    done
done
[ $# -eq 0 ] || exec "$@"
