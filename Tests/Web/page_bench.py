"""Measures the page in Chromium with an empty cache, for the benchmark.

    page_bench.py RUNS FOLDER URL PAGE...

A PAGE is NAME,URL,PATH,ROWS,CODE: its name, its URL and path, the number of rows with readings, and the sign-in code. For
each page, a static page of as many bytes is written to FOLDER, which is served under URL; its first paint is the minimum.
Prints a line for each figure of each run:

    figure NAME paint MILLISECONDS          from the start of the navigation to the first contentful paint
    figure NAME view MILLISECONDS           … to the first view, with the readings of its rows
    figure NAME rows MILLISECONDS           … to the last row: long lists are built in steps
    figure NAME static-paint MILLISECONDS   the first contentful paint of the static page
"""

import pathlib
import signal
import sys

from house import wait
from page import browser

# Checks in each frame whether the house and all its rows are shown.
WATCH = """
const marked = new Set();
const mark = (name, holds) => { if (holds && !marked.has(name)) { performance.mark(name); marked.add(name); } };
requestAnimationFrame(function look() {
  const isKnown = document.body?.dataset.eventId && performance.getEntriesByName('first-view').length;
  mark('readings', isKnown);
  mark('rows', isKnown && document.querySelectorAll('li.row[data-state]').length >= ROWS);
  if (marked.size < 2) requestAnimationFrame(look);
});
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
MARKS = "return ['readings', 'rows'].map((name) => performance.getEntriesByName(name)[0]?.startTime)"
# The transferred size of the page and of everything loaded before the first view.
SIZE = """
const first = performance.getEntriesByName('first-view')[0].startTime;
return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ startTime }) => startTime < first).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
"""
STATIC = "<!doctype html><html lang=en><title>static</title><p>A page that is nothing but its bytes.</p><script type=text/plain>{}</script>"


class Page:
    """A page of a house, in a browser of its own, since cookies don't depend on ports."""

    def __init__(self, name, url, path, rows, code):
        self.name, self.url, self.path = name, url, path
        self.driver = browser()
        try:
            self.driver.get(f"{url}/#code={code}")
            wait(lambda: self.driver.find_element("css selector", "dialog[open] [data-confirm]"), "the question").click()
            wait(lambda: self.js("return document.body.dataset.eventId"), "the first snapshot")
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH.replace("ROWS", rows)})
        except BaseException:
            self.driver.quit()
            raise

    def js(self, script):
        return self.driver.execute_script(script)

    def load(self, address):
        """Loads a page with nothing cached except the session."""
        kept = {"origin": self.url, "storageTypes": "cache_storage,service_workers"}
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
        self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        self.driver.get(address)

    def measure(self):
        self.load(self.url + self.path)
        marks = wait(lambda: all(marks := self.js(MARKS)) and marks, "the last row")
        return wait(lambda: self.js(PAINT), "the first paint"), *marks, self.js(SIZE)

    def measure_static(self, address):
        self.load(address)
        return wait(lambda: self.js(PAINT), "the first paint of a static page")


def measure(page, runs, folder, url):
    *_, size = page.measure()
    (folder / f"{page.name}.html").write_text(STATIC.format("x" * (size - len(STATIC) + 2)))
    static = f"{url}/{page.name}.html"
    page.measure_static(static)
    for _ in range(runs):
        paint, view, rows, _ = page.measure()
        print(f"figure {page.name} paint {paint}")
        print(f"figure {page.name} view {view}")
        print(f"figure {page.name} rows {rows}")
        print(f"figure {page.name} static-paint {page.measure_static(static)}", flush=True)


def main():
    # Stop the browser too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    runs, folder, url, *pages = sys.argv[1:]
    for words in pages:
        page = Page(*words.split(","))
        try:
            measure(page, int(runs), pathlib.Path(folder), url)
        finally:
            page.driver.quit()


if __name__ == "__main__":
    main()
