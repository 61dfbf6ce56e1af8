"""Lamps with colours: the picker, the lamp in rows, tiles and plans, and the band of colours in the history."""

from classes_house import AGO
from house import HERE, wait
from page import DESKTOP, PHONE, PageTest, resize
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

SALON = "Casa/Salon"
STRIP, SPOT, READING, INDICATOR = (SALON + "/" + name for name in ("Tira", "Foco", "Lectura", "Testigo"))


class LampsTest(PageTest):
    files = (HERE / "House/lamps.xml", HERE / "House/lamps.yaml")

    def card(self, path=STRIP):
        return self.facet(path, "colour")

    def show(self, path, kind, value, **more):
        """Shows a reading, as if the daemon had reported it."""
        reading = {"type": kind, "value": value, "certainty": "unknown" if value is None else "confirmed", "stale": False} | more
        self.later("const store = await import('/assets/core/store.js'); store.applyReading(arguments[0], arguments[1]); store.flush();", path, reading)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    def style(self, selector, name):
        return self.js("return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1]).trim()", selector, name)

    def band(self, kind, path=STRIP):
        return f"{self.card(path)} .band-{kind}"

    def given(self, count, path=STRIP):
        """The orders of this test, once there are this many."""
        return wait(lambda: len(found := self.house.orders(path)[self.before :]) >= count and found, lambda: f"{count} orders, are {self.house.orders(path)}")

    def press(self, kind, *keys):
        self.js("document.querySelector(arguments[0]).focus()", self.band(kind) + " input")
        self.driver.switch_to.active_element.send_keys(*keys)

    def start(self, value="#ff8000", path=STRIP):
        self.house.known(path, "colour", value)
        self.before = len(self.house.orders(path))
        self.element(path)
        self.until_confirmed(self.card(path), value)


class Picker(LampsTest):
    def setUp(self):
        super().setUp()
        self.start()

    def test_it_shows_the_colour_in_words_and_which_light_is_shown_now(self):
        self.assertEqual(self.text(self.card() + " .facet-reading"), "Orange, #ff8000")
        self.assertEqual(self.texts(".panel-title"), ["Colourshown now", "White"])
        self.assertEqual(self.texts('.preset[aria-pressed="true"]'), ["Orange"])
        self.assertEqual(self.style(self.card() + " .swatch.large", "background-color"), "rgb(255, 128, 0)")
        for kind, spoken in (("hue", "Orange, #ff8000"), ("saturation", "100 %, Orange, #ff8000")):
            self.assertEqual(self.get(self.band(kind) + " input", "aria-valuetext"), spoken)
        self.assertTrue(self.visible(self.band("hue") + " .band-thumb:not(.band-ordered)"))
        self.assertFalse(self.visible(self.band("white") + " .band-thumb"))
        # Beside a level there is no brightness.
        self.assertEqual(self.all(self.band("brightness")), [])

    def test_the_keys_change_hue_and_saturation(self):
        self.press("hue", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.given(1), ["#ff8c00"])
        self.until_confirmed(self.card(), "#ff8c00")
        self.press("saturation", Keys.HOME)
        self.until_confirmed(self.card(), "#ffffff")
        self.until_text(self.card() + " .facet-reading", "White, #ffffff")
        # The hue is kept while there is none.
        self.press("saturation", Keys.END)
        self.until_confirmed(self.card(), "#ff8c00")
        self.assertEqual(self.given(3), ["#ff8c00", "#ffffff", "#ff8c00"])

    def test_the_keys_change_the_white_within_the_range_of_the_lamp(self):
        white = self.band("white") + " input"
        self.assertEqual([self.get(white, name) for name in ("min", "max")], ["2000", "6500"])
        self.press("white", Keys.END)
        self.until_confirmed(self.card(), "6500K")
        self.until_text(self.card() + " .facet-reading", "Daylight white, 6500 K")
        self.assertEqual(self.get(white, "aria-valuetext"), "Daylight white, 6500 K")
        self.assertEqual(self.texts(".panel-title"), ["Colour", "Whiteshown now"])
        self.assertFalse(self.visible(self.band("hue") + " .band-thumb"))
        self.press("white", Keys.ARROW_LEFT)
        self.until_confirmed(self.card(), "6450K")
        self.assertEqual(self.given(2), ["6500K", "6450K"])

    def test_a_finger_drags_and_the_last_colour_is_ordered(self):
        x, y = self.middle(self.band("hue"))
        # A tap changes nothing.
        self.touch_path([(x, y)])
        self.until_drawn()
        self.assertEqual(self.text(self.card() + " .facet-reading"), "Orange, #ff8000")
        self.touch_path([(x, y), (x + 20, y), *((x + 20 + step * 4, y) for step in range(1, 20))])
        wait(lambda: self.get(self.card(), "data-state") == "confirmed" and self.get(self.card(), "data-value") != "#ff8000", "the last colour")
        # 96 px, less those after which it is a drag.
        self.assertEqual(self.get(self.band("hue") + " input", "aria-valuetext"), self.text(self.card() + " .facet-reading"))
        hue = self.js("return Number(document.querySelector(arguments[0]).value)", self.band("hue") + " input")
        self.assertAlmostEqual(hue, 30 + 88 / 264 * 359, delta=2)
        orders = self.given(1)
        self.assertEqual(orders[-1], self.get(self.card(), "data-value"))
        # A slow machine has time for one at each of the 20 positions, but for none twice.
        self.assertEqual(len(orders), len(set(orders)))
        # Scrolling that begins on it is no drag.
        self.touch_path([(x, y), (x + 3, y - 60), (x + 6, y - 120)])
        self.until_drawn()
        self.assertEqual(self.get(self.card(), "data-value"), orders[-1])
        self.assertEqual(self.given(1), orders)

    def test_a_mouse_sets_the_white_anywhere_on_its_band(self):
        resize(self.driver, DESKTOP, False)
        try:
            self.middle(self.band("white"))
            node = self.find(self.band("white"))
            ActionChains(self.driver).move_to_element(node).click().perform()
            self.until_confirmed(self.card(), "4250K")
            self.assertEqual(self.given(1), ["4250K"])
        finally:
            resize(self.driver, PHONE)

    def test_buttons_order_colours_and_white(self):
        self.assertEqual(self.texts('[data-panel="white"] .preset'), ["Warm white", "Neutral white", "Daylight white"])
        for value, name in (("#0000ff", "Blue, #0000ff"), ("2700K", "Warm white, 2700 K")):
            self.tap(f'{self.card()} [data-choice="{value}"]')
            self.until_confirmed(self.card(), value)
            self.until_text(self.card() + " .facet-reading", name)
        self.assertEqual(self.given(2), ["#0000ff", "2700K"])
        self.assertEqual(self.texts('.preset[aria-pressed="true"]'), ["Warm white"])

    def test_what_is_not_known_now_says_so(self):
        self.show(STRIP, "colour", "#ff8000", certainty="assumed")
        self.until_text(self.card() + " .state", "~Orange, #ff8000, not confirmed")
        self.show(STRIP, "colour", "#ff8000", stale=True, since=AGO)
        self.until_text(self.card() + " .state", "Orange, #ff8000 (stale), 3 h ago")
        self.assertEqual(self.get(self.card(), "data-tint"), "old")
        self.show(STRIP, "colour", None)
        self.until_text(self.card() + " .facet-reading", "Unknown")
        self.assertIsNone(self.get(self.card(), "data-tint"))
        self.assertFalse(self.visible(self.card() + " .band-thumb"))
        self.assertEqual(self.get(self.band("hue") + " input", "aria-valuetext"), "Unknown")

    def test_a_refused_order_says_so_and_can_be_repeated(self):
        self.house.fault("fail")
        self.tap(f'{self.card()} [data-choice="#00ff00"]')
        self.until(self.card(), "data-state", "failed")
        self.assertEqual(self.get(self.card(), "data-value"), "#ff8000")
        self.house.repair()
        self.tap(self.card() + " .retry")
        self.until_confirmed(self.card(), "#00ff00")

    def test_a_lamp_that_is_off_says_so_and_a_colour_switches_it_on(self):
        self.house.known(STRIP, "binary", "off")
        self.until(self.card(), "data-tint", "off")
        self.assertIn("The lamp is off.", self.text(self.card()))
        self.assertEqual(self.style(self.card() + " .swatch.large", "opacity"), "0.4")
        self.tap(f'{self.card()} [data-choice="#ff0000"]')
        self.until(self.card(), "data-tint", "on")
        self.assertEqual(self.house.reading(STRIP, "binary")["value"], "on")

    def test_it_is_accessible(self):
        self.until_drawn()
        self.assertEqual(self.faults(), [])


class Lamps(LampsTest):
    def test_a_lamp_without_a_level_has_a_brightness(self):
        self.start("#804000", SPOT)
        self.assertEqual(self.texts(self.card(SPOT) + " .band-title span:first-child"), ["Hue", "Saturation", "Brightness"])
        self.assertEqual(self.js("return document.querySelector(arguments[0]).value", self.band("brightness", SPOT) + " input"), "50")
        self.assertEqual(self.all(".panel-title"), [])
        self.js("document.querySelector(arguments[0]).focus()", self.band("brightness", SPOT) + " input")
        self.driver.switch_to.active_element.send_keys(Keys.END)
        self.until_confirmed(self.card(SPOT), "#ff8000")

    def test_a_lamp_with_white_only_has_no_colours(self):
        self.start("2700K", READING)
        self.assertEqual(self.all(self.band("hue", READING)), [])
        self.assertEqual(self.texts(".preset"), ["Warm white", "Neutral white"])
        self.assertEqual(self.get(self.band("white", READING) + " input", "max"), "5000")

    def test_one_that_only_reports_has_no_controls(self):
        self.element(INDICATOR)
        self.show(INDICATOR, "colour", "#00ff00")
        self.until_text(self.card(INDICATOR) + " .facet-reading", "Green, #00ff00")
        self.assertEqual(self.all(self.card(INDICATOR) + " :is(.band, .preset)"), [])

    def test_rows_tiles_and_plans_show_the_colour_and_rows_its_word(self):
        self.house.known(STRIP, "colour", "#0000ff")
        self.house.known(STRIP, "regulable", "40")
        self.place(SALON)
        self.until(self.row(STRIP), "data-tint", "on")
        self.until_text(self.row(STRIP) + " .state", "On · Blue")
        badge = self.row(STRIP) + " .badge"
        self.assertEqual([self.style(badge, name) for name in ("background-color", "color")], ["rgb(0, 0, 255)", "rgb(255, 255, 255)"])
        self.show(STRIP, "colour", "#0000ff", stale=True, since=AGO)
        self.until_text(self.row(STRIP) + " .state", "On · Blue?")
        self.assertEqual(self.get(self.row(STRIP), "data-tint"), "old")
        self.open("/")
        self.house.known(READING, "binary", "off")
        # The spotlight has nothing but its colour, and counts as one that is on.
        self.house.known(SPOT, "colour", "#ff00ff")
        self.until_text(f'.tile[data-path="{SALON}"] .state', "2 on")
        wait(lambda: "#0000ff" in (self.get(f'.tile[data-path="{SALON}"] .lamps', "data-colours") or ""), "the tile")
        # Its level may still be 40: it falls slowly, and some lamps keep it.
        self.show(STRIP, "binary", "off")
        wait(lambda: "#0000ff" not in (self.get(f'.tile[data-path="{SALON}"] .lamps', "data-colours") or ""), "the tile without it")
        self.until_text(f'.tile[data-path="{SALON}"] .state', "1 on")
        # What is not known now says less than the level.
        self.show(STRIP, "binary", "off", stale=True, since=AGO)
        self.until_text(f'.tile[data-path="{SALON}"] .state', "2 on")
        self.house.known(STRIP, "binary", "off")
        self.place(SALON)
        self.until_text(self.row(STRIP) + " .state", "Off · Blue")
        self.assertEqual(self.get(self.row(STRIP), "data-tint"), "off")
        self.house.known(STRIP, "colour", "#ffff00")
        self.tap('[aria-label="Floor plan"]')
        dot = f'.plan-item[data-path="{STRIP}"]'
        wait(lambda: self.get(dot, "data-tint") == "on", "the plan")
        self.assertEqual(self.style(dot + " .plan-dot", "background-color"), "rgb(255, 255, 0)")
        self.assertEqual(self.get(dot + " .plan-dot", "aria-label"), "Light strip, On · Yellow")
        self.later("localStorage.removeItem('domo.plan')")

    def test_the_history_has_a_band_of_colours(self):
        for value in ("#00ff00", "#ff0000", "2700K"):
            self.house.known(STRIP, "colour", value)
        self.element(STRIP)
        wait(lambda: self.texts(".chart-name") == ["Light strip", "Light strip: colour"], lambda: self.texts(".chart-name"))
        parts = self.js("return [...document.querySelectorAll('.chart-light .chart-part')].map((part) => [part.dataset.value, part.title, getComputedStyle(part).backgroundColor])")
        self.assertEqual(parts[-3:], [["#00ff00", "Green, #00ff00", "rgb(0, 255, 0)"], ["#ff0000", "Red, #ff0000", "rgb(255, 0, 0)"], ["2700K", "Warm white, 2700 K", "rgb(255, 173, 88)"]])
        legend = " ".join(self.texts(".chart-light + .chart-legend > span"))
        for name in ("Green, #00ff00", "Red, #ff0000", "Warm white, 2700 K"):
            self.assertIn(name, legend)
        self.js("document.querySelector('.chart-range').focus()")
        self.driver.switch_to.active_element.send_keys(Keys.END)
        wait(lambda: "Light strip: colour: Warm white, 2700 K" in (self.get(".chart-range", "aria-valuetext") or ""), lambda: self.get(".chart-range", "aria-valuetext"))

    def test_white_light_is_drawn_in_its_colour(self):
        colours = self.later(
            """const {kelvinColour, colourOf, shadeOf} = await import('/assets/classes/colours.js');
            return [[1000, 2700, 4000, 6600, 20000, 30000].map(kelvinColour), ['#ff8000', '#8000ff', '#336699', '#000000'].map((each) => colourOf(shadeOf(each)))]"""
        )
        self.assertEqual(colours[0], ["#ff1700", "#ffad58", "#ffd3a7", "#fdf8ff", "#aac1ff", "#aac1ff"])
        self.assertEqual(colours[1], ["#ff8000", "#8000ff", "#336699", "#000000"])
