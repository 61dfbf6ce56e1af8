"""Charts: lines for numbers, bars for switches, bands for words; axes, the value under the finger, comparisons."""

import json

from house import wait
from page import AWNING, BLIND, BUZZER, LAMP, LIGHT, MESSAGES, THERMOMETER, THERMOMETER_GROUP, THERMOSTAT, PageTest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

DAY = {"from": "2026-11-24T00:00:00Z", "to": "2026-11-25T00:00:00Z"}


def entry(time, value, kind="value", **more):
    return {"time": f"2026-11-{time}:00Z", "type": kind, "value": value, "certainty": "confirmed", "by": "house", "byKind": "house", **more}


def summary(time, low, mean, high, **more):
    return entry(time, str(mean), summary={"seconds": 3600, "changes": 4, "minimum": low, "mean": mean, "maximum": high}, **more)


class Charts(PageTest):
    def setUp(self):
        super().setUp()
        self.js("localStorage.removeItem('domo.compared')")

    def answer(self, *answers):
        """Replaces the next answers about the history; `asked` has their addresses. The last one is given again: the page
        may ask once more by itself."""
        self.js(
            """window.fetched ??= window.fetch; window.asked = []; const answers = arguments[0];
            window.fetch = (address, options) => {
              if (!String(address).includes('/history/')) return fetched(address, options);
              asked.push(String(address));
              return Promise.resolve(new Response(JSON.stringify(answers.length > 1 ? answers.shift() : answers[0])));
            };""",
            answers,
        )

    def shown(self, path, *entries, span="week", more=()):
        """Opens an element, and shows these entries as its history."""
        self.element(path)
        self.find(".chart-holder > *")
        self.answer(DAY | {"entries": list(entries)}, *more)
        self.tap(f'[data-span="{span}"]')
        self.until(f'[data-span="{span}"]', "aria-pressed", "true")
        wait(lambda: self.js("return asked.length"), "the request")

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    def styles(self, selector, *names):
        return self.js(
            "const [selector, names] = arguments; return [...document.querySelectorAll(selector)].map((node) => names.map((name) => parseFloat(node.style.getPropertyValue(name))))",
            selector,
            list(names),
        )

    def point_at(self, fraction):
        """Moves the mouse over the chart."""
        plot = self.find(".chart-plot")
        self.js("arguments[0].scrollIntoView({block: 'center'})", plot)
        width = plot.rect["width"]
        ActionChains(self.driver).move_to_element_with_offset(plot, round(width * (fraction - 0.5)), 0).perform()

    def test_an_element_without_values_has_none(self):
        """Beside others it leaves theirs alone."""
        self.shown(THERMOMETER)
        wait(lambda: "Nothing was recorded" in self.text(".chart-holder"), lambda: self.text(".chart-holder"))
        self.js("localStorage.setItem('domo.compared', arguments[0])", json.dumps({THERMOMETER: [THERMOSTAT]}))
        self.shown(THERMOMETER, entry("24T10:00", "20"), entry("24T12:00", "21"), more=[DAY | {"entries": []}])
        wait(lambda: self.all(".chart-line"), "the line")

    def test_history_is_a_chart(self):
        self.house.known(LAMP, "regulable", 20)
        self.house.known(LAMP, "regulable", 70)
        self.element(LAMP)
        self.find(".chart-line")
        for span in ("week", "year", "day"):
            self.tap(f'[data-span="{span}"]')
            self.until(f'[data-span="{span}"]', "aria-pressed", "true")
            self.find(".chart svg")
        self.assertIn("100 %", self.texts(".chart-scale span"))

    def test_a_switch_has_bars_that_show_when_it_was_on_and_for_how_long(self):
        for value in ("on", "off"):
            self.house.known(BUZZER, "binary", value)
        self.element(BUZZER)
        self.find(".chart-bar")
        # No scale from 0 to 1.
        self.assertEqual(self.all(".chart-line, .chart-scale"), [])
        self.assertRegex(self.text(".chart-value"), r"^On for \d.*Off for \d")
        changes = [entry("23T22:00", "off", "binary"), entry("24T06:00", "on", "binary"), entry("24T09:30", "off", "binary")]
        # If there are more changes than one answer holds, the page gets a summary of them.
        many = DAY | {"entries": [entry("24T12:00", "off", "binary", summary={"seconds": 3600, "changes": 4, "minimum": 0, "mean": 0.25, "maximum": 1})]}
        for span, answers, text, bars in (
            ("week", [DAY | {"entries": changes}], "On for 3 h 30 min · Off for 20 h 30 min", [[25.0, 14.583, 100.0]]),
            ("year", [DAY | {"entries": changes, "next": "more"}, many], "On for 15 min · Off for 11 h 45 min", [[50.0, 4.167, 25.0]]),
            ("day", [DAY | {"entries": changes[:1]}], "Off for 24 h", []),
        ):
            self.answer(*answers)
            self.tap(f'[data-span="{span}"]')
            self.until_text(".chart-value", text)
            self.assertEqual(self.styles(".chart-part:has(.chart-bar)", "--x", "--width", "--height"), bars)
            self.assertEqual(["points=" in address for address in self.js("return asked")], [False, True][: len(answers)])
            self.assertIn(text, self.get(".chart-range", "aria-valuetext"))

    def test_the_axes_have_hours_or_days_and_a_unit(self):
        self.shown(THERMOMETER, entry("23T22:00", "19.4"), entry("24T06:00", "22.6"), span="day")
        wait(lambda: self.all(".chart-scale"), "the scale")
        self.assertEqual(self.texts(".chart-scale span"), ["19", "20", "21", "22", "23 °C"])
        hours = self.texts(".chart-axis > span")
        self.assertRegex(" ".join(hours), r"^(\d\d:00|\w{3},? ?\d+)( (\d\d:00|\d+ \w{3}|\w{3},? \d+)){5,8}$")
        self.answer({"from": "2026-11-18T09:00:00Z", "to": "2026-11-25T09:00:00Z", "entries": [summary("20T10:00", 19, 20, 21)]})
        self.tap('[data-span="week"]')
        wait(lambda: self.texts(".chart-axis > span") == ["Wed 18", "Thu 19", "Fri 20", "Sat 21", "Sun 22", "Mon 23", "Tue 24"], lambda: str(self.texts(".chart-axis > span")))
        self.answer({"from": "2025-11-25T09:00:00Z", "to": "2026-11-25T09:00:00Z", "entries": [summary("20T10:00", 19, 20, 21)]})
        self.tap('[data-span="year"]')
        months = ["Dec", "Jan 2026", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]
        wait(lambda: self.texts(".chart-axis > span") == months, lambda: str(self.texts(".chart-axis > span")))

    def test_scales_have_round_numbers(self):
        for low, high, marks in (
            (19.4, 22.6, [19, 20, 21, 22, 23]),
            (0, 100, [0, 50, 100]),
            (-3, 8, [-5, 0, 5, 10]),
            (21.5, 21.5, [21.2, 21.4, 21.6, 21.8]),
            (0, 0, [-0.5, 0, 0.5]),
            (0.0012, 0.0034, [0.001, 0.002, 0.003, 0.004]),
            (120000, 980000, [0, 500000, 1000000]),
        ):
            found = self.later("const {numberMarks} = await import('/assets/charts/scale.js'); return numberMarks(...arguments[0])", [low, high])
            self.assertEqual(found, marks, (low, high))

    def test_the_value_under_the_finger(self):
        self.shown(THERMOMETER, entry("23T22:00", "19.5"), entry("24T06:00", "22.5", certainty="assumed"), span="week")
        self.until_text(".chart-value", "19.5 – 22.5 °C")
        self.point_at(0.1)
        self.until_text(".chart-value", "19.5 °C")
        self.assertRegex(self.text(".chart-when"), r"^Tue,? 24 Nov|^Tue, Nov 24")
        self.assertTrue(self.visible(".chart-cursor") and self.visible(".chart-dot"))
        self.point_at(0.9)
        self.until_text(".chart-value", "~22.5 °C")
        ActionChains(self.driver).move_to_element(self.find("h1")).perform()
        self.until_text(".chart-value", "19.5 – 22.5 °C")
        # A finger: what it pointed at stays.
        x, y = self.middle(".chart-plot")
        self.touch_path([(x, y), (x + 20, y), (x + 40, y)])
        self.until_text(".chart-value", "~22.5 °C")

    def test_the_value_with_the_arrow_keys(self):
        self.shown(THERMOMETER, entry("23T22:00", "19.5"), entry("24T12:00", "22.5"), span="week")
        self.until_text(".chart-value", "19.5 – 22.5 °C")
        keys = self.find(".chart-range")
        keys.send_keys(Keys.ARROW_LEFT)
        self.until_text(".chart-value", "22.5 °C")
        keys.send_keys(Keys.HOME)
        self.until_text(".chart-value", "19.5 °C")
        self.assertIn("19.5 °C", self.get(".chart-range", "aria-valuetext"))

    def test_what_was_unknown_is_a_gap(self):
        self.shown(THERMOMETER, entry("23T22:00", "20"), entry("24T06:00", "", certainty="unknown"), entry("24T18:00", "22"), span="week")
        wait(lambda: self.all(".chart-line"), "the line")
        self.assertEqual(self.get(".chart-line", "d").count("M"), 2)
        self.point_at(0.5)
        self.until_text(".chart-value", "Unknown")
        # Between summaries too.
        self.answer(DAY | {"entries": [summary("24T03:00", 19, 20, 21), summary("24T04:00", 19, 21, 22), summary("24T18:00", 19, 20, 23) | {"value": "", "certainty": "unknown"}]})
        self.tap('[data-span="year"]')
        self.until_text(".chart-value", "19 – 23 °C")
        self.assertEqual(self.get(".chart-line", "d").count("M"), 1)
        self.answer(DAY | {"entries": [summary("24T03:00", 19, 20, 21) | {"value": "", "certainty": "unknown"}, summary("24T18:00", 19, 20, 24) | {"value": "", "certainty": "unknown"}]})
        self.tap('[data-span="week"]')
        self.until_text(".chart-value", "19 – 24 °C")
        self.assertEqual(self.get(".chart-line", "d").count("M"), 2)

    def test_a_summary_shows_its_range(self):
        self.shown(THERMOMETER, *[summary(f"24T{hour:02}:00", 18, 20.25, 23.5) for hour in range(24)], span="year")
        wait(lambda: self.all(".chart-band"), "the range")
        self.point_at(0.5)
        self.until_text(".chart-value", "20.3 °C (18 – 23.5)")

    def test_words_have_bands(self):
        self.shown(MESSAGES, entry("23T22:00", "Auto"), entry("24T06:00", "Eco"), entry("24T18:00", "Auto"))
        wait(lambda: self.texts(".chart-part") == ["Auto", "Eco", "Auto"], lambda: str(self.texts(".chart-part")))
        self.assertEqual(self.styles(".chart-part", "--x", "--width"), [[0, 25], [25, 50], [75, 25]])
        self.assertEqual(self.texts(".chart-legend > span"), ["Auto · 12 h", "Eco · 12 h"])
        self.until_text(".chart-value", "Now: Auto")
        self.point_at(0.5)
        self.until_text(".chart-value", "Eco")
        self.shown(AWNING, entry("23T22:00", "up", "bidirectional"), entry("24T12:00", "down", "bidirectional"))
        wait(lambda: self.texts(".chart-part") == ["Up", "Down"], lambda: str(self.texts(".chart-part")))

    def test_what_is_said_of_all_of_the_time_is_not_said_of_what_is_unknown(self):
        for path, kind, value, text in ((BLIND, "bidirectional", "down", "Down"), (THERMOMETER, "value", "20.5", "20.5 °C")):
            self.shown(path, entry("24T23:30", value, kind), span="day")
            self.until_text(".chart-value", text + " for 30 min")
            self.shown(path, entry("23T22:00", value, kind), span="day")
            self.until_text(".chart-value", text)

    def test_the_times_have_both_dates_unless_they_are_equal(self):
        self.element(LAMP)
        wait(lambda: self.text(".chart-when"), "the times")
        self.assertRegex(self.text(".chart-when"), r"^\w{3},? \w+ \w+,? \d\d:\d\d – \w{3},? \w+ \w+,? \d\d:\d\d$")
        self.shown(THERMOMETER, entry("24T08:30", "20.5"), span="day", more=())
        self.answer({"from": "2026-11-24T08:00:00Z", "to": "2026-11-24T10:00:00Z", "entries": [entry("24T08:00", "20.5")]})
        self.tap('[data-span="week"]')
        self.until_text(".chart-value", "20.5 °C")
        self.assertRegex(self.text(".chart-when"), r"^\w{3},? \w+ \w+,? \d\d:\d\d – \d\d:\d\d$")

    def test_elements_are_compared(self):
        self.house.press(THERMOMETER_GROUP, "20.8", service="response")
        self.house.known(THERMOSTAT, "value", "21.5")
        self.house.known(LIGHT, "binary", "on")
        for path in (THERMOSTAT, LIGHT):
            wait(lambda path=path: self.house.domo("history", path)["entries"], "its history")
        self.element(THERMOMETER)
        self.find(".chart-line")
        self.tap(".chart-compare")
        # What has the same unit and room comes first.
        self.until(".compare-list input", "data-path", THERMOSTAT)
        for path in (THERMOSTAT, LIGHT):
            self.tap(f'.compare-list input[data-path="{path}"]')
        self.tap("dialog [data-confirm]")
        wait(lambda: len(self.all(".chart-line")) == 2 and self.all(".chart-switch"), "three elements")
        # Both temperatures share a scale.
        self.assertEqual(len(self.all(".chart-scale")), 1)
        self.assertEqual(self.texts(".chart-name"), ["Temperature", "Target temperature", "General light"])
        # At the end of the time, although each was asked for at another moment.
        self.find(".chart-range").send_keys(Keys.ARROW_LEFT, Keys.END)
        wait(lambda: self.texts(".chart-value")[1:] == ["21.5 °C", "On"], lambda: str(self.texts(".chart-value")))
        # It is kept, and can be undone.
        self.element(THERMOMETER)
        wait(lambda: len(self.all(".chart-line")) == 2, "the comparison")
        self.tap(".chart-compare")
        for path in (THERMOSTAT, LIGHT):
            self.tap(f'.compare-list input[data-path="{path}"]')
        self.tap("dialog [data-confirm]")
        wait(lambda: len(self.all(".chart-line")) == 1 and not self.all(".chart-switch"), "one element")


class Following(PageTest):
    """The chart and the statistics on the screen follow the element."""

    def orders(self):
        """The orders of this week, by the statistics."""
        return self.js("return Number([...document.querySelectorAll('.view-element tbody tr')].find((row) => row.textContent.startsWith('Orders'))?.children[1].textContent ?? -1)")

    def test_an_order_is_in_the_chart_and_in_the_statistics(self):
        self.house.known(LAMP, "regulable", 20)
        self.element(LAMP)
        wait(lambda: self.text(".chart-value") and self.orders() > 0, "both")
        before = self.orders()
        self.house.known(LAMP, "regulable", 91)
        wait(lambda: self.text(".chart-value").endswith("– 91 %"), lambda: "the level, is " + self.text(".chart-value"), 20)
        wait(lambda: self.orders() > before, "the order", 20)
        # A change without an order too.
        self.element(THERMOMETER)
        wait(lambda: self.text(".chart-holder"), "the chart")
        self.house.press(THERMOMETER_GROUP, "31.5", service="response")
        wait(lambda: "31.5" in self.text(".chart-value"), lambda: "the temperature, is " + self.text(".chart-value"), 20)

    def test_no_chart_changes_under_a_finger(self):
        self.house.known(LAMP, "regulable", 30)
        self.element(LAMP)
        wait(lambda: self.all(".chart-plot") and self.orders() > 0, "both")
        x, y = self.middle(".chart-plot")
        self.touch_event("touchStart", (x, y))
        before = self.orders()
        self.js("document.querySelector('.chart-figure').dataset.old = ''")
        when = self.text(".chart-when")
        self.house.known(LAMP, "regulable", 93)
        wait(lambda: self.orders() > before, "the order", 20)
        self.until_drawn()
        self.assertTrue(self.all(".chart-figure[data-old]"))
        self.touch_event("touchEnd")
        wait(lambda: not self.all(".chart-figure[data-old]"), "another chart", 20)
        # What it pointed at stays.
        self.assertEqual(self.text(".chart-when"), when)
        self.assertTrue(self.all(".chart-figure.reading"))
