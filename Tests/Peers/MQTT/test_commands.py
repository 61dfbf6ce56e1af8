"""Orders of Home Assistant's users reach the house, and nothing else does."""

import unittest

from scene import Scene

# Service, path, data; the facet of the house, and what it is then.
ORDERS = [
    ("light.turn_on", "Salon/Lectura", {}, "binary", "on"),
    ("light.turn_off", "Salon/Lectura", {}, "binary", "off"),
    ("light.toggle", "Salon/Lectura", {}, "binary", "on"),
    ("light.turn_on", "Salon/Lampara", {"brightness_pct": 40}, "regulable", 40),
    ("light.turn_off", "Salon/Lampara", {}, "regulable", 0),
    ("light.turn_on", "Salon/Lampara", {}, "regulable", 40),
    ("light.turn_on", "Salon/Foco", {"brightness": 255}, "regulable", 100),
    ("light.turn_off", "Salon/Foco", {}, "regulable", 0),
    ("light.turn_on", "Salon/Tira", {"rgb_color": [255, 128, 0]}, "colour", "#ff8000"),
    ("light.turn_on", "Salon/Tira", {"color_temp_kelvin": 4000}, "colour", "4000K"),
    ("light.turn_on", "Salon/Tira", {"brightness_pct": 30}, "regulable", 30),
    ("light.turn_off", "Salon/Tira", {}, "binary", "off"),
    ("light.turn_on", "Salon/Blanca", {"color_temp_kelvin": 3000}, "colour", "3000K"),
    ("light.turn_on", "Salon/Neon", {"rgb_color": [0, 0, 255]}, "colour", "#0000ff"),
    ("cover.close_cover", "Salon/Estor", {}, "bidirectional", "down"),
    ("cover.open_cover", "Salon/Estor", {}, "bidirectional", "up"),
    # In the simulated house, 100 is open, as in Home Assistant.
    ("cover.set_cover_position", "Salon/Veneciana", {"position": 30}, "regulable", 30),
    ("cover.set_cover_position", "Salon/Veneciana", {"position": 100}, "regulable", 100),
    ("cover.close_cover", "Salon/Veneciana", {}, "bidirectional", "down"),
    ("cover.set_cover_tilt_position", "Salon/Veneciana", {"tilt_position": 25}, "tilt", 25),
    ("cover.close_cover_tilt", "Salon/Veneciana", {}, "tilt", 0),
    ("cover.open_cover_tilt", "Salon/Veneciana", {}, "tilt", 100),
    ("climate.set_temperature", "Salon/Clima", {"temperature": 22.5}, "value", "22.5"),
    ("climate.set_hvac_mode", "Salon/Clima", {"hvac_mode": "auto"}, "mode", "auto"),
    ("climate.turn_off", "Salon/Clima", {}, "mode", "off"),
    ("climate.turn_on", "Salon/Clima", {}, "mode", "heat"),
    ("climate.set_preset_mode", "Salon/Suelo", {"preset_mode": "Noche"}, "mode", "economy"),
    ("switch.turn_on", "Salon/Television", {}, "binary", "on"),
    ("text.set_value", "Salon/Mensaje", {"value": "Cena a las 9: ¿vale? \"sí\""}, "value", "Cena a las 9: ¿vale? \"sí\""),
    ("select.select_option", "Salon/Programa", {"option": "Día"}, "value", "dia"),
    ("number.set_value", "Salon/Volumen", {"value": 12.5}, "value", "12.5"),
    ("lock.unlock", "Entrada/Cerradura", {}, "binary", "on"),
    ("lock.lock", "Entrada/Cerradura", {}, "binary", "off"),
    ("cover.open_cover", "Entrada/Verja", {}, "bidirectional", "up"),
    ("fan.turn_on", "Entrada/Extractor", {"percentage": 60}, "regulable", 60),
    ("fan.turn_off", "Entrada/Extractor", {}, "binary", "off"),
    ("valve.open_valve", "Entrada/Riego", {}, "binary", "on"),
    ("valve.close_valve", "Entrada/Riego", {}, "binary", "off"),
    ("switch.turn_off", "Entrada/Bomba", {}, "binary", "off"),
]
# Facets that are parts.
PARTS = {"tilt": ("Lamas", "regulable"), "mode": ("Modo", "value")}


class Commands(Scene):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Home Assistant gives no order to what it does not know yet.
        last = cls.ha.until(lambda: cls.listed("Entrada/Bomba"), "not everything was announced")
        cls.ha.until_state(last["entity_id"], "off")

    def test_orders_reach_the_house_and_come_back_confirmed(self):
        for service, path, data, facet, expected in ORDERS:
            with self.subTest(service, path=path, data=data):
                self.call(service, path, **data)
                part, facet = PARTS.get(facet, (None, facet))
                place = f"{path}/{part}" if part else path
                self.until_house(place, facet, expected)
                self.ha.until(
                    lambda: self.daemon.reading(place, facet)["certainty"] == "confirmed",
                    lambda: f"{place} is not confirmed: {self.daemon.reading(place, facet)}",
                )
        self.assert_no_complaints()

    def test_lamp_gets_only_what_is_wanted_of_it(self):
        """A lamp knows its level: switching it on is no order for a level."""
        self.daemon.answer("dim", "Salon/Tira", "30", "--wait", "confirmed")
        self.call("light.turn_on", "Salon/Tira", rgb_color=[0, 255, 0], brightness_pct=70)
        self.until_house("Salon/Tira", "regulable", 70)
        self.until_state("Salon/Tira", "on", rgb_color=[0, 255, 0], brightness=178, certainty="confirmed")
        before = self.last_order()
        self.call("light.turn_off", "Salon/Tira")
        # While it fades out, its levels are seen.
        self.until_state("Salon/Tira", "off")
        self.call("light.turn_on", "Salon/Tira")
        self.until_house("Salon/Tira", "regulable", 70)
        orders = self.orders_after(before)
        given = [(one["element"], one["action"]) for one in orders]
        self.assertEqual(given, [("Casa/Salon/Tira", "off"), ("Casa/Salon/Tira", "on")])

    def last_order(self):
        return max((one["id"] for one in self.daemon.answer("orders")["orders"]), default=0)

    def orders_after(self, number):
        return sorted(
            (one for one in self.daemon.answer("orders")["orders"] if one["id"] > number), key=lambda one: one["id"]
        )

    def test_colour_of_a_lamp_without_a_level_is_dimmed(self):
        self.call("light.turn_on", "Salon/Neon", rgb_color=[255, 0, 0])
        self.until_state("Salon/Neon", "on", rgb_color=[255, 0, 0], brightness=255)
        self.call("light.turn_on", "Salon/Neon", brightness_pct=50)
        self.until_house("Salon/Neon", "colour", "#800000")
        self.until_state("Salon/Neon", "on", rgb_color=[255, 0, 0], certainty="confirmed")

    def test_orders_are_those_of_the_token(self):
        before = self.last_order()
        self.call("switch.toggle", "Salon/Television")
        orders = self.ha.until(lambda: self.orders_after(before), "no order")
        self.assertEqual([one["by"] for one in orders], ["mqtt"])

    def test_what_is_not_listed_takes_no_order(self):
        before = self.house.value("Entrada/Trastero", "binary")
        for qos in [0, 1]:
            self.ha.ask(
                "/api/services/mqtt/publish", {"topic": self.topic("Entrada/Trastero", "binary/set"), "payload": "on", "qos": qos}
            )
        self.ha.until(lambda: self.bridge.log().count("Casa/Entrada/Trastero: refused (not-listed)") == 2, self.bridge.log)
        self.assertEqual(self.house.value("Entrada/Trastero", "binary"), before)

    def test_scenes_start_and_stop(self):
        self.daemon.answer("set", "Salon/Television", "off", "--wait", "confirmed")
        self.ha.call("scene.turn_on", "scene.domo_cine")
        self.until_state("Salon/Television", "on", certainty="confirmed")
        self.until_state("Salon/Lampara", "on", brightness=51)
        self.ha.call("scene.turn_on", "scene.domo_riego_largo")
        self.until_state("Entrada/Riego", "open", certainty="confirmed")
        def is_running():
            return [one["name"] for one in self.daemon.answer("scenes")["scenes"] if one.get("step")]
        self.ha.until(is_running, lambda: self.daemon.answer("scenes"))
        self.ha.call("button.press", "button.domo_stop_scenes")
        self.ha.until(lambda: not is_running(), lambda: self.daemon.answer("scenes"))
        self.assert_no_complaints()


if __name__ == "__main__":
    unittest.main(verbosity=2)
