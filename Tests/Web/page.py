"""The page in Chromium: shared by all tests. Tests wait for conditions, never for a fixed time."""

import atexit
import functools
import importlib.util
import json
import time
import unittest
import urllib.parse
from pathlib import Path

from house import House, wait
from selenium import webdriver
from selenium.webdriver.common.by import By

HOUSE = "Vivienda eficiente"
SALON = HOUSE + "/Salon"
BEDROOM = HOUSE + "/Dormitorio"
KITCHEN = HOUSE + "/Cocina"
# On the simulated server, where orders can be made to fail.
LIGHT = HOUSE + "/GeneralLight"
ALARM = HOUSE + "/HomeSecurity"
MESSAGES = HOUSE + "/HomeMessaging"
# On the simulated bus, where a change from outside arrives immediately.
BUZZER, BUZZER_GROUP, BUZZER_STATE = HOUSE + "/Buzzer", "4/0/5", "4/4/5"
BLIND = SALON + "/Louver"
LAMP = SALON + "/GradualLighting"
THERMOSTAT = SALON + "/Thermostat"
THERMOMETER, THERMOMETER_GROUP = SALON + "/Thermometer", "3/4/6"
AWNING = SALON + "/Awning"
PHONE, DESKTOP, NARROW = (360, 740), (1280, 800), (320, 640)
SOURCES = Path(__file__).resolve().parents[2] / "Sources/CWebPage/page"

# What axe checks.
AXE = (Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

# Two frames: the first may have been begun before.
DRAWN = "await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));"

quote = urllib.parse.quote


def browser(size=PHONE, touch=True, arguments=()):
    chrome = webdriver.ChromeOptions()
    chrome.binary_location = "/usr/bin/chromium"
    fixed = ("--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en", "--force-device-scale-factor=1", "--hide-scrollbars")
    for argument in (*fixed, "--disable-dev-shm-usage", *arguments):
        chrome.add_argument(argument)
    chrome.add_experimental_option("prefs", {"intl.accept_languages": "en"})
    chrome.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=chrome, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(60)
    driver.set_page_load_timeout(60)
    resize(driver, size, touch)
    return driver


@functools.cache
def shared_browser():
    """The browser of all classes without options of their own: its start takes longer than most tests."""
    driver = browser()
    atexit.register(driver.quit)
    return driver


def resize(driver, size, touch=True):
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": touch}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})


def theme(driver, name):
    features = [{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def plain(result):
    """What a script returned, with the spaces that don't break between a number and its unit as ordinary ones."""
    if isinstance(result, str):
        return result.replace("\u00a0", " ")
    if isinstance(result, list):
        return [plain(item) for item in result]
    if isinstance(result, dict):
        return {name: plain(item) for name, item in result.items()}
    return result


class PageTest(unittest.TestCase):
    """One house for all tests of a class; each test starts at the home page, and sets the states it needs.

    The classes share a browser: what the page stores belongs to its house, whose port no other has.
    """

    size, touch = PHONE, True
    # Another house than the model house: its file and configuration.
    files = ()

    @classmethod
    def setUpClass(cls):
        cls.house = House(*cls.files)
        cls.addClassCleanup(lambda: cls.house.close())
        if options := cls.browser_options():
            cls.driver = browser(cls.size, cls.touch, options)
            cls.addClassCleanup(cls.driver.quit)
        else:
            cls.driver = shared_browser()
            cls.clear()
        cls.base = cls.house.url
        cls.sign_in()

    @classmethod
    def browser_options(cls):
        """Options for a browser of its own."""
        return ()

    @classmethod
    def clear(cls):
        """Undoes what the classes before have set."""
        resize(cls.driver, cls.size, cls.touch)
        cls.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        cls.driver.get("about:blank")
        cls.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})
        cls.driver.get_log("browser")

    @classmethod
    def sign_in(cls, role="manage", places=(), name=None, doors=True):
        """Signs in with a new token, and removes all stored data."""
        code, name = cls.house.token(role, places, name, doors=doors)
        cls.sign_out()
        cls.driver.get(f"{cls.base}/#code={code}")
        wait(lambda: cls.driver.find_element(By.CSS_SELECTOR, "dialog[open] [data-confirm]"), "the question").click()
        wait(lambda: cls.driver.execute_script("return document.body.dataset.eventId"), "the first snapshot")
        return name

    @classmethod
    def sign_out(cls):
        """Clears all data of this browser, without using the page."""
        cls.driver.get(cls.base + "/healthz")
        cls.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        cls.driver.delete_all_cookies()
        cls.driver.get("about:blank")

    def setUp(self):
        self.house.repair()
        self.open("/")

    def run(self, result=None):
        """Prints how long the test took, and the state of the page if it fails."""
        begin = time.monotonic()
        before = result and len(result.failures) + len(result.errors)
        done = super().run(result)
        print(f"took {time.monotonic() - begin:.1f} s: {self.id()}")
        if result and len(result.failures) + len(result.errors) > before:
            self.describe()
        return done

    def describe(self):
        try:
            print("  the page:", self.js("return JSON.stringify({...document.body.dataset, address: location.href, hidden: document.hidden, live: document.querySelector('#live')?.textContent, banner: document.querySelector('#banner')?.textContent})"))
            print("  its requests:", self.js("return JSON.stringify(performance.getEntriesByType('resource').slice(-8).map(({name, startTime, duration, responseStatus}) => [name, Math.round(startTime), Math.round(duration), responseStatus]))"))
            print("  the orders:", [[order.get(key) for key in ("id", "element", "action", "by", "stage", "requested", "problem")] for order in self.house.domo("orders", "--last", "8")["orders"]])
            print("  the console:", self.driver.get_log("browser")[-8:])
            print("  domo-web:", self.house.streams())
        except Exception as failure:  # noqa: BLE001 - the test has failed for another reason, which is reported
            print("  the state of the page is not available:", failure)

    def open(self, address):
        self.driver.get(self.base + address)
        wait(lambda: self.js("return document.body.dataset.view && document.body.dataset.eventId"), "a view of " + address)

    # The content of the page

    def js(self, script, *arguments):
        return plain(self.driver.execute_script(script, *arguments))

    def later(self, script, *arguments):
        """The result of a promise."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; (async () => {" + script + "})().then(done, (failure) => done(String(failure)))", *arguments
        )
        return plain(result)

    def find(self, selector):
        return wait(lambda: self.driver.find_element(By.CSS_SELECTOR, selector), selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def visible(self, selector):
        """In one step, since the page may replace the elements at any time."""
        return self.js(
            "return [...document.querySelectorAll(arguments[0])].filter((node) => node.checkVisibility({visibilityProperty: true}))",
            selector,
        )

    def row(self, path):
        return f'li.row[data-path="{path}"]'

    def facet(self, path, kind):
        return f'.facet[data-path="{path}"][data-type="{kind}"]'

    def place(self, path):
        self.open("/place/" + quote(path))

    def element(self, path):
        self.open("/element/" + quote(path))
        self.find(".view-element")

    def get(self, selector, attribute):
        return self.js("return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null", selector, attribute)

    def text(self, selector):
        return self.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until(self, selector, attribute, value):
        wait(lambda: self.get(selector, attribute) == value, lambda: f"{selector} {attribute}={value}, is {self.get(selector, attribute)}")

    def until_text(self, selector, text):
        wait(lambda: self.text(selector) == text, lambda: f"{selector} {text!r}, is {self.text(selector)!r}")

    def until_view(self, view):
        wait(lambda: self.js("return document.body.dataset.view") == view, "the view " + view)

    def until_connection(self, connection):
        wait(
            lambda: self.js("return document.body.dataset.connection") == connection,
            lambda: f"the connection {connection}, is {self.js('return document.body.dataset.connection')}",
        )

    def until_confirmed(self, selector, value):
        self.until(selector, "data-value", value)
        self.until(selector, "data-state", "confirmed")

    # Actions of a user

    def tap(self, selector):
        def click():
            node = self.driver.find_element(By.CSS_SELECTOR, selector)
            self.js("arguments[0].scrollIntoView({block: 'center'})", node)
            if not node.is_displayed() or not node.is_enabled():
                return False
            # Fails without a click if the page has just replaced the element.
            node.click()
            return True

        wait(click, selector + " shown and enabled")

    def touch_path(self, points):
        """Moves a touch along the points."""
        self.touch_event("touchStart", points[0])
        for point in points[1:]:
            self.touch_event("touchMove", point)
        self.touch_event("touchEnd")

    def touch_event(self, kind, *points):
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def until_drawn(self):
        """Waits until the page has shown the events so far."""
        self.later(DRAWN)

    def middle(self, selector):
        """The centre of an element once its position is stable: all styles are loaded, and two frames are equal."""
        wait(lambda: self.js("return [...document.styleSheets].some(({href}) => href?.endsWith('/more.css'))"), "all styles")
        self.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        script = DRAWN + "const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]"
        places = []

        def rests():
            places.append(self.later(script, selector))
            return places[-2:].count(places[-1]) == 2 and places[-1]

        return wait(rests, selector + " at rest")

    def faults(self, context="document"):
        """The violations that axe finds, shortened."""
        if not self.js("return 'axe' in window"):
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
        report = self.later(
            "return JSON.stringify(await axe.run(arguments[0] === 'document' ? document : arguments[0], {runOnly: arguments[1], resultTypes: ['violations']}))",
            context,
            TAGS,
        )
        report = json.loads(report)
        self.assertGreater(len(report["passes"]), 5)
        return [(item["id"], [node["html"][:140] + " " + node.get("failureSummary", "")[:200] for node in item["nodes"]][:3]) for item in report["violations"]]

    def hide(self, hidden):
        """Moves the page to the background, or back."""
        self.js(
            """Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});
            document.dispatchEvent(new Event('visibilitychange'))""",
            hidden,
        )

    def shell_is_kept(self):
        """Waits until the service worker has cached the page."""
        wait(lambda: self.later("await navigator.serviceWorker.ready; return (await caches.keys()).length === 1"), "the worker's copy")

    def api(self, address, method="GET", body=None, headers=None):
        """Sends a request with the page's session, and returns status, ETag and JSON."""
        return self.later(
            """const [address, method, body, headers] = arguments;
            const answer = await fetch('/api/v1/' + address, {method, body: body ?? undefined, headers: {
                'Domo-Key': localStorage.getItem('domo.key'), 'Content-Type': 'application/json', ...headers}});
            return {status: answer.status, etag: answer.headers.get('ETag'), body: await answer.json().catch(() => null)};""",
            address,
            method,
            body and json.dumps(body),
            headers or {},
        )

    def label(self, path):
        """The English label of a place or an element."""

        def walk(items):
            for item in items:
                if item["path"] == path:
                    return item["labels"]["en"]
                found = walk(item.get("sectors") or []) or walk(item.get("elements") or [])
                if found:
                    return found
            return None

        return walk(self.house.domo("model")["houses"])
