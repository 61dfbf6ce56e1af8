"""The topics of lamps for Home Assistant: one message orders all that is wanted of a lamp."""
import json

from scene import Scene


class Lamps(Scene):
    def start_lamps(self):
        return self.start_all("--discovery", "homeassistant")

    def light(self, path: str) -> str:
        return f"{self.base(path)}/light"

    def signals(self, name: str, count: int) -> list[tuple[str, str | None]]:
        """What the house received for a lamp, at least so many."""
        self.house.until(lambda: len(self.house.find(name=name)) >= count, f"{count} signals for {name}")
        return [(one.fields["operation"], one.fields.get("value", "").strip("'") or None)
                for one in self.house.of(name=name)]

    def test_state(self):
        client = self.start_lamps()
        client.until_topic(self.light("Lampara"), '{"state":"OFF"}')
        self.domo("dim", "Lampara", "40", "--wait", "confirmed")
        client.until(lambda: json.loads(client.latest[self.light("Lampara")]) == {
            "state": "ON", "brightness": 40, "color_mode": "brightness",
        } or json.loads(client.latest[self.light("Lampara")]) == {"state": "ON", "brightness": 40}, "on, 40")
        self.domo("set", "Tira", "#ff8000")
        client.until(lambda: json.loads(client.latest[self.light("Tira")]).get("color") == {"r": 255, "g": 128, "b": 0},
                     "orange")
        self.domo("set", "Tira", "2700K")
        client.until(lambda: json.loads(client.latest[self.light("Tira")]).get("color_temp") == 2700, "white")

    def test_there_are_no_such_topics_without_announcements_nor_for_what_is_no_such_lamp(self):
        client = self.start_all()
        client.settle()
        self.assertEqual([topic for topic in self.retained() if topic.endswith("/light")], [])
        self.terminate("bridge")
        self.restart_bridge(client, "--discovery", "homeassistant")
        client.until(lambda: self.light("Tira") in client.latest, "published")
        client.settle()
        lights = {topic for topic in self.retained() if topic.endswith("/light")}
        self.assertEqual(lights, {self.light("Lampara"), self.light("Tira")})
        # They go with the announcements.
        self.terminate("bridge")
        self.restart_bridge(client)
        client.until_topic(self.light("Tira"), "")

    def test_orders(self):
        client = self.start_lamps()
        count = 0
        for payload, signal in [
            ({"state": "ON"}, ("enable", None)), ({"state": "OFF"}, ("disable", None)),
            ({"state": "ON", "brightness": 40}, ("setValue", "40")), ({"brightness": 70}, ("setValue", "70")),
            ({"state": "ON", "brightness": 33.4, "transition": 2}, ("setValue", "33")),
            ({"state": "OFF", "transition": 3}, ("disable", None)), ({"state": "ON", "brightness": 0}, ("setValue", "0")),
        ]:
            with self.subTest(payload=payload):
                count += 1
                answer = client.outcome(f"{self.light('Lampara')}/set", json.dumps(payload))
                self.assertEqual(answer["outcome"], "accepted", answer)
                # One order, and nothing that nobody wanted.
                self.assertEqual(self.signals("Lampara", count)[count - 1:], [signal])
        self.until_counted(client, count, accepted=count)

    def test_colour_and_level_are_two_orders_with_an_outcome_each(self):
        client = self.start_lamps()
        topic = f"{self.light('Tira')}/set"
        answers = client.outcomes(client.order(topic, '{"state":"ON","color":{"r":255,"g":128,"b":0},"brightness":50}'), 2)
        self.assertIn("accepted", [one["outcome"] for one in answers])
        self.assertEqual(self.signals("Tira", 2), [("setValue", "#ff8000"), ("setValue", "50")])
        self.until_counted(client, 2, accepted=2)
        self.assertEqual(client.outcome(topic, '{"state":"ON","color_temp":3000}')["outcome"], "accepted")
        self.assertEqual(self.signals("Tira", 3)[2:], [("setValue", "3000K")])
        self.until_counted(client, 3, accepted=3)

    def test_wrong_payloads(self):
        client = self.start_lamps()
        orders = [
            ("Lampara", "ON", "bad-request"), ("Lampara", "", "bad-request"), ("Lampara", "[]", "bad-request"),
            ("Lampara", '{"state":"on"}', "bad-request"), ("Lampara", "{}", "bad-request"),
            ("Lampara", '{"state":"ON","brightness":101}', "bad-request"),
            ("Lampara", '{"state":"ON","brightness":"0x10"}', "bad-request"),
            ("Lampara", '{"state":"ON","brightness":null}', "bad-request"),
            ("Lampara", '{"state":"ON","color":{"r":1,"g":2,"b":3}}', "refused-value"),
            ("Tira", '{"color":{"r":256,"g":0,"b":0}}', "bad-request"), ("Tira", '{"color":{"r":1}}', "bad-request"),
            ("Tira", '{"color_temp":"warm"}', "bad-request"), ("Tira", "{" + " " * 5000 + "}", "bad-request"),
            ("Lectura", '{"state":"ON"}', "refused-value"), ("Cerradura", '{"state":"ON"}', "refused-value"),
            ("Persiana", '{"state":"ON","brightness":40}', "refused-value"),
        ]
        wrong = []
        for path, payload, code in orders:
            answer = client.outcome(f"{self.light(path)}/set", payload)
            if (answer["outcome"], answer.get("code")) != ("refused", code):
                wrong.append((path, payload[:60], code, answer))
        self.assertEqual(wrong, [])
        self.until_counted(client, len(orders), refused=len(orders))
        self.assertEqual(self.house.signals, [])

    def test_old_orders_are_dropped_and_forbidden_ones_refused(self):
        client = self.start_lamps()
        topic = f"{self.light('Lampara')}/set"
        self.assertEqual(client.outcome(topic, '{"state":"ON"}', retain=True)["code"], "retained")
        self.terminate("bridge")
        self.restart_bridge(client, "--discovery", "homeassistant", commands=False)
        answer = client.outcome(topic, '{"state":"ON"}')
        self.assertEqual(answer["outcome"], "refused")
        self.assertIn(answer["code"], ["not-listed", "refused-value"])
        self.assertEqual(self.house.signals, [])

    def test_removed_lamp_has_no_topic_any_more(self):
        client = self.start_lamps()
        topic = self.light("Lampara")
        client.until(lambda: client.latest.get(topic), "published")
        self.edit_house("<Dispositivo><Nombre>Lampara</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo><Tipo>2</Tipo></Dispositivo>",
                        "")
        client.until_topic(topic, "")
        client.settle()
        self.assertNotIn(topic, self.retained())
