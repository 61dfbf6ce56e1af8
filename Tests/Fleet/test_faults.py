"""Servers, workers, PostgreSQL and houses are killed under load, and the network is cut. No acknowledged report is lost, none
is stored twice, no order is carried out twice or late.
"""
import os
import random
import time
import unittest

from fleet import Fleet
from judge import history, judge, same
from processes import until
from servers import HAS_NAMESPACES

ROUNDS = int(os.environ.get("DOMO_FLEET_ROUNDS", "7"))
SIMULATED = int(os.environ.get("DOMO_FLEET_HOUSES", "120"))
REAL = int(os.environ.get("DOMO_FLEET_REAL", "3"))
# Of each house, in milliseconds.
INTERVAL = 2000
SEED = int(os.environ.get("DOMO_FLEET_SEED", "1"))


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.begin = time.monotonic()
        cls.random = random.Random(SEED)
        cls.fleet = Fleet(SIMULATED, REAL)
        cls.addClassCleanup(cls.fleet.stop)
        cls.fleet.start()
        half = SIMULATED // 2
        cls.loads = [cls.fleet.load(0, half, INTERVAL), cls.fleet.load(half, SIMULATED - half, INTERVAL)]
        for load in cls.loads:
            load.wait_for_connections()
        cls.fleet.give_orders(SIMULATED, rate=20)
        cls.fleet.wait_for_progress("the start")

    def leader(self):
        """The server that leads the most streams."""
        def holds():
            leaders = [one for one in self.fleet.cluster.leaders().values() if one]
            return max(leaders, key=leaders.count) if len(leaders) == 16 else None
        return until("leaders of all streams", holds)

    # MARK: Faults; each returns what undoes it.

    def kill_leader(self):
        leader = self.leader()
        leader.process.kill()
        return leader.start

    def kill_all_servers(self):
        for server in self.fleet.cluster.servers:
            server.process.kill()

        def start():
            for server in self.fleet.cluster.servers:
                server.process.start()
        return start

    def cut_leader_from_servers(self):
        """Its clients stay with it."""
        leader = self.leader()
        leader.cut("routes")
        return leader.join

    def cut_leader_from_all(self):
        leader = self.leader()
        leader.cut("both")
        return leader.join

    def kill_worker(self):
        worker = self.random.choice(self.fleet.workers)
        worker.kill()
        return worker.start

    def crash_postgres(self):
        self.fleet.postgres.crash()
        return self.fleet.postgres.start

    def kill_houses(self):
        """Real ones, and half of the simulated ones."""
        house = self.random.choice(self.fleet.houses)
        load = self.random.choice(self.loads)
        house.fleet.kill()
        load.process.kill()

        def start():
            house.fleet.start()
            load.start()
            load.wait_for_connections()
        return start

    # MARK: The rounds

    def faults(self):
        # The messages of a killed worker come again after a minute: it is the first one, so that nobody waits for that.
        kinds = [self.kill_worker, self.crash_postgres, self.kill_leader, self.kill_houses, self.cut_leader_from_servers,
                 self.kill_all_servers, self.cut_leader_from_all]
        for number in range(ROUNDS):
            yield number, kinds[number % len(kinds)]

    def test_nothing_is_lost_or_done_twice(self):
        windows = []
        for number, fault in self.faults():
            name = fault.__name__.replace("_", " ")
            print(f"round {number + 1}: {name}", flush=True)
            begin = time.time()
            undo = fault()
            # Longer than an election in some rounds, shorter in others.
            time.sleep(self.random.uniform(1, 8))
            undo()
            for load in self.loads:
                load.wait_for_connections()
            self.fleet.cluster.wait_for_leaders()
            self.fleet.wait_for_progress(name)
            until(f"all houses known as connected after {name}", lambda: self.fleet.connected() == SIMULATED + REAL)
            windows.append((name, begin, time.time()))
        # Houses that leave are seen, too.
        self.fleet.houses[0].fleet.kill()
        until("a house known as away", lambda: self.fleet.connected() == SIMULATED + REAL - 1)
        self.fleet.houses[0].fleet.start()
        self.fleet.end_orders()
        written = sum(load.ask("quiet")["written"] for load in self.loads)
        stored = "SELECT count(*) FROM fleet.report JOIN fleet.source ON id = source WHERE house LIKE 'load%'"
        missing = []
        try:
            until(f"all {written} records in PostgreSQL", lambda: self.fleet.postgres.number(stored) >= written, seconds=300)
            for house in self.fleet.houses:
                until(f"the last report of {house.name}", lambda house=house: self.is_reported(house), seconds=300)
        except AssertionError as error:
            # What was lost says more.
            missing.append(str(error))
        verdict = judge(self.fleet)
        verdict.problems += missing
        self.report(windows, verdict)
        self.assertEqual(verdict.problems, [])
        self.assertEqual((verdict.lost, verdict.doubles, verdict.twice, verdict.late), (0, 0, 0, 0))
        self.assertEqual(self.fleet.postgres.number(stored), written)
        # The proof is worth something only if much was stored and carried out.
        self.assertGreater(verdict.acknowledged, SIMULATED * ROUNDS)
        self.assertGreater(verdict.carried_out, 10 * ROUNDS)
        self.assertGreater(verdict.repeated, 2 * ROUNDS)

    def is_reported(self, house) -> bool:
        lines = self.fleet.postgres.ask(
            f"SELECT line FROM fleet.report JOIN fleet.source ON id = source WHERE house = '{house.name}'"
        )
        return history(house)[-1] in {same(line) for (line,) in lines}

    def report(self, windows, verdict) -> None:
        acks = [(int(words[4]) / 1000, int(words[5]) / 1000) for words in self.fleet.lines("ledger.*") if words[0] == "ack"]
        replies = sorted(
            int(words[3]) / 1000 for words in self.fleet.lines("orders") if words[0] == "reply" and words[4] == "ok"
        )
        cuts = "cut off" if HAS_NAMESPACES else "stopped"
        print(f"{ROUNDS} rounds, {SIMULATED} simulated and {REAL} real houses; servers are {cuts}; {verdict}")
        print("round: the longest wait of a report for its acknowledgement; the longest time without a carried out order")
        for number, (name, begin, end) in enumerate(windows, 1):
            # Those that were published first in this round.
            longest = max((waited for time, waited in acks if begin - 1 <= time - waited <= end), default=0)
            times = [time for time in replies if begin - 1 <= time <= end + 1]
            gap = max((after - before for before, after in zip(times, times[1:])), default=0)
            print(f"{number:3} {name:25} {longest:6.1f} s {gap:6.1f} s")
        print(f"took {time.monotonic() - self.begin:.1f} s: test_faults")


if __name__ == "__main__":
    unittest.main()
