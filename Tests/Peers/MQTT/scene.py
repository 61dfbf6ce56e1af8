"""A house beside a Home Assistant: domo-sim, domod, domo-mqtt, mosquitto and Home Assistant, each of them real."""

import pathlib
import shutil
import tempfile
import unittest

from certificates import Authority
from home_assistant import HomeAssistant
from mosquitto import Mosquitto
from programs import Bridge, House, HouseDaemon, environment

# Stricter than in the manual: Home Assistant and domo-mqtt may only write what is their own.
ACCESS = """user ha
topic read homeassistant/#
topic write homeassistant/status
topic read domo/#
topic write domo/+/+/+/set
topic write domo/scenes/stop
user domo
topic readwrite domo/#
topic readwrite homeassistant/+/+/config
topic read homeassistant/status
"""



class Scene(unittest.TestCase):
    """The tests of a class share their programs, and a test leaves them as they were."""

    settings = {}
    # What Home Assistant writes that is not about us: logger and text.
    expected_complaints = []

    @classmethod
    def setUpClass(cls):
        # What domod says of elements, by path.
        cls.shown = {}
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-peers."))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        authority = Authority(cls.folder / "tls")
        authority.issue("server")
        passwords = {"ha": "secret of Home Assistant", "domo": "secret of domo"}
        cls.broker = Mosquitto(cls.folder / "broker", passwords, ACCESS, tls=cls.folder / "tls")
        cls.start(cls.broker)
        cls.house = House(cls.folder, environment(cls.folder))
        cls.start(cls.house)
        cls.prepare_house()
        cls.daemon = HouseDaemon(cls.folder, environment(cls.folder), cls.house)
        cls.start(cls.daemon)
        settings = {
            "broker": f"mqtts://localhost:{cls.broker.port}",
            "user": "domo",
            "password": passwords["domo"],
            "ca": str(cls.folder / "tls/ca.pem"),
            "discovery": "homeassistant",
            "page": "https://house.example",
            "commands": ["Casa/Entrada/Verja", "Casa/Entrada/Cerradura"],
        }
        cls.bridge = Bridge(cls.folder, environment(cls.folder), cls.daemon, settings | cls.settings)
        cls.start(cls.bridge)
        broker = {
            "broker": "localhost",
            "port": cls.broker.port,
            "username": "ha",
            "password": passwords["ha"],
            "certificate": (cls.folder / "tls/ca.pem").read_text(),
        }
        cls.ha = HomeAssistant(cls.folder / "ha", broker)
        cls.start(cls.ha)
        cls.ha.until(lambda: cls.listed("Salon/Lectura"), "nothing was announced")

    @classmethod
    def start(cls, program):
        program.start()
        cls.addClassCleanup(program.stop)

    @classmethod
    def prepare_house(cls):
        """What is so before domod starts."""

    # MARK: Entities

    @classmethod
    def listed(cls, path, component=None):
        """The registered entity of an element, or nothing."""
        return cls.ha.entities().get(cls.unique(path, component))

    @classmethod
    def unique(cls, path, component=None):
        """Its unique ID in Home Assistant; known also while domod is away."""
        if path not in cls.shown:
            cls.shown[path] = cls.daemon.answer("show", path)
        return f"domo_{cls.shown[path]['id']}_{component or cls.shown[path]['types'][0]}"

    def entity(self, path, component=None):
        """The ID of an entity in Home Assistant, by the path of its element and the type of the entity."""
        return self.ha.until(lambda: self.listed(path, component), f"no entity for {path}")["entity_id"]

    def topic(self, path, rest):
        return f"domo/{self.daemon.identity('Casa')}/{self.daemon.identity(path)}/{rest}"

    def until_state(self, path, expected, component=None, **attributes):
        return self.ha.until_state(self.entity(path, component), expected, **attributes)

    def call(self, service, path, component=None, **data):
        self.ha.call(service, self.entity(path, component), **data)

    def until_house(self, path, facet, expected):
        """Waits for the house itself, not for what domod thinks of it."""
        self.ha.until(
            lambda: self.house.value(path, facet) == expected,
            lambda: f"{path} is not {expected}, but {self.house.value(path, facet)}\n{self.bridge.log()[-2000:]}",
        )

    def assert_no_complaints(self):
        """Home Assistant has nothing against us: neither warnings nor errors."""
        ours = [
            line for line in self.ha.complaints()
            if not any(f"[{logger}]" in line and text in line for logger, text in self.expected_complaints)
        ]
        self.assertEqual(ours, [])
