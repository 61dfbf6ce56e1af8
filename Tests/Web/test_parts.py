"""Devices with parts on the page: one row in the room, the parts on the screen of the device."""

from house import wait
from page import HOUSE, PageTest

STUDY = HOUSE + "/Estudio"
CLIMATE = STUDY + "/Clima"
MODE = CLIMATE + "/Modo"
MOOD = STUDY + "/Ambiente"
ELEMENTS = (
    "<Sector><Nombre>Estudio</Nombre>"
    "<Dispositivo><Nombre>Clima</Nombre><Tipo>4</Tipo><d:Unidad>°C</d:Unidad><d:Clase>termostato</d:Clase>"
    '<d:Parte><Nombre>Modo</Nombre><d:Etiqueta idioma="en">Mode</d:Etiqueta><Tipo>4</Tipo><d:Papel>modo</d:Papel></d:Parte>'
    "<d:Parte><Nombre>Valvula</Nombre><Tipo>1</Tipo><d:Papel>valvula</d:Papel></d:Parte></Dispositivo>"
    "<Dispositivo><Nombre>Flexo</Nombre><Tipo>1</Tipo></Dispositivo>"
    '<Dispositivo><Nombre>Ambiente</Nombre><Tipo>4</Tipo><d:Opcion valor="day"><d:Etiqueta idioma="en">By day</d:Etiqueta></d:Opcion>'
    '<d:Opcion valor="night"/><d:Virtual/></Dispositivo>'
    "</Sector></Vivienda>"
)


class Parts(PageTest):
    def setUp(self):
        self.file = self.house.folder / "homes/house.xml"
        self.before = self.file.read_text()
        self.file.write_text(self.before.replace("</Vivienda>", ELEMENTS, 1))
        self.house.domo("reload")
        super().setUp()

    def tearDown(self):
        self.file.write_text(self.before)
        self.house.domo("reload")

    def paths(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => node.dataset.path)", selector)

    def test_a_device_is_one_row_and_its_parts_are_on_its_screen(self):
        self.place(STUDY)
        self.find(self.row(CLIMATE))
        self.assertEqual(self.paths(".view-place li.row"), [CLIMATE, STUDY + "/Flexo", MOOD])
        self.element(CLIMATE)
        wait(lambda: self.paths(".view-element li.row[data-path]")[:2] == [MODE, CLIMATE + "/Valvula"], "its parts")
        self.assertIn("Mode", self.text(self.row(MODE)))

    def test_a_part_has_a_screen_below_its_device(self):
        self.element(MODE)
        self.find(self.facet(MODE, "value"))
        self.assertEqual(self.text("h1"), "Mode")
        self.assertEqual(self.get(".back", "href"), "/element/" + "/".join(["Vivienda%20eficiente", "Estudio", "Clima"]))
        self.tap(".trail a:last-child")
        self.until(".view-element", "data-path", CLIMATE)

    def test_a_reading_of_a_part_reaches_it_and_its_device(self):
        self.element(CLIMATE)
        self.find(self.row(MODE))
        touched = self.later(
            """const store = await import('/assets/core/store.js'); const paths = [];
            for (const path of [arguments[0], arguments[1]]) store.subscribe(path, () => paths.push(path));
            store.applyReading(arguments[1], {type: 'value', value: 'comfort', certainty: 'confirmed', stale: false}); store.flush();
            return paths""",
            CLIMATE,
            MODE,
        )
        self.assertEqual(sorted(touched), [CLIMATE, MODE])
        wait(lambda: "comfort" in self.text(self.row(MODE)), lambda: self.text(self.row(MODE)))

    def test_a_snapshot_has_the_readings_of_parts(self):
        value = self.later(
            """const store = await import('/assets/core/store.js');
            const reading = {type: 'value', value: 'night', certainty: 'confirmed', stale: false};
            const part = {path: arguments[1], readings: [reading]};
            store.applySnapshot({places: [{elements: [{path: arguments[0], readings: [], parts: [part]}], sectors: []}]});
            return store.elements.get(arguments[1]).readings.value.value""",
            CLIMATE,
            MODE,
        )
        self.assertEqual(value, "night")

    def test_a_text_with_options_is_a_choice(self):
        self.house.domo("set", MOOD, "day")
        self.element(MOOD)
        facet = self.facet(MOOD, "value")
        self.until_text(facet + " .facet-reading", "By day")
        choices = "return [...document.querySelectorAll(arguments[0])].map((option) => [option.value, option.textContent])"
        self.assertEqual(self.js(choices, facet + " option:not([hidden])"), [["day", "By day"], ["night", "night"]])
        select = self.find(facet + " select")
        self.assertEqual(self.js("return arguments[0].value", select), "day")
        select.send_keys("n")
        self.js("arguments[0].value = 'night'; arguments[0].dispatchEvent(new Event('change'))", select)
        self.until_confirmed(facet, "night")
        self.assertEqual(self.house.domo("show", MOOD)["readings"][0]["value"], "night")
        with self.assertRaises(AssertionError):
            self.house.domo("set", MOOD, "evening")
        # By its label, ignoring case.
        self.house.domo("set", MOOD, "BY DAY")
        self.until_text(facet + " .facet-reading", "By day")
        self.assertEqual(self.js("return arguments[0].value", select), "day")
