"""The whole chain: houses that are enrolled in a fleet, a worker that stores their reports, and the page that reaches them over
a real nats-server.
"""

import os
import subprocess
import unittest

from fleet import Fleet
from house import PROGRAMS, TIMEOUT, Program, wait
from page import shared_browser
from ports import free_port
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LIGHT = "Vivienda eficiente/GeneralLight"


class Server:
    """A nats-server that trusts the operator of a fleet."""

    def __init__(self, folder, fleet):
        self.folder = folder
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        fleet.operator("operator", "init", fleet.keys, "--servers", self.url, "--servers-folder", folder / "jwt")
        file = folder / "nats.conf"
        file.write_text(
            f'server_name: n1\nlisten: "127.0.0.1:{self.port}"\nmax_payload: 256KB\n'
            f'jetstream {{ store_dir: "{folder}/js", max_mem: 16MB, max_file: 256MB }}\ninclude "{os.path.relpath(fleet.keys / "fleet.conf", folder)}"\n'
        )
        self.log = folder / "nats.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([os.environ["DOMO_NATS_SERVER"], "-c", file], stdout=log, stderr=log)
        wait(lambda: b"Server is ready" in self.log.read_bytes() or self.process.poll() is not None, "nats-server")
        if self.process.poll() is not None:
            raise AssertionError(self.log.read_text())

    def close(self):
        self.process.kill()
        self.process.wait(TIMEOUT)


class NATSFleet(Fleet):
    """Its houses are reached over NATS."""

    def __init__(self, running=2):
        self.server, self.agents = None, []
        super().__init__(running)

    def know(self, is_known=True):
        """The worker does."""

    def operator(self, *words):
        done = subprocess.run([PROGRAMS / "domo-fleet", *words], env=self.environment, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if done.returncode:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
        return done.stdout.strip()

    def start_web(self):
        self.keys = self.folder / "keys"
        self.environment["DOMO_FLEET"] = str(self.keys)
        (self.folder / "nats").mkdir()
        self.server = Server(self.folder / "nats", self)
        users = {role: self.operator("operator", "add", role, name) for role, name in (("setup", "setup1"), ("store", "store1"), ("web", "web1"))}
        store = ["--credentials", users["store"], "--postgres", self.postgres.url]
        self.operator("store", "--setup", "--replicas", "1", "--stream-size", "4", "--credentials", users["setup"], "--postgres", self.postgres.url)
        self.agents.append(Program(self.folder, "domo-fleet", ["store", *store, "--trust-clock"], self.environment))
        self.agents.append(Program(self.folder, "domo-fleet", ["enrolment"], self.environment))
        self.agents[-1].wait_for("(connected to the fleet)")
        for number, house in enumerate(self.houses, 1):
            code = self.operator("house", "add", f"Casa {number}", "--id", f"casa000{number}")
            self.operator("enroll", code, "--credentials", house.folder / "credentials")
            words = ["--credentials", house.folder / "credentials", "--socket", house.folder / "domo.sock", "--state", house.folder / "fleet"]
            self.agents.append(Program(self.folder, "domo-fleet", words, self.environment))
        options = ["--fleet", "--postgres", self.postgres.page_url, "--credentials", users["web"], "--listen", "127.0.0.1:0"]
        self.web = Program(self.folder, "domo-web", options, self.environment)
        self.url = self.web.wait_for(r"^domo-fleet-web: listening on (\S+)")

    def close(self):
        for agent in self.agents:
            agent.stop()
        super().close()
        if self.server:
            self.server.close()


class OverNATS(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = NATSFleet()
        cls.addClassCleanup(cls.fleet.close)
        for number in (1, 2):
            wait(lambda number=number: cls.adopted(number), f"house {number} over NATS")

    @classmethod
    def adopted(cls, number):
        token, _ = cls.fleet.houses[number - 1].token("act", code=False)
        return cls.fleet.ask("PUT", f"/api/v1/houses/casa000{number}/token", {"token": token})[0] == 200

    def test_reports_are_shown_and_orders_arrive(self):
        fleet = self.fleet

        def reported():
            houses = fleet.ask("GET", "/api/v1/houses")[1]["houses"]
            return len(houses) == 2 and all(house.get("online") and house.get("version") for house in houses)

        wait(reported, "the reports of both houses")

        # Until they know what time it is in the fleet, houses refuse orders.
        def done():
            number = fleet.ask("POST", "/api/v1/orders", {"line": "set GeneralLight on", "houses": ["casa0001", "casa0002"]})[1]["number"]
            return fleet.finished(number)["counts"]["done"] == 2

        wait(done, "an order in both houses")
        self.assertEqual([house.reading("GeneralLight", "binary")["value"] for house in fleet.houses], ["on", "on"])
        # What happened is in the charts.
        wait(lambda: LIGHT in fleet.ask("GET", "/api/v1/houses/casa0001/elements")[1]["elements"], "the element")

    def test_a_house_that_is_away_fails_at_once_and_holds_up_no_other(self):
        fleet = self.fleet
        agent = fleet.agents[-1]
        agent.stop()
        body = {"line": "set GeneralLight off", "houses": ["casa0001", "casa0002"]}

        def states():
            order = fleet.finished(fleet.ask("POST", "/api/v1/orders", body)[1]["number"])
            return [(house["state"], house.get("message", "")) for house in order["houses"]]

        # The servers report it at once; the house would be silent for 11 minutes.
        wait(lambda: fleet.ask("GET", "/api/v1/houses/casa0002")[1].get("online") is False, "the house that is away")
        self.assertEqual([house["id"] for house in fleet.ask("GET", "/api/v1/houses?filter=away")[1]["houses"]], ["casa0002"])
        found = wait(lambda: (lambda now: now if now[0][0] == "done" and "not connected" in now[1][1] else None)(states()), "the outcome")
        self.assertEqual(found[1][0], "failed")
        # Back again.
        house = fleet.houses[1]
        words = ["--credentials", house.folder / "credentials", "--socket", house.folder / "domo.sock", "--state", house.folder / "fleet"]
        fleet.agents[-1] = Program(fleet.folder, "domo-fleet", words, fleet.environment)
        wait(lambda: [state for state, _ in states()] == ["done", "done"], "both again")
        wait(lambda: fleet.ask("GET", "/api/v1/houses/casa0002")[1].get("online") is True, "both online")

    def test_a_house_that_connects_first_has_its_name(self):
        fleet = self.fleet
        code = fleet.operator("house", "add", "Calle Mayor 12", "--id", "casa0003")
        fleet.operator("enroll", code, "--credentials", fleet.folder / "third")
        done = fleet.run("tenant", "house", "Norte", "casa0003", fails=True)
        self.assertIn('there is no house "casa0003" yet', done.stderr)
        # Without a domod it is connected, and reports nothing.
        words = ["--credentials", fleet.folder / "third", "--socket", fleet.folder / "none.sock", "--state", fleet.folder / "third.state"]
        agent = Program(fleet.folder, "domo-fleet", words, fleet.environment)
        self.addCleanup(agent.stop)
        wait(lambda: "without a tenant: casa0003 Calle Mayor 12" in fleet.run("tenant", "list").splitlines(), "the house")
        self.assertEqual(fleet.ask("GET", "/api/v1/houses/casa0003")[0], 404)
        fleet.run("tenant", "house", "Norte", "casa0003")
        self.addCleanup(fleet.run, "tenant", "remove", "casa0003")
        found = wait(lambda: (lambda answer: answer[1] if answer[0] == 200 else None)(fleet.ask("GET", "/api/v1/houses/casa0003")), "the house of the tenant")
        self.assertEqual((found["name"], found["tenant"], found["online"]), ("Calle Mayor 12", "Norte", True))

    def test_the_page_of_a_house_works_over_nats(self):
        driver = shared_browser()
        fleet = self.fleet
        driver.get(fleet.url + "/healthz")
        driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        driver.delete_all_cookies()
        driver.get(fleet.url + "/")
        wait(lambda: driver.find_element(By.ID, "token"), "the form").send_keys(fleet.token, Keys.ENTER)
        wait(lambda: driver.execute_script("return document.body.dataset.ready"), "the list")
        driver.get(fleet.url + "/house/casa0001/")
        wait(lambda: driver.execute_script("return document.body.dataset.eventId"), "the page of the house")
        house = fleet.houses[0]
        switch = f'li.row[data-path="{LIGHT}"] .switch'
        for value, pressed in (("on", "true"), ("off", "false"), ("on", "true")):
            house.domo("set", "GeneralLight", value)
            wait(lambda pressed=pressed: driver.find_element(By.CSS_SELECTOR, switch).get_attribute("aria-checked") == pressed, f"the event of {value}")

        def switched():
            driver.find_element(By.CSS_SELECTOR, switch).click()
            return wait(lambda: house.reading("GeneralLight", "binary")["value"] == "off", "the order", 20)

        wait(switched, "an order from the page")


if __name__ == "__main__":
    unittest.main()
