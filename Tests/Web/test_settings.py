"""Settings: languages, theme, tokens, the gateway."""

import datetime
import re
import unittest

from house import wait
from page import BUZZER, KITCHEN, LAMP, LIGHT, SALON, SOURCES, PageTest


class Settings(PageTest):
    def setUp(self):
        self.open("/settings")

    def test_three_languages(self):
        for code, heading, room in (("es", "Ajustes", "Salón"), ("ca", "Ajustos", "Sala d’estar"), ("en", "Settings", "Living room")):
            self.open("/settings")
            self.tap(f'[data-choice="{code}"]')
            self.until_text("h1", heading)
            self.assertEqual(self.js("return document.documentElement.lang"), code)
            # It is kept for the next visit.
            self.open("/")
            wait(lambda room=room: room in self.text("#list .tiles"), room)
            self.assertEqual(self.text(f'li.tile[data-path="{SALON}"] .row-name'), room)

    def test_a_theme_is_kept(self):
        for choice, colour in (("dark", "rgb(14, 17, 20)"), ("light", "rgb(245, 246, 248)")):
            self.open("/settings")
            self.tap(f'[data-choice="{choice}"]')
            wait(lambda colour=colour: self.js("return getComputedStyle(document.body).backgroundColor") == colour, choice)
            self.open("/")
            self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), colour)
        self.open("/settings")
        self.tap('[data-choice="system"]')

    def test_new_access_is_given_by_link_code_and_qr_code(self):
        self.tap("[data-new-token]")
        self.find("dialog .field").send_keys("tablet")
        self.tap("dialog [data-confirm]")
        wait(lambda: "#code=" in self.text("dialog .secret"), "the link")
        self.assertTrue(self.find("dialog .qr").is_displayed())
        link = self.text("dialog .secret")
        self.assertTrue(link.startswith(self.base + "/#code="), link)
        self.tap("dialog .button")
        # Simulates another browser with a request without this browser's cookie.
        code = link.partition("#code=")[2]
        given = self.later("return (await fetch('/api/v1/session', {method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({code: arguments[0]})})).status", code)
        self.assertEqual(given, 201)
        self.open("/settings")
        self.find('[data-token="tablet"] .danger')

    def test_a_name_that_is_taken_gets_a_number(self):
        for name in ("Hall", "hall 2"):
            self.house.token("read", name=name, code=False)
        self.open("/settings")
        self.tap("[data-new-token]")
        self.find("dialog .field").send_keys("hall")
        self.until_text("dialog .note", "hall has access already: the new one will be called hall 3.")
        self.tap("dialog [data-confirm]")
        self.until_text("dialog .given strong", "hall 3")
        code = self.text("dialog .secret").partition("#code=")[2]
        self.assertEqual(self.house.domo("claim", code)["name"], "hall 3")

    def test_signing_in_once_is_one_entry_of_the_log_of_access(self):
        name = type(self).sign_in()
        for _ in range(3):
            self.open("/")
            self.open("/settings")
        rows = self.house.domo("audit", "--last", "50")["entries"]
        mine = [(entry["kind"], entry["count"]) for entry in rows if entry.get("by") == name and entry["kind"] in ("sign-in", "new-address")]
        self.assertEqual(mine, [("new-address", 1)])

    def test_a_guest_gets_some_rooms_for_some_days(self):
        kitchen, salon = f'.places input[value="{KITCHEN}"]', f'.places input[value="{SALON}"]'
        self.tap("[data-new-token]")
        self.find("dialog .field").send_keys("guest")
        # Whoever chooses nothing gets a year.
        self.assertEqual(self.js("return document.querySelector('[name=expires]').value"), "365d")
        self.js("document.querySelector('[name=expires]').value = '3d'")
        self.tap(salon)
        self.tap(kitchen)
        self.tap("dialog [data-confirm]")
        wait(lambda: "#code=" in self.text("dialog .secret"), "the link")
        # The end is said to who gives it, to who gets it, and in the list.
        end = (datetime.date.today() + datetime.timedelta(days=3)).strftime(r"until %a,? (%b )?%-d( %b)?")
        self.assertRegex(self.text("dialog .given"), r"^guest: Can operate · Kitchen, Living room · " + end)
        code = self.text("dialog .secret").partition("#code=")[2]
        seen = self.api("session", "POST", {"code": code, "look": True})["body"]
        self.assertEqual(seen["places"], [KITCHEN, SALON])
        self.assertTrue(seen["expires"])
        self.tap("dialog .button")
        wait(lambda: self.text('[data-token="guest"] .state:last-child').startswith("code not used yet, until "), "the list")
        # The end of the code is not that of the access.
        self.assertEqual(self.text('[data-token="guest"] .state'), "Can operate · Kitchen, Living room")
        self.later("return (await fetch('/api/v1/session', {method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({code: arguments[0]})})).status", code)
        self.open("/settings")
        wait(lambda: self.text('[data-token="guest"] .state'), "the list")
        self.assertRegex(self.text('[data-token="guest"] .state'), r"^Can operate · Kitchen, Living room · " + end)
        given = next(token for token in self.house.domo("token", "list")["tokens"] if token["name"] == "guest")
        days = (datetime.datetime.fromisoformat(given["expires"]) - datetime.datetime.now(datetime.timezone.utc)).total_seconds() / 86400
        self.assertAlmostEqual(days, 3, delta=0.1)

    def test_new_access_has_doors_only_if_marked(self):
        for name, role, marks, doors, text in (("child", "act", False, False, "Can operate"), ("son", "act", True, True, "Can operate · with doors"), ("frame", "read", True, None, "Can view")):
            self.open("/settings")
            self.tap("[data-new-token]")
            self.find("dialog .field").send_keys(name)
            if marks:
                self.tap('dialog [name="doors"]')
            self.js("const role = document.querySelector('dialog select'); role.value = arguments[0]; role.dispatchEvent(new Event('change'))", role)
            self.assertEqual(self.js("return document.querySelector('dialog [name=doors]').disabled"), role != "act")
            self.tap("dialog [data-confirm]")
            self.until_text("dialog .given strong", name)
            given = next(token for token in self.house.domo("token", "list")["tokens"] if token["name"] == name)
            self.assertEqual(given.get("doors"), doors, name)
            self.open("/settings")
            wait(lambda name=name: self.text(f'[data-token="{name}"] .state'), "the list")
            self.assertEqual(self.text(f'[data-token="{name}"] .state'), text)

    def test_a_token_is_revoked(self):
        self.house.token("read", name="old tablet", code=False)
        self.open("/settings")
        self.tap('[data-token="old tablet"] .danger')
        self.tap("dialog [data-confirm]")
        wait(lambda: not self.all('[data-token="old tablet"]'), "it is gone")
        self.assertNotIn("old tablet", [token["name"] for token in self.house.domo("token", "list")["tokens"]])

    def test_the_log_of_access_is_shown_and_goes_back(self):
        for number in range(25):
            self.house.domo("token", "new", f"visitor {number}")
        self.open("/settings")
        wait(lambda: len(self.all("[data-audit]")) == 20, "the first entries")
        self.assertIn("Access given: visitor 24", self.text('[data-audit="token"] .row-name'))
        self.tap("[data-more]")
        wait(lambda: len(self.all("[data-audit]")) > 25, "earlier entries")
        names = self.js("return [...document.querySelectorAll('[data-audit] .row-name')].map((row) => row.textContent)")
        self.assertIn("Access given: visitor 0", names)
        self.assertEqual(len(names), len(set(self.js("return [...document.querySelectorAll('[data-audit]')].map((row) => row.textContent)"))))

    def test_the_log_of_the_house_goes_back_and_is_filtered(self):
        self.house.known(BUZZER, "binary", "off")
        for number in range(60):
            self.house.domo("set", BUZZER, "on" if number % 2 == 0 else "off")
        self.house.known(LIGHT, "binary", "off")
        self.house.wall(LIGHT, "on")
        wait(lambda: [entry["value"] for entry in self.house.domo("log", "--kind", "change", LIGHT)["entries"]][:1] == ["on"], "the change")
        self.open("/log")
        rows = ".log [data-kind]"
        wait(lambda: len(self.all(rows)) == 50, "the newest")
        self.assertTrue(any("General" in row.text for row in self.all('.log [data-kind="change"]')))
        self.assertEqual(self.text(".log-day"), "Today")
        self.tap(".view-log [data-more]")
        wait(lambda: len(self.all(rows)) > 55, "older entries")
        shown = self.js("return [...document.querySelectorAll('.log [data-kind] time')].map((time) => time.dateTime)")
        self.assertEqual(shown, sorted(shown, reverse=True))
        self.js("const filter = document.querySelector('[data-filter=kind]'); filter.selectedIndex = 2; filter.dispatchEvent(new Event('change'))")
        wait(lambda: not self.all('.log [data-kind="ordered"]'), "only scenes")
        self.js("const filter = document.querySelector('[data-filter=kind]'); filter.selectedIndex = 0; filter.dispatchEvent(new Event('change'))")
        self.js("const filter = document.querySelector('[data-filter=place]'); filter.value = arguments[0]; filter.dispatchEvent(new Event('change'))", SALON)
        wait(lambda: not any("Buzzer" in row.text for row in self.all(rows)), "only that place")
        self.house.known(LAMP, "regulable", 35)
        wait(lambda: self.all('.log [data-kind="ordered"]'), "what has just happened")

    def test_why_a_scene_did_not_run_is_said_in_all_languages(self):
        texts = {"en": "Not run: only between 23:00 and 06:30", "es": "No se ejecutó: solo entre las 23:00 y las 06:30", "ca": "No s’ha executat: només entre les 23:00 i les 06:30"}
        self.open("/log")
        for code, text in texts.items():
            shown = self.later(
                """const words = await import('/assets/core/words.js');
                await words.loadLanguage(arguments[0]);
                return words.t('log.notRun', { reason: words.t('reason.between', { a: '23:00', b: '06:30' }) })""",
                code,
            )
            self.assertEqual(shown, text)

    def test_connections_show_their_state(self):
        bus, server = '[data-link="bus"]', '[data-link="server"]'
        self.until(bus, "data-reachable", "works")
        self.until(server, "data-reachable", "works")
        self.house.ask_simulator("POST", "/bus/faults", fault="full")
        self.house.ask_simulator("POST", "/bus/faults", fault="disconnect")
        wait(lambda: not self.house.domo("status")["links"][0]["endpoints"][0]["reachable"], "the bus is gone")
        self.open("/settings")
        self.until(bus, "data-reachable", "lost")
        self.assertIn("Unreachable", self.text(bus))
        self.until(server, "data-reachable", "works")
        self.house.repair()

    def test_a_failed_reload_shows_its_errors_and_changes_nothing(self):
        file = self.house.folder / "homes/house.xml"
        before = file.read_text()
        try:
            file.write_text(before.replace("<Tipo>1</Tipo>", "<Tipo>9</Tipo>", 1))
            self.tap("[data-reload]")
            wait(lambda: "house.xml" in self.text("dialog[open]"), "what is wrong, and where")
            self.tap("dialog .button")
        finally:
            file.write_text(before)
        self.tap("[data-reload]")
        wait(lambda: self.text("#live"), "it is reloaded")
        self.assertEqual(self.all("dialog[open]"), [])

    def test_a_backup_is_downloaded(self):
        self.assertEqual(self.later("return (await fetch('/api/v1/backup', {headers: {'Domo-Key': localStorage.getItem('domo.key')}})).status"), 200)


class Words(unittest.TestCase):
    def test_the_languages_have_the_same_keys_and_placeholders(self):
        def written(file):
            return re.findall(r"^  '([^']+)': '(.*)',$", (SOURCES / f"words/{file}.js").read_text(), re.M)

        words = {code: dict(written(code) + written("more-" + code)) for code in ("en", "es", "ca")}
        self.assertEqual(len(words["en"]), len(written("en")) + len(written("more-en")))
        for code in ("es", "ca"):
            self.assertEqual(list(words[code]), list(words["en"]))
            for key, text in words["en"].items():
                self.assertEqual(sorted(re.findall(r"\{\w+\}", text)), sorted(re.findall(r"\{\w+\}", words[code][key])), (code, key))

    def test_every_used_string_exists(self):
        known = set(re.findall(r"^  '([^']+)':", "".join((SOURCES / f"words/{file}.js").read_text() for file in ("en", "more-en")), re.M))
        for file in SOURCES.rglob("*.js"):
            used = set(re.findall(r"\bt\('([^']+)'[,)]", file.read_text()))
            self.assertEqual(used - known, set(), file.name)
