"""Messages to this browser: its subscription, and what the service worker shows. The push service is the only part that is
not real: none can be reached from here."""

import json
import unittest
import urllib.request

from house import wait
from notifier import KEY
from test_notices import NoticeTest
from websocket import create_connection

# What PushManager gives where no push service can be reached: a subscription with keys of their true lengths.
FAKE_PUSH = """
const bytes = (count, first) => btoa(String.fromCharCode(...new Uint8Array(count).fill(7).map((byte, index) => index === 0 ? first : byte)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fake = (endpoint) => ({ endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: bytes(65, 4), auth: bytes(16, 1) } }),
  unsubscribe: async () => { localStorage.removeItem('test.endpoint'); return true; } });
PushManager.prototype.getSubscription = async () => localStorage.getItem('test.endpoint') ? fake(localStorage.getItem('test.endpoint')) : null;
PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  localStorage.setItem('test.endpoint', 'https://push.example/send/' + Math.random());
  return fake(localStorage.getItem('test.endpoint'));
};
Notification.requestPermission = async () => 'granted';
"""


class Push(NoticeTest):
    """Messages to this browser: over HTTPS, in a browser with a profile of its own."""

    @classmethod
    def browser_options(cls):
        return cls.house.certify("house.test")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": cls.base, "permissions": ["notifications"]})

    def setUp(self):
        super().setUp()
        self.script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FAKE_PUSH})["identifier"]

    def tearDown(self):
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.script})

    def settings(self, state):
        self.open("/settings")
        self.until("[data-push-state]", "data-push-state", state)

    def subscriptions(self):
        return self.house.domo("push", "list").get("subscriptions", [])

    def worker(self, expression):
        """The value of an expression in the service worker."""
        targets = json.load(urllib.request.urlopen(f"http://{self.driver.capabilities['goog:chromeOptions']['debuggerAddress']}/json/list"))
        address = next(target["webSocketDebuggerUrl"] for target in targets if target["type"] == "service_worker")
        connection = create_connection(address, suppress_origin=True, timeout=60)
        try:
            request = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression, "awaitPromise": True, "returnByValue": True}}
            connection.send(json.dumps(request))
            while True:
                message = json.loads(connection.recv())
                if message.get("id") == 1:
                    self.assertNotIn("exceptionDetails", message["result"], message)
                    return message["result"]["result"].get("value")
        finally:
            connection.close()

    def push(self, data):
        """A message of the push service, as the browser hands it to the worker."""
        self.open("/notices")
        self.later("await navigator.serviceWorker.ready")
        self.driver.execute_cdp_cmd("ServiceWorker.enable", {})
        text = data if isinstance(data, str) else json.dumps(data)
        self.driver.execute_cdp_cmd("ServiceWorker.deliverPushMessage", {"origin": self.base, "registrationId": "0", "data": text})

    def notifications(self):
        return self.later(
            """const found = await (await navigator.serviceWorker.ready).getNotifications();
            return found.map(({title, body, tag, data, requireInteraction}) => ({title, body, tag, url: data?.url, urgent: requireInteraction}))"""
        )

    def close_notifications(self):
        self.later("for (const shown of await (await navigator.serviceWorker.ready).getNotifications()) shown.close()")
        wait(lambda: self.notifications() == [], "none")

    def test_a_browser_subscribes_and_unsubscribes(self):
        self.settings("off")
        self.tap("[data-push]")
        self.until("[data-push-state]", "data-push-state", "on")
        self.assertEqual(self.js("return window.asked"), {"userVisibleOnly": True, "applicationServerKey": KEY})
        name = self.api("session")["body"]["name"]
        self.assertIn(name, self.text("[data-push-state]"))
        own = [entry for entry in self.subscriptions() if entry["token"] == name]
        self.assertEqual([entry["host"] for entry in own], ["push.example"])
        # Only the notifier gets what is needed to send to it.
        self.assertNotIn("/send/", json.dumps(self.house.domo("push", "list")) + json.dumps(self.api("push")))
        whole = self.notifier.ask("push list")["ok"]["subscriptions"]
        self.assertEqual([(len(entry["p256dh"]), len(entry["auth"])) for entry in whole], [(87, 22)])
        self.assertEqual([entry["endpoint"] for entry in whole], [self.js("return localStorage.getItem('test.endpoint')")])
        self.settings("on")
        self.tap("[data-push]")
        self.until("[data-push-state]", "data-push-state", "off")
        self.assertEqual(self.subscriptions(), [])

    def test_it_ends_with_the_session(self):
        self.settings("off")
        self.tap("[data-push]")
        self.until("[data-push-state]", "data-push-state", "on")
        self.tap("[data-sign-out]")
        self.tap("dialog [data-confirm]")
        self.until_view("sign-in")
        wait(lambda: self.subscriptions() == [], "none")
        self.assertEqual(self.later("return [localStorage.getItem('test.endpoint'), await caches.has('push')]"), [None, False])
        type(self).sign_in()

    def test_a_replaced_subscription_is_registered_again(self):
        self.settings("off")
        self.tap("[data-push]")
        self.until("[data-push-state]", "data-push-state", "on")
        self.js("localStorage.setItem('test.endpoint', 'https://push.example/other')")
        self.settings("on")
        endpoints = [entry["endpoint"] for entry in self.notifier.ask("push list")["ok"]["subscriptions"]]
        self.assertIn("https://push.example/other", endpoints)
        # The worker does so too, when the browser tells it.
        keys = "{p256dh: 'BAcH' + 'BwcH'.repeat(20) + 'Bwc', auth: 'AQcHBwcHBwcHBwcHBwcHBw'}"
        self.worker(
            f"""replace({{oldSubscription: {{endpoint: 'https://push.example/other'}},
            newSubscription: {{toJSON: () => ({{endpoint: 'https://push.example/third', keys: {keys}}})}}}})"""
        )
        endpoints = [entry["endpoint"] for entry in self.notifier.ask("push list")["ok"]["subscriptions"]]
        self.assertIn("https://push.example/third", endpoints)
        self.assertNotIn("https://push.example/other", endpoints)
        self.js("localStorage.setItem('test.endpoint', 'https://push.example/third')")
        self.settings("on")
        self.tap("[data-push]")
        self.until("[data-push-state]", "data-push-state", "off")

    def test_it_says_what_it_needs(self):
        needs = {
            "push.denied": "Object.defineProperty(Notification, 'permission', {get: () => 'denied'})",
            "push.unsupported": "delete window.PushManager",
            "push.install": "delete window.PushManager; Object.defineProperty(Navigator.prototype, 'standalone', {value: false})",
            "push.insecure": "Object.defineProperty(window, 'isSecureContext', {value: false})",
        }
        for state, script in needs.items():
            identifier = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
            try:
                self.settings(state)
                self.assertEqual(self.visible("[data-push]"), [])
            finally:
                self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})
        self.replace_notifier(key=None)
        try:
            self.settings("push.none")
        finally:
            self.replace_notifier()

    def test_a_message_is_shown_and_leads_to_its_notice(self):
        self.close_notifications()
        link = self.base + "/#/notices/12/0123abc"
        self.push({"title": "domo", "body": "Fuga de agua", "urgent": True, "notice": 12, "url": link})
        wait(lambda: self.notifications(), "the message")
        self.assertEqual(self.notifications(), [{"title": "domo", "body": "Fuga de agua", "tag": "notice-12", "url": link, "urgent": True}])
        # A repeat takes its place.
        self.push({"title": "domo", "body": "Todavía", "urgent": True, "notice": 12, "url": link})
        wait(lambda: [shown["body"] for shown in self.notifications()] == ["Todavía"], "the repeat")
        # A click that is no gesture of a person may do nothing while the page is busy: browsers open no window for it.
        for attempt in range(5):
            self.worker("registration.getNotifications().then(([notification]) => dispatchEvent(new NotificationEvent('notificationclick', {notification})))")
            try:
                wait(lambda: self.text(".view-acknowledge h1") == "Message 12", "its notice", 150 if attempt == 4 else 15)
                break
            except AssertionError:
                if attempt == 4:
                    raise
                self.push({"title": "domo", "body": "Todavía", "urgent": True, "notice": 12, "url": link})
                wait(lambda: self.notifications(), "the message again")
        wait(lambda: self.notifications() == [], "it is closed")

    def test_a_message_never_leads_elsewhere(self):
        self.close_notifications()
        for data, title in (({"title": "x", "url": "https://evil.example/"}, "x"), ({"title": "y", "url": "javascript:alert(1)"}, "y"), ("no JSON", "domo")):
            self.push(data)
            wait(lambda: self.notifications(), "something is shown")
            self.assertEqual([(shown["title"], shown["url"]) for shown in self.notifications()], [(title, self.base + "/notices")])
            self.close_notifications()

if __name__ == "__main__":
    unittest.main()
