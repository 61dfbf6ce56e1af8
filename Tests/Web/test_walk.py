"""Navigation: places, elements, search, favourites; and that names and values are never markup."""

from house import wait
from page import BEDROOM, BLIND, DESKTOP, HOUSE, LAMP, LIGHT, MESSAGES, SALON, PageTest, quote


class Walk(PageTest):
    def test_house_to_room_to_element_and_back(self):
        self.tap(f'li.tile[data-path="{SALON}"] a')
        self.until_text("#list h1", self.label(SALON))
        self.assertEqual(self.js("return location.pathname"), "/place/Vivienda%20eficiente/Salon")
        self.tap(self.row(BLIND) + " .row-link")
        self.until_text("#detail h1", self.label(BLIND))
        self.driver.back()
        self.until_view("place")
        self.driver.back()
        self.until_view("home")

    def test_back_restores_the_scroll_position(self):
        self.js("scrollTo(0, document.body.scrollHeight)")
        wait(lambda: self.js("return scrollY") > 100, "the end of the list")
        before = self.js("return scrollY")
        self.js("document.querySelector(arguments[0] + ' .row-link').click()", self.row(HOUSE + "/WaterSupply"))
        self.until_view("element")
        self.assertEqual(self.js("return scrollY"), 0)
        self.driver.back()
        self.until_view("home")
        wait(lambda: abs(self.js("return scrollY") - before) < 2, "the same place of the list")

    def test_the_model_is_shown_in_its_three_groups(self):
        self.assertEqual([node.text for node in self.all("#list h2")], ["Rooms", "Devices", "Services"])
        groups = self.js("return [...document.querySelectorAll('#list .group')].map((group) => [...group.querySelectorAll('li')].map((item) => item.dataset.path))")
        self.assertIn(SALON, groups[0])
        self.assertIn(LIGHT, groups[1])
        self.assertIn(HOUSE + "/HomeSecurity", groups[2])

    def test_each_url_opens_directly(self):
        for address, heading in (
            ("/place/" + quote(SALON), self.label(SALON)),
            ("/element/" + quote(BLIND), self.label(BLIND)),
            ("/favourites", "Favourites"),
            ("/scenes", "Scenes"),
            ("/scene/Me%20voy", "Me voy"),
            ("/log", "Log"),
            ("/settings", "Settings"),
        ):
            self.open(address)
            wait(lambda heading=heading: heading in [node.text for node in self.all("h1")], heading)

    def test_an_unknown_url_shows_not_found(self):
        for address in ("/place/" + quote(HOUSE + "/Attic"), "/element/" + quote(HOUSE + "/Attic/Lamp")):
            self.open(address)
            wait(lambda: "Not found" in [node.text for node in self.all("h1")], address)

    def test_search_ignores_accents_and_covers_labels_and_paths(self):
        field = self.find(".search-input")
        field.send_keys("lampára")
        wait(lambda: self.all(".results " + self.row(LAMP)), "the lamp by its Spanish label")
        field.clear()
        field.send_keys("sálon LOUVER")
        wait(lambda: self.all(".results " + self.row(BLIND)), "the blind by its path")
        field.clear()
        field.send_keys("submarine")
        wait(lambda: "No results" in self.text(".results"), "nothing")

    def test_a_found_row_is_a_row_like_any_other(self):
        self.house.known(LAMP, "regulable", 30)
        self.find(".search-input").send_keys("lamp")
        self.until_confirmed(".results " + self.row(LAMP), "30")
        self.house.known(LAMP, "regulable", 35)
        self.until_confirmed(".results " + self.row(LAMP), "35")

    def test_favourites_and_last_used(self):
        self.element(BLIND)
        self.tap(".star")
        self.until(".star", "aria-pressed", "true")
        self.open("/favourites")
        self.find(".view-favourites " + self.row(BLIND))
        self.element(BLIND)
        self.tap(".star")
        self.until(".star", "aria-pressed", "false")
        self.open("/favourites")
        self.find(".view-favourites")
        self.assertEqual(self.all(".view-favourites .empty + .group " + self.row(BLIND)), [])

    def test_markup_in_a_value_is_text(self):
        markup = "<img src=x onerror=document.body.id='bad'>"
        self.house.domo("set", MESSAGES, markup)
        wait(lambda: markup in self.text(self.row(MESSAGES)), "the markup as text")
        self.assertEqual(self.js("return document.body.id"), "")
        self.open("/log")
        wait(lambda: markup in self.text(".log"), "the markup in the log")
        self.assertEqual(self.js("return document.body.id"), "")

    def test_the_trail_leads_up(self):
        self.element(BEDROOM + "/RoomLighting")
        self.assertEqual([node.text for node in self.all("#detail .trail a")], [self.label(HOUSE), self.label(BEDROOM)])
        self.tap("#detail .trail a:last-of-type")
        self.until_text("#list h1", self.label(BEDROOM))


class Wide(PageTest):
    """From 840 px on, the list and the detail are side by side."""

    size, touch = DESKTOP, False

    def test_the_list_stays_beside_the_detail(self):
        self.place(SALON)
        self.tap(self.row(LAMP) + " .row-link")
        self.until_text("#detail h1", self.label(LAMP))
        self.assertEqual(self.text("#list h1"), self.label(SALON))
        self.until(self.row(LAMP) + " a", "aria-current", "true")
        # The row is not rebuilt: typed text and the scroll position are kept.
        self.js("document.querySelector(arguments[0]).dataset.marked = ''", self.row(BLIND))
        self.tap(self.row(BLIND) + " .row-link")
        self.until_text("#detail h1", self.label(BLIND))
        self.assertEqual(self.get(self.row(BLIND), "data-marked"), "")
