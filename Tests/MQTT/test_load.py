"""The broker, the bridge and the network between them die, freeze and part at random, under a load of commands and changes
of the house. DOMO_MQTT_MINUTES=10: for so long, with more seeds."""
import json
import os
import time
from collections import Counter

from load import DEADLINE, KINDS, SWITCHES, TEXTS, LoadScene
from scene import COUNTED

MINUTES = float(os.environ.get("DOMO_MQTT_MINUTES", "0"))
SEEDS = [7, 8] if MINUTES == 0 else range(1, 1 + max(1, round(MINUTES)))


class Load(LoadScene):
    def test_commands_and_states_under_faults(self):
        for seed in SEEDS:
            with self.subTest(seed=seed):
                self.setUp()
                try:
                    self.run_seed(seed)
                finally:
                    self.doCleanups()
        self.setUp()

    def run_seed(self, seed: int) -> None:
        is_persistent = seed % 2 == 0
        self.start_load(seed, is_persistent)
        happened = Counter()
        # In the short form, each thing happens once.
        kinds = self.dice.sample(list(KINDS), len(KINDS))
        end = time.monotonic() + 60
        while kinds if MINUTES == 0 else time.monotonic() < end:
            kind = kinds.pop() if kinds else self.dice.choices(list(KINDS), KINDS.values())[0]
            self.happen(kind, is_long=MINUTES > 0)
            happened[kind] += 1
        self.end_load()
        self.check_end()
        self.check_orders()
        self.check_answers()
        self.check_values(not is_persistent)
        carried = len(self.house.of(operation="setValue"))
        print(f"\nseed {seed}: {dict(happened)}; commands sent {len(self.targets)}, reached the bridge "
              f"{sum(map(len, self.arrivals.values()))}, carried out {carried}; this process stood still for "
              f"{self.beat.longest:.2f} s at most", flush=True)
        self.assertGreater(carried, 0)

    # MARK: What must be true

    def carried_out(self) -> dict[int, list[float]]:
        found: dict[int, list[float]] = {}
        for one in self.house.of(operation="setValue"):
            found.setdefault(int(one.fields["value"].strip("ne")), []).append(one.time)
        return found

    def check_orders(self) -> None:
        slack = 1 + self.beat.longest
        for number, times in self.carried_out().items():
            arrivals = self.arrivals[number]
            # A sender at QoS 1 may send a command again: then it reaches the bridge twice.
            self.assertLessEqual(len(times), len(arrivals), f"{number} was carried out more often than it arrived")
            self.assertLess(times[-1] - arrivals[-1], DEADLINE + slack, f"{number} was carried out too late")
        # What waited while the bridge did not run for more than 2 s.
        for begin, end in self.stalls:
            if end - begin < 2.2:
                continue
            waited = [number for number, times in self.arrivals.items() if len(times) == 1 and begin < times[0] < end]
            self.assertEqual(set(waited) & set(self.carried_out()), set(), f"the stall lasted {end - begin:.2f} s")

    def check_answers(self) -> None:
        carried = self.carried_out()
        answers: dict[int, list[str]] = {}
        for one in self.sender.messages:
            if one.topic.startswith(f"{self.sender.answers}/") and "settled" not in one.topic:
                answers.setdefault(int(one.topic.rpartition("/")[2]), []).append(one.json["outcome"])
        self.assertGreater(len(answers), 0, self.log())
        for number, outcomes in answers.items():
            if len(self.arrivals[number]) != 1:
                continue
            first = [outcome for outcome in outcomes if outcome in COUNTED]
            self.assertLessEqual(len(first), 1, (number, outcomes))
            if "refused" in outcomes or "dropped" in outcomes or "superseded" in outcomes:
                self.assertNotIn(number, carried, outcomes)
            if "accepted" in outcomes:
                self.assertIn(number, carried, outcomes)

    def check_values(self, is_in_order: bool) -> None:
        """No state topic ever showed what the house did not have, nor something older after something newer."""
        times = {name: {} for name in TEXTS}
        for one in self.house.of(operation="setValue"):
            times[one.fields["name"]][one.fields["value"]] = one.time
        names = {self.base(name): name for name in TEXTS + SWITCHES}
        newest: dict[str, str] = {}
        for message in self.observer.messages:
            base, _, last = message.topic.rpartition("/")
            name = names.get(base)
            if name is None or not message.payload or last not in ("state", "value"):
                continue
            if last == "value":
                self.assertTrue(message.text in times.get(name, {}) or message.text == "unknown", message)
                continue
            for reading in message.json.values():
                value = reading["value"]
                if name in TEXTS and value is not None:
                    self.assertIn(value, times[name], message)
                    # It had it before it was published, as far as this process noticed it in time.
                    self.assertLess(times[name][value], message.time + 1 + self.beat.longest, message)
                if is_in_order and "since" in reading:
                    self.assertLessEqual(newest.get(name, ""), reading["since"], message)
                    newest[name] = reading["since"]

    def check_end(self) -> None:
        """At the end the broker has exactly the house, and each command has its outcome."""
        # After several short connections, the bridge pauses for a minute.
        end = time.monotonic() + 100
        while (difference := self.difference()) and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(difference, [], self.all_logs())
        self.observer.until(lambda: self.counts(self.observer)["pending"] == 0, "all commands have an outcome", 90)
        counts = self.counts(self.observer)
        self.assertEqual(counts["received"], sum(counts[name] for name in COUNTED), counts)

    def difference(self) -> list[str]:
        kept = self.retained()
        house = self.domo_json("model", "--ids")["houses"][0]
        expected = {"domo/bridge": "online", "domo/domod": "online", "domo/commands": kept.get("domo/commands")}
        ids = {element["path"]: element["id"] for element in house["elements"]}
        for element in self.readings():
            base = f"domo/{house['id']}/{ids[element['path']]}"
            expected[f"{base}/available"] = "online"
            expected[f"{base}/state"] = {
                one["type"]: {key: one.get(key) for key in ("value", "certainty", "stale", "since")}
                for one in element["readings"]
            }
            for one in element["readings"]:
                expected[f"{base}/{one['type']}"] = one.get("value") or "unknown"
        for topic in list(kept):
            if topic.endswith("/state"):
                kept[topic] = {
                    type: {key: reading.get(key) for key in ("value", "certainty", "stale", "since")}
                    for type, reading in json.loads(kept[topic]).items()
                }
        return [f"{topic}: {kept.get(topic)} instead of {expected.get(topic)}" for topic in {*kept, *expected}
                if kept.get(topic) != expected.get(topic)]

    def readings(self) -> list[dict]:
        return [self.domo_json("show", path) for path in self.paths()]

    def paths(self) -> list[str]:
        return [f"Casa/{name}" for name in TEXTS + SWITCHES + sorted(self.present)]
