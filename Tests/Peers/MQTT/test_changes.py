"""Elements are renamed, moved, changed and removed: Home Assistant's entities stay the same, or go."""

import time
import unittest

from scene import Scene

USERS_NAME = "Mi lámpara"


class Changes(Scene):
    def setUp(self):
        self.original = self.daemon.home.read_text()
        self.addCleanup(self.restore)

    def restore(self):
        self.daemon.home.write_text(self.original)
        self.daemon.edit(elements={})
        if self.bridge.process is None:
            self.bridge.start()
        self.ha.until(
            lambda: self.listed("Salon/Lectura") and self.listed("Entrada/Bomba") and self.listed("Salon/Television/Potencia"),
            "the first house does not return",
        )

    def use(self, path):
        """Records states of an entity, and names it; what its user sees then must stay."""
        entity = self.entity(path)
        self.house.set("Salon/Lectura", "off")
        self.ha.until_state(entity, "off")
        for value in ["on", "off", "on"]:
            self.house.set("Salon/Lectura", value)
            self.ha.until_state(entity, value)
        self.ha.until(lambda: self.ha.history(entity)[-3:] == ["on", "off", "on"], lambda: self.ha.history(entity))
        self.ha.command("config/entity_registry/update", entity_id=entity, name=USERS_NAME)
        self.addCleanup(self.ha.command, "config/entity_registry/update", entity_id=entity, name=None)
        return entity

    def assert_same(self, entity, path, history, user_has_named_it=True):
        """The element at the path is that entity, which works, with what was recorded of it."""
        self.ha.until(lambda: self.listed(path), f"no entity for {path}")
        self.assertEqual(self.listed(path)["entity_id"], entity)
        service = "turn_off" if self.ha.state(entity)["state"] == "on" else "turn_on"
        expected = service.removeprefix("turn_")
        state = self.until_obeyed(entity, service, expected)
        self.until_house("Salon/Lectura", "binary", expected)
        if user_has_named_it:
            self.assertEqual(state["attributes"]["friendly_name"], USERS_NAME)
        self.ha.until(
            lambda: self.ha.history(entity)[: len(history)] == history and self.ha.history(entity)[-1] == expected,
            lambda: f"{history} is not the beginning of {self.ha.history(entity)}",
        )

    def until_obeyed(self, entity, service, expected):
        """Gives an order, also again: the bridge refuses orders until it knows the houses that were changed."""
        given = 0.0

        def obeyed():
            nonlocal given
            state = self.ha.state(entity)
            if state and state["state"] == expected and state["attributes"].get("certainty") == "confirmed":
                return state
            if time.monotonic() > given + 5:
                given = time.monotonic()
                self.ha.call(f"homeassistant.{service}", entity)
            return None

        return self.ha.until(obeyed, lambda: f"{entity} is not {expected}, but {self.ha.state(entity)}")

    def until_device(self, device, key, value):
        self.ha.until(
            lambda: self.ha.devices()[device][key] == value, lambda: f"not {key} {value}: {self.ha.devices()[device]}"
        )

    def announced(self, entity):
        """The topic on which Home Assistant was told of an entity; nothing while it is unloaded."""
        device = next((one["device_id"] for one in self.ha.entities().values() if one["entity_id"] == entity), None)
        told = self.ha.command("mqtt/device/debug_info", device_id=device)["entities"] if device else []
        return next((one["discovery_data"]["topic"] for one in told if one["entity_id"] == entity), "")

    def until_gone(self, entity):
        self.ha.until(lambda: self.ha.state(entity) is None, lambda: f"{entity} is still there: {self.ha.state(entity)}")

    # The names of the simulated house.
    LECTURA = {"item": "Casa/Salon/Lectura", "service": "Lectura"}

    def test_label_is_the_name_that_people_see(self):
        entity = self.use("Salon/Lectura")
        history = self.ha.history(entity)
        self.daemon.edit(("<Nombre>Lectura</Nombre>", "<Nombre>Lectura</Nombre><d:Etiqueta>De lectura</d:Etiqueta>"))
        device = f"domo_{self.daemon.identity('Salon/Lectura')}"
        self.until_device(device, "name", "De lectura")
        self.assert_same(entity, "Salon/Lectura", history)
        # Without a name of its user it has the label.
        self.ha.command("config/entity_registry/update", entity_id=entity, name=None)
        self.ha.until(
            lambda: self.ha.state(entity)["attributes"]["friendly_name"] == "De lectura", lambda: self.ha.state(entity)
        )
        self.assert_no_complaints()

    def test_renamed_element_keeps_its_entity(self):
        entity = self.use("Salon/Lectura")
        history = self.ha.history(entity)
        done = self.daemon.edit(("<Nombre>Lectura</Nombre>", "<Nombre>Lector</Nombre>"), elements={"Salon/Lector": self.LECTURA})
        self.assertEqual([one["new"] for one in done["renamed"]], ["Casa/Salon/Lector"])
        self.assert_same(entity, "Salon/Lector", history)
        self.until_device(f"domo_{self.daemon.identity('Salon/Lector')}", "name", "Lector")
        self.assert_no_complaints()

    def test_element_in_another_room_keeps_its_entity_and_its_area(self):
        entity = self.use("Salon/Lectura")
        history = self.ha.history(entity)
        element = "<Dispositivo><Nombre>Lectura</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo></Dispositivo>"
        self.daemon.edit(
            (element, ""),
            ("<Nombre>Entrada</Nombre>", f"<Nombre>Entrada</Nombre>{element}"),
            elements={"Entrada/Lectura": self.LECTURA},
        )
        self.assert_same(entity, "Entrada/Lectura", history)
        # Its user decides where it is shown.
        device = f"domo_{self.daemon.identity('Entrada/Lectura')}"
        self.until_device(device, "configuration_url", "https://house.example/element/Casa/Entrada/Lectura")
        self.assertEqual(self.ha.areas()[self.ha.devices()[device]["area_id"]], "Salón")
        self.assert_no_complaints()

    def test_renamed_room_keeps_its_entities(self):
        entity = self.use("Salon/Lectura")
        history = self.ha.history(entity)
        paths = [path for path in ("Lectura", "Television", "Television/Potencia", "Television/Energia")]
        others = {path: self.entity(f"Salon/{path}") for path in paths}
        elements = {f"Estar/{path}": {"item": f"Casa/Salon/{path}"} for path in paths}
        self.daemon.edit(("<Nombre>Salon</Nombre>", "<Nombre>Estar</Nombre>"), elements=elements)
        for path, other in others.items():
            self.assertEqual(self.entity(f"Estar/{path}"), other)
        self.assert_same(entity, "Estar/Lectura", history)
        self.assert_no_complaints()

    def test_removed_element_goes_and_returns_as_the_same_entity(self):
        entity = self.use("Salon/Lectura")
        unique = self.unique("Salon/Lectura")
        element = "<Dispositivo><Nombre>Lectura</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo></Dispositivo>"
        self.daemon.edit((element, ""))
        self.ha.until(lambda: unique not in self.ha.entities(), "it is still registered")
        self.until_gone(entity)
        self.ha.until(lambda: f"domo_{unique.split('_')[1]}" not in self.ha.devices(), "its device is still registered")
        self.daemon.edit(("<Nombre>Salon</Nombre>", f"<Nombre>Salon</Nombre>{element}"))
        self.assertEqual(self.entity("Salon/Lectura"), entity)
        self.until_state("Salon/Lectura", "on", certainty="confirmed")
        self.assert_no_complaints()

    def test_removed_part_goes_alone(self):
        unique = self.unique("Salon/Television/Potencia")
        part = (
            "<d:Parte>\n          <Nombre>Potencia</Nombre><d:Papel>potencia</d:Papel><d:Unidad>W</d:Unidad>"
            "<d:SoloLectura/><Tipo>4</Tipo>\n        </d:Parte>"
        )
        self.daemon.edit((part, ""))
        self.ha.until(lambda: unique not in self.ha.entities(), "it is still registered")
        self.until_state("Salon/Television", self.house.value("Salon/Television", "binary"))
        self.until_state("Salon/Television/Energia", "0")
        self.assert_no_complaints()

    def test_what_goes_while_the_bridge_is_off_goes_when_it_returns(self):
        uniques = [self.unique("Entrada/Bomba"), self.unique("Salon/Television/Energia")]
        part = (
            "<d:Parte>\n          <Nombre>Energia</Nombre><d:Etiqueta>Energía</d:Etiqueta><d:Papel>energia</d:Papel>"
            "<d:Unidad>kWh</d:Unidad>\n          <d:SoloLectura/><Tipo>4</Tipo>\n        </d:Parte>"
        )
        self.bridge.kill()
        self.daemon.edit(("<Dispositivo><Nombre>Bomba</Nombre><Tipo>1</Tipo></Dispositivo>", ""), (part, ""))
        self.bridge.start()
        self.ha.until(lambda: not set(uniques) & set(self.ha.entities()), "still registered")
        self.assert_no_complaints()

    def test_element_of_another_class_is_another_entity(self):
        self.until_state("Entrada/Bomba", self.house.value("Entrada/Bomba", "binary"))
        self.daemon.edit(("<Nombre>Bomba</Nombre>", "<Nombre>Bomba</Nombre><d:Clase>luz</d:Clase>"))
        self.ha.until(lambda: self.entity("Entrada/Bomba").startswith("light."), "it is still a switch")
        self.until_state("Entrada/Bomba", self.house.value("Entrada/Bomba", "binary"))
        self.until_gone("switch.casa_entrada_bomba")
        self.call("light.turn_on", "Entrada/Bomba")
        self.until_house("Entrada/Bomba", "binary", "on")
        self.assert_no_complaints()

    def test_mode_of_announcements_keeps_the_entities(self):
        entity = self.use("Salon/Lectura")
        ids = {unique: one["entity_id"] for unique, one in self.ha.entities().items()}
        devices = {identifier: one["id"] for identifier, one in self.ha.devices().items()}
        for mode in ["component", "device"]:
            with self.subTest(mode):
                history = self.ha.history(entity)
                self.bridge.stop()
                self.until_state("Salon/Lectura", "unavailable")
                self.bridge.start(**{"discovery-mode": mode})
                platform = "light" if mode == "component" else "device"
                self.ha.until(
                    lambda: self.announced(entity).startswith(f"homeassistant/{platform}/"), lambda: self.announced(entity)
                )
                self.ha.until_state(entity, "on", certainty="confirmed")
                self.assert_same(entity, "Salon/Lectura", history)
                self.house.set("Salon/Lectura", "on")
                self.ha.until_state(entity, "on")
                self.assertEqual({unique: one["entity_id"] for unique, one in self.ha.entities().items()}, ids)
                self.assertEqual({identifier: one["id"] for identifier, one in self.ha.devices().items()}, devices)
        self.assert_no_complaints()


if __name__ == "__main__":
    unittest.main(verbosity=2)
