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
        cls.ha.until(lambda: cls.house.ask("GET", "/state"), "no states")

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


if __name__ == "__main__":
    unittest.main(verbosity=2)
