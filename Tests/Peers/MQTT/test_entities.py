"""What Home Assistant makes of the announcements, and of the states."""

import datetime
import unittest

from scene import Scene

SALON, ENTRADA = "Salón", "Entrada"

# By path: platform, device class, unit, state class, area, and the name that people see.
ENTITIES = {
    "Salon/Lectura": ("light", None, None, None, SALON, "Lectura"),
    "Salon/Lampara": ("light", None, None, None, SALON, "Lámpara"),
    "Salon/Foco": ("light", None, None, None, SALON, "Foco"),
    "Salon/Tira": ("light", None, None, None, SALON, "Tira"),
    "Salon/Blanca": ("light", None, None, None, SALON, "Blanca"),
    "Salon/Neon": ("light", None, None, None, SALON, "Neon"),
    "Salon/Veneciana": ("cover", "blind", None, None, SALON, "Veneciana"),
    "Salon/Estor": ("cover", "shutter", None, None, SALON, "Estor"),
    "Salon/Clima": ("climate", None, None, None, SALON, "Clima"),
    "Salon/Clima/Temperatura": ("sensor", "temperature", "°C", "measurement", SALON, "Clima Temperatura"),
    "Salon/Clima/Valvula": ("sensor", None, "%", "measurement", SALON, "Clima Valvula"),
    "Salon/Suelo": ("climate", None, None, None, SALON, "Suelo"),
    "Salon/Television": ("switch", "outlet", None, None, SALON, "Televisión"),
    "Salon/Television/Potencia": ("sensor", "power", "W", "measurement", SALON, "Televisión Potencia"),
    "Salon/Television/Energia": ("sensor", "energy", "kWh", "total_increasing", SALON, "Televisión Energía"),
    "Salon/Aire": ("sensor", "carbon_dioxide", "ppm", "measurement", SALON, "Aire"),
    "Salon/Mensaje": ("text", None, None, None, SALON, "Mensaje"),
    # It never has a value.
    "Salon/Aviso": ("text", None, None, None, SALON, "Aviso"),
    "Salon/Programa": ("select", None, None, None, SALON, "Programa"),
    "Salon/Volumen": ("number", None, None, None, SALON, "Volumen"),
    "Entrada/Verja": ("cover", "gate", None, None, ENTRADA, "Verja"),
    # Not listed in the configuration: they take no commands.
    "Entrada/Garaje": ("binary_sensor", "garage_door", None, None, ENTRADA, "Garaje"),
    "Entrada/Trastero": ("binary_sensor", "lock", None, None, ENTRADA, "Trastero"),
    "Entrada/Cerradura": ("lock", None, None, None, ENTRADA, "Cerradura"),
    "Entrada/Ventana": ("binary_sensor", "window", None, None, ENTRADA, "Ventana"),
    "Entrada/Armario": ("binary_sensor", "opening", None, None, ENTRADA, "Armario"),
    "Entrada/Movimiento": ("binary_sensor", "motion", None, None, ENTRADA, "Movimiento"),
    "Entrada/Humo": ("binary_sensor", "smoke", None, None, ENTRADA, "Humo"),
    "Entrada/Luz": ("sensor", "illuminance", "lx", "measurement", ENTRADA, "Luz"),
    "Entrada/Exterior": ("sensor", "temperature", "°C", "measurement", ENTRADA, "Exterior"),
    "Entrada/Exterior/Humedad": ("sensor", "humidity", "%", "measurement", ENTRADA, "Exterior Humedad"),
    "Entrada/Exterior/Bateria": ("sensor", "battery", "%", "measurement", ENTRADA, "Exterior Bateria"),
    "Entrada/Extractor": ("fan", None, None, None, ENTRADA, "Extractor"),
    "Entrada/Riego": ("valve", None, None, None, ENTRADA, "Riego"),
    "Entrada/Bomba": ("switch", None, None, None, ENTRADA, "Bomba"),
}
OF_DOMO = {
    "domo_scenes_domod": ("binary_sensor.domo_domod", "on"),
    "domo_scenes_stop": ("button.domo_stop_scenes", "unknown"),
    "domo_scenes_scene_Cine": ("scene.domo_cine", "unknown"),
    "domo_scenes_scene_Riego-20-2f-20largo": ("scene.domo_riego_largo", "unknown"),
}

# What somebody does or what is measured in the house: path, value; the state in Home Assistant, and attributes.
SEEN = [
    ("Salon/Lectura", "on", "on", {"color_mode": "onoff", "supported_color_modes": ["onoff"]}),
    ("Salon/Foco", "40", "on", {"brightness": 102, "supported_color_modes": ["brightness"]}),
    ("Salon/Neon", "#00ff00", "on", {"rgb_color": [0, 255, 0], "supported_color_modes": ["rgb"]}),
    ("Salon/Tira", "#ff8000", "on", {"rgb_color": [255, 128, 0], "color_mode": "rgb", "brightness": 255}),
    ("Salon/Television", "on", "on", {}),
    ("Salon/Aire", "640", "640", {}),
    ("Salon/Mensaje", "La casa está \"abierta\"", "La casa está \"abierta\"", {}),
    ("Salon/Programa", "dia", "Día", {}),
    ("Salon/Volumen", "12.5", "12.5", {}),
    ("Salon/Suelo", "21.5", "heat", {"temperature": 21.5, "preset_mode": "Noche"}),
    ("Salon/Clima", "15", "off", {"temperature": 15, "hvac_action": "idle"}),
    ("Entrada/Garaje", "on", "on", {}),
    ("Entrada/Trastero", "on", "on", {}),
    ("Entrada/Cerradura", "on", "unlocked", {}),
    ("Entrada/Ventana", "on", "on", {}),
    ("Entrada/Armario", "on", "on", {}),
    ("Entrada/Movimiento", "on", "on", {}),
    ("Entrada/Humo", "on", "on", {}),
    ("Entrada/Luz", "1200", "1200", {}),
    ("Entrada/Exterior", "-3.5", "-3.5", {}),
    ("Entrada/Exterior/Humedad", "81", "81", {}),
    ("Entrada/Exterior/Bateria", "9", "9", {}),
    ("Entrada/Extractor", "30", "on", {"percentage": 30}),
    ("Entrada/Riego", "on", "open", {}),
    ("Entrada/Bomba", "on", "on", {}),
]


class Entities(Scene):
    def test_every_element_is_an_entity_with_its_class_unit_and_area(self):
        def are_there():
            return len(self.ha.entities()) == len(ENTITIES) + len(OF_DOMO)

        self.ha.until(are_there, lambda: f"other entities: {sorted(self.ha.entities())}")
        entities, devices, areas = self.ha.entities(), self.ha.devices(), self.ha.areas()
        for path, expected in ENTITIES.items():
            with self.subTest(path):
                shown = self.daemon.answer("show", path)
                entity = entities[self.unique(path)]
                platform, device_class, unit, state_class, area, name = expected
                state = self.ha.state(entity["entity_id"])
                words = shown["path"].lower().replace("/", "_")
                self.assertEqual(entity["entity_id"], f"{platform}.{words}")
                attributes = state["attributes"]
                self.assertEqual(
                    [attributes.get(key) for key in ("device_class", "unit_of_measurement", "state_class", "friendly_name")],
                    [device_class, unit, state_class, name],
                )
                device = next(one for one in devices.values() if one["id"] == entity["device_id"])
                self.assertEqual(areas[device["area_id"]], area)
                device_path = path.rsplit("/", 1)[0] if path.count("/") == 2 else path
                self.assertEqual(device["identifiers"], [["mqtt", f"domo_{self.daemon.identity(device_path)}"]])
                self.assertEqual(device["via_device_id"], devices["domo_scenes"]["id"])
                self.assertEqual(device["configuration_url"], f"https://house.example/element/Casa/{device_path}")

    def test_domo_itself_has_its_connection_and_its_scenes(self):
        for unique, (entity, state) in OF_DOMO.items():
            self.assertEqual(self.ha.entities()[unique]["entity_id"], entity)
            self.ha.until_state(entity, state)
        self.assertEqual(self.ha.devices()["domo_scenes"]["name"], "domo")

    def test_text_without_a_value_is_empty(self):
        # Home Assistant's texts can't be unknown.
        self.until_state("Salon/Aviso", "", certainty="unknown", value=None)

    def test_what_happens_in_the_house_is_shown(self):
        for path, value, _, _ in SEEN:
            self.house.set(path, value)
        self.house.set("Salon/Suelo/Modo", "economy")
        # The wall switches of the simulated house know no white.
        self.daemon.answer("set", "Salon/Blanca", "3000K")
        self.until_state("Salon/Blanca", "on", color_temp_kelvin=3000, color_mode="color_temp")
        for path, _, state, attributes in SEEN:
            with self.subTest(path):
                self.until_state(path, state, certainty="confirmed", stale=False, **attributes)
        # Back.
        for path, state in [("Garaje", "off"), ("Trastero", "off"), ("Cerradura", "locked"), ("Riego", "closed")]:
            self.house.set(f"Entrada/{path}", "off")
            self.until_state(f"Entrada/{path}", state)
        self.assert_no_complaints()

    def test_cover_moves_and_stops_between_its_ends(self):
        self.house.set("Salon/Veneciana", "up")
        self.until_state("Salon/Veneciana", "open", cover="open", current_position=100)
        self.house.set("Salon/Veneciana", "30")
        self.until_state("Salon/Veneciana", "open", cover="between", current_position=30)
        self.house.set("Salon/Veneciana", "down")
        self.until_state("Salon/Veneciana", "closed", cover="closed", current_position=0, certainty="confirmed")
        self.house.set("Salon/Veneciana/Lamas", "25")
        self.until_state("Salon/Veneciana", "closed", current_tilt_position=25)

    def test_orders_of_others_are_shown_with_their_certainty(self):
        self.daemon.answer("set", "Salon/Lectura", "off", "--wait", "confirmed")
        self.until_state("Salon/Lectura", "off", certainty="confirmed")
        # The house does not move: it is never shown as confirmed.
        self.house.fault("stuck", name="Lectura")
        self.addCleanup(self.house.repair)
        self.daemon.answer("set", "Salon/Lectura", "on")
        self.until_state("Salon/Lectura", "on", certainty="assumed")
        self.until_state("Salon/Lectura", "off", certainty="confirmed")

    def test_age_is_since_when_it_is_so(self):
        self.house.set("Entrada/Armario", "on")
        self.until_state("Entrada/Armario", "on")
        self.house.set("Entrada/Armario", "off")
        state = self.until_state("Entrada/Armario", "off")
        since = datetime.datetime.fromisoformat(state["attributes"]["since"])
        updated = datetime.datetime.fromisoformat(state["last_updated"])
        self.assertAlmostEqual((updated - since).total_seconds(), state["attributes"]["age"], delta=2)
        self.assertEqual(
            datetime.datetime.fromisoformat(self.daemon.reading("Entrada/Armario")["since"]), since
        )

    def test_broken_element_is_stale_and_keeps_its_value(self):
        self.house.set("Salon/Lectura", "on")
        since = self.until_state("Salon/Lectura", "on", certainty="confirmed", stale=False)["attributes"]["since"]
        self.house.fault("unknown", name="Lectura", on="states")
        self.addCleanup(self.house.repair)
        self.until_state("Salon/Lectura", "on", stale=True, since=since)
        self.house.repair()
        self.until_state("Salon/Lectura", "on", stale=False, since=since)


if __name__ == "__main__":
    unittest.main(verbosity=2)
