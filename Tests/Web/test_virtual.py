"""Virtual elements on the page: they have the controls of any other element, and orders for a whole place skip them."""

from house import wait
from page import HOUSE, PageTest

PANTRY = HOUSE + "/Despensa"
HOLIDAYS = PANTRY + "/Vacaciones"
MESSAGE = PANTRY + "/Mensaje"
EMPTY = HOUSE + "/" + "Una habitación con un nombre muy largo " * 4 + "al fondo"
ELEMENTS = (
    "<Sector><Nombre>Despensa</Nombre>"
    "<Dispositivo><Nombre>Vacaciones</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>"
    "<Dispositivo><Nombre>Mensaje</Nombre><Tipo>4</Tipo><d:Virtual>vuelvo pronto</d:Virtual></Dispositivo>"
    "</Sector>"
    f"<Sector><Nombre>{EMPTY.partition('/')[2]}</Nombre></Sector></Vivienda>"
)


class Virtual(PageTest):
    def setUp(self):
        self.file = self.house.folder / "homes/house.xml"
        self.before = self.file.read_text()
        self.file.write_text(self.before.replace("</Vivienda>", ELEMENTS, 1))
        self.house.domo("reload")
        # Its value is kept while it is not in the house.
        self.house.domo("set", HOLIDAYS, "off")
        super().setUp()

    def tearDown(self):
        self.file.write_text(self.before)
        self.house.domo("reload")

    def test_a_switch_is_confirmed_at_once_and_places_do_not_count_it(self):
        tile = f'li.tile[data-path="{PANTRY}"] .state'
        self.until(f'li.tile[data-path="{PANTRY}"]', "data-path", PANTRY)
        summary = self.text(tile)
        self.place(PANTRY)
        self.until_confirmed(self.row(HOLIDAYS), "off")
        self.tap(self.row(HOLIDAYS) + " .switch")
        self.until_confirmed(self.row(HOLIDAYS), "on")
        self.assertEqual(self.house.domo("show", HOLIDAYS)["readings"][0]["value"], "on")
        self.open("/")
        wait(lambda: self.text(tile) == summary, lambda: self.text(tile))
        self.assertNotIn(" on", summary)

    def test_nothing_shows_it_as_not_connected(self):
        self.element(HOLIDAYS)
        self.until_confirmed(self.facet(HOLIDAYS, "binary"), "off")
        self.assertNotIn("onnect", self.text("main"))
        self.element(MESSAGE)
        self.until(self.facet(MESSAGE, "value"), "data-value", "vuelvo pronto")
        self.assertNotIn("onnect", self.text("main"))

    def test_an_empty_room_says_so_under_a_short_title(self):
        self.place(EMPTY)
        self.until_text(".view-place .content .note", "Empty")
        name = EMPTY.partition("/")[2]
        self.assertEqual(self.get("h1", "title"), name)
        lines = "const style = getComputedStyle(document.querySelector('h1')); return document.querySelector('h1').clientHeight / parseFloat(style.lineHeight)"
        wait(lambda: self.js(lines) < 3.5, lambda: f"three lines, are {self.js(lines)}", 20)

    def test_nothing_to_turn_off_is_nothing_to_cancel(self):
        self.place(PANTRY)
        self.tap(".devices-off")
        self.until_text("dialog .note", "Nothing to turn off.")
        self.assertEqual(self.js("return [...document.querySelectorAll('.dialog-actions .button')].map((button) => button.textContent)"), ["Close"])
