"""What commands become: each has one outcome, and what is not allowed or not sure is not carried out."""
import subprocess
import time

from house import PROGRAMS
from scene import Scene


class Payloads(Scene):
    def test_each_type_takes_its_payloads(self):
        client = self.start_all()
        orders = [
            ("Lectura", "binary", "on", "on"), ("Lectura", "binary", "OFF", "off"), ("Lectura", "binary", "true", "on"),
            ("Lectura", "binary", "0", "off"), ("Lectura", "binary", "1", "on"), ("Lectura", "binary", "False", "off"),
            ("Lectura", "binary", "toggle", "on"),
            ("Lampara", "regulable", "40", "40"), ("Lampara", "regulable", "+10", "50"),
            ("Lampara", "regulable", "-30", "20"), ("Lampara", "regulable", "33.4", "33"),
            ("Lampara", "binary", "off", "off"),
            ("Persiana/Lamas", "regulable", "70", "70"),
            ("Clima", "value", "22.5", "22.5"), ("Clima/Modo", "value", "economy", "economy"),
            ("Mensaje", "value", "La casa está abierta; 100 %", "La casa está abierta; 100 %"),
            ("Mensaje", "value", "--all \"$x\" #no comment", "--all \"$x\" #no comment"),
            ("Tira", "colour", "#ff8000", "#ff8000"), ("Tira", "colour", "2700K", "2700K"),
            ("Ausente", "binary", "on", "on"),
        ]
        for path, facet, payload, value in orders:
            with self.subTest(path=path, payload=payload):
                answers = client.outcomes(client.order(self.set(path, facet), payload))
                # What domo itself holds is confirmed at once.
                self.assertEqual(answers[0]["outcome"], "confirmed" if path == "Ausente" else "accepted", answers)
                client.until_topic(f"{self.base(path)}/{facet}", value)
        for payload, operation in [("open", "enable"), ("close", "disable"), ("UP", "enable"), ("down", "disable"),
                                   ("stop", "stop")]:
            with self.subTest(payload=payload):
                self.assertEqual(client.outcome(self.set("Persiana", "bidirectional"), payload)["outcome"], "accepted")
                self.assertEqual(self.house.of(name="Persiana")[-1].fields["operation"], operation)
        self.until_counted(client, len(orders) + 5, accepted=len(orders) + 5)

    def test_wrong_payloads_are_refused_with_their_codes(self):
        client = self.start_all()
        orders = [
            ("Lectura", "binary", "maybe", "refused-value"), ("Lectura", "binary", "", "bad-request"),
            ("Lectura", "binary", b"on\n", "bad-request"), ("Lectura", "binary", b"\xff\xfe", "bad-request"),
            ("Lectura", "binary", b"on\0", "bad-request"), ("Lectura", "binary", "x" * 5000, "bad-request"),
            ("Lectura", "binary", "on --wait none", "refused-value"), ("Lectura", "binary", "50", "refused-value"),
            ("Lampara", "regulable", "101", "refused-value"), ("Lampara", "regulable", "-200", "refused-value"),
            ("Lampara", "regulable", "nan", "refused-value"), ("Lampara", "regulable", "0x10", "refused-value"),
            ("Lampara", "regulable", "1e1", "refused-value"),
            ("Persiana", "bidirectional", "sideways", "refused-value"), ("Clima", "value", "40", "refused-value"),
            ("Clima", "value", "20.3", "refused-value"), ("Clima", "value", "warm", "refused-value"),
            ("Clima/Modo", "value", "turbo", "refused-value"), ("Tira", "colour", "blurple", "refused-value"),
            ("Tira", "colour", "9000K", "refused-value"), ("Clima/Temperatura", "value", "20", "not-listed"),
            ("Ventana", "binary", "on", "not-listed"), ("Lectura", "regulable", "40", "refused-value"),
            ("Persiana", "binary", "on", "refused-value"),
        ]
        wrong = []
        for path, facet, payload, code in orders:
            answer = client.outcome(self.set(path, facet), payload)
            if (answer["outcome"], answer.get("code")) != ("refused", code):
                wrong.append((path, facet, payload[:20], code, answer))
        self.assertEqual(wrong, [])
        counts = self.until_counted(client, len(orders), refused=len(orders))
        self.assertEqual(counts["confirmed"], 0)
        self.assertEqual(self.house.signals, [])

    def test_topics_that_name_nothing(self):
        client = self.start_all()
        house, element = self.base("Lectura").split("/")[1:]
        for topic, code in [
            (f"domo/{house}/aaaaaaaaaaaaaaaa/binary/set", "unknown-element"),
            (f"domo/aaaaaaaaaaaaaaaa/{element}/binary/set", "unknown-element"),
            ("domo/Casa/Lectura/binary/set", "unknown-element"), (f"domo/{house}//binary/set", "unknown-element"),
        ]:
            answer = client.outcome(topic, "on")
            self.assertEqual((answer["outcome"], answer["code"]), ("refused", code), topic)
        # These are no commands.
        for topic in [f"domo/{house}/{element}/lamp/set", f"domo/{house}/{element}/set",
                      f"domo/{house}/{element}/binary/set/x", f"domo/{house}/binary/set"]:
            client.publish(topic, "on", answer=f"{client.answers}/none")
        client.settle()
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        self.assertEqual(client.on(f"{client.answers}/none"), [])
        self.until_counted(client, 5, accepted=1, refused=4)


class Answers(Scene):
    def test_accepted_then_confirmed_with_the_number_of_the_order(self):
        client = self.start_all()
        first, second = client.outcomes(client.order(self.set("Lectura", "binary"), "on"), 2)
        self.assertEqual((first["outcome"], second["outcome"]), ("accepted", "confirmed"))
        [order] = self.domo_json("orders")["orders"]
        self.assertEqual((first["order"], second["order"], order["stage"]), (order["id"], order["id"], "confirmed"))
        self.until_counted(client, 1, accepted=1, confirmed=1)

    def test_order_that_the_house_does_not_obey_is_accepted_and_then_a_mismatch(self):
        self.start_house()
        dialect = subprocess.run([PROGRAMS / "domod", "--print-dialect", "simulator"], capture_output=True, text=True,
                                 timeout=30, check=True).stdout
        (self.folder / "quick.yaml").write_text(dialect.replace("confirm-within: 30s", "confirm-within: 2s"))
        self.start_domod(server={"url": self.house.url, "dialect": "quick", "reading": {"every": "1s"}},
                         dialects={"quick": {"file": str(self.folder / "quick.yaml")}})
        self.start_broker()
        client = self.client()
        self.start_bridge()
        self.until_published(client)
        self.house.fault("stuck", name="Lectura")
        answer = client.order(self.set("Lectura", "binary"), "on")
        answers = client.outcomes(answer, 2, seconds=60)
        self.assertEqual([one["outcome"] for one in answers], ["accepted", "mismatch"])
        self.assertEqual(answers[1]["code"], "mismatch")
        self.until_counted(client, 1, accepted=1, confirmed=0)

    def test_server_that_fails(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(deadline="2s")
        self.until_published(client)
        self.house.fault("fail", on="signals")
        answer = client.outcome(self.set("Lectura", "binary"), "on")
        self.assertEqual(answer["outcome"], "failed")
        self.assertIn(answer["code"], ["deadline-passed", "refused-by-server", "unreachable"])
        self.until_counted(client, 1, failed=1)

    def test_superseded_levels(self):
        client = self.start_all()
        self.house.fault("slow", on="signals", latency="500ms")
        answers = [client.order(self.set("Lampara", "regulable"), str(level)) for level in (10, 20, 30, 40)]
        outcomes = [client.outcomes(answer)[0]["outcome"] for answer in answers]
        self.assertEqual((outcomes[0], outcomes[-1]), ("accepted", "accepted"))
        self.assertIn("superseded", outcomes)
        counts = self.until_counted(client, 4)
        self.assertEqual(counts["superseded"], outcomes.count("superseded"))
        self.assertEqual(len(self.house.of(name="Lampara")), counts["accepted"])

    def test_answers_go_to_no_topic_of_the_bridge(self):
        client = self.start_all("--discovery", "homeassistant")
        lock = self.set("Cerradura", "binary")
        for topic in [lock, "domo/x", "domo", "domo/bridge", "homeassistant/status", "homeassistant/device/x/config",
                      "$SYS/x", f"$share/x/{lock}"]:
            client.publish(self.set("Lectura", "binary"), "nonsense", answer=topic)
        self.until_counted(client, 8, refused=8)
        self.assertEqual([one for one in client.messages if b"refused-value" in one.payload], [])
        # An answer that is allowed comes before the counts.
        client.publish(self.set("Lectura", "binary"), "nonsense", answer="elsewhere")
        self.until_counted(client, 9, refused=9)
        self.assertEqual([one.topic for one in client.messages if b"refused-value" in one.payload], ["elsewhere"])

    def test_command_without_a_response_topic_has_no_answer(self):
        client = self.start_all()
        start = len(client.messages)
        client.publish(self.set("Lectura", "binary"), "on")
        self.until_counted(client, 1, accepted=1)
        client.settle()
        self.assertEqual([one.topic for one in client.messages[start:] if b'"outcome"' in one.payload], [])

    def test_binary_correlation_data(self):
        client = self.start_all()
        data = bytes(range(256)) * 4
        client.publish(self.set("Lectura", "binary"), "on", answer=f"{client.answers}/b", correlation=data)
        self.assertEqual(client.until_message(f"{client.answers}/b").correlation, data)


class Old(Scene):
    def test_retained_command_is_dropped(self):
        client = self.start_all()
        answer = client.outcome(self.set("Lectura", "binary"), "on", retain=True)
        self.assertEqual((answer["outcome"], answer["code"]), ("dropped", "retained"))
        self.until_counted(client, 1, dropped=1)
        self.assertEqual(self.house.signals, [])
        # It waits for a bridge that starts.
        self.kill("bridge")
        client.settle()
        self.restart_bridge(client)
        self.assertEqual(client.outcome(self.set("Enchufe", "binary"), "on")["outcome"], "accepted")
        self.assertEqual([one.fields["name"] for one in self.house.signals], ["Enchufe"])

    def test_expired_command_is_not_delivered_or_dropped(self):
        client = self.start_all()
        self.freeze("bridge")
        client.publish(self.set("Lectura", "binary"), "on", expiry=1)
        time.sleep(1.5)
        self.thaw("bridge")
        # Stalls of up to 2 s are none: what was good for 1 s when it arrived is not good any more.
        self.assertEqual(client.outcome(self.set("Enchufe", "binary"), "on", expiry=5)["outcome"], "accepted")
        self.until_counted(client, 2, accepted=1, dropped=1)
        self.assertEqual(self.house.of(name="Lectura"), [])

    def test_expiry_is_the_deadline_of_the_order(self):
        client = self.start_all()
        self.house.fault("fail", on="signals", name="Lectura")
        begin = time.monotonic()
        answer = client.outcome(self.set("Lectura", "binary"), "on", expiry=1)
        self.assertEqual(answer["outcome"], "failed")
        # Less than the usual 10 s.
        self.assertLess(time.monotonic() - begin, 8)

    def test_toggle_and_steps_at_qos_1_may_be_duplicates(self):
        client = self.start_all()
        for path, facet, payload in [("Lectura", "binary", "toggle"), ("Lampara", "regulable", "+10"),
                                     ("Lampara", "regulable", "up")]:
            answer = client.outcome(self.set(path, facet), payload, qos=1)
            # The bridge subscribes at QoS 0: the broker hands it over at QoS 0, at most once.
            self.assertIn((answer["outcome"], answer.get("code")),
                          [("accepted", None), ("refused", "duplicate"), ("failed", "refused-value")], payload)
        self.until_counted(client, 3)


class Dangerous(Scene):
    locked = [("Puerta", "binary", "on"), ("Cerradura", "binary", "off"), ("Porton", "bidirectional", "up"),
              ("Garaje", "bidirectional", "up"), ("Humo", "binary", "off")]

    def test_what_lets_somebody_in_takes_no_orders_until_it_is_listed(self):
        client = self.start_all()
        for path, facet, payload in self.locked:
            answer = client.outcome(self.set(path, facet), payload)
            self.assertEqual((answer["outcome"], answer["code"]), ("refused", "not-listed"), path)
        self.assertEqual(self.house.signals, [])
        self.terminate("bridge")
        self.restart_bridge(client, commands=[f"Casa/Entrada/{path}" for path, _, _ in self.locked])
        for path, facet, payload in self.locked:
            self.assertEqual(client.outcome(self.set(path, facet), payload)["outcome"], "accepted", path)
        self.assertEqual(len(self.house.signals), len(self.locked))

    def test_token_without_doors_moves_none_that_is_listed(self):
        client = self.start_all()
        self.terminate("bridge")
        token = self.token("mqtt", "--role", "act", doors=False)
        paths = [f"Casa/Entrada/{path}" for path, _, _ in self.locked]
        self.restart_bridge(client, "--token-file", token, commands=paths)
        for path, facet, payload in self.locked:
            answer = client.outcome(self.set(path, facet), payload)
            # The gate without a class is none for domod.
            expected = "not-allowed" if path in ("Puerta", "Cerradura", "Garaje") else None
            self.assertEqual(answer.get("code"), expected, path)
        self.assertEqual(len(self.house.signals), 2)

    def test_no_commands_at_all(self):
        client = self.start_all(commands=False)
        for path, facet, payload in [("Lectura", "binary", "on"), ("Mensaje", "value", "x")]:
            answer = client.outcome(self.set(path, facet), payload)
            self.assertEqual((answer["outcome"], answer["code"]), ("refused", "not-listed"))
        self.scene_file("Noche", "set Lampara 40\n")
        self.scene_file("Larga", "wait 10m\n")
        self.domo("reload")
        answer = client.outcome_after_reload("domo/scenes/scene/Noche/set", "ON")
        self.assertEqual((answer["outcome"], answer["code"]), ("refused", "not-listed"), answer)
        client.publish("domo/scenes/stop", "")
        client.settle()
        self.assertEqual(self.house.signals, [])


class Many(Scene):
    def test_three_hundred_commands_at_once_have_an_outcome_each(self):
        client = self.start_all()
        paths = [("Lectura", "binary", ["on", "off"]), ("Lampara", "regulable", [str(n) for n in range(1, 101)]),
                 ("Mensaje", "value", [f"m{n}" for n in range(100)]), ("Enchufe", "binary", ["toggle"]),
                 ("Tira", "binary", ["on", "sideways"]), ("Cerradura", "binary", ["on"])]
        topics = [self.set(path, facet) for path, facet, _ in paths]
        answers = []
        for number in range(300):
            payloads = paths[number % len(paths)][2]
            answers.append(client.order(topics[number % len(paths)], payloads[number // len(paths) % len(payloads)]))
        for answer in answers:
            client.outcomes(answer, seconds=60)
        counts = self.until_counted(client, 300, unknown=0, dropped=0)
        client.settle()
        finals = [client.on(answer)[0].json["outcome"] for answer in answers]
        for outcome in ("accepted", "superseded", "refused", "failed"):
            self.assertEqual(finals.count(outcome), counts[outcome], outcome)
        # Nothing was carried out twice, and nothing that has another outcome.
        texts = [one.fields["value"] for one in self.house.of(name="Mensaje")]
        self.assertEqual(len(texts), len(set(texts)))
        for number, answer in enumerate(answers):
            if paths[number % len(paths)][0] == "Mensaje":
                value = paths[2][2][number // len(paths) % 100]
                self.assertEqual(value in texts, finals[number] == "accepted", (value, finals[number]))

    def test_more_than_the_maximum_without_an_outcome_are_refused(self):
        client = self.start_all()
        topic = self.set("Mensaje", "value")
        self.freeze("domod")
        answers = [client.order(topic, f"m{number}") for number in range(300)]
        client.until(lambda: self.counts(client)["refused"] == 300 - 256, "the rest is refused")
        busy = [client.on(answer)[0].json for answer in answers if client.on(answer)]
        self.assertEqual({(one["outcome"], one["code"]) for one in busy}, {("refused", "busy")})
        self.thaw("domod")
        self.until_counted(client, 300, seconds=90)
