"""Messages to people: what became of each, acknowledgements, and tests of targets."""

import json
import subprocess
import unittest
import urllib.error
import urllib.request

from house import PROGRAMS, wait
from notifier import Notifier
from page import DESKTOP, KITCHEN, NARROW, PHONE, PageTest, resize, theme

class NoticeTest(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.notifier = Notifier(cls.house)
        cls.addClassCleanup(lambda: cls.notifier.close())

    def setUp(self):
        self.notifier.outcomes.clear()
        for notice in self.house.domo("notices", "--last", "100")["notices"]:
            if notice["state"] == "open":
                self.house.domo("notices", "ack", str(notice["number"]))

    @classmethod
    def replace_notifier(cls, *arguments, **more):
        cls.notifier.close()
        cls.notifier = Notifier(cls.house, *arguments, **more)

    def notify(self, text, *options, to="ana"):
        """The number of a new notice. A failed message is no failure here."""
        words = [PROGRAMS / "domo", "--json", "notify", text, "--to", to, *options]
        done = subprocess.run(words, env=self.house.environment, capture_output=True, text=True, check=False)
        return json.loads(done.stdout)["notices"][0]["number"]

    def state(self, number):
        return next(notice for notice in self.house.domo("notices", "--last", "100")["notices"] if notice["number"] == number)

    def shown(self, number):
        return f'[data-notice="{number}"]'

    def link(self, number, code):
        """Opens a link anew, as from a message."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.base}/#/notices/{number}/{code}")
        return self.find(".view-acknowledge")


class Notices(NoticeTest):
    def test_the_newest_comes_first_with_what_became_of_each_message(self):
        first = self.notify("Puerta abierta", "--no-wait")
        self.notifier.outcomes["luis"] = "failed --message 'HTTP 403'"
        second = self.notify("Fuga de agua", "--urgent", to="ana,luis")
        self.open("/notices")
        self.find(self.shown(second))
        self.assertEqual(self.js("return [...document.querySelectorAll('[data-group=open] [data-notice]')].map((row) => +row.dataset.notice)"), [second, first])
        self.assertEqual(self.text(self.shown(second) + " .notice-text"), "Fuga de agua")
        self.assertIn("Urgent", self.text(self.shown(second) + " .entry-stage"))
        rows = self.js("return [...document.querySelectorAll(arguments[0] + ' [data-sending]')].map((row) => row.textContent)", self.shown(second))
        self.assertRegex(rows[0], r"^ana · sent \d\d:\d\d$")
        self.assertRegex(rows[1], r"^! luis · not sent \d\d:\d\d · HTTP 403$")

    def test_a_message_that_waits_for_the_end_of_quiet_hours_says_so(self):
        self.replace_notifier(options="--quiet 00:00-12:00=luis --quiet 12:00-00:00=luis")
        try:
            number = self.notify("Sin prisa", "--no-wait", to="luis")
            self.open("/notices")
            wait(lambda: "waiting · until the quiet hours end" in self.text(self.shown(number)), "the reason")
        finally:
            self.replace_notifier()

    def test_it_is_acknowledged_with_a_button(self):
        kept, number = self.notify("La otra"), self.notify("Puerta abierta")
        self.open("/notices")
        self.tap(self.shown(number) + " [data-acknowledge]")
        self.find(f"[data-group=earlier] {self.shown(number)}")
        self.assertEqual(self.state(number)["state"], "acknowledged")
        self.assertIn("phone", self.state(number)["acknowledgedBy"])
        self.assertRegex(self.text(self.shown(number)), r"Acknowledged \d\d:\d\d, .*phone")
        self.assertEqual(self.all(self.shown(number) + " button"), [])
        # The next one is at hand for the keyboard, and this one still waits.
        self.assertEqual(self.js("return document.activeElement.closest('[data-notice]').dataset.notice"), str(kept))
        self.assertEqual(self.state(kept)["state"], "open")
        self.assertEqual(self.text("#live"), "Acknowledged")

    def test_it_follows_what_happens(self):
        self.open("/notices")
        self.notifier.outcomes["ana"] = None
        number = self.notify("En directo", "--no-wait", "--about", "directo")
        self.find(self.shown(number) + ' [data-state="sending"]')
        delivery = self.notifier.next()
        while delivery["notice"] != number:
            delivery = self.notifier.next()
        self.notifier.report(delivery["id"], "sent")
        self.find(self.shown(number) + ' [data-state="sent"]')
        self.house.domo("notify", "--resolved", "--about", "directo")
        self.find(f'[data-group=earlier] {self.shown(number)}[data-state="resolved"]')

    def test_an_urgent_one_is_shown_at_home_until_it_is_acknowledged(self):
        self.notify("Nada urgente")
        self.open("/")
        self.find("#above")
        number = self.notify("Fuga de agua", "--urgent")
        wait(lambda: self.visible("#urgent"), "the notice")
        self.assertIn("Fuga de agua", self.text("#urgent"))
        self.assertEqual(self.get("body", "data-urgent"), "")
        # Also after it was opened anew.
        self.open("/")
        wait(lambda: self.visible("#urgent"), "the notice")
        other = self.notify("Humo", "--urgent")
        wait(lambda: "Humo and 1 more" in self.text("#urgent"), "both")
        self.tap("#urgent a")
        self.until_view("notices")
        self.house.domo("notices", "ack", str(other))
        self.house.domo("notices", "ack", str(number))
        wait(lambda: self.get("body", "data-urgent") is None, "no mark")
        self.open("/")
        self.find("#above")
        self.assertEqual(self.visible("#urgent"), [])

    def hold_lists(self):
        """Answers with notices arrive when they are released."""
        self.js("""const real = window.fetch; window.held = [];
            window.fetch = (address, options) => {
              const reply = real(address, options);
              if (!String(address).includes('notices?last')) return reply;
              return reply.then((list) => new Promise((go) => window.held.push(() => go(list))));
            };""")

    def release_lists(self):
        self.js("window.held.forEach((go) => go()); window.held = []")

    def test_one_that_comes_while_they_are_read_stays_in_the_list(self):
        self.open("/notices")
        first = self.notify("Primero")
        self.find(self.shown(first))
        self.hold_lists()
        self.hide(True)
        self.hide(False)
        wait(lambda: self.js("return window.held.length"), "the list")
        second = self.notify("Segundo")
        self.find(self.shown(second))
        self.release_lists()
        third = self.notify("Tercero")
        self.find(self.shown(third))
        self.assertEqual(len(self.all(self.shown(second))), 1)

    def test_an_urgent_one_that_comes_while_they_are_read_is_shown(self):
        self.open("/")
        self.find("#above")
        self.hold_lists()
        # The notices are read again when the page is visible again.
        self.hide(True)
        self.hide(False)
        wait(lambda: self.js("return window.held.length"), "the list")
        numbers = [self.notify("Fuga de agua", "--urgent")]
        wait(lambda: self.visible("#urgent"), "the notice")
        self.release_lists()
        numbers.append(self.notify("Humo", "--urgent"))
        wait(lambda: "Humo" in self.text("#urgent"), "the other one")
        self.assertIn("Humo and 1 more", self.text("#urgent"))
        for number in numbers:
            self.house.domo("notices", "ack", str(number))

    def test_who_may_only_view_acknowledges_nothing(self):
        number = self.notify("Para mirar")
        try:
            type(self).sign_in("read")
            self.open("/notices")
            self.find(self.shown(number))
            self.assertEqual(self.all("[data-acknowledge]"), [])
            self.assertEqual(self.api(f"notices/{number}/acknowledgement", "POST")["status"], 403)
            self.assertEqual(self.api("notices", "POST", {"text": "x", "to": ["ana"]})["status"], 403)
            # Somebody in the kitchen sees nothing that is not of the kitchen alone.
            type(self).sign_in("act", [KITCHEN])
            self.open("/notices")
            self.find(".empty")
            self.assertEqual(self.all("[data-notice]"), [])
            self.assertIn(self.api(f"notices/{number}/acknowledgement", "POST")["status"], (400, 403, 404))
        finally:
            type(self).sign_in()
        self.assertEqual(self.state(number)["state"], "open")

    def test_a_text_is_never_markup(self):
        number = self.notify("<img src=x onerror=alert(1)>")
        self.open("/notices")
        self.assertEqual(self.text(self.shown(number) + " .notice-text") or self.find(self.shown(number)).text[:28], "<img src=x onerror=alert(1)>")
        self.assertEqual(self.all(".notices img"), [])

    def test_axe_finds_nothing_and_nothing_is_too_wide(self):
        self.notifier.outcomes["luis"] = "failed --message 'HTTP 403 from http://ntfy.example/a-very-long-topic-without-a-space-in-it'"
        self.notify("Puerta abierta " * 20 + "x" * 200, "--urgent", to="ana,luis")
        self.house.domo("notices", "ack", str(self.notify("Otra")))
        for size, touch in ((PHONE, True), (DESKTOP, False), (NARROW, True)):
            resize(self.driver, size, touch)
            for scheme in ("light", "dark"):
                theme(self.driver, scheme)
                for address, ready in (("/notices", "[data-group=earlier] [data-notice]"), ("/", "#urgent:not([hidden])"), ("/settings", "[data-target]")):
                    self.open(address)
                    self.find(ready)
                    with self.subTest(size=size, scheme=scheme, address=address):
                        self.assertEqual(self.faults(), [])
                        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), size[0])
        resize(self.driver, PHONE)


class Links(NoticeTest):
    def setUp(self):
        super().setUp()
        self.number = self.notify("Puerta abierta", "--urgent")
        # Of each message, the last is the one of this notice.
        delivery = self.notifier.next()
        while delivery["notice"] != self.number:
            delivery = self.notifier.next()
        self.code = delivery["code"]

    def acknowledge(self):
        self.tap(".view-acknowledge [data-acknowledge]")

    def test_a_link_acknowledges_on_a_click_without_signing_in(self):
        self.sign_out()
        try:
            self.link(self.number, self.code)
            self.assertEqual(self.text("h1"), f"Message {self.number}")
            self.assertEqual(self.js("return location.hash"), "")
            self.assertEqual(self.faults(), [])
            # Mail programs open links to check them.
            self.assertEqual(self.state(self.number)["state"], "open")
            self.assertNotIn("Puerta", self.text("body"))
            self.acknowledge()
            wait(lambda: "Acknowledged: Puerta abierta" in self.text(".view-acknowledge"), "the acknowledgement")
            self.assertEqual(self.state(self.number)["acknowledgedBy"], "whoever got the message")
            history = self.driver.execute_cdp_cmd("Page.getNavigationHistory", {})["entries"]
            self.assertEqual([entry["url"] for entry in history if self.code in entry["url"]], [])
            self.assertEqual(self.driver.get_cookies(), [])
        finally:
            type(self).sign_in()

    def test_a_wrong_code_acknowledges_nothing_and_signs_nobody_out(self):
        for code in ("0" * 24, self.code[:-1], self.code + "0"):
            self.link(self.number, code)
            self.acknowledge()
            wait(lambda: "The link is not complete" in self.text(".view-acknowledge"), "the refusal")
        # The code of another notice is of no use, either.
        self.link(self.notify("Otra"), self.code)
        self.acknowledge()
        wait(lambda: "The link is not complete" in self.text(".view-acknowledge"), "the refusal")
        self.assertEqual(self.state(self.number)["state"], "open")
        self.tap(".view-acknowledge a")
        self.find(self.shown(self.number))

    def test_a_link_works_where_the_page_is_open(self):
        self.open("/")
        self.js("location.hash = arguments[0]", f"/notices/{self.number}/{self.code}")
        self.acknowledge()
        wait(lambda: self.state(self.number)["state"] == "acknowledged", "the acknowledgement")
        self.tap(".view-acknowledge a")
        self.until_view("notices")
        self.find(f"[data-group=earlier] {self.shown(self.number)}")

    def test_a_broken_link_says_so(self):
        self.link(self.number, "%E4!")
        self.assertEqual(self.text("h1"), "This link does not work")
        self.assertEqual(self.all(".view-acknowledge [data-acknowledge]"), [])


class Guesses(NoticeTest):
    """Alone in a house: the address has to wait afterwards."""

    def test_codes_can_not_be_guessed_quickly(self):
        number = self.notify("Puerta abierta")
        statuses = []
        for _ in range(12):
            body = json.dumps({"code": "0" * 24}).encode()
            headers = {"Content-Type": "application/json", "Origin": self.base}
            try:
                urllib.request.urlopen(urllib.request.Request(f"{self.base}/api/v1/notices/{number}/acknowledgement", body, headers))
            except urllib.error.HTTPError as failure:
                statuses.append(failure.code)
                failure.close()
        self.assertEqual(statuses, [403] * 10 + [429] * 2)
        self.assertEqual(self.state(number)["state"], "open")


class Tests(NoticeTest):
    """The button that tests a target."""

    def test_each_target_is_tested_with_a_button(self):
        self.notifier.outcomes["luis"] = "failed --message 'no route'"
        self.open("/settings")
        self.tap('[data-target="ana"] button')
        wait(lambda: self.text('[data-target="ana"] .state').startswith("ana · sent"), lambda: self.text('[data-target="ana"]'))
        self.tap('[data-target="luis"] button')
        wait(lambda: "! luis · not sent" in self.text('[data-target="luis"] .state'), "the failure")
        self.assertIn("no route", self.text('[data-target="luis"] .state'))
        self.assertEqual(self.house.domo("notices", "--last", "1")["notices"][0]["to"], ["luis"])

    def test_it_says_that_no_notifier_runs(self):
        self.notifier.close()
        try:
            wait(lambda: "targets" not in self.house.domo("notices"), "nobody is attached")
            self.open("/settings")
            self.assertIn("domo-notify, is not running", self.find("[data-no-notifier]").text)
            self.until("[data-push-state]", "data-push-state", "push.none")
        finally:
            type(self).notifier = Notifier(self.house)

    def test_only_who_manages_all_tests_targets(self):
        try:
            for role, places in (("act", []), ("manage", [KITCHEN])):
                type(self).sign_in(role, places)
                self.open("/settings")
                self.find("[data-push-state=off]")
                wait(lambda: self.all("[data-sign-out]") and self.text(".view-settings").count("Gateway"), "all sections")
                self.assertEqual(self.all("[data-target]"), [])
        finally:
            type(self).sign_in()


if __name__ == "__main__":
    unittest.main()
