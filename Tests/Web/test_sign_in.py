"""Sign-in, roles, and what remains in the browser."""

from house import wait
from page import BLIND, HOUSE, LAMP, LIGHT, SALON, PageTest, quote
from selenium.webdriver.common.keys import Keys


class SignIn(PageTest):
    def setUp(self):
        pass

    def signed_in(self):
        wait(lambda: self.js("return document.body.dataset.eventId"), "the first snapshot")

    def session(self):
        return self.api("session")["body"]["name"]

    def test_a_link_with_a_code_signs_in_once_and_leaves_nothing_behind(self):
        self.sign_out()
        code, name = self.house.token(name="link")
        self.driver.get(f"{self.base}/#code={code}")
        self.find("dialog[open] [data-confirm]")
        self.assertIn("Sign in as link?", self.text("dialog[open]"))
        self.assertIn("Administrator", self.text("dialog[open]"))
        self.find("dialog[open] [data-confirm]").click()
        self.signed_in()
        self.assertEqual(self.session(), name)
        self.assertEqual(self.js("return location.hash"), "")
        # Scripts can't read the half in the cookie.
        self.assertTrue(all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in self.driver.get_cookies()))
        self.assertTrue(self.driver.get_cookies())
        everything = self.js("return JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + document.documentElement.outerHTML")
        self.assertNotIn(code, everything)
        history = self.driver.execute_cdp_cmd("Page.getNavigationHistory", {})["entries"]
        self.assertEqual([entry["url"] for entry in history if code in entry["url"]], [])
        self.sign_out()
        self.driver.get(f"{self.base}/#code={code}")
        wait(lambda: "wrong, already used" in self.text("#list .note"), lambda: "the code is used up: " + self.text("body")[:600])

    def test_a_link_signs_in_where_the_page_is_already_open(self):
        self.sign_out()
        self.driver.get(self.base + "/")
        self.until_view("sign-in")
        follow = "location.hash = 'code=' + encodeURIComponent(arguments[0])"
        self.js(follow, "wrong")
        wait(lambda: "This code is wrong" in self.text("#list .note"), "the refusal")
        code, name = self.house.token()
        self.js(follow, code)
        self.find("dialog[open] [data-confirm]").click()
        self.signed_in()
        self.find(self.row(LIGHT))
        self.assertEqual(self.session(), name)
        self.assertEqual(self.js("return location.hash"), "")
        # Where somebody is signed in, it asks first.
        other, second = self.house.token()
        self.js(follow, other)
        self.find("dialog[open] [data-confirm]").click()
        wait(lambda: self.session() == second, second)
        history = self.driver.execute_cdp_cmd("Page.getNavigationHistory", {})["entries"]
        self.assertEqual([entry["url"] for entry in history if "code=" in entry["url"]], [])

    def test_a_link_signs_nobody_in_unasked(self):
        self.sign_out()
        code, name = self.house.token("act", [SALON], name="guest")
        self.driver.get(f"{self.base}/#code={code}")
        self.find("dialog[open] [data-cancel]")
        self.assertIn(SALON, self.text("dialog[open]"))
        self.find("dialog[open] [data-cancel]").click()
        self.until_view("sign-in")
        self.assertEqual(self.driver.get_cookies(), [])
        # The question did not use it up.
        self.driver.get("about:blank")
        self.driver.get(f"{self.base}/#code={code}")
        self.find("dialog[open] [data-confirm]").click()
        self.signed_in()
        self.assertEqual(self.session(), name)

    def test_a_link_with_a_token_is_refused(self):
        self.sign_out()
        token, _ = self.house.token("act", name="program", code=False)
        self.driver.get(f"{self.base}/#token={token}")
        self.until_view("sign-in")
        wait(lambda: "domo token new NAME --code" in self.text("#list .note"), "how to make a code")
        self.assertEqual(self.driver.get_cookies(), [])
        self.assertEqual(self.js("return location.hash"), "")
        type(self).sign_in()
        name = self.session()
        self.js("location.hash = 'token=' + arguments[0]", token)
        wait(lambda: "domo token new NAME --code" in self.text("dialog[open]"), "how to make a code")
        self.find("dialog[open] [data-close]").click()
        self.assertEqual(self.session(), name)

    def test_a_typed_code_signs_in_and_a_wrong_one_says_so(self):
        self.sign_out()
        self.driver.get(self.base + "/")
        self.until_view("sign-in")
        self.find("#code").send_keys("wrong" + Keys.ENTER)
        wait(lambda: "This code is wrong" in self.text("#list .note"), "the refusal")
        field = self.find("#code")
        field.clear()
        field.send_keys(self.house.token()[0] + Keys.ENTER)
        self.until_view("home")
        self.find(self.row(LIGHT))

    def test_a_link_asks_before_it_replaces_the_session(self):
        type(self).sign_in(name="first")
        code, _ = self.house.token(name="second")
        for answer, name in (("[data-cancel]", "first"), ("[data-confirm]", "second")):
            self.driver.get("about:blank")
            self.driver.get(f"{self.base}/#code={code}")
            self.find("dialog[open] " + answer).click()
            self.signed_in()
            wait(lambda name=name: self.session() == name, name)

    def test_a_revoked_session_ends(self):
        name = type(self).sign_in()
        self.house.domo("token", "revoke", name)
        self.until_view("sign-in")
        self.assertIn("expired or was revoked", self.text("#list .note"))
        self.assertEqual(self.all(self.row(LIGHT)), [])
        self.driver.refresh()
        self.until_view("sign-in")

    def test_a_session_that_ends_with_a_restart_of_the_gateway_leaves_no_banner(self):
        type(self).sign_in()
        self.open("/")
        self.house.daemon.stop()
        self.until_connection("daemon")
        self.assertTrue(self.visible("#banner"))
        for file in (self.house.folder / "state").glob("tokens*"):
            file.unlink()
        self.house.start_daemon()
        self.until_view("sign-in")
        # As every 30 s.
        self.later("(await import('/assets/core/store.js')).touchAll()")
        wait(lambda: self.text("#list .note"), "the reason")
        self.assertEqual(self.visible("#banner, #outage"), [])
        self.assertNotIn("not running", self.text("#live"))
        # It does not try again by itself: the server would count that as attempts to guess a token.
        before = self.requests()
        for hidden in (True, False) * 4:
            self.hide(hidden)
        self.until_drawn()
        self.assertEqual(self.requests(), before)
        self.find("#code").send_keys(self.house.token()[0] + Keys.ENTER)
        self.until_view("home")
        self.until_connection("online")
        self.find(self.row(LIGHT))

    def requests(self):
        return self.js("return performance.getEntriesByType('resource').filter(({name}) => name.includes('/api/')).length")

    def test_signing_out_leaves_nothing_behind(self):
        name = type(self).sign_in()
        self.open("/settings")
        self.tap("[data-sign-out]")
        self.tap("dialog [data-confirm]")
        self.until_view("sign-in")
        self.assertNotIn(HOUSE, self.js("return JSON.stringify(localStorage)"))
        self.assertEqual(self.driver.get_cookies(), [])
        self.assertNotIn(name, [token["name"] for token in self.house.domo("token", "list")["tokens"]])


class Roles(PageTest):
    def setUp(self):
        pass

    def test_the_role_read_shows_no_controls(self):
        type(self).sign_in("read")
        self.open("/")
        self.assertTrue(self.find(self.row(LIGHT)).is_displayed())
        self.assertEqual(self.all(".control, .devices-off"), [])
        self.element(LAMP)
        self.assertEqual(self.all(".control"), [])
        self.open("/scenes")
        self.find("li[data-scene]")
        self.assertEqual(self.all(".row-control"), [])
        self.open("/settings")
        wait(lambda: "Gateway" in self.text("#list"), "the gateway")
        self.assertEqual(self.all(".tokens, [data-reload]"), [])

    def test_the_server_also_rejects_what_the_page_does_not_offer(self):
        type(self).sign_in("read")
        answer = self.api("orders", "POST", {"element": LIGHT, "value": "on"}, {"Origin": self.base})
        self.assertEqual(answer["status"], 403)

    def test_a_session_for_a_room_only_sees_the_room(self):
        type(self).sign_in("act", [SALON])
        self.open("/")
        self.assertEqual([node.get_attribute("data-path") for node in self.all("li.tile")], [SALON])
        self.assertEqual(self.all(self.row(LIGHT)), [])
        self.place(SALON)
        self.tap(self.row(BLIND) + ' [data-choice="up"]')
        wait(lambda: self.house.orders(BLIND), "the order")
        self.open("/element/" + quote(LIGHT))
        wait(lambda: "Not found" in [node.text for node in self.all("h1")], "not found")
        self.open("/settings")
        wait(lambda: self.label(SALON) in self.text("#list"), "its place")
        self.assertEqual(self.all(".tokens"), [])

    def test_events_outside_of_the_room_are_not_sent(self):
        type(self).sign_in("act", [SALON])
        self.open("/log")
        self.house.domo("set", LIGHT, "on")
        self.house.known(LAMP, "regulable", 33)
        wait(lambda: "33 %" in self.text(".log"), "the lamp of the room")
        self.assertNotIn("General", self.text(".log"))
