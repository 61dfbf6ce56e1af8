"""A house on the simulated bus with an element of every class, and devices with parts: shared by the tests of classes."""

import re
from datetime import UTC, datetime, timedelta

from house import HERE, wait
from page import PageTest

# The time of what is stale.
AGO = (datetime.now(UTC) - timedelta(hours=3)).isoformat()
FILE = HERE / "House/classes.xml"
SALON, KITCHEN, HALL, OUTSIDE = "Casa/Salon", "Casa/Cocina", "Casa/Entrada", "Casa/Exterior"
CLIMATE = SALON + "/Clima"
MEASURED, MODE, VALVE = CLIMATE + "/Temperatura", CLIMATE + "/Modo", CLIMATE + "/Valvula"
VENETIAN = SALON + "/Veneciana"
SLATS = VENETIAN + "/Lamas"
LAMP, SOCKET, WINDOW, AIR = SALON + "/Lampara", SALON + "/Enchufe", SALON + "/Ventana", SALON + "/CO2"
LEAK, SMOKE, DOOR, KITCHEN_LIGHT, KITCHEN_WINDOW = (KITCHEN + "/" + name for name in ("Fuga", "Humo", "Puerta", "LuzCocina", "VentanaCocina"))


def groups():
    """The group address of the state of each element, by its path; of covers there is none."""
    found, path = {}, []
    for opened, name, closed, state in re.findall(
        r"<(Vivienda|Sector|Dispositivo|d:Parte)>\s*<Nombre>(\w+)</Nombre>|</(Vivienda|Sector|Dispositivo|d:Parte)>|<k:(?:Binario|Nivel|Valor) [^>]*estado=\"([\d/]+)\"",
        FILE.read_text(),
    ):
        if opened:
            path.append(name)
        elif closed:
            path.pop()
        else:
            found["/".join(path)] = state
    return found


GROUPS = groups()


class ClassesTest(PageTest):
    files = (FILE, HERE / "House/classes.yaml")

    def report(self, path, value):
        """The house reports a value, which the page then shows."""
        self.house.press(GROUPS[path], str(value), service="response")
        kinds = self.house.domo("show", path)["types"]
        kind = next(kind for kind in kinds if kind != "bidirectional")
        same = (lambda known: str(known) == value) if isinstance(value, str) else (lambda known: abs(float(known) - value) < 0.06)
        wait(lambda: same(self.house.reading(path, kind)["value"]), f"{path} {value}")

    def show(self, path, kind, value, **more):
        """Shows a reading, as if the daemon had reported it."""
        reading = {"type": kind, "value": value, "certainty": "unknown" if value is None else "confirmed", "stale": False} | more
        self.later(
            "const store = await import('/assets/core/store.js'); store.applyReading(arguments[0], arguments[1]); store.flush();",
            path,
            reading,
        )

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    def press(self, *keys):
        """Presses keys on what has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def ordered(self, path, count):
        """The values ordered from the page, once there are this many."""
        return wait(lambda: len(found := self.house.orders(path)) >= count and found, lambda: f"{count} orders, are {self.house.orders(path)}")
