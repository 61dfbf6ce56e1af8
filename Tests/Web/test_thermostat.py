"""The card of a thermostat: the target on a ring, what is measured, the mode, and whether it heats."""

from classes_house import AGO, CLIMATE, ClassesTest, MEASURED, MODE, SALON, VALVE
from house import wait
from page import DESKTOP, PHONE, resize
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

CARD = f'.climate[data-path="{CLIMATE}"]'
RING = CARD + " .ring"


class Thermostat(ClassesTest):
    def setUp(self):
        super().setUp()
        self.house.known(CLIMATE, "value", 22)
        for path, value in ((MEASURED, 20.6), (MODE, "comfort"), (VALVE, 45)):
            self.report(path, value)
        self.before = len(self.house.orders(CLIMATE))
        self.element(CLIMATE)
        self.until_confirmed(CARD, "22")

    def given(self, count):
        """The orders of this test, once there are this many."""
        return self.ordered(CLIMATE, self.before + count)[self.before :]

    def focus(self):
        self.js("document.querySelector(arguments[0]).focus()", RING)

    def centre(self, selector):
        self.middle(selector)
        return self.js("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", selector)

    def test_it_shows_the_target_the_measured_temperature_the_mode_and_the_heating(self):
        self.assertEqual(self.text(CARD + " .climate-target"), "22 °C")
        self.assertEqual(self.text(CARD + " .climate-now"), "Now 20.6 °C")
        self.assertEqual(self.text(CARD + " .climate-action"), "Heating 45 %")
        self.assertIn("heats", self.get(CARD, "class"))
        self.assertEqual(self.texts(".climate-mode .segment"), ["Comfort", "Away", "Night", "Protection"])
        self.assertEqual(self.texts('.climate-mode [aria-pressed="true"]'), ["Comfort"])
        self.assertEqual([self.get(RING, "aria-" + name) for name in ("valuemin", "valuemax", "valuenow", "valuetext")], ["5", "30", "22", "22 °C, Now 20.6 °C, Heating 45 %"])
        self.report(VALVE, 0)
        self.until_text(CARD + " .climate-action", "Not heating")
        self.assertNotIn("heats", self.get(CARD, "class"))
        # Its parts follow, except the mode, which is complete in the card.
        self.assertEqual(self.js("return [...document.querySelectorAll('.view-element li.row[data-path]')].map((node) => node.dataset.path)"), [MEASURED, VALVE, CLIMATE + "/Humedad"])
        # The chart has both.
        wait(lambda: self.texts(".chart-name") == ["Climate", "Temperature"], lambda: self.texts(".chart-name"))

    def test_the_keys_change_it(self):
        self.focus()
        self.press(Keys.ARROW_UP)
        wait(lambda: self.text(CARD + " .climate-target") == "→ 22.5 °C", "what is chosen")
        self.assertEqual(self.given(1), ["22.5"])
        self.until_confirmed(CARD, "22.5")
        self.until_text(CARD + " .climate-target", "22.5 °C")
        # It is announced when the order ends, which may be before the house confirms it.
        targets = ("22.5 °C", "~22.5 °C, not confirmed")
        announced = [f"Climate: Now 20.6 °C · Target {target} · Heating 45 % · Comfort" for target in targets]
        wait(lambda: self.text("#live") in announced, lambda: self.text("#live"))
        for keys, value in (([Keys.PAGE_DOWN], "20.5"), ([Keys.ARROW_LEFT, Keys.ARROW_DOWN], "19.5"), ([Keys.HOME], "5"), ([Keys.END], "30"), ([Keys.PAGE_DOWN, Keys.ARROW_RIGHT], "28.5")):
            self.focus()
            self.press(*keys)
            self.until_confirmed(CARD, value)
        self.assertEqual(len(self.given(6)), 6)

    def test_quick_steps_are_one_order(self):
        more, less = (CARD + f" .climate-step:nth-child({index})" for index in (2, 1))
        for _ in range(3):
            self.js("document.querySelector(arguments[0]).click()", more)
        self.js("document.querySelector(arguments[0]).click()", less)
        self.until_confirmed(CARD, "23")
        self.assertEqual(self.given(1), ["23"])

    def test_a_finger_drags_the_thumb_and_scrolls_over_the_rest(self):
        def ring():
            """The place of the thumb; the box of the ring, and its top."""
            thumb = self.centre(CARD + " .ring-grip")
            x, y, width, height = self.js("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", RING + " svg")
            return thumb, (x, y, width, height), (x + width / 2, y + width * 18 / 220)

        # A tap on the ring, or on the thumb, changes nothing.
        thumb, _, top = ring()
        for point in (top, thumb):
            self.touch_path([point])
            self.until_drawn()
            self.assertEqual(self.text(CARD + " .climate-target"), "22 °C")
        self.touch_path([thumb, ((thumb[0] + top[0]) / 2, (thumb[1] + top[1]) / 2), top])
        self.until_confirmed(CARD, "17.5")
        self.assertEqual(self.given(1), ["17.5"])
        # Beyond the end, and below the ring, it stays at its end.
        thumb, (x, y, width, height), _ = ring()
        right, bottom = x + width * 0.9, y + height
        self.touch_path([thumb, (right, y + width * 0.3), (right, bottom - 40), (x + width / 2 + 20, bottom), (x + width / 2 - 60, bottom)])
        self.until_confirmed(CARD, "30")
        # A scroll that begins on the ring is one.
        _, (x, y, width, height), _ = ring()
        left = x + width * 18 / 220
        self.touch_path([(left, y + height / 2), (left, y + height / 2 - 60), (left, y + height / 2 - 120)])
        self.until_drawn()
        self.assertEqual(self.text(CARD + " .climate-target"), "30 °C")
        self.assertEqual(self.given(2), ["17.5", "30"])

    def test_a_mouse_sets_it_anywhere_on_the_ring(self):
        resize(self.driver, DESKTOP, False)
        try:
            self.middle(RING)
            svg = self.find(RING + " svg")
            size = svg.rect
            scale = size["width"] / 220
            ActionChains(self.driver).move_to_element_with_offset(svg, 0, round(18 * scale - size["height"] / 2)).click().perform()
            self.until_confirmed(CARD, "17.5")
            # Its middle is no part of it.
            ActionChains(self.driver).move_to_element_with_offset(svg, 20, 0).click().perform()
            self.until_drawn()
            self.assertEqual(self.text(CARD + " .climate-target"), "17.5 °C")
            self.assertEqual(self.given(1), ["17.5"])
        finally:
            resize(self.driver, PHONE)

    def test_what_is_ordered_is_never_shown_as_measured_or_known(self):
        self.focus()
        self.press(Keys.ARROW_UP)
        wait(lambda: self.text(CARD + " .climate-target") == "→ 22.5 °C", "what is chosen")
        shown = self.js(
            """const [card] = arguments; const get = (name) => document.querySelector(card + ' ' + name);
            return [get('.climate-now').textContent, get('.ring-ordered').getAttribute('visibility'),
                get('.ring-thumb').getAttribute('cx') === get('.ring-ordered').getAttribute('cx'), document.querySelector(card).dataset.value]""",
            CARD,
        )
        self.assertEqual(shown[:3], ["Now 20.6 °C", None, False])
        self.assertIn(shown[3], ("22", "22.5"))
        self.until_confirmed(CARD, "22.5")
        self.until(CARD + " .ring-ordered", "visibility", "hidden")

    def test_unknown_assumed_and_stale_values_say_so(self):
        self.show(CLIMATE, "value", 22, certainty="assumed")
        self.until(CARD, "data-state", "assumed")
        self.assertEqual(self.text(CARD + " .facet-state .state"), "~22 °C, not confirmed")
        self.assertTrue(self.visible(CARD + " .facet-state"))
        self.show(CLIMATE, "value", None)
        self.until(CARD, "data-state", "unknown")
        self.assertEqual(self.text(CARD + " .climate-target"), "Unknown")
        self.assertEqual([self.get(CARD + " " + name, "visibility") for name in (".ring-thumb", ".ring-ordered")], ["hidden"] * 2)
        self.assertIsNone(self.get(CARD + " .ring-fill", "d"))
        self.assertTrue(self.get(RING, "aria-valuetext").startswith("Unknown"))
        self.show(MEASURED, "value", 20.6, stale=True, since=AGO)
        self.until_text(CARD + " .climate-now", "Now 20.6 °C (stale), 3 h ago")
        self.assertIsNone(self.get(CARD + " .ring-mark", "d"))
        self.show(MEASURED, "value", None)
        self.until_text(CARD + " .climate-now", "Now Unknown")
        self.show(VALVE, "regulable", 45, stale=True, since=AGO)
        self.until_text(CARD + " .climate-action", "Heating 45 % (stale), 3 h ago")
        self.assertNotIn("heats", self.get(CARD, "class"))
        self.show(VALVE, "regulable", None)
        self.until_text(CARD + " .climate-action", "")
        mode = ".climate-mode"
        self.show(MODE, "value", "comfort", certainty="assumed")
        self.until_text(mode + " .state", "~Comfort, not confirmed")
        self.assertTrue(self.visible(mode + " .state"))
        self.show(MODE, "value", None)
        self.until_text(mode + " .state", "Unknown")
        self.assertEqual(self.texts(mode + ' [aria-pressed="true"]'), [])

    def test_from_an_unknown_target_the_steps_begin_at_what_is_measured(self):
        self.show(CLIMATE, "value", None)
        self.until(CARD, "data-state", "unknown")
        self.js("document.querySelector(arguments[0]).click()", CARD + " .climate-step:nth-child(2)")
        self.assertEqual(self.given(1), ["21"])

    def test_a_button_sets_the_mode(self):
        self.tap('.climate-mode [data-choice="economy"]')
        self.until('.climate-mode [data-choice="economy"]', "aria-pressed", "true")
        self.until(".climate-mode", "data-state", "confirmed")
        self.assertEqual(self.house.reading(MODE, "value")["value"], "economy")
        self.assertEqual(self.house.orders(MODE)[-1], "economy")

    def test_a_row_sums_it_up(self):
        self.place(SALON)
        row = self.row(CLIMATE)
        self.until_text(row + " .state", "Now 20.6 °C · Heating 45 % · Comfort")
        self.show(CLIMATE, "value", 22, certainty="assumed")
        self.until_text(row + " .state", "Now 20.6 °C · Target ~22 °C, not confirmed · Heating 45 % · Comfort")

    def test_who_may_only_look_has_no_controls(self):
        type(self).sign_in("read")
        try:
            self.element(CLIMATE)
            self.until_text(CARD + " .climate-target", "22 °C")
            self.assertEqual(self.all(CARD + " button:not([hidden]), .climate-mode button:not([hidden]), [role=slider]"), [])
            self.assertEqual(self.text(".climate-mode .state"), "Comfort")
            self.place(SALON)
            self.until_text(self.row(CLIMATE) + " .state", "Now 20.6 °C · Target 22 °C · Heating 45 % · Comfort")
            self.assertEqual(self.all(self.row(CLIMATE) + " .row-reading"), [])
        finally:
            type(self).sign_in()

    def test_offline_nothing_can_be_ordered(self):
        self.house.daemon.stop()
        try:
            self.until_connection("daemon")
            self.until(RING, "aria-disabled", "true")
            self.assertNotIn("heats", self.get(CARD, "class"))
            self.focus()
            self.press(Keys.ARROW_UP)
            self.until_drawn()
            self.assertEqual(self.text(CARD + " .climate-target"), "22 °C")
        finally:
            self.house.start_daemon()
            self.until_connection("online")
            # What the daemon reads when it starts arrives before the next test reports something else.
            readings = [(CLIMATE, "value"), (MEASURED, "value"), (MODE, "value"), (VALVE, "regulable")]
            wait(lambda: not any(self.house.reading(*each).get("stale") for each in readings), "the readings")
