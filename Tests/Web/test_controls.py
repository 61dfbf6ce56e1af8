"""The controls: what they show, and the orders they send."""

from house import wait
from page import ALARM, AWNING, BEDROOM, BLIND, HOUSE, KITCHEN, LAMP, LIGHT, MESSAGES, SALON, THERMOMETER, THERMOMETER_GROUP, THERMOSTAT, PageTest, quote
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


class Switches(PageTest):
    def test_a_switch_sends_absolute_values(self):
        self.house.known(LIGHT, "binary", "on")
        self.until_confirmed(self.row(LIGHT), "on")
        self.tap(self.row(LIGHT) + " .switch")
        self.until_confirmed(self.row(LIGHT), "off")
        self.tap(self.row(LIGHT) + " .switch")
        self.until_confirmed(self.row(LIGHT), "on")
        self.assertEqual(self.house.orders(LIGHT), ["off", "on"])

    def test_a_service_asks_for_a_second_tap(self):
        self.house.known(ALARM, "binary", "off")
        self.until_confirmed(self.row(ALARM), "off")
        before = len(self.house.orders(ALARM))
        self.tap(self.row(ALARM) + " .switch")
        self.until_text(self.row(ALARM) + " .state", "Tap again: On")
        self.assertEqual(len(self.house.orders(ALARM)), before)
        self.tap(self.row(ALARM) + " .switch")
        self.until_confirmed(self.row(ALARM), "on")
        self.tap(self.row(ALARM) + " .switch")
        self.until(self.row(ALARM), "data-armed", "")
        self.until(self.row(ALARM), "data-armed", None)
        self.assertEqual(len(self.house.orders(ALARM)), before + 1)

    def test_an_unknown_state_shows_both_buttons(self):
        path = BEDROOM + "/ClimatedRoom"
        self.place(BEDROOM)
        self.assertEqual(len(self.visible(self.row(path) + " .choice")), 2)
        self.assertFalse(self.find(self.row(path) + " .switch").is_displayed())
        self.assertEqual(self.text(self.row(path) + " .state"), "Unknown")

    def test_an_unconnected_element_is_disabled_and_shows_it(self):
        path = KITCHEN + "/OldHeater"
        self.place(KITCHEN)
        self.until(self.row(path), "data-state", "disconnected")
        self.assertEqual(self.text(self.row(path) + " .state"), "Not connected")
        self.assertEqual(self.visible(self.row(path) + " button:enabled"), [])

    def test_an_unconfirmed_order_stays_assumed(self):
        path = BEDROOM + "/RoomLighting"
        self.place(BEDROOM)
        self.tap(self.row(path) + ' [data-choice="on"]' if self.visible(self.row(path) + " .choice") else self.row(path) + " .switch")
        self.until(self.row(path), "data-state", "assumed")
        value = self.get(self.row(path), "data-value").capitalize()
        self.assertEqual(self.text(self.row(path) + " .state"), f"~{value}, not confirmed")

    def test_a_stale_reading_shows_its_age(self):
        path = BEDROOM + "/AirConditioned"
        self.place(BEDROOM)
        self.house.press("3/4/2", "off")
        self.until(self.row(path), "data-state", "stale")
        self.assertEqual(self.text(self.row(path) + " .state"), "Off (stale), just now")


class Covers(PageTest):
    def test_a_cover_has_three_large_buttons_and_stop_is_never_disabled(self):
        self.place(SALON)
        for choice in ("up", "stop", "down"):
            size = self.find(self.row(BLIND) + f' [data-choice="{choice}"]').size
            self.assertGreaterEqual(min(size["width"], size["height"]), 56)
        # Move it to one end first: a cover at its end does not move further.
        self.house.domo("set", BLIND, "down")
        self.tap(self.row(BLIND) + ' [data-choice="up"]')
        self.until(self.row(BLIND), "data-moving", "up")
        self.until_text(self.row(BLIND) + " .state", "▲ Opening…")
        self.assertEqual(self.get(self.row(BLIND) + ' [data-choice="up"]', "aria-pressed"), "true")
        self.tap(self.row(BLIND) + ' [data-choice="stop"]')
        wait(lambda: self.house.orders(BLIND)[-1] == "stop", "stop was sent")
        self.until(self.row(BLIND), "data-moving", None)
        self.assertTrue(self.find(self.row(BLIND) + ' [data-choice="stop"]').is_enabled())

    def test_a_cover_with_a_position_shows_both(self):
        self.element(AWNING)
        self.assertEqual([node.get_attribute("data-type") for node in self.all(".facet")], ["bidirectional", "regulable"])
        self.tap(self.facet(AWNING, "bidirectional") + ' [data-choice="down"]')
        self.until_confirmed(self.facet(AWNING, "regulable"), "100")
        self.place(SALON)
        self.until_text(self.row(AWNING) + " .state", "Closed")

    def shown(self, types, readings, cover):
        """The text in a row, and the state and value of the direction, of an element with these readings."""
        return self.later(
            """
            const { facet, stateText } = await import('/assets/core/states.js');
            const [types, readings, cover] = arguments;
            const element = { path: 'Casa/Cover', types, readings, ...cover && { cover } };
            const { state, value } = facet(element, 'bidirectional');
            return [stateText(element, types[0]), state, value];
            """,
            types,
            readings,
            cover,
        )

    def test_a_cover_is_never_on(self):
        self.place(SALON)
        for types, is_on in ((["regulable"], True), (["bidirectional", "regulable"], False)):
            shown = self.later(
                """
                const { facet, isOn } = await import('/assets/core/states.js');
                const element = { path: 'Casa/X', types: arguments[0], readings: { regulable: arguments[1] } };
                return isOn(element, facet(element, 'regulable'), 'regulable');
                """,
                types,
                {"type": "regulable", "value": 40, "certainty": "confirmed"},
            )
            self.assertEqual(shown, is_on, types)

    def test_a_cover_is_shown_by_its_word_and_a_position_that_says_more(self):
        self.place(SALON)
        self.until_connection("online")
        fresh = {"type": "regulable", "value": 40, "certainty": "confirmed"}
        levels = (fresh, fresh | {"certainty": "assumed"}, fresh | {"stale": True}, None)
        # With the position confirmed, assumed, stale, and without one.
        for state, certainty, texts in (
            ("open", "confirmed", ["Open"] * 4),
            ("open", "assumed", ["~Open, not confirmed"] * 4),
            ("closed", "confirmed", ["Closed"] * 4),
            ("between", "confirmed", ["Partly open · 40 %", "Partly open · 40 %", "Partly open", "Partly open"]),
            ("between", "assumed", ["~Partly open · 40 %, not confirmed"] * 2 + ["~Partly open, not confirmed"] * 2),
            # An assumed level is where it moves to.
            ("opening", "confirmed", ["▲ Opening… · 40 %"] + ["▲ Opening…"] * 3),
            ("closing", "confirmed", ["▼ Closing… · 40 %"] + ["▼ Closing…"] * 3),
            ("closing", "assumed", ["~▼ Closing… · 40 %"] + ["~▼ Closing…"] * 3),
            ("stopped", "assumed", ["~Stopped, not confirmed"] * 4),
            ("unknown", "unknown", ["Unknown · 40 %", "Unknown", "Unknown · 40 % (stale)", "Unknown"]),
        ):
            for level, text in zip(levels, texts):
                # Whatever the readings say, and whichever type comes first.
                for direction in ({"value": None, "certainty": "unknown"}, {"value": "up", "certainty": "confirmed"}, {"value": "down", "certainty": "assumed"}):
                    for types in (["bidirectional", "regulable"], ["regulable", "bidirectional"]):
                        readings = {"bidirectional": direction | {"type": "bidirectional"}} | ({"regulable": level} if level else {})
                        word = None if state == "unknown" else state
                        with self.subTest(state=state, certainty=certainty, readings=readings):
                            self.assertEqual(self.shown(types, readings, {"state": state, "certainty": certainty}), [text, certainty, word])

    def test_a_level_beside_a_switch_is_that_of_a_lamp(self):
        self.place(SALON)
        self.until_connection("online")
        readings = {"regulable": {"type": "regulable", "value": 40, "certainty": "confirmed"}, "binary": {"type": "binary", "value": "on", "certainty": "confirmed"}}
        cover = {"state": "between", "certainty": "confirmed"}
        self.assertEqual(self.shown(["bidirectional", "regulable", "binary"], readings, cover)[0], "Partly open")
        self.assertEqual(self.shown(["regulable", "bidirectional", "binary"], readings, cover)[0], "40 %")

    def test_without_the_word_of_a_newer_daemon_a_cover_shows_its_readings(self):
        self.place(SALON)
        self.until_connection("online")
        up = {"type": "bidirectional", "value": "up", "certainty": "confirmed"}
        for direction, expected in (
            (up, ["Up", "confirmed", "up"]),
            (up | {"certainty": "assumed"}, ["~Up, not confirmed", "assumed", "up"]),
            (up | {"stale": True}, ["Up (stale)", "stale", "up"]),
            (up | {"moving": True}, ["▲ Opening…", "confirmed", "up"]),
            (up | {"value": None, "certainty": "unknown"}, ["Unknown", "unknown", None]),
        ):
            level = {"type": "regulable", "value": 40, "certainty": "confirmed"}
            self.assertEqual(self.shown(["bidirectional", "regulable"], {"bidirectional": direction, "regulable": level}, None), expected)

    def test_events_and_snapshots_change_the_word(self):
        self.place(SALON)
        self.until_connection("online")
        states = self.later(
            """
            const store = await import('/assets/core/store.js');
            const [path] = arguments;
            const reading = { type: 'bidirectional', value: null, certainty: 'unknown' };
            const states = [];
            const note = () => states.push(store.elements.get(path).cover?.state ?? null);
            store.applyReading(path, { ...reading }, { state: 'closing', certainty: 'assumed' });
            note();
            store.applyReading(path, { ...reading });
            note();
            store.applySnapshot({ places: [{ elements: [{ path, readings: [reading], cover: { state: 'closed', certainty: 'confirmed' } }] }] });
            note();
            // From a daemon that has no word.
            store.applySnapshot({ places: [{ elements: [{ path, readings: [reading] }] }] });
            note();
            return states;
            """,
            AWNING,
        )
        self.assertEqual(states, ["closing", "closing", "closed", None])


class Numbers(PageTest):
    def enter(self, text):
        field = self.find(self.facet(THERMOSTAT, "value") + " .number-input")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(text + Keys.ENTER)

    def test_a_number_takes_a_comma_or_a_point_and_keeps_its_limits(self):
        self.element(THERMOSTAT)
        facet = self.facet(THERMOSTAT, "value")
        self.assertEqual(self.get(facet + " .number-input", "inputmode"), "decimal")
        self.enter("19,5")
        self.until_confirmed(facet, "19.5")
        self.enter("20.5")
        self.until_confirmed(facet, "20.5")
        before = len(self.house.orders(THERMOSTAT))
        for text, message in (("99", "Between 5 and 30"), ("20.3", "In steps of 0.5"), ("warm", "Enter a number, such as 21.5")):
            self.enter(text)
            self.until_text(facet + " .note", message)
        self.assertEqual(len(self.house.orders(THERMOSTAT)), before)

    def test_quick_successive_steps_are_one_order(self):
        self.house.known(THERMOSTAT, "value", "21.5")
        self.place(SALON)
        self.until_confirmed(self.row(THERMOSTAT), "21.5")
        before = len(self.house.orders(THERMOSTAT))
        more = self.find(self.row(THERMOSTAT) + ' [aria-label$=": increase"]')
        self.js("for (let tap = 0; tap < 3; tap += 1) arguments[0].click()", more)
        self.until_confirmed(self.row(THERMOSTAT), "23")
        self.assertEqual(self.house.orders(THERMOSTAT)[before:], ["23"])

    def test_typed_text_is_not_overwritten(self):
        self.house.known(THERMOSTAT, "value", "21.5")
        self.element(THERMOSTAT)
        field = self.find(self.facet(THERMOSTAT, "value") + " .number-input")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys("18")
        self.house.known(THERMOSTAT, "value", "22")
        self.until(self.facet(THERMOSTAT, "value"), "data-value", "22")
        self.assertEqual(field.get_attribute("value"), "18")
        field.send_keys(Keys.ESCAPE)
        wait(lambda: field.get_attribute("value") == "22", "the known value, after the input is cancelled")

    def test_a_text_is_sent_by_its_button(self):
        self.element(MESSAGES)
        self.find(".text-input").send_keys("Hola")
        self.tap(".control-text .button")
        self.until(self.facet(MESSAGES, "value"), "data-value", "Hola")
        self.assertEqual(self.house.orders(MESSAGES)[-1], "Hola")

    def test_a_sensor_has_no_control(self):
        self.house.press(THERMOMETER_GROUP, "20.8", service="response")
        self.place(SALON)
        self.until_confirmed(self.row(THERMOMETER), "20.8")
        self.assertEqual(self.all(self.row(THERMOMETER) + " .control"), [])
        self.assertTrue(self.find(self.row(THERMOMETER) + " .row-reading").is_displayed())
        self.assertEqual(self.text(self.row(THERMOMETER) + " .row-reading"), "20.8 °C")

    def test_an_element_that_accepts_no_orders_has_no_control(self):
        self.assertEqual(self.all(self.row(HOUSE + "/FloodingSecurity") + " .control"), [])


class Dimming(PageTest):
    """The buttons beside the slider, on an element's own screen."""

    BRIGHTER, DARKER, FACET = '[data-dim="up"]', '[data-dim="down"]', ".facet-regulable"

    def setUp(self):
        super().setUp()
        self.house.known(LAMP, "regulable", 40)
        self.before = len(self.house.orders(LAMP))
        self.element(LAMP)
        self.until_confirmed(self.FACET, "40")

    def ordered(self):
        return self.house.orders(LAMP)[self.before :]

    def until_ordered(self, *actions):
        wait(lambda: self.ordered() == list(actions), lambda: f"the orders {actions}, are {self.ordered()}")

    def test_a_held_button_dims_until_the_release(self):
        for button, first in ((self.BRIGHTER, "dim+"), (self.DARKER, "dim-")):
            self.before = len(self.house.orders(LAMP))
            self.touch_event("touchStart", self.middle(button))
            try:
                self.until_ordered(first)
            finally:
                self.touch_event("touchEnd")
            self.until_ordered(first, "hold")
            # The level is unknown while it changes, and then as the lamp reports it.
            self.until(self.FACET, "data-state", "confirmed")
            level = self.house.reading(LAMP, "regulable")
            self.assertEqual(level["certainty"], "confirmed")
            self.until(self.FACET, "data-value", str(level["value"]))

    def test_a_tap_is_a_step(self):
        self.tap(self.BRIGHTER)
        self.until_confirmed(self.FACET, "50")
        self.tap(self.DARKER)
        self.until_confirmed(self.FACET, "40")
        self.assertEqual(self.ordered(), ["50", "40"])

    def test_the_dimming_ends_when_the_page_goes_to_the_background(self):
        self.touch_event("touchStart", self.middle(self.BRIGHTER))
        try:
            self.until_ordered("dim+")
            self.hide(True)
            self.until_ordered("dim+", "hold")
        finally:
            self.hide(False)
            self.touch_event("touchEnd")
        self.until(self.FACET, "data-state", "confirmed")
        self.assertEqual(self.ordered(), ["dim+", "hold"])

    def test_a_key_dims_while_it_is_held(self):
        wait(lambda: self.js("const field = document.querySelector(arguments[0]); field.focus(); return document.activeElement === field", self.DARKER), "the focus")
        ActionChains(self.driver).key_down(Keys.SPACE).perform()
        try:
            self.until_ordered("dim-")
        finally:
            ActionChains(self.driver).key_up(Keys.SPACE).perform()
        self.until_ordered("dim-", "hold")

    def test_an_element_of_a_server_has_no_such_buttons(self):
        self.element(SALON + "/Thermostat")
        self.assertEqual(self.all(".dim"), [])


class Sliders(PageTest):
    def setUp(self):
        super().setUp()
        self.house.known(LAMP, "regulable", 40)
        self.before = len(self.house.orders(LAMP))
        self.place(SALON)
        self.until_confirmed(self.row(LAMP), "40")

    def ordered(self):
        return [float(action.rstrip("%")) for action in self.house.orders(LAMP)[self.before :]]

    def test_all_types_of_an_element_are_on_one_screen_in_order(self):
        self.element(LAMP)
        self.assertEqual([node.get_attribute("data-type") for node in self.all(".facet")], ["regulable", "binary"])

    def test_a_drag_moves_the_slider_and_its_last_level_arrives(self):
        x, y = self.middle(self.row(LAMP) + " .slider")
        self.js("performance.clearResourceTimings()")
        self.touch_path([(x - 60 + step * 3, y) for step in range(40)])
        wait(self.ordered, "an order")
        self.until(self.row(LAMP), "data-wanted", None)
        last = self.ordered()[-1]
        self.until_confirmed(self.row(LAMP), f"{last:g}")
        self.assertGreater(last, 60)
        # At most five per second, except for the last: the final level must not wait. The browser may delay single ones.
        times = self.js("return performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/api/v1/orders')).map(({startTime}) => startTime)")
        sent = times[:-1]
        self.assertGreaterEqual(sent[-1] - sent[0], 200 * (len(sent) - 2), sent)

    def test_a_scroll_over_the_slider_moves_no_level(self):
        self.js("document.getElementById('list').style.minHeight = '3000px'")
        x, y = self.middle(self.row(LAMP) + " .slider")
        before = self.js("return scrollY")
        self.touch_path([(x + step % 3, y - step * 8) for step in range(30)])
        wait(lambda: self.js("return scrollY") != before, "the page scrolls")
        x, y = self.middle(self.row(LAMP) + " .slider")
        self.touch_path([(x, y), (x + 5, y), (x + 6, y)])
        self.assertEqual(self.get(self.row(LAMP), "data-wanted"), None)
        # The next order of the page is the first that the house receives: there was none before.
        self.drag_with_keys()
        self.assertEqual(self.ordered(), [45])

    def drag_with_keys(self):
        self.middle(self.row(LAMP))
        selector = self.row(LAMP) + " input[type=range]"
        wait(lambda: self.js("const field = document.querySelector(arguments[0]); field.focus(); return document.activeElement === field", selector), "the keys go to the slider")
        ActionChains(self.driver).send_keys(Keys.ARROW_RIGHT * 5).perform()
        self.until_confirmed(self.row(LAMP), "45")

    def test_the_keyboard_moves_the_slider(self):
        self.drag_with_keys()
        self.assertEqual(self.ordered(), [45])

    def test_a_change_from_outside_does_not_move_a_slider_being_dragged(self):
        x, y = self.middle(self.row(LAMP) + " .slider")
        self.touch_event("touchStart", (x, y))
        try:
            held = self.hold_while_it_changes(x, y)
        finally:
            # A touch that never ends would disturb all later tests.
            self.touch_event("touchEnd")
        self.until_confirmed(self.row(LAMP), held[2:-2])

    def hold_while_it_changes(self, x, y):
        for step in range(1, 12):
            self.touch_event("touchMove", (x + step * 4, y))
        # Otherwise the level below may be the one before the last movement.
        self.until_drawn()
        bubble = self.row(LAMP) + " .slider-bubble"
        # The current level has arrived: no more orders are sent from now on.
        wait(lambda: self.text(bubble) == f"→ {self.get(self.row(LAMP), 'data-value')} %" != "→ 40 %", "the level that is held")
        held = self.text(bubble)
        self.house.known(LAMP, "regulable", 10)
        self.until(self.row(LAMP), "data-value", "10")
        self.assertEqual(self.text(bubble), held)
        return held


class Targets(PageTest):
    def test_targets_are_large_enough(self):
        for address in ("/", "/place/" + quote(SALON), "/element/" + quote(LAMP), "/settings", "/scenes", "/log", "/favourites"):
            self.open(address)
            small = self.js(
                """return [...document.querySelectorAll('button, a.row-link, a.tile-link, #bar a, input, select')].filter((node) => {
                const box = node.getBoundingClientRect();
                return box.width > 0 && !node.closest('.unseen') && (box.height < 47.5 || box.width < 47.5) && !node.matches('.number-input, .slider-range');
                }).map((node) => node.outerHTML.slice(0, 120))"""
            )
            self.assertEqual(small, [], address)
