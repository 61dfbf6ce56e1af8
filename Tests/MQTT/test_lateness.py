"""Commands are for now: no order is carried out later than its deadline after it reached the bridge, nor twice, whatever
stops, freezes or dies meanwhile. The simulated house says what was carried out."""
import json
import os
import pathlib
import shutil
import subprocess
import time
import unittest.mock
from datetime import datetime, timezone

from scene import Scene


class Lateness(Scene):
    def setUp(self) -> None:
        super().setUp()
        self.sent: dict[str, float] = {}

    def until_published(self, client, *arguments) -> None:
        super().until_published(client, *arguments)
        # Its name is known before domod is frozen.
        self.base("Mensaje")

    def send(self, client, count: int = 1, **options) -> list[str]:
        """Orders with texts that no other order has; returns their topics for answers."""
        answers = []
        for _ in range(count):
            text = f"m{len(self.sent) + 1}"
            # Before it is published: it reached the bridge later.
            self.sent[text] = time.monotonic()
            answers.append(client.order(self.set("Mensaje", "value"), text, **options))
        return answers

    def carried_out(self) -> list[str]:
        return [one.fields["value"] for one in self.house.of(name="Mensaje")]

    def nothing_twice_nor_late(self, deadline: float = 10) -> None:
        """What was published at most so long before it reached the house was not late, whenever it reached the bridge."""
        texts = self.carried_out()
        self.assertEqual(len(texts), len(set(texts)), texts)
        for one in self.house.of(name="Mensaje"):
            self.assertLess(one.time - self.sent[one.fields["value"]], deadline + 0.5, one)


class Stalls(Lateness):
    def test_bridge_that_stood_still_for_long_drops_what_waited(self):
        client = self.start_all()
        self.freeze("bridge")
        answers = self.send(client, 5)
        client.settle()
        time.sleep(3)
        self.thaw("bridge")
        for answer in answers:
            outcome = client.outcomes(answer)[0]
            self.assertEqual((outcome["outcome"], outcome["code"]), ("dropped", "stalled"))
        counts = self.until_counted(client, 5, dropped=5)
        self.assertGreaterEqual(counts["stalls"], 1)
        self.assertEqual(self.carried_out(), [])
        self.assertIn("did not run for more than 2 s", self.log())
        # What comes then is carried out.
        self.assertEqual(client.outcomes(self.send(client)[0])[0]["outcome"], "accepted")
        self.until_counted(client, 6, dropped=5, accepted=1)

    def test_bridge_that_stood_still_for_a_moment_drops_nothing(self):
        client = self.start_all()
        # A stall of the machine on which the tests run is none of the bridge.
        for _ in range(5):
            before = self.counts(client)
            self.freeze("bridge")
            answers = self.send(client, 3)
            client.settle()
            time.sleep(0.5)
            self.thaw("bridge")
            outcomes = [client.outcomes(answer)[0]["outcome"] for answer in answers]
            counts = self.until_counted(client, before["received"] + 3)
            if counts["stalls"] == before["stalls"]:
                break
        self.assertEqual(outcomes.count("dropped"), 0, outcomes)
        self.nothing_twice_nor_late()

    def test_many_commands_that_waited_are_all_dropped(self):
        """More than one read of the socket."""
        client = self.start_all()
        self.freeze("bridge")
        self.send(client, 1500)
        client.settle()
        time.sleep(2.6)
        self.thaw("bridge")
        counts = self.until_counted(client, 1500, seconds=60)
        self.assertEqual(counts["dropped"], 1500, counts)
        self.assertEqual(self.carried_out(), [])

    def test_deadline_begins_when_the_command_reaches_the_socket(self):
        """The bridge stands still for a part of the deadline: what is left is for domod."""
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(deadline="1s")
        self.until_published(client)
        accepted = 0
        for _ in range(6):
            self.freeze("bridge")
            answer = self.send(client)[0]
            client.settle()
            time.sleep(1.6)
            self.thaw("bridge")
            accepted += client.outcomes(answer)[0]["outcome"] == "accepted"
        self.assertEqual(accepted, 0)
        self.assertEqual(self.carried_out(), [])
        self.until_counted(client, 6, accepted=0)

    def test_standing_still_at_any_place(self):
        """The command arrives meanwhile, and waits in the socket: longer than its deadline, or than a stall."""
        for place, deadline, pause, outcomes in (
            ("wait", "1s", 1.3, ("dropped", "refused", "failed")), ("wait", "10s", 2.3, ("dropped",)),
            ("read", "1s", 1.3, ("dropped", "refused", "failed")), ("read", "10s", 2.3, ("dropped",)),
        ):
            with self.subTest(place=place, deadline=deadline):
                self.setUp()
                try:
                    self.stand_still(place, deadline, pause, outcomes)
                finally:
                    self.doCleanups()
        self.setUp()

    def stand_still(self, place: str, deadline: str, pause: float, outcomes: tuple[str, ...]) -> None:
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        library, file = self.folder / "stand_still.so", self.folder / "stand-still"
        compiler = shutil.which("clang") or shutil.which("cc")
        self.assertIsNotNone(compiler, "there is no C compiler")
        source = pathlib.Path(__file__).with_name("stand_still.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
        preloaded = {"LD_PRELOAD": str(library), "STAND_STILL": str(file), "STAND_STILL_AT": place}
        with unittest.mock.patch.dict(os.environ, preloaded):
            self.start_bridge(deadline=deadline)
        self.until_published(client)
        file.touch()
        self.until(lambda: not file.exists(), "it stands still")
        answer = self.send(client)[0]
        client.settle()
        time.sleep(pause)
        file.with_name("stand-still.end").touch()
        self.assertIn(client.outcomes(answer)[0]["outcome"], outcomes)
        self.assertEqual(self.carried_out(), [])

    def test_what_is_left_of_the_deadline_is_for_the_house(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(deadline="3s")
        self.until_published(client)
        # It is tried again until the deadline.
        self.house.fault("fail", on="signals")
        self.freeze("bridge")
        answer = self.send(client)[0]
        client.settle()
        arrived = datetime.now(timezone.utc)
        time.sleep(1.7)
        self.thaw("bridge")
        outcome = client.outcomes(answer)[0]["outcome"]
        # On a slow machine it may have stood still for more than 2 s.
        self.assertIn(outcome, ["failed", "dropped"])
        for order in self.domo_json("orders")["orders"]:
            last = datetime.fromisoformat(order["attempts"][-1]["time"])
            self.assertLess((last - arrived).total_seconds(), 3, order)

    def test_domod_that_stood_still_refuses_what_is_too_late(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(deadline="2s")
        self.until_published(client)
        self.freeze("domod")
        answers = self.send(client, 5)
        time.sleep(3)
        self.thaw("domod")
        for answer in answers:
            outcome = client.outcomes(answer, seconds=60)[0]
            self.assertIn((outcome["outcome"], outcome.get("code")),
                          [("refused", "deadline-passed"), ("failed", "deadline-passed")], outcome)
        self.until_counted(client, 5, accepted=0, seconds=60)
        self.assertEqual(self.carried_out(), [])

    def test_domod_that_stood_still_for_less_than_the_deadline_carries_it_out(self):
        client = self.start_all(deadline="60s")
        self.freeze("domod")
        answer = self.send(client)[0]
        time.sleep(1)
        self.thaw("domod")
        self.assertEqual(client.outcomes(answer)[0]["outcome"], "accepted")
        self.nothing_twice_nor_late(60)

    def test_house_that_stood_still_does_not_get_it_later(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(deadline="2s")
        self.until_published(client)
        self.house.fault("fail", on="signals")
        answers = self.send(client, 3)
        for answer in answers:
            self.assertEqual(client.outcomes(answer, seconds=60)[0]["outcome"], "failed")
        failed = len(self.house.signals)
        self.house.repair()
        time.sleep(1)
        self.assertEqual(len(self.house.signals), failed)
        self.until_counted(client, 3, failed=3)


class Deaths(Lateness):
    def test_frozen_broker_passes_on_what_is_fresh_at_its_own_time(self):
        """What waits at the broker has not reached the bridge; a message that must not be old has an expiry."""
        client = self.start_all()
        self.broker.freeze()
        text = f"m{len(self.sent) + 1}"
        self.sent[text] = time.monotonic()
        client.client.publish(self.set("Mensaje", "value"), text)
        time.sleep(2.5)
        self.broker.thaw()
        self.until_counted(client, 1)
        self.nothing_twice_nor_late()

    def test_broker_killed_under_load(self):
        client = self.start_all()
        self.send(client, 20)
        self.broker.kill()
        self.broker.restart()
        self.until_logged("connected to mqtt", 2)
        self.until_published(client)
        client.until(lambda: client.client.is_connected(), "connected again")
        start = len(client.messages)
        self.assertEqual(client.outcomes(self.send(client)[0])[0]["outcome"], "accepted")
        # The counts are published once a second at most.
        client.until(lambda: self.counts(client)["accepted"] == len(self.carried_out()), "all are counted")
        self.nothing_twice_nor_late()
        counts = self.counts(client)
        self.assertEqual(counts["pending"], 0)
        self.assertEqual(counts["received"], sum(counts[name] for name in (
            "accepted", "superseded", "refused", "dropped", "failed", "unknown")))
        self.assertTrue(client.messages[start:])

    def test_bridge_killed_under_load(self):
        client = self.start_all()
        for _ in range(3):
            self.send(client, 20, qos=1)
            self.kill("bridge")
            # Nobody takes these.
            count = len(self.sent)
            self.send(client, 5, qos=1)
            self.restart_bridge(client)
            self.assertEqual(client.outcomes(self.send(client)[0])[0]["outcome"], "accepted")
            lost = {f"m{number}" for number in range(count + 1, count + 6)}
            self.assertEqual(lost & set(self.carried_out()), set())
        self.nothing_twice_nor_late()

    def test_domod_killed_under_load(self):
        client = self.start_all()
        answers = self.send(client, 30)
        self.kill("domod")
        answers += self.send(client, 5)
        for answer in answers:
            client.outcomes(answer, seconds=30)
        client.until_topic("domo/domod", "offline")
        offline = client.outcomes(self.send(client)[0])[0]
        self.assertEqual((offline["outcome"], offline["code"]), ("refused", "offline"))
        self.start_domod()
        client.until_topic("domo/domod", "online", 40)
        self.until(lambda: client.outcomes(self.send(client)[0])[0]["outcome"] == "accepted", "accepted again", 40)
        self.until_counted(client, len(self.sent))
        self.nothing_twice_nor_late()

    def test_domod_stopped_under_load(self):
        client = self.start_all()
        answers = self.send(client, 30)
        self.terminate("domod")
        for answer in answers:
            client.outcomes(answer, seconds=30)
        self.until_counted(client, 30)
        self.nothing_twice_nor_late()

    def test_outcome_unknown_is_said_when_domod_dies_before_it_replies(self):
        client = self.start_all()
        self.freeze("domod")
        answers = self.send(client, 3)
        client.until(lambda: json.loads(client.latest["domo/commands"])["pending"] == 3, "waiting")
        self.kill("domod")
        for answer in answers:
            outcome = client.outcomes(answer)[0]
            self.assertEqual((outcome["outcome"], outcome["code"]), ("unknown", "unknown"))
        self.until_counted(client, 3, unknown=3)
        self.assertEqual(self.carried_out(), [])

    def test_bridge_frozen_and_its_connection_given_up_by_the_broker(self):
        """What had reached the bridge's socket before is not carried out afterwards."""
        client = self.start_all()
        self.freeze("bridge")
        self.send(client, 5)
        client.settle()
        self.broker.kill()
        self.broker.restart()
        time.sleep(2.2)
        self.thaw("bridge")
        self.until_logged("connected to mqtt", 2)
        client.until(lambda: client.client.is_connected(), "connected again")
        self.until(lambda: client.outcomes(self.send(client)[0])[0]["outcome"] == "accepted", "accepted again")
        self.assertEqual(set(self.carried_out()) & {"m1", "m2", "m3", "m4", "m5"}, set())
        self.nothing_twice_nor_late()
