"""Which houses are connected, while most servers are away."""
import unittest

from fleet import Fleet
from processes import until

HOUSES = 12


class Presence(unittest.TestCase):
    def test_nobody_knows_without_the_leader_of_most_servers(self):
        fleet = Fleet(HOUSES)
        self.addCleanup(fleet.stop)
        fleet.start()
        fleet.load(0, HOUSES, 60_000).wait_for_connections()
        until("all houses are known to be connected", lambda: fleet.connected() == HOUSES)
        away = fleet.cluster.servers[1:]
        for server in away:
            server.process.kill()
        # The houses and the workers go to the last server, which may be cut off from the others: it can't know.
        until("that is not known", lambda: fleet.connected() == -1)
        for server in away:
            server.process.start()
        until("all are known again", lambda: fleet.connected() == HOUSES)


if __name__ == "__main__":
    unittest.main()
