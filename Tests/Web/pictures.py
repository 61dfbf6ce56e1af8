"""Takes screenshots of the page in two sizes and both themes: DOMO_PROGRAMS=FOLDER python pictures.py FOLDER

They are meant for people: pages use a fixed font, and clocks show 21:04. test_whole.py does not compare them, since each
release of Chromium renders differently.
"""

import pathlib
import sys
import unittest

from house import wait
from page import BLIND, DESKTOP, LAMP, LIGHT, PHONE, SALON, THERMOMETER_GROUP, THERMOSTAT, PageTest, quote, resize, theme

VIEWS = {
    "home": "/",
    "room": "/place/" + quote(SALON),
    "element": "/element/" + quote(LAMP),
    "scenes": "/scenes",
    "scene": "/scene/Me%20voy",
    "log": "/log",
    "settings": "/settings",
    "favourites": "/favourites",
}


class Pictures(PageTest):
    folder = pathlib.Path("pictures")
    only = ()

    def runTest(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        for path, kind, value in ((LIGHT, "binary", "on"), (LAMP, "regulable", 65), (THERMOSTAT, "value", "21.5")):
            self.house.known(path, kind, value)
        self.house.domo("set", BLIND, "down")
        self.house.press(THERMOMETER_GROUP, "20.8", service="response")
        wait(lambda: float(self.house.reading(SALON + "/Thermometer", "value")["value"]) == 20.8, "the thermometer")
        for size, touch, device in ((PHONE, True, "phone"), (DESKTOP, False, "desktop")):
            resize(self.driver, size, touch)
            for scheme in ("light", "dark"):
                theme(self.driver, scheme)
                for name, address in VIEWS.items():
                    self.open(address)
                    self.shows_all()
                    self.driver.save_screenshot(str(self.folder / f"{device}-{scheme}-{name}.png"))
                self.place(SALON)
                if touch:
                    self.tap(".plan-button")
                self.find(".plan-item")
                self.shows_all()
                self.driver.save_screenshot(str(self.folder / f"{device}-{scheme}-plan.png"))
                if touch:
                    self.tap(".list-button")

    def shows_all(self):
        """Waits until everything is loaded, and replaces content that depends on the time."""
        self.js("document.documentElement.style.fontFamily = 'DejaVu Sans'")
        wait(
            lambda: self.js(
                """return performance.getEntriesByType('resource').every(({responseEnd, name}) => responseEnd > 0 || name.includes('/events'))
                && [...document.querySelectorAll('textarea')].every(({value}) => value !== '') && [...document.images].every(({complete, naturalWidth}) => complete && naturalWidth > 0) && document.querySelector('h1') !== null"""
            ),
            "all pictures and answers",
        )
        self.later("await new Promise(requestAnimationFrame); await new Promise((done) => requestIdleCallback(done, {timeout: 1000}))")
        self.js("for (const time of document.querySelectorAll('.entry-time')) time.textContent = '21:04'; document.activeElement?.blur()")


if __name__ == "__main__":
    Pictures.folder = pathlib.Path(sys.argv[1]).resolve()
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite([Pictures()])).wasSuccessful())
