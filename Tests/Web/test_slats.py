"""A blind with slats: its position and the angle of its slats in one card."""

from classes_house import AGO, ClassesTest, SALON, SLATS, VENETIAN
from house import wait
from selenium.webdriver.common.keys import Keys

POSITION = f'.facet[data-path="{VENETIAN}"][data-type="regulable"]'
ANGLE = f'.facet[data-path="{SLATS}"]'


class Slats(ClassesTest):
    def setUp(self):
        super().setUp()
        self.house.known(VENETIAN, "regulable", 60)
        self.house.known(SLATS, "regulable", 45)
        self.element(VENETIAN)
        self.until_confirmed(ANGLE, "45")
        self.until_confirmed(POSITION, "60")

    def bars(self):
        """The heights of the slats in the picture that are shown."""
        return self.js("return [...document.querySelectorAll('.blind-slat:not([visibility])')].map((bar) => Number(bar.getAttribute('height')))")

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
        wait(lambda: len(self.bars()) == 4 and set(self.bars()) == {3.52}, self.bars)
        self.show(SLATS, "regulable", 0)
        wait(lambda: set(self.bars()) == {1.5}, self.bars)
        self.show(SLATS, "regulable", 100)
        wait(lambda: set(self.bars()) == {6}, self.bars)
        self.assertNotIn("unsure", self.get(".blind-picture", "class"))
        self.show(SLATS, "regulable", 100, stale=True, since=AGO)
        wait(lambda: "unsure" in self.get(".blind-picture", "class"), "that the angle is not known")
        self.assertEqual(self.text(ANGLE + " .state"), "Closed, 3 h ago")
        self.place(SALON)
        self.show(SLATS, "regulable", None)
        self.until_text(self.row(VENETIAN) + " .state", "Partly open · 60 %")
