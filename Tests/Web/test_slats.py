"""A blind with slats: its position and the angle of its slats in one card."""

from classes_house import AGO, ClassesTest, FILE, SALON, SLATS, VENETIAN
from house import HERE, wait
from selenium.webdriver.common.keys import Keys

DIRECTION = f'.facet[data-path="{VENETIAN}"][data-type="bidirectional"]'
POSITION = f'.facet[data-path="{VENETIAN}"][data-type="regulable"]'
ANGLE = f'.facet[data-path="{SLATS}"]'


class SlatsTest(ClassesTest):
    def bars(self):
        """The heights of the slats in the picture that are shown."""
        return self.js("return [...document.querySelectorAll('.blind-slat:not([visibility])')].map((bar) => Number(bar.getAttribute('height')))")

    def until_bars(self, count, height):
        wait(lambda: self.bars() == [height] * count, lambda: f"{count} slats of {height}, are {self.bars()}")


class Slats(SlatsTest):
    def setUp(self):
        super().setUp()
        self.house.known(VENETIAN, "regulable", 60)
        self.house.known(SLATS, "regulable", 45)
        self.element(VENETIAN)
        self.until_confirmed(ANGLE, "45")
        self.until_confirmed(POSITION, "60")

    def test_both_are_in_one_card(self):
        self.assertEqual(len(self.all(".facets " + ANGLE)), 1)
        self.assertEqual(self.texts(".facet-title"), ["Position", "Slats"])
        self.assertEqual(self.text(ANGLE + " .facet-reading"), "45 %")
        self.assertEqual(self.texts(".slats-ends span"), ["Open", "Closed"])
        # Nothing is left for a list of parts.
        self.assertEqual(self.all(".view-element li.row"), [])
        self.place(SALON)
        self.until_text(self.row(VENETIAN) + " .state", "Partly open · 60 % · slats 45 %")

    def test_the_ends_have_words(self):
        for level, word in ((0, "Open"), (100, "Closed")):
            self.report(SLATS, level)
            self.until_text(ANGLE + " .facet-reading", word)
            self.until(ANGLE + " input[type=range]", "aria-valuetext", word)

    def test_the_keys_turn_them(self):
        self.js("document.querySelector(arguments[0]).focus()", ANGLE + " input[type=range]")
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.until_confirmed(ANGLE, "47")
        self.assertEqual(self.house.orders(SLATS)[-1], "47")
        self.assertEqual(self.house.reading(VENETIAN, "regulable")["value"], 60)

    def test_the_picture_shows_what_is_known_now(self):
        self.until_bars(4, 3.52)
        self.show(SLATS, "regulable", 0)
        self.until_bars(4, 1.5)
        self.show(SLATS, "regulable", 100)
        self.until_bars(4, 6)
        self.assertNotIn("unsure", self.get(".blind-picture", "class"))
        self.show(SLATS, "regulable", 100, stale=True, since=AGO)
        wait(lambda: "unsure" in self.get(".blind-picture", "class"), "that the angle is not known")
        self.assertEqual(self.text(ANGLE + " .state"), "Closed (stale), 3 h ago")
        self.place(SALON)
        self.show(SLATS, "regulable", None)
        self.until_text(self.row(VENETIAN) + " .state", "Partly open · 60 %")


class Server(SlatsTest):
    """On the simulated server, 100 % is open."""

    files = (FILE, HERE / "House/lamps.yaml")

    def setUp(self):
        super().setUp()
        self.element(VENETIAN)

    def until_shown(self, cover, level, slats, word):
        self.until_text(DIRECTION + " .facet-reading", cover)
        self.until_confirmed(POSITION, level)
        self.until_confirmed(ANGLE, slats)
        self.until_text(ANGLE + " .facet-reading", word)
        self.until(ANGLE + " input[type=range]", "aria-valuetext", word)

    def test_the_words_and_the_picture_agree_with_the_word_of_the_cover(self):
        self.assertEqual(self.texts(".slats-ends span"), ["Closed", "Open"])
        self.house.known(VENETIAN, "bidirectional", "down")
        self.until_shown("Closed", "0", "0", "Closed")
        self.until_bars(7, 6)
        # Up opens the slats.
        self.house.known(VENETIAN, "regulable", 10)
        self.until_shown("Partly open", "10", "100", "Open")
        self.until_bars(6, 1.5)
        self.show(VENETIAN, "regulable", 40)
        self.show(SLATS, "regulable", 55)
        self.until_bars(4, 3.52)
        self.show(VENETIAN, "regulable", 100)
        self.until_bars(0, 0)

    def test_without_a_position_the_picture_shows_the_word(self):
        for state, count in (("closed", 7), ("open", 0)):
            self.later(
                """const store = await import('/assets/core/store.js'); const [path, state] = arguments;
                store.applyReading(path, {type: 'regulable', value: null, certainty: 'unknown'}, {state, certainty: 'confirmed'}); store.flush();""",
                VENETIAN,
                state,
            )
            self.assertEqual(len(self.bars()), count)


class Offline(SlatsTest):
    def test_the_saved_copy_has_the_slats(self):
        self.house.known(SLATS, "regulable", 100)
        self.shell_is_kept()
        self.place(SALON)
        wait(lambda: self.text(self.row(VENETIAN) + " .state").endswith("slats Closed"), "the slats")
        self.house.web.stop()
        try:
            self.until_connection("offline")
            self.driver.get(self.driver.current_url)
            wait(lambda: "slats Closed" in self.text(self.row(VENETIAN) + " .state"), lambda: self.text("#list"))
            self.until_connection("offline")
        finally:
            self.house.start_web()
