"""What is published of the house."""
import json
import time

from scene import Scene


class States(Scene):
    def test_state_has_value_certainty_staleness_and_time(self):
        client = self.start_all()
        state = json.loads(client.latest[self.state("Lectura")])
        self.assertEqual(state["binary"] | {"since": ""}, {
            "value": "off", "certainty": "confirmed", "stale": False, "since": "",
        })
        self.assertRegex(state["binary"]["since"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        state = json.loads(client.latest[self.state("Clima")])
        self.assertEqual(state["value"]["value"], 21)
        state = json.loads(client.latest[self.state("Persiana")])
        self.assertEqual(list(state), ["bidirectional", "regulable", "cover"])
        self.assertEqual(state["cover"], {"state": "closed", "certainty": "confirmed"})

    def test_plain_topics_have_the_values_alone(self):
        client = self.start_all()
        for path, facet, value in [
            ("Lectura", "binary", "off"), ("Lampara", "regulable", "0"), ("Clima", "value", "21"),
            ("Clima/Modo", "value", "auto"), ("Persiana", "bidirectional", "down"), ("Tira", "colour", "unknown"),
            ("Ausente", "binary", "off"),
        ]:
            with self.subTest(path=path):
                client.until_topic(f"{self.base(path)}/{facet}", value)

    def test_unknown_value_is_null_and_has_no_time(self):
        client = self.start_all()
        state = json.loads(client.latest[self.state("Tira")])
        self.assertEqual(state["colour"], {"value": None, "certainty": "unknown", "stale": False})

    def test_cause_is_published_only_if_it_is_switched_on(self):
        client = self.start_all()
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        client.until_topic(f"{self.base('Lectura')}/binary", "on")
        client.settle()
        self.assertFalse([one for one in client.messages if b'"by"' in one.payload])
        self.terminate("bridge")
        self.start_bridge(by=True)
        client.until(lambda: '"by":"root"' in client.latest[self.state("Lectura")], "the cause is published")

    def test_all_but_events_is_retained(self):
        client = self.start_all()
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        self.scene_file("Noche", "set Lampara 40\n")
        self.domo("reload")
        self.domo("scene", "Noche")
        client.until_message(self.event("scene"))
        client.settle()
        kept = self.retained()
        live = [one for one in client.messages if one.topic.startswith("domo/")]
        for one in live:
            is_retained = one.topic in kept
            self.assertEqual(one.is_retained, is_retained, one)
            self.assertEqual("/event/" not in one.topic and one.topic != "domo/marker", is_retained, one)
        self.assertEqual(kept["domo/bridge"], "online")
        self.assertEqual(kept["domo/domod"], "online")

    def test_change_by_the_command_line_is_published_as_assumed_then_confirmed(self):
        client = self.start_all()
        client.until_topic(f"{self.base('Lectura')}/binary", "off")
        start = len(client.messages)
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        client.until_message(self.state("Lectura"), lambda one: one.json["binary"]["certainty"] == "confirmed"
                             and one.json["binary"]["value"] == "on", start)
        states = [one.json["binary"] for one in client.on(self.state("Lectura"), start)]
        self.assertEqual([(one["value"], one["certainty"]) for one in states],
                         [("on", "assumed"), ("on", "confirmed")])
        self.assertEqual([one.text for one in client.on(f"{self.base('Lectura')}/binary", start)], ["on"])

    def test_wall_switch_of_a_polled_house_is_published(self):
        client = self.start_all()
        self.house.press("Lectura", "on")
        client.until_topic(f"{self.base('Lectura')}/binary", "on")

    def test_same_state_is_not_published_again(self):
        client = self.start_all()
        client.settle()
        start = len(client.messages)
        # Several readings of the house change nothing.
        requests = self.domo_json("status")["servers"][0]["lastReading"]
        self.until(lambda: self.domo_json("status")["servers"][0]["lastReading"] > requests, "the house was read again")
        client.settle()
        # A simulated room is never quite still.
        known = ("domo/", self.base("Clima/Temperatura"))
        self.assertEqual([one for one in client.messages[start:] if one.topic.startswith(known[0])
                          and not one.topic.startswith(known[1])], [])


class Bus(Scene):
    home = "bus.xml"
    has_bus = True

    def test_wall_switch_on_the_bus_is_published_at_once(self):
        client = self.start_all()
        start = len(client.messages)
        self.house.press_on_bus("1/0/1", "on")
        client.until_topic(f"{self.base('Foco')}/binary", "on")
        last = client.until_message(self.state("Foco"), lambda one: one.json["binary"]["certainty"] == "confirmed", start)
        self.assertEqual(last.json["binary"]["value"], "on")

    def test_movement_of_an_awning_is_published(self):
        client = self.start_all()
        start = len(client.messages)
        client.publish(self.set("Toldo", "bidirectional"), "down")
        client.until_message(self.state("Toldo"), lambda one: one.json["bidirectional"].get("moving") is True, start)
        client.until_message(self.state("Toldo"), lambda one: one.json["cover"]["state"] == "closed"
                             and "moving" not in one.json["bidirectional"], start)
        client.until_topic(f"{self.base('Toldo')}/regulable", "100")

    def test_lost_bus_makes_its_elements_unavailable(self):
        client = self.start_all()
        self.house.request("POST", "/bus/faults", fault="bus-lost")
        client.until_topic(f"{self.base('Foco')}/available", "offline")
        message = client.until_message(self.event("link", "Taller"), lambda one: one.json["reachable"] is False)
        self.assertFalse(message.is_retained)
        self.house.request("DELETE", "/bus/faults")
        client.until_topic(f"{self.base('Foco')}/available", "online", seconds=60)


class Availability(Scene):
    def test_element_is_offline_while_its_server_is_down_and_stale(self):
        client = self.start_all()
        self.house.stop()
        client.until_topic(f"{self.base('Lectura')}/available", "offline")
        client.until(lambda: json.loads(client.latest[self.state("Lectura")])["binary"]["stale"], "stale")
        # domo itself holds it.
        self.assertEqual(client.latest[f"{self.base('Ausente')}/available"], "online")
        message = client.until_message(self.event("link"), lambda one: one.json["reachable"] is False)
        self.assertIn(self.house.url.split("/web")[0], message.json["link"])

    def test_stop_of_domod_is_published(self):
        client = self.start_all()
        self.terminate("domod")
        client.until_topic("domo/domod", "offline")
        self.assertEqual(client.latest["domo/bridge"], "online")
        self.start_domod()
        client.until_topic("domo/domod", "online", seconds=40)

    def test_crash_of_domod_is_published(self):
        client = self.start_all()
        self.kill("domod")
        client.until_topic("domo/domod", "offline")

    def test_crash_of_the_bridge_is_published_by_the_broker(self):
        client = self.start_all()
        self.kill("bridge")
        client.until_topic("domo/bridge", "offline")
        self.assertEqual(self.retained()["domo/bridge"], "offline")
        self.start_bridge()
        client.until_topic("domo/bridge", "online")

    def test_stop_of_the_bridge_is_published_by_itself(self):
        client = self.start_all()
        self.assertEqual(self.terminate("bridge"), 0)
        client.until_topic("domo/bridge", "offline")
        client.until_topic("domo/domod", "offline")

    def test_frozen_broker_is_noticed(self):
        """What the broker last heard is not repeated to it, but it gets what it has missed."""
        client = self.start_all()
        self.broker.freeze()
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        time.sleep(0.5)
        self.broker.thaw()
        client.until_topic(f"{self.base('Lectura')}/binary", "on")


class Events(Scene):
    def add_unknown(self, *names: str) -> None:
        """Elements that the house refuses, because it does not know them; the bridge does."""
        client = self.client()
        before = "<Dispositivo><Nombre>Lectura</Nombre>"
        new = "".join(f"<Dispositivo><Nombre>{name}</Nombre><Tipo>1</Tipo></Dispositivo>" for name in names)
        self.edit_house(before, new + before)
        client.until_topic(f"{self.base(names[-1])}/binary", "unknown")

    def test_scene_reports_its_begin_and_end(self):
        client = self.start_all()
        self.scene_file("Buenas noches", "set Lampara 40\n")
        self.domo("reload")
        self.domo("scene", "Buenas noches")
        topic = self.event("scene")
        client.until(lambda: {"begins", "ended"} <= {json.loads(one.payload).get("progress") for one in client.messages
                                                    if one.topic == topic}, "begun and ended")
        last = [one.json for one in client.on(topic) if one.json["progress"] == "ended"][0]
        self.assertEqual((last["scene"], last["outcome"]), ("Buenas noches", "done"))
        self.assertNotIn("by", last)

    def test_failed_order_is_reported(self):
        client = self.start_all()
        self.add_unknown("Antena")
        self.domo("set", "Antena", "on", status=69)
        message = client.until_message(self.event("order"))
        self.assertEqual(message.json["element"], self.domo_json("show", "Antena")["id"])
        self.assertEqual(message.json["path"], "Casa/Salon/Antena")
        self.assertEqual((message.json["stage"], message.json["code"]), ("failed", "refused-by-server"))

    def test_events_of_what_is_not_published_are_not_published(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(publish={"except": ["Casa/Salon/Antena"]})
        self.until_published(client, "Enchufe")
        self.add_unknown("Antena", "Faro")
        self.domo("set", "Antena", "on", status=69)
        self.domo("set", "Faro", "on", status=69)
        client.until_message(self.event("order"), lambda one: one.json["path"] == "Casa/Salon/Faro")
        self.assertEqual({one.json["path"] for one in client.on(self.event("order"))}, {"Casa/Salon/Faro"})
