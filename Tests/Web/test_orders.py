"""Orders: pending, failing and retried orders, and that an order is never shown as a fact."""

from house import wait
from page import BUZZER, BUZZER_GROUP, HOUSE, LIGHT, SALON, PageTest


class Orders(PageTest):
    def setUp(self):
        super().setUp()
        self.house.known(LIGHT, "binary", "on")
        self.until_confirmed(self.row(LIGHT), "on")
        self.before = len(self.house.orders(LIGHT))

    def given(self):
        return self.house.orders(LIGHT)[self.before :]

    def watch_row(self):
        """Records everything that the row shows from now on: the value and the pending order."""
        self.js(
            """window.seen = []; const row = document.querySelector(arguments[0]);
            new MutationObserver(() => seen.push([row.dataset.value, row.dataset.wanted ?? null, row.dataset.state])).observe(row, {attributes: true})""",
            self.row(LIGHT),
        )

    def test_an_order_is_shown_as_ordered_and_not_as_known(self):
        self.house.fault("slow", name="GeneralLight", on="signals", latency="1500ms")
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-wanted", "off")
        self.assertEqual(self.get(self.row(LIGHT) + " .switch", "aria-checked"), "true")
        self.until_text(self.row(LIGHT) + " .state", "→ Off…")
        self.assertEqual(self.get(self.row(LIGHT) + " .switch", "aria-checked"), "true")
        self.until(self.row(LIGHT) + " .switch", "aria-checked", "false")
        self.until(self.row(LIGHT), "data-wanted", None)

    def test_an_accepted_order_is_assumed_until_the_house_reports_it(self):
        self.house.fault("stuck", name="GeneralLight")
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-state", "assumed")
        self.assertEqual(self.text(self.row(LIGHT) + " .state"), "~Off, not confirmed")
        # The house reports that nothing changed: this is shown, and that the order failed.
        self.until(self.row(LIGHT), "data-value", "on")
        self.until(self.row(LIGHT), "data-state", "failed")

    def test_the_newest_order_wins(self):
        self.house.fault("slow", name="GeneralLight", on="signals", latency="400ms")
        switch = self.find(self.row(LIGHT) + " .switch")
        for _ in range(3):
            switch.click()
        self.until(self.row(LIGHT), "data-wanted", None)
        self.until_confirmed(self.row(LIGHT), "off")
        self.assertEqual(self.given()[-1], "off")
        self.assertLess(len(self.given()), 4)

    def test_a_slow_order_never_snaps_back(self):
        self.house.fault("slow", name="GeneralLight", on="signals", latency="2500ms")
        self.watch_row()
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-value", "off")
        for value, wanted, _ in self.js("return seen"):
            self.assertTrue(value == "off" or wanted == "off", (value, wanted))

    def test_a_failure_shows_the_reason_and_can_be_retried(self):
        self.house.fault("fail", name="GeneralLight", on="signals")
        self.watch_row()
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-state", "failed")
        self.assertIn(self.text(self.row(LIGHT) + " .state"), ("The house did not accept it", "Unreachable", "No answer in time: check the house"))
        self.assertEqual(self.get(self.row(LIGHT) + " .switch", "aria-checked"), "true")
        self.assertEqual({value for value, _, _ in self.js("return seen")}, {"on"})
        self.house.repair()
        self.tap(self.row(LIGHT) + " .retry")
        self.until_confirmed(self.row(LIGHT), "off")

    def test_an_order_that_the_house_does_not_follow_says_what_is_and_what_was_wanted(self):
        self.house.fault("stuck", name="GeneralLight")
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-state", "failed")
        self.assertEqual(self.text(self.row(LIGHT) + " .state"), "Still On, not Off")

    def test_a_failure_disappears_when_the_house_reports_the_value(self):
        self.house.fault("fail", name="GeneralLight", on="signals")
        self.tap(self.row(LIGHT) + " .switch")
        self.until(self.row(LIGHT), "data-state", "failed")
        self.house.repair()
        self.house.wall(LIGHT, "off")
        self.until_confirmed(self.row(LIGHT), "off")
        self.assertEqual(self.visible(self.row(LIGHT) + " .retry"), [])

    def test_an_unreachable_server_makes_only_its_elements_stale(self):
        self.house.known(BUZZER, "binary", "off")
        self.house.fault("dropped", on="states")
        self.until(self.row(LIGHT), "data-state", "stale")
        self.assertRegex(self.text(self.row(LIGHT) + " .state"), r"^Unreachable\. Last known: On, \d\d:\d\d$")
        self.until(self.row(BUZZER), "data-state", "confirmed")
        self.house.repair()
        self.until(self.row(LIGHT), "data-state", "confirmed")

    def test_orders_of_others_are_in_the_log(self):
        self.open("/log")
        self.house.domo("set", BUZZER, "on")
        wait(lambda: [node for node in self.all('.log [data-kind="ordered"]') if "Buzzer" in node.text and "On" in node.text], "the reading")
        self.tap('[data-mode="orders"]')
        wait(lambda: "→ On" in self.text(".log [data-order]"), "the order")

    def test_the_log_names_who_gave_an_order_in_words_for_people(self):
        self.tap(self.row(LIGHT) + " .switch")
        self.until_confirmed(self.row(LIGHT), "off")
        self.open("/log")
        self.house.domo("set", BUZZER, "on")
        self.house.domo("set", BUZZER, "off")
        order = self.api("orders?last=1")["body"]["orders"][0]
        self.assertEqual((order["byKind"], order["origin"]), ("user", "socket"))
        by = " · by the administrator" if order["by"] == "root" else " · by " + order["by"]
        wait(lambda: by in self.text('.log [data-kind="ordered"]'), "the event")
        self.tap('[data-mode="orders"]')
        wait(lambda: by in self.text(f'.log [data-order="{order["id"]}"]'), "the order")
        self.assertNotIn("socket", self.text(".log"))
        self.assertIn("from " + self.api("session")["body"]["name"], self.text(".log"))
        self.element(BUZZER)
        wait(lambda: by[3:] + ", just now" in self.text(".facet-source"), "the element")

    def test_causes_have_words_in_all_languages(self):
        causes = [
            {"by": "root", "byKind": "user", "origin": "socket"},
            {"by": "anna", "byKind": "user"},
            {"by": "my phone", "byKind": "token", "origin": "socket"},
            {"by": "scene Noche", "byKind": "scene", "origin": "scene"},
            {"by": "scene Noche", "byKind": "scene", "origin": "schedule"},
            {"by": "at 23:30", "byKind": "trigger"},
            {"by": "bus knx 1/2/3 from 1.1.5", "byKind": "bus", "origin": "bus"},
            {"by": "house", "byKind": "house"},
            {},
        ]
        scenes = ("by the scene Noche", "by the scene Noche, on schedule", "automatically (at 23:30)")
        escenas = ("por la escena Noche", "por la escena Noche, según su horario", "automáticamente (at 23:30)")
        escenes = ("per l’escena Noche", "per l’escena Noche, segons el seu horari", "automàticament (at 23:30)")
        words = {
            "es": ("por el administrador", "por anna", "desde my phone", *escenas, "desde un interruptor o sensor de la casa", "informado por la casa", ""),
            "ca": ("per l’administrador", "per anna", "des de my phone", *escenes, "des d’un interruptor o sensor de la casa", "informat per la casa", ""),
            "en": ("by the administrator", "by anna", "from my phone", *scenes, "from a switch or sensor in the house", "reported by the house", ""),
        }
        self.open("/log")
        for code, texts in words.items():
            shown = self.later(
                """await (await import('/assets/core/words.js')).loadLanguage(arguments[0]);
                const { causeText } = await import('/assets/views/cause.js');
                return arguments[1].map(causeText)""",
                code,
                causes,
            )
            self.assertEqual(shown, list(texts), code)

    def test_an_element_shows_its_recent_orders_with_details(self):
        self.tap(self.row(LIGHT) + " .switch")
        self.until_confirmed(self.row(LIGHT), "off")
        self.element(LIGHT)
        self.tap(".orders summary")
        wait(lambda: "operation=disable" in self.text(".orders details[open]"), "the signal")

    def test_devices_off_lists_its_devices_but_no_services(self):
        self.house.known(HOUSE + "/WaterSupply", "binary", "on")
        self.tap(".devices-off")
        wait(lambda: self.all("dialog[open] .off-list li"), "the list")
        paths = [node.get_attribute("data-path") for node in self.all("dialog .off-list li")]
        self.assertIn(LIGHT, paths)
        self.assertNotIn(HOUSE + "/WaterSupply", paths)
        self.tap("dialog [data-confirm]")
        wait(lambda: not self.all("dialog"), "the dialog is closed")
        self.until_confirmed(self.row(LIGHT), "off")
        self.assertEqual(self.get(self.row(HOUSE + "/WaterSupply"), "data-value"), "on")

    def test_devices_off_shows_which_failed(self):
        self.house.fault("fail", name="GeneralLight", on="signals")
        self.tap(".devices-off")
        self.tap("dialog [data-confirm]")
        self.until(f'dialog li[data-path="{LIGHT}"]', "data-state", "failed")
        self.tap("dialog .quiet")
        wait(lambda: not self.all("dialog"), "the dialog is closed")

    def test_an_order_of_another_is_shown_while_it_runs(self):
        self.house.fault("slow", name="GeneralLight", on="signals", latency="1500ms")
        self.house.domo("set", LIGHT, "off", "--wait", "none")
        self.until(self.row(LIGHT), "data-wanted", "off")
        self.until_confirmed(self.row(LIGHT), "off")
        self.until(self.row(LIGHT), "data-wanted", None)


class Outside(PageTest):
    """Changes from outside appear immediately."""

    def test_a_change_from_outside_arrives_at_once(self):
        self.house.known(BUZZER, "binary", "off")
        self.until_confirmed(self.row(BUZZER), "off")
        times = []
        for index in range(20):
            value = ("on", "off")[index % 2]
            self.js(
                """const [selector, value] = arguments; const row = document.querySelector(selector); window.seenAt = null;
                new MutationObserver((_, observer) => { if (row.dataset.value === value) { observer.disconnect(); window.seenAt = Date.now(); } })
                .observe(row, {attributes: true})""",
                self.row(BUZZER),
                value,
            )
            began = self.js("return Date.now()")
            self.house.press(BUZZER_GROUP, value)
            times.append(wait(lambda: self.js("return seenAt"), "the change on the screen") - began)
        # Only printed, not asserted: the time depends on the machine.
        times.sort()
        print(f"\n  outside → screen: median {times[10]} ms, worst {times[-1]} ms of {len(times)}")
        self.until_confirmed(self.row(BUZZER), "off")

    def test_the_page_has_the_id_of_the_event_that_it_shows(self):
        before = self.js("return document.body.dataset.eventId")
        self.house.known(BUZZER, "binary", "on" if self.get(self.row(BUZZER), "data-value") == "off" else "off")
        wait(lambda: self.js("return document.body.dataset.eventId") != before, "another event")

    def test_a_room_shows_a_summary_of_what_is_on(self):
        tile = f'li.tile[data-path="{SALON}"]'
        self.house.known(SALON + "/GradualLighting", "regulable", 0)
        self.until(tile, "data-on", "0")
        self.house.known(SALON + "/GradualLighting", "regulable", 60)
        self.until(tile, "data-on", "1")
        wait(lambda: "1 on" in self.text(tile + " .state"), "in words")

    def test_a_reload_shows_elements_added_to_the_house(self):
        file = self.house.folder / "homes/house.xml"
        before = file.read_text()
        try:
            lamp = "<Dispositivo><Nombre>NewLamp</Nombre><Tipo>1</Tipo></Dispositivo>\n    <Sector>"
            file.write_text(before.replace("<Sector>", lamp, 1))
            self.house.domo("reload")
            self.find(self.row(HOUSE + "/NewLamp"))
        finally:
            file.write_text(before)
            self.house.domo("reload")
        wait(lambda: not self.all(self.row(HOUSE + "/NewLamp")), "it is gone")

    def with_lamp(self):
        """A house with another lamp.
        Returns a function that removes it."""
        file = self.house.folder / "homes/house.xml"
        before = file.read_text()

        def remove():
            file.write_text(before)
            self.house.domo("reload")

        self.addCleanup(remove)
        lamp = "<Dispositivo><Nombre>NewLamp</Nombre><Tipo>1</Tipo></Dispositivo>\n    <Sector>"
        file.write_text(before.replace("<Sector>", lamp, 1))
        self.house.domo("reload")
        self.find(self.row(HOUSE + "/NewLamp"))
        return remove

    def until_gone(self):
        """Nothing names an element that is gone: the page has to ask."""
        wait(lambda: not self.all(self.row(HOUSE + "/NewLamp")), "it is gone")

    def test_elements_that_could_not_be_read_after_a_reload_are_read_again(self):
        remove = self.with_lamp()
        self.js("""const real = window.fetch; window.lost = 0;
            window.fetch = (address, options) => {
              if (window.lost || !String(address).endsWith('/model')) return real(address, options);
              window.lost += 1;
              return Promise.reject(new TypeError('lost'));
            };""")
        remove()
        wait(lambda: self.js("return window.lost"), "an attempt that fails")
        self.until_gone()

    def test_a_reload_before_the_stream_begins_anew_is_noticed(self):
        remove = self.with_lamp()
        # The stream that begins anew, which comes after each reload, waits until it is released.
        self.js("""const real = window.fetch; window.held = [];
            window.fetch = (address, options) => window.held && String(address).includes('/events')
              ? new Promise((go) => window.held.push(() => go(real(address, options)))) : real(address, options);""")
        self.house.domo("reload")
        wait(lambda: self.js("return window.held.length"), "the stream")
        remove()
        self.js("const held = window.held; window.held = null; held.forEach((go) => go())")
        self.until_gone()
