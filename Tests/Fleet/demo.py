"""A fleet of three houses on three servers and PostgreSQL, and a few orders. On a terminal it runs until Ctrl-C; without one
it ends by itself.
"""
import json
import shlex
import signal
import sys
import time
import urllib.request

from fleet import Fleet
from processes import PROGRAMS, Process, run, until


def show(fleet: Fleet, *words: str) -> None:
    """A command of domo, in a house of the fleet."""
    print(f"\n$ domo --fleet {shlex.join(words)}", flush=True)
    for line in run(PROGRAMS / "domo", "--fleet-credentials", fleet.folder / "caller.json", "--fleet", *words).splitlines():
        print(f"  {line}", flush=True)


def wait_for_houses(fleet: Fleet) -> None:
    """Until each takes orders: it is connected, and knows the time."""
    for house in fleet.houses:
        until(f"an order to {house.name}", lambda house=house: "Luz" in run(
            PROGRAMS / "domo", "--fleet-credentials", fleet.folder / "caller.json", "--fleet", house.name, "set", "Luz", "off",
            check=False,
        ))


def query(fleet: Fleet, title: str, sql: str) -> None:
    print(f"\n{title}:")
    for row in fleet.postgres.ask(sql):
        print("  " + "  ".join(row), flush=True)


def start_page(fleet: Fleet) -> tuple[str, str]:
    """The page of all houses, for Ana. Returns its address and her token."""
    def people(*words: str) -> str:
        return run(PROGRAMS / "domo-fleet", *words, "--postgres", fleet.postgres.url)
    people("tenant", "add", "Calle Mayor")
    for number, house in enumerate(fleet.houses):
        people("tenant", "house", "Calle Mayor", house.name, f"Calle Mayor {number + 1}")
    people("person", "add", "Ana")
    people("person", "grant", "Ana", "act", "--tenant", "Calle Mayor")
    token = people("person", "token", "Ana").split()[-1]
    page = Process(fleet.folder / "page.log", PROGRAMS / "domo-fleet-web", "--postgres", fleet.postgres.url, "--credentials",
                   fleet.folder / "page.json", "--listen", "127.0.0.1:0")
    fleet.stops.append(page.kill)
    page.start()
    page.wait_for("listening on ")
    return page.text.split("listening on ")[1].split()[0], token


def show_page(url: str, token: str) -> None:
    request = urllib.request.Request(f"{url.rstrip('/')}/api/v1/houses", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        print(f"\nThe page of all houses, {url}, shows to Ana:")
        for house in json.load(reply)["houses"]:
            print(f"  {house['name']}", flush=True)


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


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    fleet = Fleet(0, real=3)
    try:
        fleet.start()
        demonstrate(fleet)
        url, token = start_page(fleet)
        show_page(url, token)
        if sys.stdin.isatty() and sys.stdout.isatty():
            print("\nThe fleet keeps running. In another terminal:")
            print(f"  {PROGRAMS}/domo --fleet-credentials {fleet.folder}/caller.json --fleet casa0000 ls")
            print(f"The page: {url}; sign in with {token}")
            print("Press Ctrl-C to stop.")
            signal.pause()
        else:
            print("\nThe demo has ended. On a terminal it keeps running.")
    except KeyboardInterrupt:
        pass
    finally:
        fleet.stop()


main()
