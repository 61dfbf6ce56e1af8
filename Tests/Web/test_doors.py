"""What opens a lock, a gate, a garage or a door is held for a second; push buttons; what is certain is shown as everywhere else."""

import json

from classes_house import AGO, ClassesTest, HALL
from house import wait
from page import PHONE, SOURCES, resize
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LOCK, GARAGE, GATE, SIREN = (HALL + "/" + name for name in ("Cerradura", "Garaje", "Verja", "Sirena"))
OPENER = HALL + "/Abrepuertas"
TABLE = json.loads((SOURCES.parents[2] / "Tests/Certainty/certainty.json").read_text())
HINT = "Hold for a second to open"


class Doors(ClassesTest):
    def setUp(self):
        super().setUp()
        self.house.known(LOCK, "binary", "off")
        self.place(HALL)
        self.until_text(self.row(LOCK) + " .state", "Locked")

    def hold(self, selector, key=None):
        """Presses, and releases once the order has been given."""
        node = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.js("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", node)
        chain = ActionChains(self.driver)
        (chain.key_down(key) if key else chain.click_and_hold(node)).perform()
        self.assertIn("holding", self.get(selector, "class"))
        wait(lambda: "holding" not in self.get(selector, "class"), "held")
        chain = ActionChains(self.driver)
        (chain.key_up(key) if key else chain.release()).perform()

    def test_a_tap_opens_nothing_and_says_how(self):
        before = len(self.house.orders(LOCK))
        self.tap(self.row(LOCK) + " .switch")
        self.until_text(self.row(LOCK) + " .state", HINT)
        self.tap(self.row(LOCK) + " .switch")
        self.tap(self.row(GARAGE) + ' [data-choice="up"]')
        self.until_text(self.row(GARAGE) + " .state", HINT)
        self.assertEqual(len(self.house.orders(LOCK)), before)
        self.assertEqual(self.house.orders(GARAGE), [])

    def test_it_is_held_to_open_and_tapped_to_lock(self):
        self.hold(self.row(LOCK) + " .switch")
        self.until_text(self.row(LOCK) + " .state", "Unlocked")
        self.tap(self.row(LOCK) + " .switch")
        self.until_text(self.row(LOCK) + " .state", "Locked")
        self.assertEqual(self.house.orders(LOCK)[-2:], ["on", "off"])

    def test_keys_are_held_too(self):
        for key in (Keys.ENTER, Keys.SPACE):
            self.hold(self.row(LOCK) + " .switch", key)
            self.until_text(self.row(LOCK) + " .state", "Unlocked")
            self.driver.find_element(By.CSS_SELECTOR, self.row(LOCK) + " .switch").send_keys(key)
            self.until_text(self.row(LOCK) + " .state", "Locked")
            before = len(self.house.orders(LOCK))
            self.driver.find_element(By.CSS_SELECTOR, self.row(LOCK) + " .switch").send_keys(key)
            self.until_text(self.row(LOCK) + " .state", HINT)
            self.assertEqual(len(self.house.orders(LOCK)), before)

    def test_a_screen_reader_activates_it_twice(self):
        before = len(self.house.orders(LOCK))
        activate = "document.querySelector(arguments[0]).click()"
        self.js(activate, self.row(LOCK) + " .switch")
        self.until(self.row(LOCK), "data-armed", "")
        self.assertEqual(len(self.house.orders(LOCK)), before)
        self.js(activate, self.row(LOCK) + " .switch")
        self.until_text(self.row(LOCK) + " .state", "Unlocked")

    def test_on_its_own_page_and_in_a_garage(self):
        self.element(LOCK)
        before = len(self.house.orders(LOCK))
        self.tap(".facet .switch")
        self.until_text(".facet .state", HINT)
        self.assertEqual(len(self.house.orders(LOCK)), before)
        self.hold(".facet .switch")
        self.until_text(".facet .facet-reading", "Unlocked")
        self.element(GARAGE)
        self.tap('.facet [data-choice="down"]')
        self.tap('.facet [data-choice="stop"]')
        self.assertEqual(self.ordered(GARAGE, 2)[:2], ["down", "stop"])
        self.hold('.facet [data-choice="up"]')
        self.assertEqual(self.ordered(GARAGE, 3)[2], "up")
        self.tap('.facet [data-choice="stop"]')

    def test_every_order_that_opens_is_known(self):
        """By class, type and value; a part without a role is as its device."""
        found = self.later(
            """const {opens} = await import('/assets/core/guard.js');
            const one = (name, type, value, more = {}) => opens({class: name, types: [type], readings: {}, ...more}, type, value);
            const level = (value, more) => one('garage', 'regulable', value, more);
            const at = {readings: {regulable: {value: 40, certainty: 'confirmed'}}};
            return [
              ['lock', 'gate', 'garage', 'door'].map((name) => ['on', 'press', 'off'].map((value) => one(name, 'binary', value))),
              ['light', 'window', 'siren', 'shutter'].map((name) => one(name, 'binary', 'on')),
              ['up', 'stop', 'down'].map((value) => one('gate', 'bidirectional', value)),
              [level(100), level(0), level(30, at), level(50, at), level(30, {...at, openAt: 100}), level(50, {...at, openAt: 100})],
              one('door', 'value', 'open'), one(undefined, 'binary', 'on', {owner: arguments[0]}), one(undefined, 'binary', 'on', {owner: arguments[0], role: 'status'})]""",
            LOCK,
        )
        self.assertEqual(found, [[[True, True, False]] * 4, [False] * 4, [True, False, False], [False, True, True, False, False, True], True, True, False])


class Buttons(ClassesTest):
    def test_a_button_is_pressed(self):
        bell = HALL + "/Timbre"
        self.place(HALL)
        self.until_text(self.row(bell) + " .state", "Push button")
        self.assertEqual(self.all(self.row(bell) + " .switch"), [])
        self.tap(self.row(bell) + " .press")
        self.assertEqual(self.ordered(bell, 1), ["press"])

    def test_an_opener_is_held(self):
        self.place(HALL)
        self.tap(self.row(OPENER) + " .press")
        self.until_text(self.row(OPENER) + " .state", HINT)
        self.assertEqual(self.house.orders(OPENER), [])
        Doors.hold(self, self.row(OPENER) + " .press")
        self.assertEqual(self.ordered(OPENER, 1), ["press"])

    def test_the_power_button_lists_what_is_left_out(self):
        self.place(HALL)
        self.tap(".devices-off")
        self.until_text("dialog .left-out summary", f"Left out: {len(self.house.domo('off', HALL, '--explain')['leftOut'])}")
        listed = self.texts("dialog .left-out li")
        self.assertIn("Siren: acts or stays on: not switched with a place", listed)
        self.assertIn("Bell: push button", listed)


class Certainties(ClassesTest):
    def test_it_is_shown_as_on_the_command_line(self):
        """Each class with each certainty of the table that is that of all front ends."""
        names = self.later("const store = await import('/assets/core/store.js'); return [...store.elements.values()].filter((one) => one.class && one.types.includes('binary')).map((one) => [one.class, one.path])")
        self.assertGreater(len(names), 12)
        for name, words in TABLE["words"].items():
            for value, word in zip(("on", "off"), words):
                for form in TABLE["forms"]:
                    known = None if form["certainty"] == "unknown" else value
                    shown = self.later(
                        """const {stateText} = await import('/assets/core/states.js');
                        const [name, reading] = arguments;
                        return stateText({path: 'Casa/X', class: name || undefined, types: ['binary'], parts: [], readings: {binary: reading}}, 'binary')""",
                        name,
                        {"type": "binary", "value": known, "certainty": form["certainty"], "stale": form["stale"], "since": AGO},
                    )
                    self.assertEqual(shown, form["page"].replace("{word}", word[0].upper() + word[1:]), (name, form))

    def test_a_lock_that_was_only_ordered(self):
        self.place(HALL)
        self.show(LOCK, "binary", "off", certainty="assumed", stale=True, since=AGO)
        self.until_text(self.row(LOCK) + " .state", "~Locked (stale), 3 h ago")
        self.assertTrue(self.visible(self.row(LOCK) + " .state"))
