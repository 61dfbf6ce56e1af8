"""Tests the dialect homeassistant of the domod and domo in $DOMO_PROGRAMS with a real Home Assistant."""

import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

HERE = pathlib.Path(__file__).parent
PROGRAMS = pathlib.Path(os.environ["DOMO_PROGRAMS"])
# The timeout, in seconds: far more than anything here needs.
TIMEOUT = 60

HOUSE = """<Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
<Dispositivo><Nombre>input_boolean.lamp</Nombre><Tipo>1</Tipo></Dispositivo>
<Dispositivo><Nombre>input_number.dimmer</Nombre><Tipo>2</Tipo></Dispositivo>
<Dispositivo><Nombre>input_number.heating</Nombre><Tipo>2</Tipo></Dispositivo>
<Dispositivo><Nombre>Persiana</Nombre><Tipo>3</Tipo><d:Clase>veneciana</d:Clase>
<d:Parte><Nombre>Lamas</Nombre><Tipo>2</Tipo><d:Papel>lamas</d:Papel></d:Parte></Dispositivo>
<Dispositivo><Nombre>Clima</Nombre><Tipo>4</Tipo><d:Clase>termostato</d:Clase>
<d:Parte><Nombre>Temperatura</Nombre><Tipo>4</Tipo><d:SoloLectura/><d:Papel>temperatura</d:Papel></d:Parte>
<d:Parte><Nombre>Modo</Nombre><Tipo>4</Tipo><d:Papel>modo</d:Papel>
<d:Opcion valor="off"/><d:Opcion valor="heat"/></d:Parte>
<d:Parte><Nombre>Programa</Nombre><Tipo>4</Tipo></d:Parte>
<d:Parte><Nombre>Valvula</Nombre><Tipo>1</Tipo><d:SoloLectura/><d:Papel>valvula</d:Papel></d:Parte></Dispositivo>
<Dispositivo><Nombre>light.strip</Nombre><Tipo>5</Tipo><Tipo>2</Tipo><Tipo>1</Tipo>
<d:Color minimo="2000" maximo="6500"/></Dispositivo>
<Servicio><Nombre>input_text.message</Nombre><Tipo>4</Tipo></Servicio>
<Dispositivo><Nombre>input_boolean.nothing</Nombre><Tipo>1</Tipo></Dispositivo>
</Vivienda></Viviendas>
"""

CONFIGURATION = """homes: [{folder}/house.xml]
server:
  url: {url}
  token-file: {folder}/token
  dialect: homeassistant
  reading: {{every: 1s, confirm-within: 2s}}
  elements:
    Persiana: {{entity: cover.blind}}
    Persiana/Lamas: {{entity: cover.blind, kind: cover_tilt}}
    Clima: {{entity: climate.room}}
    Clima/Temperatura: {{entity: climate.room, kind: climate_temperature}}
    Clima/Modo: {{entity: climate.room, kind: climate_mode}}
    Clima/Programa: {{entity: climate.room, kind: climate_preset}}
    Clima/Valvula: {{entity: climate.room, kind: climate_action}}
    input_number.dimmer:
      kind: input_number
      actions: {{level: {{service: set_value, json: '{{"entity_id": "{{entity}}", "value": {{value|scale 0-255}}}}'}}}}
      state: {{regulable: {{scale: 0-255}}}}
"""


class HomeAssistant:
    """The real server, with the configuration in HomeAssistant/."""

    def __init__(self, folder):
        with open(folder / "errors.log", "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, HERE / "HomeAssistant/server.py", folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError((folder / "errors.log").read_text())
        ready = json.loads(answer)
        self.url, self.token = ready["url"], ready["token"]

    def ask(self, path, body=None):
        request = urllib.request.Request(
            self.url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def state(self, entity):
        return self.ask(f"/api/states/{entity}")["state"]

    def stop(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.process.stdin.close()
        self.process.stdout.close()


class Daemon:
    """A domod with one server, and the domo that uses it."""

    def __init__(self, folder, url, token):
        self.folder = folder
        (folder / "house.xml").write_text(HOUSE)
        (folder / "token").write_text(token + "\n")
        (folder / "token").chmod(0o600)
        (folder / "domod.yaml").write_text(CONFIGURATION.format(folder=folder, url=url))
        # Ignore the settings of a real house on this machine.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("DOMO_")}
        self.environment |= {"DOMO_SOCKET": str(folder / "domo.sock"), "LC_ALL": "C.UTF-8"}
        with open(folder / "domod.log", "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAMS / "domod", "--config", folder / "domod.yaml", "--state", folder / "state"],
                env=self.environment,
                stderr=log,
            )
        until = time.monotonic() + TIMEOUT
        while self.run("status").returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"domod did not start: {(folder / 'domod.log').read_text()}")
            time.sleep(0.05)

    def run(self, *words):
        return subprocess.run(
            [PROGRAMS / "domo", *words], env=self.environment, capture_output=True, text=True, timeout=TIMEOUT
        )

    def answer(self, *words):
        done = self.run("--json", *words)
        if done.returncode != 0:
            raise AssertionError(f"domo {' '.join(words)}: {done.returncode}: {done.stderr}{done.stdout}")
        return json.loads(done.stdout)

    def reading(self, element):
        return self.answer("show", element)["readings"][0]

    def stop(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)


class Watch:
    """The events of a daemon, as `domo --json watch` prints them."""

    def __init__(self, daemon):
        self.events = queue.Queue()
        self.process = subprocess.Popen(
            [PROGRAMS / "domo", "--json", "watch"], env=daemon.environment, stdout=subprocess.PIPE, text=True
        )
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            self.events.put(event.get("event", event))

    def next(self, fits):
        """The next matching event; others are skipped."""
        until = time.monotonic() + TIMEOUT
        while True:
            event = self.events.get(timeout=max(0.01, until - time.monotonic()))
            if fits(event):
                return event

    def stop(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.reader.join(TIMEOUT)
        self.process.stdout.close()


class HomeAssistantTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="domo-peers.")
        cls.addClassCleanup(cls.folder.cleanup)
        folder = pathlib.Path(cls.folder.name)
        (folder / "server").mkdir()
        (folder / "daemon").mkdir()
        cls.server = HomeAssistant(folder / "server")
        cls.addClassCleanup(cls.server.stop)
        cls.daemon = Daemon(folder / "daemon", cls.server.url, cls.server.token)
        cls.addClassCleanup(cls.daemon.stop)

    def assert_confirmed(self, element, value, shown=None):
        """Gives an order, waits for the house, and compares both sides."""
        self.daemon.answer("set", element, value, "--wait", "confirmed")
        reading = self.daemon.reading(element)
        self.assertEqual(
            (str(reading["value"]), reading["certainty"], reading["stale"]), (shown or value, "confirmed", False)
        )

    def test_a_lamp_is_switched_and_confirmed(self):
        for value in ["on", "off", "on"]:
            self.assert_confirmed("input_boolean.lamp", value)
            self.assertEqual(self.server.state("input_boolean.lamp"), value)

    def test_what_is_so_already_is_confirmed_too(self):
        # Home Assistant answers with an empty list if nothing changes.
        self.assert_confirmed("input_boolean.lamp", "off")
        self.assert_confirmed("input_boolean.lamp", "off")

    def test_a_level_is_confirmed(self):
        for level in ["0", "40", "100", "37"]:
            self.assert_confirmed("input_number.heating", level)
            self.assertEqual(float(self.server.state("input_number.heating")), float(level))

    def test_a_level_in_the_units_of_the_server_is_confirmed(self):
        for level, state in [("0", 0), ("40", 102), ("100", 255)]:
            self.assert_confirmed("input_number.dimmer", level)
            self.assertEqual(float(self.server.state("input_number.dimmer")), state)
        # Each level is read back unchanged, although the server has other steps.
        for level in ["1", "33", "50", "67", "99"]:
            self.assert_confirmed("input_number.dimmer", level)

    def test_a_cover_goes_up_and_down_and_stops(self):
        for value, state in [("up", "open"), ("down", "closed"), ("up", "open")]:
            self.assert_confirmed("Persiana", value)
            self.assertEqual(self.server.state("cover.blind"), state)
        self.server.ask("/api/services/input_boolean/turn_off", {"entity_id": "input_boolean.blind_stopped"})
        self.daemon.answer("set", "Persiana", "stop")
        self.assertEqual(self.server.state("input_boolean.blind_stopped"), "on")

    def attribute(self, entity, name):
        return self.server.ask(f"/api/states/{entity}")["attributes"].get(name)

    def until(self, element, value):
        until = time.monotonic() + TIMEOUT
        while True:
            reading = self.daemon.reading(element)
            if reading["certainty"] == "confirmed" and not reading["stale"]:
                if reading["value"] == value or isinstance(value, float) and float(reading["value"]) == value:
                    return
            self.assertLess(time.monotonic(), until, reading)
            time.sleep(0.1)

    def test_slats_are_a_part_of_their_cover(self):
        for level in ["40", "100", "0"]:
            self.assert_confirmed("Persiana/Lamas", level)
            self.assertEqual(self.attribute("cover.blind", "current_tilt_position"), int(level))

    def test_a_thermostat_has_a_set_point_a_temperature_a_mode_and_a_valve(self):
        self.server.ask("/api/services/input_number/set_value", {"entity_id": "input_number.room", "value": 19.5})
        self.assert_confirmed("Clima/Modo", "off")
        self.until("Clima/Valvula", "off")
        self.assert_confirmed("Clima/Modo", "heat")
        self.assertEqual(self.server.state("climate.room"), "heat")
        self.assert_confirmed("Clima", "21.5")
        self.assertEqual(self.attribute("climate.room", "temperature"), 21.5)
        self.until("Clima/Temperatura", 19.5)
        self.until("Clima/Valvula", "on")
        self.server.ask("/api/services/input_number/set_value", {"entity_id": "input_number.room", "value": 24})
        self.until("Clima/Valvula", "off")
        self.assert_confirmed("Clima/Programa", "eco")
        self.until("Clima", 17.0)
        # A change on the wall.
        self.server.ask("/api/services/climate/set_temperature", {"entity_id": "climate.room", "temperature": 18})
        self.until("Clima", 18.0)
        # What is no option is refused by domo, the rest by the server.
        self.assertEqual(self.daemon.run("set", "Clima/Modo", "summer").returncode, 65)
        self.assertNotEqual(self.daemon.run("set", "Clima/Programa", "summer", "--wait", "confirmed").returncode, 0)

    def test_a_lamp_has_a_colour_or_white(self):
        for colour, rgb in [("#ff8000", [255, 128, 0]), ("blue", [0, 0, 255])]:
            self.assert_confirmed("light.strip", colour, shown=colour if colour[0] == "#" else "#0000ff")
            self.assertEqual(self.server.state("light.strip"), "on")
            self.assertEqual(self.attribute("light.strip", "rgb_color"), rgb)
        self.assert_confirmed("light.strip", "2700K", shown="2702K")
        self.assertEqual(self.attribute("light.strip", "color_mode"), "color_temp")
        self.assertEqual(self.attribute("light.strip", "color_temp_kelvin"), 2702)
        # A level keeps the colour.
        self.assert_confirmed("light.strip", "#00ff00")
        self.daemon.answer("dim", "light.strip", "50", "--wait", "confirmed")
        readings = {reading["type"]: reading["value"] for reading in self.daemon.answer("show", "light.strip")["readings"]}
        self.assertEqual(readings, {"colour": "#00ff00", "regulable": 50, "binary": "on"})
        # Somebody else.
        self.server.ask("/api/services/light/turn_on", {"entity_id": "light.strip", "rgb_color": [255, 0, 255]})
        self.until("light.strip", "#ff00ff")
        # Home Assistant does not know the colour of a light that is off.
        self.daemon.answer("set", "light.strip", "off", "--wait", "confirmed")
        self.assertEqual(self.daemon.run("set", "light.strip", "1500K").returncode, 65)

    def test_a_text_is_confirmed_as_it_is(self):
        for text in ["La casa está \"abierta\" 🚪", "a\\b {name} 'c' <d> & é", "unavailability"]:
            self.assert_confirmed("input_text.message", text)
            self.assertEqual(self.server.state("input_text.message"), text)

    def test_what_the_server_swallows_is_not_taken_for_done(self):
        # It answers 200 even for a text that is too long, and for an unknown entity.
        self.assert_confirmed("input_text.message", "before")
        done = self.daemon.run("--json", "set", "input_text.message", "x" * 200, "--wait", "confirmed")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('"mismatch"', done.stdout + done.stderr)
        self.assertEqual(self.daemon.reading("input_text.message")["value"], "before")
        done = self.daemon.run("--json", "set", "input_boolean.nothing", "on", "--wait", "confirmed")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('"not-confirmed"', done.stdout + done.stderr)

    def test_a_change_in_home_assistant_comes_as_an_event_of_the_house(self):
        self.assert_confirmed("input_boolean.lamp", "off")
        watch = Watch(self.daemon)
        self.addCleanup(watch.stop)
        # Make sure that the watch has started.
        self.daemon.answer("set", "input_number.heating", "12", "--wait", "confirmed")
        watch.next(lambda event: event.get("path") == "Casa/input_number.heating")
        self.server.ask("/api/services/input_boolean/turn_on", {"entity_id": "input_boolean.lamp"})
        event = watch.next(
            lambda event: event["kind"] == "reading" and event.get("path") == "Casa/input_boolean.lamp"
        )
        reading = event["reading"]
        self.assertEqual((reading["value"], reading["certainty"], reading["by"]), ("on", "confirmed", "house"))

    def test_unavailable_is_not_taken_for_off(self):
        self.assert_confirmed("input_boolean.lamp", "on")
        watch = Watch(self.daemon)
        self.addCleanup(watch.stop)
        self.daemon.answer("set", "input_number.heating", "21", "--wait", "confirmed")
        watch.next(lambda event: event.get("path") == "Casa/input_number.heating")
        self.server.ask("/api/states/input_boolean.lamp", {"state": "unavailable"})
        event = watch.next(
            lambda event: event["kind"] == "reading" and event.get("path") == "Casa/input_boolean.lamp"
        )
        self.assertTrue(event["reading"]["value"] is None or event["reading"]["stale"], event)
        self.server.ask("/api/states/input_boolean.lamp", {"state": "on"})

    def test_explain_shows_the_request_without_the_token(self):
        said = self.daemon.run("explain", "set", "input_number.dimmer", "40").stdout
        self.assertIn(f"POST {self.server.url}/api/services/input_number/set_value", said)
        self.assertNotIn(self.server.token, said)

    def test_a_wrong_token_is_told(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder.name))
        daemon = Daemon(folder, self.server.url, "wrong")
        self.addCleanup(daemon.stop)
        done = daemon.run("set", "input_boolean.lamp", "on")
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("401", done.stderr)
        self.assertNotIn("wrong", (folder / "domod.log").read_text())


if __name__ == "__main__":
    unittest.main(verbosity=2)
