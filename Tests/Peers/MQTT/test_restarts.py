"""Restarts of the broker, of domo-mqtt, of domod and of Home Assistant, each alone and in several orders."""

import unittest

from scene import Scene

LAMP, TEMPERATURE, NEVER = "Salon/Lectura", "Entrada/Luz", "Salon/Aire"

# What is stopped and started again: first word to last word.
ORDERS = [
    "broker bridge daemon ha", "ha daemon bridge broker", "daemon ha broker bridge", "bridge broker ha daemon",
]


class Restarts(Scene):
    # While its broker is gone.
    expected_complaints = [
        ("homeassistant.components.mqtt.client", "The connection was lost"),
        ("homeassistant.components.mqtt.client", "Failed to connect to MQTT server"),
        ("homeassistant.components.mqtt.util", "The client is not currently connected"),
        ("asyncio", "Task exception was never retrieved"),
    ]

    def setUp(self):
        self.count = 0
        self.assert_all_works()

    def assert_all_works(self):
        """A new value of the house is shown, and an order reaches the house."""
        self.count += 1
        value = str(1000 + self.count)
        self.house.set(TEMPERATURE, value)
        self.until_state(TEMPERATURE, value, stale=False, certainty="confirmed")
        self.until_state(NEVER, "unknown", certainty="unknown", value=None)
        for service, state in [("light.turn_on", "on"), ("light.turn_off", "off")]:
            self.call(service, LAMP)
            self.until_house(LAMP, "binary", state)
            self.until_state(LAMP, state, certainty="confirmed")

    def program(self, name):
        return {"broker": self.broker, "bridge": self.bridge, "daemon": self.daemon, "ha": self.ha}[name]

    def test_each_alone(self):
        for name in ["broker", "bridge", "daemon", "ha"]:
            for how in ["stop", "kill"]:
                with self.subTest(f"{how} {name}"):
                    getattr(self.program(name), how)()
                    # What changes meanwhile is shown afterwards.
                    self.house.set("Entrada/Exterior", str(len(name) + len(how)))
                    self.program(name).start()
                    self.until_state("Entrada/Exterior", str(len(name) + len(how)), stale=False)
                    self.assert_all_works()
        self.assert_no_complaints()

    def test_all_in_several_orders(self):
        for order in ORDERS:
            with self.subTest(order):
                for name in order.split():
                    self.program(name).stop()
                for name in order.split():
                    self.program(name).start()
                self.assert_all_works()
        self.assert_no_complaints()

    def test_nothing_is_available_without_the_bridge_or_domod(self):
        for name, how in [("bridge", "stop"), ("bridge", "kill"), ("daemon", "stop"), ("daemon", "kill")]:
            with self.subTest(f"{how} {name}"):
                getattr(self.program(name), how)()
                for path in [LAMP, TEMPERATURE, NEVER]:
                    self.until_state(path, "unavailable")
                domod = "unavailable" if name == "bridge" else "off"
                self.ha.until_state("binary_sensor.domo_domod", domod)
                # The last values are retained, and not shown.
                self.ha.stop()
                self.ha.start()
                for path in [LAMP, TEMPERATURE, NEVER]:
                    self.until_state(path, "unavailable")
                self.ha.until_state("binary_sensor.domo_domod", domod)
                self.program(name).start()
                self.ha.until_state("binary_sensor.domo_domod", "on")
                self.assert_all_works()
        self.assert_no_complaints()

    def test_element_whose_server_is_lost_is_unavailable(self):
        self.house.stop()
        self.until_state(LAMP, "unavailable")
        self.until_state(TEMPERATURE, "unavailable")
        self.ha.until_state("binary_sensor.domo_domod", "on")
        self.house.start()
        self.until_state(LAMP, "off")
        self.assert_all_works()
        self.assert_no_complaints()

    def test_old_value_does_not_look_fresh_after_a_restart_of_the_broker(self):
        self.house.fault("unknown", name="Luz", on="states")
        self.addCleanup(self.house.repair)
        old = self.until_state(TEMPERATURE, str(1000 + self.count), stale=True)
        for loses_all in [False, True]:
            self.broker.kill()
            if loses_all:
                (self.broker.folder / "mosquitto.db").unlink()
            self.broker.start()
            self.until_state(LAMP, "off")
            new = self.until_state(TEMPERATURE, old["state"], stale=True, since=old["attributes"]["since"])
            self.assertGreaterEqual(new["attributes"]["age"], old["attributes"]["age"])
            self.until_state(NEVER, "unknown", certainty="unknown", value=None)
        self.ha.stop()
        self.ha.start()
        new = self.until_state(TEMPERATURE, old["state"], stale=True, since=old["attributes"]["since"])
        self.assertGreater(new["attributes"]["age"], old["attributes"]["age"])
        self.house.repair()
        self.until_state(TEMPERATURE, old["state"], stale=False)
        self.assert_no_complaints()

    def test_order_during_an_absence_is_not_carried_out_later(self):
        self.bridge.kill()
        self.until_state(LAMP, "unavailable")
        # Home Assistant sends nothing to what is unavailable; others may.
        self.ha.ask("/api/services/mqtt/publish", {"topic": self.topic(LAMP, "binary/set"), "payload": "on", "qos": 1})
        self.bridge.start()
        self.until_state(LAMP, "off", certainty="confirmed")
        self.assert_all_works()
        self.assertEqual(self.house.value(LAMP, "binary"), "off")


if __name__ == "__main__":
    unittest.main(verbosity=2)
