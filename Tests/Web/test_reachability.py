"""What is unreachable is said where people look: on the element, the row, the tile, the plan and the home page."""

from house import wait
from page import AWNING, BUZZER, LAMP, LIGHT, PHONE, SALON, THERMOMETER, THERMOMETER_GROUP, PageTest


class Reachability(PageTest):
    def setUp(self):
        super().setUp()
        self.house.known(LAMP, "regulable", 40)
        self.house.known(BUZZER, "binary", "on")

    def lose_the_bus(self):
        self.house.ask_simulator("POST", "/bus/faults", fault="full")
        self.house.ask_simulator("POST", "/bus/faults", fault="disconnect")
        wait(lambda: self.house.domo("status")["links"][0]["endpoints"][0]["reachable"] is False, "the bus is gone")

    def tearDown(self):
        self.house.repair()
        wait(lambda: self.house.domo("status")["links"][0]["endpoints"][0]["reachable"], "the bus is back")

    def test_it_is_shown_at_home_on_rows_tiles_and_the_plan(self):
        self.until_confirmed(self.row(BUZZER), "on")
        self.assertEqual(self.visible("#outage"), [])
        self.lose_the_bus()
        self.until(self.row(BUZZER), "data-unreachable", "")
        self.assertRegex(self.text(self.row(BUZZER) + " .state"), r"^Unreachable\. Last known: On, \d\d:\d\d$")
        # What is on the other link is as it was.
        self.assertIsNone(self.get(self.row(LIGHT), "data-unreachable"))
        tile = f'li.tile[data-path="{SALON}"] .state'
        wait(lambda: "5 unreachable" in self.text(tile), lambda: self.text(tile))
        # Whether the lamp is on is not known.
        self.assertNotIn(" on", self.text(tile))
        self.assertNotIn("off", self.text(tile))
        wait(lambda: "bus" in self.text("#outage span"), "the name of the link")
        self.assertRegex(self.text("#outage span"), r"^No connection to bus\. \d+ devices and services show what was last known\.$")
        self.tap(".plan-button")
        item = f'.plan-item[data-path="{BUZZER}"]'
        self.until(item, "data-unreachable", "")
        self.assertIn("Unreachable. Last known: On", self.get(item + " .plan-dot", "aria-label"))
        self.tap(".list-button")
        # Also if the page is opened meanwhile.
        self.open("/")
        wait(lambda: self.visible("#outage") and "No connection to bus." in self.text("#outage span"), "the notice")
        self.tap("#outage a")
        self.until_view("settings")
        self.until('[data-link="bus"]', "data-reachable", "lost")
        self.assertEqual(self.visible("#outage"), [])
        self.house.repair()
        self.open("/")
        wait(lambda: not self.visible("#outage"), "it is over")
        self.until(self.row(BUZZER), "data-unreachable", None)

    def test_files_that_can_not_be_loaded_are_said_at_home(self):
        file = self.house.folder / "homes/house.xml"
        good = file.read_text()
        try:
            file.write_text(good + "<")
            with self.assertRaises(AssertionError):
                self.house.domo("reload")
            self.open("/")
            wait(lambda: "The files of the house can’t be loaded: it is that of" in self.text("#outage span"), "the notice")
        finally:
            file.write_text(good)
        self.house.domo("reload")
        wait(lambda: not self.visible("#outage"), "it is over")

    def test_a_backup_that_failed_is_said_at_home(self):
        self.open("/")
        self.until_confirmed(self.row(BUZZER), "on")
        self.assertEqual(self.visible("#outage"), [])
        copy = self.house.request("backup begin")["token"]
        self.house.request("backup end " + copy)
        self.open("/")
        wait(lambda: "The backup failed: " in self.text("#outage span"), "the notice")
        self.house.domo("backup", self.house.folder / "copy.sqlite")
        self.open("/")
        wait(lambda: not self.visible("#outage"), "it is over")

    def test_it_is_shown_on_the_element(self):
        self.element(LAMP)
        self.until(self.facet(LAMP, "regulable"), "data-value", "40")
        self.lose_the_bus()
        for kind, value in (("regulable", "40 %"), ("binary", "On")):
            state = self.facet(LAMP, kind) + " .state"
            wait(lambda state=state, value=value: self.text(state).startswith(f"Unreachable. Last known: {value}, "), lambda state=state: self.text(state))
        self.element(AWNING)
        state = self.facet(AWNING, "bidirectional") + " .state"
        wait(lambda: self.text(state).startswith("Unreachable"), lambda: self.text(state))

    def test_an_order_that_failed_does_not_hide_it(self):
        self.lose_the_bus()
        self.element(BUZZER)
        facet = self.facet(BUZZER, "binary")
        self.until(facet, "data-unreachable", "")
        self.tap(facet + " .switch")
        self.until(facet, "data-state", "failed")
        self.assertRegex(self.text(facet + " .state"), r" · Unreachable\. Last known: On, \d\d:\d\d$")
        muted, shown = self.js(
            """const probe = document.body.appendChild(document.createElement('i')); probe.style.color = 'var(--muted)';
            const colours = [probe, document.querySelector(arguments[0])].map((node) => getComputedStyle(node).color); probe.remove(); return colours""",
            facet + " .facet-reading",
        )
        self.assertEqual(shown, muted)

    def test_a_long_name_of_a_link_fits_on_a_phone(self):
        self.lose_the_bus()
        self.open("/")
        wait(lambda: "bus" in self.text("#outage span"), "the name of the link")
        self.js("document.querySelector('#outage span').textContent = 'No connection to ' + 'http://192.168.100.100:8080/web/services/unsecure'.repeat(3)")
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), PHONE[0])

    def test_guests_are_told_too(self):
        """Somebody who sees one room only learns that its link is down, not its name."""
        name = type(self).sign_in("act", [SALON])
        try:
            self.lose_the_bus()
            self.open("/")
            wait(lambda: self.visible("#outage"), "the notice")
            self.assertIn("5 devices and services show what was last known.", self.text("#outage span"))
            self.assertNotIn("bus", self.text("#outage span"))
        finally:
            self.house.domo("token", "revoke", name)
            type(self).sign_in()


class Orders(PageTest):
    def test_the_time_of_an_order_is_from_the_request_to_the_confirmation(self):
        order = {"id": 7, "element": LIGHT, "type": "binary", "action": "on", "by": "anna", "byKind": "token", "origin": "web", "requested": "2026-11-24T10:00:00Z",
                 "attempts": [], "stage": "confirmed", "reached": "2026-11-24T10:00:04Z", "acceptedAfter": 4000, "confirmedAfter": 201}  # fmt: skip
        self.js(
            """const real = window.fetch; window.fetch = (address, options) => String(address).includes('/orders?')
              ? Promise.resolve(new Response(JSON.stringify({orders: [arguments[0]]}))) : real(address, options)""".replace("arguments[0]", "window.order"),
        )
        self.js("window.order = arguments[0]", order)
        self.tap(self.row(LIGHT) + " .row-link")
        wait(lambda: self.text('[data-order="7"] .entry-stage') == "confirmed · 4.2 s", lambda: self.text('[data-order="7"] .entry-stage'))
        self.assertRegex(self.text('[data-order="7"] .facts'), r"accepted4 s.*confirmed4\.2 s")


class Tiles(PageTest):
    def test_a_tile_shows_the_measured_temperature_before_the_wanted_one(self):
        self.house.known(SALON + "/Thermostat", "value", "23.5")
        self.house.press(THERMOMETER_GROUP, "20.8", service="response")
        wait(lambda: float(self.house.reading(THERMOMETER, "value")["value"]) == 20.8, "the thermometer")
        tile = f'li.tile[data-path="{SALON}"] .state'
        wait(lambda: "20.8 °C" in self.text(tile), lambda: self.text(tile))
        self.assertNotIn("23.5", self.text(tile))

    def test_what_is_wanted_is_not_shown_as_the_temperature_of_the_room(self):
        self.house.known(SALON + "/Thermostat", "value", "23.5")
        self.open("/")
        # As if the thermometer had never reported.
        shown = self.later(
            """const store = await import('/assets/core/store.js'); const {followSummary} = await import('/assets/place/tile.js');
            const place = store.places.get(arguments[0]);
            store.elements.get(arguments[1]).readings = {};
            let shown = ''; followSummary(place, {add() {}}, ({text}) => { shown = text }); return shown""",
            SALON,
            THERMOMETER,
        )
        self.assertNotEqual(shown, "")
        self.assertNotIn("23.5", shown)
