"""The page stays correct when the daemon or domo-web stops, the page sleeps, the server hangs, or another version arrives."""

import signal

from house import wait
from page import BEDROOM, BUZZER, BUZZER_GROUP, LIGHT, SALON, PageTest, quote
from proxy import Proxy


class Connection(PageTest):
    def setUp(self):
        super().setUp()
        self.house.known(BUZZER, "binary", "on")
        self.until_confirmed(self.row(BUZZER), "on")

    def test_a_daemon_that_restarts(self):
        self.house.daemon.stop()
        self.until_connection("daemon")
        self.assertIn("The gateway is not running", self.text("#banner"))
        self.assertRegex(self.text("#banner"), r"As of \d\d:\d\d")
        self.assertEqual(self.visible("#list .control button:enabled"), [])
        self.until(self.row(BUZZER), "data-state", "offline")
        self.house.start_daemon()
        self.until_connection("online")
        self.until_confirmed(self.row(BUZZER), "on")
        self.assertFalse(self.find("#banner").is_displayed())
        # The page keeps working: orders, and changes from outside.
        self.tap(self.row(BUZZER) + " .switch")
        self.until_confirmed(self.row(BUZZER), "off")
        self.house.press(BUZZER_GROUP, "on")
        self.until_confirmed(self.row(BUZZER), "on")
        # It does not reopen its stream repeatedly.
        streams = self.js("return performance.getEntriesByType('resource').filter(({name}) => name.includes('/api/v1/events')).length")
        self.assertLess(streams, 12)

    def test_changes_while_the_daemon_was_down_are_shown_afterwards(self):
        self.house.daemon.stop(signal.SIGKILL)
        self.until_connection("daemon")
        self.house.press(BUZZER_GROUP, "off")
        self.house.start_daemon()
        self.until_confirmed(self.row(BUZZER), "off")

    def test_a_page_opened_without_the_daemon_shows_it_and_recovers(self):
        self.house.daemon.stop()
        try:
            self.driver.get(self.base + "/")
            self.until_connection("daemon")
            wait(lambda: self.text("#list").strip(), "something to read")
        finally:
            self.house.start_daemon()
        self.until_confirmed(self.row(BUZZER), "on")

    def test_a_domo_web_that_restarts(self):
        self.house.web.stop()
        try:
            self.until_connection("offline")
            self.until(self.row(BUZZER), "data-state", "offline")
            self.assertIn("the server can’t be reached", self.text("#banner"))
            self.house.press(BUZZER_GROUP, "off")
        finally:
            self.house.start_web()
        self.until_connection("online")
        self.until_confirmed(self.row(BUZZER), "off")

    def test_a_hidden_page_closes_its_stream_and_takes_a_snapshot_when_shown(self):
        self.hide(True)
        shown = self.js("return document.body.dataset.eventId")
        self.house.press(BUZZER_GROUP, "off")
        # The browser receives it through another stream, so a listening page would have received it too.
        self.later(
            """const answer = await fetch('/api/v1/events', {headers: {'Domo-Key': localStorage.getItem('domo.key')}});
            const reader = answer.body.getReader(); const decoder = new TextDecoder(); let seen = '';
            while (!/"path":"[^"]*Buzzer".*?"value":"off"/.test(seen)) seen += decoder.decode((await reader.read()).value);
            await reader.cancel();"""
        )
        self.assertEqual(self.get(self.row(BUZZER), "data-value"), "on")
        self.assertEqual(self.js("return document.body.dataset.eventId"), shown)
        self.hide(False)
        self.until_confirmed(self.row(BUZZER), "off")

    def test_two_pages_show_the_same(self):
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        try:
            self.open("/")
            self.tap(self.row(BUZZER) + " .switch")
            self.until_confirmed(self.row(BUZZER), "off")
            self.driver.close()
        finally:
            self.driver.switch_to.window(first)
        self.until_confirmed(self.row(BUZZER), "off")


class Hanging(PageTest):
    """Timeouts are twenty times shorter here: 35 s and 12 s are too long for a test."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        added = cls.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": "const real = window.setTimeout; window.setTimeout = (run, time, ...rest) => real(run, time >= 10000 ? time / 20 : time, ...rest)"},
        )
        cls.addClassCleanup(cls.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", added)

    def test_a_hanging_server_and_its_return_are_detected(self):
        self.house.known(LIGHT, "binary", "on")
        self.until(self.row(LIGHT), "data-value", "on")
        self.house.web.pause()
        try:
            self.until_connection("offline")
            self.until(self.row(LIGHT), "data-state", "offline")
        finally:
            self.house.web.resume()
        self.until_connection("online")
        self.until(self.row(LIGHT), "data-value", "on")


class Offline(PageTest):
    """A fresh profile, and domo-web stops."""

    def test_without_the_server_the_page_opens_with_the_saved_copy(self):
        self.house.known(LIGHT, "binary", "on")
        self.until_confirmed(self.row(LIGHT), "on")
        self.shell_is_kept()
        self.open("/")
        self.until_confirmed(self.row(LIGHT), "on")
        self.house.web.stop()
        try:
            self.until_connection("offline")
            self.assertRegex(self.text("#banner"), r"As of \d\d:\d\d")
            for address, heading in (("/place/" + quote(SALON), "Living room"), ("/place/" + quote(BEDROOM), "Bedroom"), ("/", "Model house")):
                self.driver.get(self.base + address)
                wait(lambda heading=heading: self.text("#list h1") == heading, heading + ", from the saved copy")
                self.until_connection("offline")
                self.assertRegex(self.text("#banner"), r"As of \d\d:\d\d")
                self.assertEqual(self.visible("#list .control button:enabled, #list .control input:enabled"), [])
            self.assertEqual(self.get(self.row(LIGHT), "data-value"), "on")
            self.assertEqual(self.get(self.row(LIGHT), "data-state"), "offline")
        finally:
            self.house.start_web()
        self.until_connection("online")
        self.until_confirmed(self.row(LIGHT), "on")
        # No order was queued or sent.
        self.assertEqual(self.house.orders(LIGHT), [])

    def test_a_new_profile_gets_the_connection_error(self):
        self.house.web.stop()
        try:
            # Nothing is cached for another origin: the browser itself shows the connection error.
            with self.assertRaisesRegex(Exception, "ERR_CONNECTION_REFUSED"):
                self.driver.get(self.base.replace("127.0.0.1", "localhost") + "/")
        finally:
            self.house.start_web()


class Installed(PageTest):
    """With HTTPS and a host name, as on a phone."""

    @classmethod
    def browser_options(cls):
        return cls.house.certify("house.test")

    def test_it_can_be_installed_and_opens_without_the_server(self):
        self.house.known(LIGHT, "binary", "on")
        self.until_confirmed(self.row(LIGHT), "on")
        self.assertTrue(self.base.startswith("https://house.test:"))
        cookie = self.driver.get_cookie("__Host-domo-session")
        self.assertEqual((cookie["secure"], cookie["httpOnly"], cookie["sameSite"]), (True, True, "Strict"))
        self.shell_is_kept()
        self.open("/")
        faults = self.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        self.assertEqual(faults, [])
        self.house.web.stop()
        self.until_connection("offline")
        self.driver.get(self.base + "/place/" + quote(SALON))
        wait(lambda: self.text("#list h1") == "Living room", "the room, from the saved copy")
        self.until_connection("offline")
        self.assertRegex(self.text("#banner"), r"As of \d\d:\d\d")


class Upgrade(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proxy = Proxy(cls.house.url.removeprefix("http://"))
        cls.addClassCleanup(cls.proxy.close)
        cls.base = cls.proxy.url
        cls.sign_in()

    def colour(self):
        return self.js("return getComputedStyle(document.documentElement).getPropertyValue('--upgraded').trim()")

    def upgrade(self, version):
        self.shell_is_kept()
        self.open("/")
        self.js("window.old = true")
        self.proxy.upgrade(version, f":root {{ --upgraded: {version}; }}")

    def kept(self):
        return self.later("return (await caches.keys()).join()")

    def test_an_open_page_reloads_itself_when_idle_and_is_the_new_one(self):
        self.upgrade("7.0.1")
        wait(lambda: self.js("return !window.old && document.body.dataset.eventId"), "the reload")
        self.assertEqual(self.colour(), "7.0.1")
        wait(lambda: self.kept() == "shell-7.0.1", lambda: "only the new shell, is " + self.kept())
        self.assertTrue(self.text("#list h1"))

    def test_a_user_who_is_typing_is_not_disturbed(self):
        self.shell_is_kept()
        self.open("/")
        field = self.find(".search-input")
        field.send_keys("lamp")
        self.js("window.old = true")
        self.proxy.upgrade("7.0.3", ":root { --upgraded: 7.0.3; }")
        wait(lambda: self.kept() == "shell-7.0.3", lambda: "the new shell, is " + self.kept())
        self.assertTrue(self.js("return window.old"))
        self.assertEqual(field.get_attribute("value"), "lamp")
        field.clear()
        self.js("document.activeElement.blur()")
        wait(lambda: self.js("return !window.old && document.body.dataset.eventId"), "the reload once it is idle")
        self.assertEqual(self.colour(), "7.0.3")

    def test_a_broken_stream_misses_nothing(self):
        self.house.known(BUZZER, "binary", "off")
        self.until_confirmed(self.row(BUZZER), "off")
        self.proxy.drop()
        self.house.press(BUZZER_GROUP, "on")
        self.until_confirmed(self.row(BUZZER), "on")
        self.until_connection("online")
