"""Revoking houses on a cluster of three servers."""
import unittest

from fleet import Fleet
from processes import PROGRAMS, Process, run, until


class Agent:
    """domo-fleet of a house, which knows one server only."""

    def __init__(self, fleet: Fleet, name: str, server):
        self.name, self.server = name, server
        self.process = Process(
            fleet.folder / f"{name}.log", PROGRAMS / "domo-fleet", "--credentials", fleet.folder / name, "--socket",
            fleet.folder / "none.sock", "--state", fleet.folder / f"{name}.state", "--nats", server.url,
        )
        fleet.stops.append(self.process.kill)
        self.process.start()

    @property
    def refusals(self) -> list[str]:
        return [line for line in self.process.text.splitlines() if "refused by the fleet" in line]


class Revocation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(0)
        cls.addClassCleanup(cls.fleet.stop)
        cls.fleet.start()
        folder = cls.fleet.folder
        enrolment = Process(folder / "enrolment.log", PROGRAMS / "domo-fleet", "enrolment", "--fleet", folder / "operator")
        cls.fleet.stops.append(enrolment.kill)
        enrolment.start().wait_for("connected to the fleet")

    def operate(self, *words) -> str:
        return run(PROGRAMS / "domo-fleet", *words, "--fleet", self.fleet.folder / "operator")

    def agents(self, prefix: str) -> list[Agent]:
        """One at each server."""
        names = [f"{prefix}000{number}" for number in (1, 2, 3)]
        for name in names:
            code = self.operate("house", "add", name, "--id", name)
            run(PROGRAMS / "domo-fleet", "enroll", code, "--credentials", self.fleet.folder / name)
        agents = [Agent(self.fleet, name, server) for name, server in zip(names, self.fleet.cluster.servers)]
        for agent in agents:
            agent.process.wait_for(f"connected to the fleet: server {agent.server.name}")
        return agents

    def assert_undisturbed(self, agents: list[Agent]) -> None:
        for agent in agents:
            self.assertEqual(agent.process.text.count("connected to the fleet"), 1, agent.process.text)

    def test_a_house_is_cut_off_at_each_server_and_others_stay(self):
        stay, leave = self.agents("queda"), self.agents("sale")
        for agent in leave:
            self.assertEqual(agent.refusals, [])
            self.operate("house", "revoke", agent.name)
            until(f"the refusal of {agent.name}", lambda agent=agent: agent.refusals)
            self.assertIn("revoked", agent.refusals[0].lower())
        self.assert_undisturbed(stay)
        # With the same credentials, also at the other servers.
        for agent, server in zip(leave, self.fleet.cluster.servers[1:] + self.fleet.cluster.servers[:1]):
            agent.process.kill()
            (self.fleet.folder / f"{agent.name}.log").unlink()
            again = Agent(self.fleet, agent.name, server)
            until(f"the refusal of {agent.name} at {server.name}", lambda again=again: again.refusals)
            self.assertNotIn("connected to the fleet: server", again.process.text)

    def test_a_server_that_was_away_learns_of_it(self):
        stay, leave = self.agents("firme"), self.agents("fuera")
        server = leave[2].server
        server.process.kill()
        for agent in leave:
            self.operate("house", "revoke", agent.name)
        server.start()
        self.fleet.cluster.wait_for_leaders()
        # Servers exchange what they know of the account once a minute: until then, this one lets the house in.
        for agent in leave:
            until(f"the refusal of {agent.name}", lambda agent=agent: "revoked" in " ".join(agent.refusals).lower(), seconds=400)
        self.assert_undisturbed(stay[:2])
        stay[2].process.wait_for(f"connected to the fleet: server {server.name}", 2)


if __name__ == "__main__":
    unittest.main()
