"""Classes of elements: icons, words and colours; the summary of a room; the plan; charts of choices; accessibility."""

import re

from classes_house import AGO, AIR, CLIMATE, ClassesTest, DOOR, HALL, KITCHEN, KITCHEN_LIGHT, KITCHEN_WINDOW, LAMP, LEAK, MEASURED, MODE, OUTSIDE, SALON, SMOKE, SOCKET, VALVE, VENETIAN, WINDOW
from house import wait
from page import DESKTOP, NARROW, PHONE, SOURCES, quote, resize, theme

MODEL = SOURCES.parents[1] / "DomoModel"
MANUAL = (SOURCES.parents[1] / "DomoDaemon/Manual.docc/HouseFiles.md").read_text()
# A switch or a sensor of each class that is on, and off.
WORDS = {
    "gate": ("Open", "Closed"), "garage": ("Open", "Closed"), "window": ("Open", "Closed"), "door": ("Open", "Closed"),
    "lock": ("Unlocked", "Locked"), "siren": ("Sounding", "Silent"), "valve": ("Open", "Closed"), "contact": ("Open", "Closed"),
    "motion": ("Motion", "No motion"), "presence": ("Somebody here", "Nobody here"), "rain": ("Raining", "Not raining"),
    "smoke": ("Smoke", "No smoke"), "gas": ("Gas", "No gas"), "leak": ("Wet", "Dry"), "battery": ("Low", "Charged"),
}  # fmt: skip


def swift(name):
    """The words of an enumeration of the model."""
    return set(re.findall(r'case \.\w+: "([\w-]+)"', (MODEL / name).read_text().split("var spanish")[0]))


class Classes(ClassesTest):
    def test_the_page_knows_every_class_and_role(self):
        classes, roles = swift("ElementClass.swift"), swift("FacetRole.swift")
        self.assertGreater(len(classes), 28)
        self.assertIn("slats", roles)
        known, icons, drawn = self.later(
            """const {CLASSES} = await import('/assets/classes/classes.js'); const {ICONS} = await import('/assets/classes/icons.js');
            const {icon} = await import('/assets/core/icons.js');
            const unknown = icon('?').innerHTML;
            return [Object.keys(CLASSES), Object.keys(ICONS), Object.values(ICONS).filter((name) => icon(name).innerHTML !== unknown)]"""
        )
        self.assertEqual(set(known), classes)
        self.assertEqual(set(icons), classes | roles)
        self.assertEqual(len(drawn), len(icons))

    def test_a_house_has_an_icon_for_every_class(self):
        """Each class is in the house of these tests, so that what follows is seen in a real house."""
        elements = self.later("const store = await import('/assets/core/store.js'); return [...store.elements.values()].map((element) => element.class).filter(Boolean)")
        self.assertEqual(set(elements), swift("ElementClass.swift"))

    def test_switches_and_sensors_have_words_in_each_language(self):
        script = """const words = await import('/assets/core/words.js'); const {valueText} = await import('/assets/core/states.js');
            const {CLASSES} = await import('/assets/classes/classes.js');
            await words.loadLanguage(arguments[0]);
            const found = Object.fromEntries(Object.keys(CLASSES).map((name) => [name, ['on', 'off'].map((value) => valueText({class: name, types: ['binary'], parts: []}, 'binary', value))]));
            await words.loadLanguage('en'); return found"""
        english = self.later(script, "en")
        self.assertEqual({name: tuple(pair) for name, pair in english.items() if name in WORDS}, WORDS)
        self.assertEqual({tuple(pair) for name, pair in english.items() if name not in WORDS}, {("On", "Off")})
        for language in ("es", "ca"):
            others = self.later(script, language)
            self.assertEqual(set(others), set(english))
            for name, (on, off) in others.items():
                # No key is shown instead of its words, and the two differ.
                self.assertNotRegex(on + off, r"class\.|state\.", name)
                self.assertNotEqual(on, off)
                if name in ("gas",):
                    continue
                self.assertNotIn(on, english[name], name)

    def test_a_cover_without_a_direction_is_never_on(self):
        for name, types, is_on in (("light", ["regulable"], True), ("shutter", ["regulable"], False), ("gate", ["regulable"], False), ("gate", ["regulable", "binary"], True)):
            shown = self.later(
                """const {facet, isOn} = await import('/assets/core/states.js'); const [name, types] = arguments;
                const element = {path: 'Casa/X', class: name, types, readings: {regulable: {type: 'regulable', value: 40, certainty: 'confirmed'}}, parts: []};
                return isOn(element, facet(element, 'regulable'), 'regulable')""",
                name,
                types,
            )
            self.assertEqual(shown, is_on, (name, types))

    def test_the_manual_has_the_words_of_every_class(self):
        table = {name: (on, off) for name, on, off in re.findall(r"^\| `(\w+)` \| ([^|`]+) \| ([^|`]+) \|$", MANUAL.partition("What `on` and `off` mean")[2].partition("## Options")[0], re.M)}
        self.assertEqual({name: tuple(word.lower() for word in pair) for name, pair in WORDS.items()}, table)

    def test_sensors_show_words_and_colours(self):
        self.place(KITCHEN)
        for path, off, on, tone in ((LEAK, "Dry", "Wet", "alert"), (SMOKE, "No smoke", "Smoke", "alert"), (DOOR, "Closed", "Open", None)):
            for value, word, colour in (("off", off, None), ("on", on, tone)):
                self.report(path, value)
                self.until_text(self.row(path) + " .row-reading", word)
                self.until(self.row(path), "data-tone", colour)
            self.assertEqual(self.visible(self.row(path) + " .state"), [])
            self.report(path, "off")
        # What was known before is no alert, and says when.
        self.show(LEAK, "binary", "on", stale=True, since=AGO)
        self.until(self.row(LEAK), "data-tone", "warn")
        self.assertEqual(self.text(self.row(LEAK) + " .state"), "Wet (stale), 3 h ago")
        self.assertTrue(self.visible(self.row(LEAK) + " .state"))
        self.show(LEAK, "binary", None)
        self.until(self.row(LEAK), "data-tone", None)
        self.assertEqual(self.visible(self.row(LEAK) + " .row-reading"), [])
        self.assertEqual(self.text(self.row(LEAK) + " .state"), "Unknown")
        self.place(SALON)
        for value, tone in ((600, None), (1200, "warn"), (2400, "alert")):
            self.report(AIR, value)
            self.until(self.row(AIR), "data-tone", tone)

    def test_switches_have_the_words_of_their_class(self):
        lock = HALL + "/Cerradura"
        self.house.known(lock, "binary", "on")
        self.place(HALL)
        self.until_text(self.row(lock) + " .state", "Unlocked")
        self.tap(self.row(lock) + " .switch")
        self.until_text(self.row(lock) + " .state", "Locked")
        self.show(lock, "binary", None)
        self.until_text(self.row(lock) + " .choices", "LockedUnlocked")

    def test_a_part_has_the_icon_of_its_role(self):
        self.element(CLIMATE)
        self.find(self.row(MEASURED))
        icons = [self.get(self.row(path) + " .badge svg", "class") for path in (MEASURED, VALVE, CLIMATE + "/Humedad")]
        self.assertEqual(icons, ["icon icon-thermometer", "icon icon-valve", "icon icon-drop"])


class Doors(ClassesTest):
    """Orders for doors need a right of their own."""

    LOCK, GARAGE = HALL + "/Cerradura", HALL + "/Garaje"
    REASON = "No right to operate doors"

    def controls(self, path):
        """Whether each control of a row can be used."""
        self.find(self.row(path) + " .row-control")
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => !node.disabled)", self.row(path) + " .row-control :is(button, input)")

    def test_a_guest_sees_doors_and_moves_none(self):
        self.house.known(self.LOCK, "binary", "off")
        self.addCleanup(type(self).sign_in)
        type(self).sign_in("act", doors=False)
        self.place(HALL)
        self.until_text(self.row(self.LOCK) + " .state", "Locked · " + self.REASON)
        for path in (self.LOCK, self.GARAGE):
            self.assertEqual(set(self.controls(path)), {False}, path)
            self.assertTrue(self.text(self.row(path) + " .state").endswith(self.REASON), path)
        self.element(self.LOCK)
        self.assertIn(self.REASON, self.text(".facets .state"))
        self.place(SALON)
        self.assertEqual(set(self.controls(LAMP)), {True})
        self.assertNotIn(self.REASON, self.text(self.row(LAMP)))

    def test_the_page_knows_the_doors_of_the_engine(self):
        body = (MODEL / "ElementClass.swift").read_text().split("var isDoor: Bool")[1].split(": true")[0]
        doors = set(re.findall(r"\.(\w+)", body))
        self.assertEqual(doors, {"lock", "gate", "garage", "door"})
        found = self.later(
            """const store = await import('/assets/core/store.js'); const session = store.session;
            store.setSession({...session, role: 'act', doors: false});
            const names = arguments[0].filter((name) => store.kinds.barred({class: name, parts: []}));
            store.setSession(session); return names""",
            sorted(swift("ElementClass.swift")),
        )
        self.assertEqual(set(found), doors)

    def test_whoever_has_the_right_moves_them(self):
        self.house.known(self.LOCK, "binary", "off")
        self.addCleanup(type(self).sign_in)
        type(self).sign_in("act")
        self.place(HALL)
        self.until_text(self.row(self.LOCK) + " .state", "Locked")
        self.assertEqual(set(self.controls(self.LOCK)), {True})


class Rooms(ClassesTest):
    def setUp(self):
        super().setUp()
        for path in (LEAK, SMOKE, DOOR, WINDOW, KITCHEN_WINDOW):
            self.report(path, "off")
        for path in (LAMP, SOCKET, KITCHEN_LIGHT):
            self.house.known(path, "binary", "off")
        self.report(MEASURED, 21.5)

    def tile(self, path):
        return f'li.tile[data-path="{path}"]'

    def until_summary(self, path, text):
        self.until_text(self.tile(path) + " .state", text)

    def test_a_room_is_summed_up(self):
        self.until_summary(SALON, "21.5 °C · All off")
        self.house.known(LAMP, "binary", "on")
        self.house.known(SOCKET, "binary", "on")
        self.report(WINDOW, "on")
        self.until_summary(SALON, "21.5 °C · 2 on · window open")
        self.report(DOOR, "on")
        self.report(KITCHEN_WINDOW, "on")
        wait(lambda: self.text(self.tile(KITCHEN) + " .state").endswith("All off · door open · window open"), lambda: self.text(self.tile(KITCHEN)))

    def test_a_window_that_is_a_level_is_open_unless_it_is_at_its_closed_end(self):
        for open_at, closed in ((None, 100), (0, 100), (100, 0)):
            change = "const store = await import('/assets/core/store.js'); Object.assign(store.elements.get(arguments[0]), {types: ['regulable'], openAt: arguments[1] ?? undefined})"
            self.later(change, WINDOW, open_at)
            for level in (0, 40, 100):
                self.show(WINDOW, "regulable", level)
                with self.subTest(open_at=open_at, level=level):
                    self.assertEqual("window open" in self.text(self.tile(SALON) + " .state"), level != closed)

    def test_water_smoke_and_gas_come_first(self):
        self.report(LEAK, "on")
        self.until_text(self.tile(KITCHEN) + " .alert", "Water leak")
        self.report(SMOKE, "on")
        self.until_text(self.tile(KITCHEN) + " .alert", "Water leak · Smoke")
        self.assertIn("alarm", self.get(self.tile(KITCHEN), "class"))
        text = self.text(self.tile(KITCHEN) + " .row-text")
        self.assertTrue(text.startswith("KitchenWater leak · Smoke"), text)
        self.assertEqual(self.js("return getComputedStyle(document.querySelector(arguments[0])).color", self.tile(KITCHEN) + " .alert"), self.js("const probe = document.createElement('i'); probe.style.color = 'var(--error)'; document.body.append(probe); const {color} = getComputedStyle(probe); probe.remove(); return color"))
        self.report(LEAK, "off")
        self.report(SMOKE, "off")
        self.until_text(self.tile(KITCHEN) + " .alert", "")
        self.assertNotIn("alarm", self.get(self.tile(KITCHEN), "class"))

    def test_what_is_not_certain_is_not_said_as_certain(self):
        self.house.known(LAMP, "binary", "on")
        self.report(WINDOW, "on")
        self.until_summary(SALON, "21.5 °C · 1 on · window open")
        self.show(WINDOW, "binary", "on", stale=True, since=AGO)
        self.show(MEASURED, "value", 21.5, stale=True, since=AGO)
        self.until_summary(SALON, "1 on · ~window open")
        self.show(LAMP, "binary", "on", stale=True, since=AGO)
        self.until_summary(SALON, "~1 on · ~window open")
        for path, kind in ((WINDOW, "binary"), (LAMP, "binary"), (SOCKET, "binary"), (MEASURED, "value")):
            self.show(path, kind, None)
        self.until_summary(SALON, "6 elements")
        # The temperature that is wanted is not that of the room.
        self.show(CLIMATE, "value", 24)
        self.until_drawn()
        self.until_summary(SALON, "6 elements")
        self.show(LEAK, "binary", "on", stale=True, since=AGO)
        self.until_text(self.tile(KITCHEN) + " .alert", "~Water leak")


class Plan(ClassesTest):
    size, touch = DESKTOP, False

    def test_it_shows_a_device_once(self):
        self.report(MEASURED, 20.6)
        self.place(SALON)
        self.find(".plan-item")
        shown = self.js("return [...document.querySelectorAll('#detail [data-path]')].map((node) => node.dataset.path)")
        self.assertEqual(sorted(path for path in shown if path != SALON), sorted([CLIMATE, VENETIAN, LAMP, SOCKET, WINDOW, AIR]))
        item = f'.plan-item[data-path="{CLIMATE}"]'
        # What is measured, never what is wanted.
        self.until_text(item + " .plan-label", "20.6 °C")
        self.show(MEASURED, "value", None)
        self.until_text(item + " .plan-label", "Unknown")
        self.assertIn("Now Unknown", self.get(item + " .plan-dot", "aria-label"))
        self.tap(".arrange")
        self.find(".plan-item.editing, .view-plan[data-dirty]")
        edited = self.js("return [...document.querySelectorAll('#detail [data-path]')].map((node) => node.dataset.path)")
        self.assertEqual([path for path in edited if path.startswith(CLIMATE + "/") or path.startswith(VENETIAN + "/")], [])


class Charts(ClassesTest):
    def drawn(self, path, kind, entries):
        """The texts of a chart of these entries: its value, its bands and its legend."""
        return self.later(
            """const store = await import('/assets/core/store.js'); const {series} = await import('/assets/charts/series.js'); const {picture} = await import('/assets/charts/picture.js');
            const [path, kind, values] = arguments;
            const entries = values.map((value, index) => ({time: `2026-11-24T0${index + 1}:00:00Z`, type: kind, value, certainty: 'confirmed'}));
            const {figure} = picture([series(store.elements.get(path), kind, entries, {from: '2026-11-24T00:00:00Z', to: '2026-11-24T06:00:00Z'})], 'day', null);
            const texts = (selector) => [...figure.querySelectorAll(selector)].map((node) => node.textContent);
            return [texts('.chart-value'), texts('.chart-part'), texts('.chart-legend span'), [...figure.querySelectorAll('.chart-part')].map((node) => node.dataset.colour ?? null)]""",
            path,
            kind,
            entries,
        )

    def test_the_bands_of_a_choice_have_the_names_of_its_options(self):
        value, bands, legend, colours = self.drawn(MODE, "value", ["economy", "comfort", "economy"])
        self.assertEqual(value, ["Now: Night"])
        self.assertEqual(bands, ["Night", "Comfort", "Night"])
        self.assertEqual(legend, ["Comfort · 1 h", "Night · 4 h"])
        # The colour belongs to the option, whatever came first.
        self.assertEqual(colours, ["1", "0", "1"])

    def test_options_that_are_numbers_are_words(self):
        numbers = """const store = await import('/assets/core/store.js');
            store.elements.get(arguments[0]).options = [{value: '0', labels: {en: 'Auto'}}, {value: '1', labels: {en: 'By day'}}]"""
        self.later(numbers, MODE)
        self.assertEqual(self.drawn(MODE, "value", ["1", "0"])[1], ["By day", "Auto"])

    def test_the_times_of_a_sensor_have_its_words(self):
        self.assertEqual(self.drawn(WINDOW, "binary", ["on", "off", "on"])[0], ["Open for 4 h · Closed for 1 h"])


class Accessible(ClassesTest):
    def test_axe_finds_nothing_and_nothing_is_too_wide(self):
        for path, value in ((MEASURED, 20.6), (VALVE, 40), (MODE, "comfort"), (LEAK, "on"), (DOOR, "on"), (AIR, 1200), (WINDOW, "on")):
            self.report(path, value)
        self.house.known(CLIMATE, "value", 22)
        views = ["/", *("/place/" + quote(path) for path in (SALON, KITCHEN, HALL, OUTSIDE)), *("/element/" + quote(path) for path in (CLIMATE, VENETIAN, LEAK, MODE))]
        for size, touch in ((PHONE, True), (DESKTOP, False), (NARROW, True)):
            resize(self.driver, size, touch)
            for address in views:
                self.open(address)
                self.find("h1")
                wait(lambda: self.js("return [...document.images].every(({complete}) => complete)"), "the pictures")
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), size[0], address)
                for scheme in ("light", "dark") if size != NARROW else ():
                    theme(self.driver, scheme)
                    with self.subTest(size=size, scheme=scheme, address=address):
                        self.assertEqual(self.faults(), [])
        resize(self.driver, PHONE)
        self.open("/element/" + quote(CLIMATE))
        self.find(".ring")
        for scheme in ("light", "dark"):
            theme(self.driver, scheme)
            for more in ({"certainty": "assumed"}, {"stale": True, "since": AGO}):
                self.show(CLIMATE, "value", 22, **more)
                self.show(MODE, "value", "comfort", **more)
                self.assertEqual(self.faults(), [], (scheme, more))
