"""What is published follows the house file and the rules: nothing of what is gone stays on the broker."""
import json
import signal
import time

from scene import Scene

READING = "<Dispositivo><Nombre>Lectura</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo></Dispositivo>"
SOCKET = "<Dispositivo><Nombre>Enchufe</Nombre><d:Clase>enchufe</d:Clase><Tipo>1</Tipo></Dispositivo>"
# What the bridge has beside the house.
OWN = {"domo/bridge", "domo/domod", "domo/commands"}


class HouseScene(Scene):
    def topics(self, path: str, *facets: str) -> set[str]:
        return {f"{self.base(path)}/{name}" for name in ("state", "available", *facets)}

    def expected(self) -> set[str]:
        """The retained topics that the house has now, as domod describes it."""
        found = set(OWN)

        def add(place: dict, house: str) -> None:
            for element in place["elements"]:
                for one in [element, *element.get("parts", [])]:
                    base = f"domo/{house}/{one['id']}"
                    found.update({f"{base}/state", f"{base}/available", *(f"{base}/{type}" for type in one["types"])})
            for sector in place["sectors"]:
                add(sector, house)

        for house in self.domo_json("model", "--ids")["houses"]:
            add(house, house["id"])
        return found

    def until_house_is_published(self) -> dict[str, str]:
        """Waits until the broker has exactly the topics of the house."""
        expected = self.expected()
        end = time.monotonic() + 60
        while set(kept := self.retained()) != expected:
            if time.monotonic() > end:
                self.fail(f"missing: {expected - set(kept)}, unexpected: {set(kept) - expected}\n{self.log()}")
            time.sleep(0.1)
        return kept


class Changes(HouseScene):
    def test_broker_has_the_house_and_nothing_else(self):
        self.start_all()
        self.until_house_is_published()

    def test_removed_element_has_no_topics_any_more(self):
        client = self.start_all()
        gone = self.topics("Lectura", "binary")
        self.assertLessEqual(gone, set(self.retained()))
        self.edit_house(READING, "")
        client.until(lambda: all(client.latest[topic] == "" for topic in gone), "removed")
        self.assertEqual(gone & set(self.until_house_is_published()), set())

    def test_removed_type_has_no_topic_any_more(self):
        client = self.start_all()
        base = self.base("Lampara")
        self.edit_house("<Nombre>Lampara</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo><Tipo>2</Tipo>",
                        "<Nombre>Lampara</Nombre><d:Clase>luz</d:Clase><Tipo>1</Tipo>")
        client.until_topic(f"{base}/regulable", "")
        self.until_house_is_published()
        self.assertNotIn("regulable", json.loads(self.retained()[f"{base}/state"]))

    def test_new_element_is_published(self):
        client = self.start_all()
        self.edit_house(READING, READING + READING.replace("Lectura", "Nueva"))
        client.until_topic(f"{self.base('Nueva')}/binary", "unknown")
        self.until_house_is_published()

    def test_renamed_and_moved_element_keeps_its_topics(self):
        client = self.start_all()
        before = self.base("Enchufe")
        # The signal of an element contains its name: only by "domo rename" it is known again.
        self.edit_house(SOCKET, "")
        self.edit_house(READING, READING + SOCKET.replace("Enchufe", "Radio"))
        self.domo("rename", "Casa/Entrada/Enchufe", "Casa/Salon/Radio")
        # domod reports nothing of it by itself.
        self.domo("reload")
        self.assertEqual(self.base("Radio"), before)
        self.until_house_is_published()
        client.until_topic(f"{before}/available", "online")

    def test_element_removed_while_the_bridge_was_off(self):
        for is_killed in (False, True):
            with self.subTest(is_killed=is_killed):
                self.setUp()
                self.start_all()
                gone = self.topics("Lectura", "binary")
                if is_killed:
                    self.kill("bridge")
                else:
                    self.terminate("bridge")
                self.edit_house(READING, "")
                self.assertLessEqual(gone, set(self.retained()))
                self.start_bridge()
                self.assertEqual(gone & set(self.until_house_is_published()), set())
                self.doCleanups()
        self.setUp()

    def test_element_removed_while_domod_and_the_bridge_were_off(self):
        self.start_all()
        self.terminate("bridge")
        self.terminate("domod")
        self.file.write_text(self.file.read_text().replace(READING, ""))
        self.start_bridge()
        # The house is not known yet: nothing is removed.
        self.assertEqual(len([topic for topic in self.retained() if topic.endswith("/available")]), 17)
        self.start_domod()
        self.until_house_is_published()

    def test_element_removed_while_the_broker_was_off(self):
        self.start_house()
        self.start_domod()
        self.start_broker(is_persistent=True)
        client = self.client()
        self.start_bridge()
        self.until_published(client)
        gone = self.topics("Lectura", "binary")
        self.until_house_is_published()
        self.broker.stop()
        self.edit_house(READING, "")
        self.broker.restart()
        self.until_logged("connected to mqtt", 2)
        self.until_house_is_published()
        self.assertEqual(gone & set(self.retained()), set())

    def test_broker_that_lost_everything_gets_it_again(self):
        self.start_all()
        before = self.until_house_is_published()
        self.broker.kill()
        self.broker.restart()
        self.until_logged("connected to mqtt", 2)
        self.assertEqual(set(self.until_house_is_published()), set(before))

    def test_persistent_broker_keeps_states_and_gets_what_changed(self):
        self.start_house()
        self.start_domod()
        self.start_broker(is_persistent=True)
        client = self.client()
        self.start_bridge()
        self.until_published(client)
        self.broker.stop()
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        self.broker.restart()
        client.until_topic(f"{self.base('Lectura')}/binary", "on")
        self.assertEqual(self.until_house_is_published()[f"{self.base('Lectura')}/binary"], "on")

    def test_two_houses_and_one_that_goes(self):
        self.start_house()
        other = self.file.parent / "otra.xml"
        other.write_text(self.file.read_text().replace("<Nombre>Casa</Nombre>", "<Nombre>Otra</Nombre>"))
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge()
        self.until_published(client, "Casa/Salon/Lectura")
        self.assertEqual(len(self.until_house_is_published()), 2 * (len(self.expected()) - 3) // 2 + 3)
        other.unlink()
        self.domo("reload")
        self.until_house_is_published()


class ChangesOnTheBus(HouseScene):
    home = "bus.xml"
    has_bus = True

    def test_renamed_and_moved_element_is_known_again(self):
        client = self.start_all()
        before = self.base("Foco")
        start = len(client.messages)
        text = self.file.read_text()
        lamp = text[text.index("<Dispositivo>"):text.index("</Dispositivo>") + len("</Dispositivo>")]
        moved = f"<Sector><Nombre>Nave</Nombre>{lamp.replace('Foco', 'Plafon')}</Sector>"
        self.file.write_text(text.replace(lamp, "").replace("</Vivienda>", f"{moved}</Vivienda>"))
        reply = self.domo_json("reload")
        self.assertEqual([(one["old"], one["new"]) for one in reply["renamed"]], [("Taller/Foco", "Taller/Nave/Plafon")])
        # For a moment, the bridge knows only the old path, which nothing has any more.
        self.until(lambda: client.outcome(f"{before}/binary/set", "on")["outcome"] == "accepted", "an order is accepted")
        client.until_topic(f"{before}/binary", "on")
        self.assertEqual(self.base("Plafon"), before)
        self.until_house_is_published()
        # Nothing was removed meanwhile.
        self.assertEqual([one for one in client.messages[start:] if one.topic.startswith(before) and not one.payload], [])


class Foreign(HouseScene):
    def test_topics_of_others_are_left_alone(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        house, element = self.base("Lectura").split("/")[1:]
        others = {
            f"domo/notes/{element}/state": "another bridge's", f"domo/{house}/kitchen/state": "not an ID",
            f"domo/{house}/{element}/remark": "not one of ours", "domo/shopping": "milk", f"domo/{house}/x": "1",
            f"other/{house}/{element}/state": "another prefix", f"domo/{house}/{element}/state/deeper": "too deep",
            f"domo2/{house}/{element}/state": "a longer prefix", f"domo/{house}/{element}": "too short",
        }
        for topic, text in others.items():
            client.publish(topic, text, qos=1, retain=True)
        # With the form of a removed element.
        ghost = f"domo/{house}/aaaaaaaaaaaaaaaa/state"
        client.publish(ghost, "{}", qos=1, retain=True)
        self.start_bridge()
        client.until_topic(ghost, "")
        self.until_published(client)
        kept = self.retained("#")
        self.assertEqual({topic: kept.get(topic) for topic in others}, others)

    def test_state_that_a_stranger_wrote_is_corrected_at_the_next_connection(self):
        client = self.start_all()
        topic = f"{self.base('Lectura')}/binary"
        self.terminate("bridge")
        client.publish(topic, "on", qos=1, retain=True)
        self.start_bridge()
        client.until_topic(topic, "off")


class Rules(HouseScene):
    def published(self, rules: dict | None, **more) -> set[str]:
        """The ends of the paths that are published under these rules; the bridge is started or reloaded."""
        if "bridge" in self.processes:
            count = self.log().count("connected to mqtt")
            self.configure_bridge(broker=f"mqtt://127.0.0.1:{self.broker.port}", publish=rules, **more)
            self.processes["bridge"].send_signal(signal.SIGHUP)
            self.until_logged("connected to mqtt", count + 1)
        else:
            self.start_bridge(publish=rules, **more)
        previous = None
        while True:
            topics = {topic.split("/")[2] for topic in self.retained() if topic.endswith("/state")}
            # Two pictures of the broker that are the same, and after the bridge's own marker.
            if topics == previous and topics:
                break
            previous = topics
            self.domo("status")
            time.sleep(0.3)
        paths = {}

        def add(place: dict) -> None:
            for element in place["elements"]:
                for one in [element, *element.get("parts", [])]:
                    paths[one["id"]] = one["path"].removeprefix("Casa/")
            for sector in place["sectors"]:
                add(sector)

        for house in self.domo_json("model", "--ids")["houses"]:
            add(house)
        return {paths[topic] for topic in topics}

    def test_rules_choose_what_is_published(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        light = {"Salon/Lampara", "Salon/Lectura", "Salon/Tira"}
        entrance = {f"Entrada/{name}" for name in ("Puerta", "Cerradura", "Porton", "Garaje", "Humo", "Enchufe")}
        for rules, expected in [
            ({"classes": ["light"]}, light),
            ({"classes": ["luz", "smoke"]}, light | {"Entrada/Humo"}),
            ({"places": ["Casa/Entrada"]}, entrance),
            ({"places": ["Casa/Entrada", "Casa/Salon/Lectura"]}, entrance | {"Salon/Lectura"}),
            ({"places": ["Casa/Entrada"], "except": ["Casa/Entrada/Humo", "Casa/Entrada/Puerta"]},
             entrance - {"Entrada/Humo", "Entrada/Puerta"}),
            ({"classes": ["thermostat"], "roles": ["temperature"]}, {"Salon/Clima", "Salon/Clima/Temperatura"}),
            ({"classes": ["thermostat"], "except": ["Casa/Salon/Clima/Modo"]},
             {"Salon/Clima", "Salon/Clima/Temperatura"}),
        ]:
            with self.subTest(rules=rules):
                self.assertEqual(self.published(rules), expected)
        # What another configuration published is gone.
        kept = self.retained()
        self.assertEqual(len([topic for topic in kept if topic.endswith("/state")]), 2)

    def test_what_is_not_published_takes_no_orders(self):
        self.start_house()
        self.start_domod()
        self.start_broker()
        client = self.client()
        self.start_bridge(publish={"classes": ["light"]})
        self.until_published(client)
        outcome = client.outcome(self.set("Enchufe", "binary"), "on")
        self.assertEqual((outcome["outcome"], outcome["code"]), ("refused", "unknown-element"))
        self.until_counted(client, 1, refused=1)
        self.assertEqual(self.house.of(name="Enchufe"), [])

    def test_label_in_a_language_changes_no_topic(self):
        client = self.start_all(language="es")
        self.until_house_is_published()
        self.assertEqual(client.latest[f"{self.base('Lectura')}/binary"], "off")
