"""A fleet of three houses on three servers and PostgreSQL, and a few orders. On a terminal it runs until Ctrl-C; without one
it ends by itself.
"""
import os
import shlex
import signal
import subprocess
import sys
import time

from fleet import Fleet
from page import Page
from processes import PATIENCE, PROGRAMS, until
from servers import HAS_NAMESPACES


UNREACHABLE = 69


def domo(fleet: Fleet, *words: str) -> subprocess.CompletedProcess:
    """A command of domo, in a house of the fleet."""
    return subprocess.run(
        [str(word) for word in (PROGRAMS / "domo", "--fleet-credentials", fleet.folder / "caller.json", "--fleet", *words)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )


def show(fleet: Fleet, *words: str) -> None:
    print(f"\n$ domo --fleet {shlex.join(words)}", flush=True)
    result = domo(fleet, *words)
    if result.returncode == UNREACHABLE:
        # The house was connected to the server that was killed, and is not back yet. Nothing was sent, so it can be repeated.
        print("".join(f"  {line}\n" for line in result.stderr.splitlines()) + "Again, until the house is back:", flush=True)
        result = until(f"the house is back for {words}", lambda: (again := domo(fleet, *words)).returncode != UNREACHABLE and again)
    if result.returncode != 0:
        raise AssertionError(f"domo {words} ended with {result.returncode}: {result.stderr}")
    for line in result.stdout.splitlines():
        print(f"  {line}", flush=True)


def wait_for_houses(fleet: Fleet) -> None:
    """Until each takes orders: it is connected, and knows the time."""
    for house in fleet.houses:
        until(f"an order to {house.name}", lambda house=house: domo(fleet, house.name, "set", "Luz", "off").returncode == 0)


def query(fleet: Fleet, title: str, sql: str) -> None:
    print(f"\n{title}:")
    for row in fleet.postgres.ask(sql):
        print("  " + "  ".join(row), flush=True)


def demonstrate(fleet: Fleet) -> None:
    print("Three nats-servers, PostgreSQL, two workers, and three houses, each with domod and domo-fleet:")
    for server in fleet.cluster.servers:
        print(f"  {server.name}: {server.url}")
    wait_for_houses(fleet)
    show(fleet, "casa0000", "set", "Luz", "on")
    show(fleet, "casa0001", "set", "Marca", "21")
    for house in fleet.houses:
        show(fleet, house.name, "ls")
    leaders = fleet.cluster.leaders()
    leader = next((one for one in leaders.values() if one), fleet.cluster.servers[0])
    print(f"\nkill -9 of {leader.name}, which leads {sum(one is leader for one in leaders.values())} of {len(leaders)} streams")
    leader.process.kill()
    begin = time.monotonic()
    show(fleet, "casa0000", "set", "Luz", "off")
    print(f"  after {time.monotonic() - begin:.1f} s")
    changes = "FROM fleet.report JOIN fleet.source ON id = source WHERE kind = 'reading' AND element = 'Casa/Luz'"
    until("the last change in PostgreSQL", lambda: fleet.postgres.number(
        f"SELECT count(*) {changes} AND house = 'casa0000' AND value = 'off' AND record > "
        f"(SELECT max(record) {changes} AND house = 'casa0000' AND value = 'on')"
    ))
    until("a report of each house", lambda: fleet.postgres.number("SELECT count(*) FROM fleet.house_state") == 3)
    query(fleet, "The light of casa0000 in PostgreSQL",
          f"SELECT to_timestamp(time / 1000.0) AT TIME ZONE 'UTC', value {changes} AND house = 'casa0000' ORDER BY record")
    query(fleet, "The last report of each house",
          "SELECT house, version, to_timestamp(stored / 1000) AT TIME ZONE 'UTC' FROM fleet.house_state ORDER BY house")


def show_page(page: Page) -> None:
    """What the page of all houses shows, and an order to all of them."""
    page.start()
    until("each house on the page", lambda: all(
        "version" in house and house.get("online") for house in page.ask("GET", "/api/v1/houses")[1]["houses"]
    ))
    print("\nThe page of all houses, for Ana:")
    for house in page.ask("GET", "/api/v1/houses")[1]["houses"]:
        print(f"  {house['name']}  {'online' if house.get('online') else 'away'}  {house['version']}  {house['alarms']} alarms", flush=True)
    order = page.give("set Luz on")
    print(f"\n{order['line']}, to all of them:")
    for house in order["houses"]:
        print(f"  {house['name']}  {house['state']}  {house.get('message', '')}".rstrip(), flush=True)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    fleet = Fleet(0, real=3)
    try:
        fleet.start()
        demonstrate(fleet)
        page = Page(fleet)
        fleet.stops.append(page.kill)
        show_page(page)
        if sys.stdin.isatty() and sys.stdout.isatty():
            print("\nThe fleet keeps running. In another terminal:")
            # The servers are in a network of their own.
            enter = f"nsenter -t {os.getpid()} -n " if HAS_NAMESPACES else ""
            print(f"  {enter}{PROGRAMS}/domo --fleet-credentials {fleet.folder}/caller.json --fleet casa0000 ls")
            print(f"Its page, for a browser: {page.forward()}; the token of Ana:\n  {page.token}")
            print("Press Ctrl-C to stop.")
            signal.pause()
        else:
            print("\nThe demo has ended. On a terminal it keeps running.")
    except KeyboardInterrupt:
        pass
    finally:
        fleet.stop()


main()
