"""Scenes over MQTT, and what the rights of the bridge's token are."""
import json

from scene import Scene

NIGHT = "domo/scenes/scene/Noche/set"


class Scenes(Scene):
    def setUp(self) -> None:
        super().setUp()
        self.scene_file("Noche", "set Lampara 40\nset Lectura on\n")
        self.scene_file("Nivel", "takes level percent 0..80\ntakes texto text default \"nada\"\n"
                                 "dim Salon/Lampara $level\nlog \"{$texto}\"\n")
        self.scene_file("Larga", "set Lectura on\nwait 10m\nset Lectura off\n")
        self.scene_file("Otra", "wait 10m\n")
        self.scene_file("Raro", 'name "50 % +/# luz"\nset Enchufe on\n')

    def running(self) -> list[str]:
        return sorted(one["name"] for one in self.domo_json("scene", "stop")["scenes"])

    def test_scene_is_accepted_when_it_begins_and_reports_its_end(self):
        client = self.start_all()
        answers = client.outcomes(client.order(NIGHT, "ON"), 2)
        self.assertEqual([one["outcome"] for one in answers], ["accepted", "done"])
        self.assertEqual([one.fields["name"] for one in self.house.signals], ["Lampara", "Lectura"])
        self.until_counted(client, 1, accepted=1)

    def test_any_payload_without_values_starts_it(self):
        client = self.start_all()
        for payload in ["", "ON", "PRESS", "x"]:
            answers = client.outcomes(client.order(NIGHT, payload), 2)
            self.assertEqual([one["outcome"] for one in answers], ["accepted", "done"], payload)
        self.until_counted(client, 4, accepted=4)

    def test_values(self):
        client = self.start_all()
        topic = "domo/scenes/scene/Nivel/set"
        answers = client.outcomes(client.order(topic, '{"level": 35, "texto": "hola; set Cerradura off"}'), 2)
        self.assertEqual([one["outcome"] for one in answers], ["accepted", "done"])
        client.until_topic(f"{self.base('Lampara')}/regulable", "35")
        for payload, code in [
            ('{"level": 90}', "refused-value"), ('{"level": "x"}', "refused-value"), ('{"nivel": 3}', "refused-value"),
            ("{}", "refused-value"), ("", "refused-value"), ('{"level": 3', "bad-request"), ('{"level": [3]}', "bad-request"),
            ('{"level": 3, "a b": 4}', "bad-request"), ("{" + " " * 5000 + "}", "bad-request"),
        ]:
            answer = client.outcome(topic, payload)
            self.assertEqual(answer["outcome"], "refused", payload)
            self.assertIn(answer["code"], [code, "bad-request"], (payload, answer))
        self.until_counted(client, 10, accepted=1, refused=9)
        self.assertEqual(len(self.house.signals), 1)

    def test_name_with_characters_of_topics(self):
        client = self.start_all()
        answer = client.outcome("domo/scenes/scene/50 %25 %2B%2F%23 luz/set", "ON")
        self.assertEqual(answer["outcome"], "accepted", answer)
        self.house.until(lambda: self.house.find(), "the scene has run")

    def test_unknown_scene(self):
        client = self.start_all()
        for name in ["Nada", "%2", "%FF"]:
            client.publish(f"domo/scenes/scene/{name}/set", "ON", answer=f"{client.answers}/unknown")
        answer = client.until_message(f"{client.answers}/unknown").json
        self.assertEqual((answer["outcome"], answer["code"]), ("refused", "unknown-scene"))
        self.until_counted(client, 1, refused=1)

    def test_stop_of_one_and_of_all(self):
        client = self.start_all()
        answers = {name: client.order(f"domo/scenes/scene/{name}/set", "ON") for name in ("Larga", "Otra")}
        for answer in answers.values():
            self.assertEqual(client.outcomes(answer)[0]["outcome"], "accepted")
        self.assertEqual(self.running(), ["Larga", "Otra"])
        stopped = client.outcome("domo/scenes/stop", "Larga")
        self.assertEqual(stopped["outcome"], "accepted", stopped)
        self.assertEqual([one["outcome"] for one in client.outcomes(answers["Larga"], 2)], ["accepted", "stopped"])
        self.assertEqual(self.running(), ["Otra"])
        self.assertEqual(client.outcome("domo/scenes/stop", "PRESS")["outcome"], "accepted")
        self.assertEqual([one["outcome"] for one in client.outcomes(answers["Otra"], 2)], ["accepted", "stopped"])
        self.assertEqual(self.running(), [])
        self.assertEqual(client.outcome("domo/scenes/stop", "")["outcome"], "accepted")
        self.assertEqual(client.outcome("domo/scenes/stop", "Nada")["outcome"], "refused")
        self.until_counted(client, 6, accepted=5, refused=1)

    def test_scene_that_opens_something_can_not_be_started_until_it_is_listed(self):
        self.scene_file("Llegada", "set Lectura on\nset Cerradura off\n")
        self.scene_file("Directa", "if Lectura on: set Entrada/Porton up\n")
        self.scene_file("Todo", "scene Llegada\n")
        client = self.start_all()
        for name in ("Llegada", "Directa", "Todo"):
            answer = client.outcome(f"domo/scenes/scene/{name}/set", "ON")
            self.assertEqual((answer["outcome"], answer["code"]), ("refused", "not-listed"), name)
        self.assertEqual(self.house.signals, [])
        self.terminate("bridge")
        self.restart_bridge(client, scenes=["Llegada"])
        self.assertEqual([one["outcome"] for one in client.outcomes(client.order("domo/scenes/scene/Llegada/set"), 2)],
                         ["accepted", "done"])
        self.assertEqual(client.outcome("domo/scenes/scene/Directa/set")["code"], "not-listed")
        self.terminate("bridge")
        self.restart_bridge(client, commands=["Casa/Entrada/Porton"])
        self.assertEqual(client.outcome("domo/scenes/scene/Directa/set")["outcome"], "accepted")
        self.assertEqual(client.outcome("domo/scenes/scene/Llegada/set")["code"], "not-listed")

    def test_no_scenes_at_all(self):
        client = self.start_all(scenes=False)
        self.assertEqual(client.outcome(NIGHT, "ON")["code"], "not-listed")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")

    def test_retained_start_is_dropped(self):
        client = self.start_all()
        self.assertEqual(client.outcome(NIGHT, "ON", retain=True)["code"], "retained")
        self.until_counted(client, 1, dropped=1)
        self.assertEqual(self.house.signals, [])

    def test_bridge_that_dies_leaves_the_scene_running(self):
        client = self.start_all()
        self.assertEqual(client.outcome("domo/scenes/scene/Larga/set", "ON")["outcome"], "accepted")
        self.kill("bridge")
        self.assertEqual(self.running(), ["Larga"])

    def test_fifty_starts_at_once_have_an_outcome_each(self):
        client = self.start_all()
        answers = [client.order(NIGHT, "ON") for _ in range(50)]
        for answer in answers:
            client.outcomes(answer, seconds=60)
        self.until_counted(client, 50, unknown=0, dropped=0, failed=0)


class Rights(Scene):
    def start_with_token(self, *options: str, **configuration):
        self.start_house()
        self.start_domod(access={"tokens": {"own-rates": {"hub": 200}}})
        self.start_broker()
        client = self.client()
        self.start_bridge("--token-file", self.token("hub", *options), **configuration)
        return client

    def test_orders_are_those_of_the_token(self):
        client = self.start_with_token("--role", "act")
        self.until_published(client)
        self.assertEqual(client.outcomes(client.order(self.set("Lectura", "binary"), "on"), 2)[1]["outcome"], "confirmed")
        [order] = self.domo_json("orders")["orders"]
        self.assertEqual(("hub" in order["by"], order["byKind"]), (True, "token"), order)
        entries = self.domo_json("history", "Lectura")["entries"]
        self.assertIn("hub", entries[-1]["by"])

    def test_token_that_may_only_read(self):
        client = self.start_with_token("--role", "read")
        self.until_published(client)
        self.scene_file("Noche", "set Lampara 40\n")
        self.scene_file("Larga", "wait 10m\n")
        self.domo("reload")
        for topic, payload in [(self.set("Lectura", "binary"), "on"), (NIGHT, "ON"), ("domo/scenes/stop", "Larga")]:
            answer = client.outcome_after_reload(topic, payload)
            self.assertEqual((answer["outcome"], answer["code"]), ("refused", "not-allowed"), topic)
        self.until_counted(client, client.orders, refused=client.orders)
        self.assertEqual(self.house.signals, [])

    def test_token_that_is_limited_to_places(self):
        client = self.start_with_token("--role", "act", "--place", "Casa/Salon", commands=["Casa/Entrada/Puerta"])
        self.until_published(client)
        self.scene_file("Noche", "set Lampara 40\nset Enchufe on\n")
        self.scene_file("Aqui", "set Lampara 40\n")
        self.domo("reload")
        kept = self.retained()
        for path in ("Enchufe", "Puerta", "Ausente"):
            self.assertEqual([topic for topic in kept if topic.startswith(self.base(path))], [], path)
        for topic in (self.set("Enchufe", "binary"), self.set("Puerta", "binary"), NIGHT):
            answer = client.outcome_after_reload(topic, "on")
            self.assertEqual(answer["outcome"], "refused", topic)
            self.assertIn(answer["code"], ["unknown-element", "unknown-scene"])
        self.assertEqual(client.outcome("domo/scenes/scene/Aqui/set", "ON")["outcome"], "accepted")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        # What happens elsewhere is not published.
        start = len(client.messages)
        self.domo("set", "Enchufe", "on", "--wait", "confirmed")
        self.domo("set", "Lectura", "off", "--wait", "confirmed")
        client.until_message(self.state("Lectura"), start=start)
        self.assertEqual([one for one in client.messages[start:] if self.ids["Enchufe"] in one.topic], [])

    def test_link_of_a_token_with_places(self):
        client = self.start_with_token("--role", "act", "--place", "Casa/Salon")
        self.until_published(client)
        self.house.stop()
        client.until_topic(f"{self.base('Lectura')}/available", "offline", 40)

    def test_revoked_token_is_told_and_has_no_rights_any_more(self):
        client = self.start_with_token("--role", "act")
        self.until_published(client)
        self.domo("token", "revoke", "hub")
        client.until_topic("domo/domod", "offline")
        answer = client.outcome(self.set("Lectura", "binary"), "on")
        self.assertEqual((answer["outcome"], answer["code"]), ("refused", "offline"))
        self.until(lambda: "token" in self.log().split("connected to mqtt")[-1], "the log says why")
        self.assertEqual(self.house.signals, [])

    def test_wrong_token(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        file = self.folder / "wrong"
        file.write_text("domo_wrong\n")
        file.chmod(0o600)
        client = self.client()
        self.start_bridge("--token-file", file)
        self.until(lambda: "token" in self.log().split("started")[-1], "the log says why")
        client.until_topic("domo/domod", "offline")
        self.assertNotIn("domo_wrong", self.log())
        client.settle()
        self.assertEqual({topic for topic in self.retained()}, {"domo/bridge", "domo/domod", "domo/commands"})

    def test_rate_of_a_token(self):
        self.start_house()
        self.start_domod(access={"tokens": {"order-rate": 5, "order-burst": 10}})
        self.start_broker()
        client = self.client()
        self.start_bridge("--token-file", self.token("hub", "--role", "act"))
        self.until_published(client)
        topics = [self.set(path, "binary") for path in ("Lectura", "Enchufe", "Tira", "Lampara")]
        answers = [client.order(topics[number % 4], "on" if number % 8 < 4 else "off") for number in range(40)]
        outcomes = [client.outcomes(answer)[0] for answer in answers]
        refused = [one for one in outcomes if one["outcome"] == "refused"]
        self.assertEqual({one["code"] for one in refused}, {"busy"})
        counts = self.until_counted(client, 40)
        self.assertGreaterEqual(counts["refused"], 1)
        self.assertEqual(len(self.house.signals), counts["accepted"])
