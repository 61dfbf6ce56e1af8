"""The page of many houses in Chromium."""

import json
import pathlib
import subprocess
import tempfile
import shutil
import unittest

from fleet import Fleet
from house import wait
from page import PHONE, SOURCES, PageTest, resize, shared_browser, theme
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FLEET_SOURCES = SOURCES.parents[1] / "CFleetPage/page"


class FleetPageTest(PageTest):
    """One fleet for all tests of a class; each begins at the list."""

    running = 2

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(cls.running)
        cls.addClassCleanup(lambda: cls.fleet.close())
        cls.prepare()
        cls.base = cls.fleet.url
        cls.driver = shared_browser()
        cls.clear()
        cls.sign_out()
        cls.driver.get(cls.base + "/")
        cls.sign_in_with(cls.fleet.token)

    @classmethod
    def prepare(cls):
        for number in range(1, cls.running + 1):
            cls.fleet.adopt(number)

    @classmethod
    def sign_in_with(cls, token):
        field = wait(lambda: cls.driver.find_element(By.ID, "token"), "the form")
        field.send_keys(token, Keys.ENTER)
        wait(lambda: cls.driver.execute_script("return document.body.dataset.ready"), "the list")

    def setUp(self):
        self.open("/")

    def open(self, address):
        self.driver.get(self.base + address)
        wait(lambda: self.js("return document.body.dataset.ready"), "a view of " + address)

    def describe(self):
        try:
            print("  the page:", self.js("return JSON.stringify({...document.body.dataset, address: location.href, text: document.body.innerText.slice(0, 400)})"))
            print("  the console:", self.driver.get_log("browser")[-8:])
        except Exception as failure:  # noqa: BLE001 - the test has failed for another reason, which is reported
            print("  the state of the page is not available:", failure)

    def names(self):
        return self.js("return [...document.querySelectorAll('.house .row-name')].map((node) => node.textContent)")

    def search(self, text):
        field = self.find(".search-input")
        field.clear()
        field.send_keys(text)
        wait(lambda: self.js("return document.body.dataset.search") == text, f"the houses with {text!r}")

    def choose(self, *houses):
        for house in houses:
            self.tap(f'.house[data-id="{house}"] input')


class List(FleetPageTest):
    @classmethod
    def prepare(cls):
        super().prepare()
        cls.fleet.report("casa0001", alarms=2)
        cls.fleet.report("casa0002", stale=1, minutes=90)
        cls.fleet.leave_out("casa0002", 1234)

    def test_the_list_shows_what_is_known_of_each_house(self):
        self.assertEqual(self.names(), ["Casa 1", "Casa 2"])
        texts = self.js("return [...document.querySelectorAll('.house')].map((node) => node.querySelector('.house-link').innerText.split('\\n'))")
        self.assertEqual(texts[0], ["Casa 1", "Norte · 2026.3 · contact just now", "2 alarms", "online"])
        self.assertEqual(texts[1], ["Casa 2", "Norte · 2026.3 · contact 2 h ago", "1 stale", "1,234 records not stored", "away"])

    def test_filters_count_and_select(self):
        wait(lambda: self.js("return [...document.querySelectorAll('.filter b')].map((node) => node.textContent).join()") == "2,1,1,1", "the totals")
        for name, expected in (("alarms", ["Casa 1"]), ("stale", ["Casa 2"]), ("away", ["Casa 2"]), ("all", ["Casa 1", "Casa 2"])):
            self.tap(f'.filter[data-filter="{name}"]')
            wait(lambda: self.names() == expected, name)
        # The address keeps it.
        self.open("/?filter=away")
        self.assertEqual(self.names(), ["Casa 2"])
        self.until('.filter[data-filter="away"]', "aria-pressed", "true")

    def test_what_nobody_knows_is_not_shown_as_known(self):
        self.addCleanup(self.fleet.know)
        self.fleet.know(False)
        self.open("/")
        marks = "return [...document.querySelectorAll('.house .mark-chip:last-child')].map((node) => node.textContent)"
        self.assertEqual(self.js(marks), ["not known", "not known"])
        wait(lambda: self.js("return [...document.querySelectorAll('.filter b')].map((node) => node.textContent).join()") == "2,1,1,–", "the totals")
        self.tap('.filter[data-filter="away"]')
        wait(lambda: "Nobody knows now" in self.text("body"), "the problem")
        self.fleet.know()
        self.open("/")
        self.assertEqual(self.js(marks), ["online", "away"])

    def test_search_finds_part_of_a_name(self):
        self.search("CASA 2")
        self.assertEqual(self.names(), ["Casa 2"])
        self.search("nothing")
        self.assertIn("No house has this name.", self.text("#list"))

    def test_the_page_has_no_faults(self):
        for name in ("light", "dark"):
            theme(self.driver, name)
            self.open("/")
            wait(lambda: self.all(".filter b"), "the totals")
            self.assertEqual(self.faults(), [])
        for size in (PHONE, (320, 640), (1280, 800)):
            resize(self.driver, size)
            self.open("/")
            self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), size[0])
        resize(self.driver, PHONE)
        errors = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(errors, [])

    def test_sign_out_and_in(self):
        self.tap("[data-sign-out]")
        self.find("#token").send_keys("domofleet_wrong", Keys.ENTER)
        wait(lambda: "unknown, was revoked or has expired" in self.text("[role=alert]"), "the refusal")
        self.assertIsNone(self.js("return localStorage.getItem('domo.key')"))
        self.find("#token").clear()
        self.sign_in_with(self.fleet.token)
        self.assertEqual(self.names(), ["Casa 1", "Casa 2"])
        self.driver.get_log("browser")


class HousePages(FleetPageTest):
    def until_house(self):
        wait(lambda: self.js("return document.body.dataset.view && document.body.dataset.eventId"), "the page of the house")

    def test_the_page_of_a_house_works_behind_the_fleet(self):
        house = self.fleet.houses[0]
        house.domo("set", "GeneralLight", "off")
        self.tap('.house[data-id="casa0001"] a')
        self.until_house()
        self.assertIn("/house/casa0001/", self.driver.current_url)
        row = self.row("Vivienda eficiente/GeneralLight")
        self.tap(row + " .switch")
        wait(lambda: house.reading("GeneralLight", "binary")["value"] == "on", "the order")
        # Its events arrive: somebody else switches.
        house.domo("set", "GeneralLight", "off")
        self.until(row + " .switch", "aria-checked", "false")
        # Its addresses stay below its own.
        self.tap('#bar [data-view="scenes"]')
        self.until_view("scenes")
        self.assertTrue(self.driver.current_url.endswith("/house/casa0001/scenes"))
        self.driver.refresh()
        self.until_house()
        self.until_view("scenes")
        self.tap('#bar [data-view="settings"]')
        self.until_view("settings")
        self.assertIn("Behind the page of a fleet", self.text("#list"))
        self.driver.back()
        self.until_view("scenes")
        self.tap('#bar a[href="/"]')
        wait(lambda: self.js("return document.body.dataset.ready") and self.names() == ["Casa 1", "Casa 2"], "the list again")
        self.assertEqual([entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"], [])

    def test_two_houses_keep_apart_what_they_store(self):
        for house in ("casa0001", "casa0002"):
            self.driver.get(f"{self.base}/house/{house}/")
            self.until_house()
        self.js("window.dispatchEvent(new Event('pagehide'))")
        names = self.js("return Object.keys(localStorage).filter((name) => name.endsWith('copy'))")
        self.assertEqual(sorted(names), ["domo./house/casa0001/copy", "domo./house/casa0002/copy"])

    def test_a_house_without_a_token_asks_for_one_once(self):
        self.fleet.ask("DELETE", "/api/v1/houses/casa0002/token")
        code, _ = self.fleet.houses[1].token("act")

        def asks():
            self.driver.get(f"{self.base}/house/casa0002/")
            return self.find("#code")

        asks()
        wait(lambda: "you have no token of this house" in self.text("[role=alert]"), "the reason")
        self.find("#code").send_keys(code, Keys.ENTER)
        self.until_house()
        self.open("/")
        self.assertEqual(self.names(), ["Casa 1", "Casa 2"])
        self.tap('.house[data-id="casa0002"] a')
        self.until_house()
        self.driver.get_log("browser")


class Orders(FleetPageTest):
    def test_an_order_to_chosen_houses_shows_its_progress(self):
        for house in self.fleet.houses:
            house.domo("set", "GeneralLight", "off")
        self.fleet.add("casa0003", "Casa 3")
        self.addCleanup(self.fleet.sql, "DELETE FROM fleet.house WHERE id = 'casa0003'")
        self.open("/")
        self.choose("casa0001", "casa0002", "casa0003")
        self.assertEqual(self.text(".chosen span"), "3 chosen")
        self.tap("[data-order]")
        self.find("#line").send_keys("set GeneralLight on", Keys.ENTER)
        self.until("dialog[data-progress]", "data-over", "true")
        self.assertEqual(self.text("dialog [role=status]"), "Ended: 2 done, 1 failed, 0 stopped")
        # What failed comes first, with the reason.
        self.assertEqual(self.js("return [...document.querySelectorAll('.outcomes li')].map((node) => node.dataset.id)")[0], "casa0003")
        self.assertIn("No token of this house", self.text('.outcomes [data-id="casa0003"]'))
        self.assertEqual([house.reading("GeneralLight", "binary")["value"] for house in self.fleet.houses], ["on", "on"])
        self.assertEqual(self.faults(), [])
        self.tap("dialog [data-close]")
        self.tap("[data-clear]")
        self.assertFalse(self.visible(".chosen"))

    def test_many_houses_need_their_number(self):
        self.fleet.add_many(12)
        self.addCleanup(self.fleet.sql, "DELETE FROM fleet.house WHERE id LIKE 'torre%'")
        self.open("/?search=torre")
        self.tap("[data-choose-all]")
        self.assertEqual(self.text(".chosen span"), "12 chosen")
        self.tap("[data-order]")
        self.find("#line").send_keys("set GeneralLight on")
        give = self.find("[data-give]")
        self.assertFalse(give.is_enabled())
        self.find("#confirm").send_keys("11")
        self.assertFalse(give.is_enabled())
        self.assertEqual(self.faults(), [])
        self.find("#confirm").send_keys(Keys.BACKSPACE, "2")
        self.assertTrue(give.is_enabled())
        self.tap("[data-give]")
        self.until("dialog[data-progress]", "data-over", "true")
        self.assertEqual(self.text("dialog [role=status]"), "Ended: 0 done, 12 failed, 0 stopped")
        self.tap("dialog [data-close]")

    def test_a_wrong_line_is_explained(self):
        self.choose("casa0001")
        self.tap("[data-order]")
        self.find("#line").send_keys("token list", Keys.ENTER)
        wait(lambda: "can't be given to several houses" in self.text("dialog [role=alert]"), "the reason")
        self.driver.get_log("browser")


class Charts(FleetPageTest):
    @classmethod
    def prepare(cls):
        for house, values in (("casa0001", ["20", "21.5", "22"]), ("casa0002", ["18", "18.5", "19"])):
            cls.fleet.record(house, "Salon/Termometro", values)

    def test_a_chart_across_houses(self):
        self.choose("casa0001", "casa0002")
        self.tap("[data-chart]")
        wait(lambda: self.js("return [...document.querySelectorAll('#elements option')].map((node) => node.value).join()") == "Salon/Termometro", "the elements")
        self.find("#element").send_keys("Salon/Termometro", Keys.ENTER)
        wait(lambda: len(self.all(".chart-fleet .line")) == 2, "two lines")
        self.assertEqual(self.js("return [...document.querySelectorAll('.legend span')].map((node) => node.textContent)"), ["Casa 1", "Casa 2"])
        cells = self.js("return [...document.querySelectorAll('.chart-table tr')].slice(1).map((row) => [...row.querySelectorAll('td')].map((node) => node.textContent))")
        self.assertEqual(cells, [["20", "18"], ["21.5", "18.5"], ["22", "19"]])
        self.assertEqual(self.faults(), [])
        self.tap("dialog [data-close]")


class Size(FleetPageTest):
    """10,000 houses. The times are printed; the bounds are those of the issue, with room for slow machines."""

    running = 1
    # What a slow and busy test machine may take more: the bounds find only what grows with the number of houses.
    factor = 20

    @classmethod
    def prepare(cls):
        cls.fleet.add_many(10_000)

    def test_the_first_view_and_the_search_are_fast(self):
        firsts, searches = [], []
        for _ in range(5):
            self.open("/")
            firsts.append(self.js("return performance.getEntriesByName('first-view')[0].startTime"))
        self.assertEqual(self.text("[data-count]"), "10,001 houses")
        self.assertEqual(len(self.names()), 100)
        for number in (9, 99, 999, 9999, 4321):
            self.js("performance.clearMarks('search'); performance.clearMarks('list')")
            self.search(f"torre {number}")
            searches.append(self.js("return performance.getEntriesByName('list').at(-1).startTime - performance.getEntriesByName('search').at(-1).startTime"))
        self.assertEqual(self.names(), ["Torre 4321"])
        print(f"\n  10,000 houses: first view {sorted(round(time) for time in firsts)} ms, search {sorted(round(time) for time in searches)} ms")
        self.assertLessEqual(sorted(firsts)[2], 1000 * self.factor)
        self.assertLessEqual(sorted(searches)[2], 100 * self.factor)

    def test_more_houses_come_when_the_list_is_scrolled(self):
        self.search("torre")
        self.assertEqual(len(self.names()), 100)

        def scrolled():
            self.js("scrollTo(0, document.body.scrollHeight)")
            return len(self.names()) >= 300

        wait(scrolled, "more houses")
        names = self.names()
        self.assertEqual(len(set(names)), len(names))


class Files(unittest.TestCase):
    def test_the_types_in_the_comments_are_correct(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-types-"))
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(SOURCES, folder / "page")
        shutil.copytree(FLEET_SOURCES, folder / "page/fleet")
        words = ["tsc", "--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node"]
        files = map(str, sorted((folder / "page/fleet").glob("*.js")))
        done = subprocess.run([*words, "--lib", "es2022,dom,dom.iterable", *files], capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_all_languages_have_the_same_strings(self):
        script = (FLEET_SOURCES / "words.js").read_text().split("const WORDS = ")[1].split(";\n\n")[0]
        done = subprocess.run(["node", "-e", f"console.log(JSON.stringify(({script})))"], capture_output=True, text=True, check=True)
        words = json.loads(done.stdout)
        self.assertEqual({name: sorted(strings) for name, strings in words.items()}, {name: sorted(words["en"]) for name in words})


if __name__ == "__main__":
    unittest.main()
