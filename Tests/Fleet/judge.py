"""What must hold after faults, from the ledgers of the simulated houses and of those who gave orders, from the histories of
the real houses, and from PostgreSQL.
"""
import datetime
import json
from dataclasses import dataclass, field

from fleet import Fleet


@dataclass
class Verdict:
    acknowledged: int = 0
    lost: int = 0
    doubles: int = 0
    orders: int = 0
    repeated: int = 0
    carried_out: int = 0
    twice: int = 0
    late: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        if len(self.problems) < 20:
            self.problems.append(text)


def judge(fleet: Fleet) -> Verdict:
    verdict = Verdict()
    _reports(fleet, verdict)
    _histories(fleet, verdict)
    _orders(fleet, verdict)
    return verdict


def _reports(fleet: Fleet, verdict: Verdict) -> None:
    """Each record that was acknowledged is there; each is there once."""
    acknowledged: dict[str, int] = {}
    for words in fleet.lines("ledger.*"):
        if words[0] == "ack":
            acknowledged[words[1]] = max(acknowledged.get(words[1], 0), int(words[3]))
    rows = fleet.postgres.ask(
        "SELECT house, count(*), count(DISTINCT record), max(record) FROM fleet.report JOIN fleet.source ON id = source "
        "GROUP BY house"
    )
    for house, count, distinct, _ in rows:
        if house.startswith("load") and count != distinct:
            verdict.doubles += int(count) - int(distinct)
            verdict.note(f"{house}: {count} rows for {distinct} records")
    # The records of a simulated house are numbered without holes.
    stored = {
        house: int(count) for house, count in fleet.postgres.ask(
            "SELECT house, count(DISTINCT record) FROM fleet.report JOIN fleet.source ON id = source JOIN "
            f"(VALUES {','.join(f'({chr(39)}{house}{chr(39)}, {last})' for house, last in acknowledged.items())}) "
            "AS known (name, last) ON name = house WHERE record BETWEEN 1 AND last GROUP BY house"
        )
    } if acknowledged else {}
    for house, last in acknowledged.items():
        verdict.acknowledged += last
        if stored.get(house, 0) != last:
            verdict.lost += last - stored.get(house, 0)
            verdict.note(f"{house}: {stored.get(house, 0)} of {last} acknowledged records are in PostgreSQL")
    for table in ("bad_report", "gap"):
        if count := fleet.postgres.number(f"SELECT count(*) FROM fleet.{table}"):
            verdict.note(f"{count} rows in fleet.{table}")


def _histories(fleet: Fleet, verdict: Verdict) -> None:
    """What the history of a real house contains is in PostgreSQL, each line once."""
    for house in fleet.houses:
        lines: dict[str, int] = {}
        for (line,) in fleet.postgres.ask(
            f"SELECT line FROM fleet.report JOIN fleet.source ON id = source WHERE house = '{house.name}'"
        ):
            lines[line] = lines.get(line, 0) + 1
        known = {same(line) for line in lines}
        for line in history(house):
            verdict.acknowledged += 1
            if line not in known:
                verdict.lost += 1
                verdict.note(f"{house.name}: not in PostgreSQL: {line}")
        for line, count in lines.items():
            if count > 1:
                verdict.doubles += count - 1
                verdict.note(f"{house.name}: {count} times: {line}")


def same(line: str) -> str:
    """The same text for the same record, however numbers are written."""
    return json.dumps(json.loads(line), sort_keys=True)


def history(house) -> list[str]:
    """All records of a real house."""
    found: list[str] = []
    cursor = "start"
    while True:
        page = json.loads(house.domo("--json", "history", "--from", cursor))
        found += [json.dumps(one, sort_keys=True) for one in page["records"]]
        cursor = page["next"]
        if not page["more"]:
            return found


def _orders(fleet: Fleet, verdict: Verdict) -> None:
    deadlines = {words[2]: int(words[4]) for words in fleet.lines("orders") if words[0] == "sent"}
    verdict.orders = len(deadlines)
    results = {words[2]: words[4] for words in fleet.lines("orders") if words[0] == "reply"}
    verdict.repeated = sum(words[0] == "again" for words in fleet.lines("orders"))
    verdict.refused = sum(result != "ok" for result in results.values())
    done: dict[tuple[str, str], list[int]] = {}
    for words in fleet.lines("ledger.*"):
        if words[0] == "done":
            done.setdefault((words[1], words[2]), []).append(int(words[3]))
    for house in fleet.houses:
        carried_out: dict[str, set[tuple[int, str]]] = {}
        for (line,) in fleet.postgres.ask(
            "SELECT line FROM fleet.report JOIN fleet.source ON id = source "
            f"WHERE house = '{house.name}' AND kind = 'order'"
        ):
            order = json.loads(line)["order"]
            # An order that reaches another stage is written anew.
            if order["stage"] in ("accepted", "confirmed"):
                carried_out.setdefault(order["action"], set()).add((order["id"], order["reached"]))
        for value, orders in carried_out.items():
            if value in deadlines:
                done[(house.name, value)] = [_milliseconds(reached) for _, reached in sorted(orders)]
    for (house, value), times in done.items():
        verdict.carried_out += 1
        if len(times) > 1:
            verdict.twice += 1
            verdict.note(f"{house}: the order {value} was carried out {len(times)} times")
        if value in deadlines and max(times) >= deadlines[value]:
            verdict.late += 1
            verdict.note(f"{house}: the order {value} was carried out {max(times) - deadlines[value]} ms late")
    # Who was told that it was carried out was told the truth.
    for value in [value for value, result in results.items() if result == "ok"]:
        if not any(value == known for _, known in done):
            verdict.note(f"the order {value} was answered with ok, and nobody carried it out")


def _milliseconds(text: str) -> int:
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)
