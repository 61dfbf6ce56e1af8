"""The program: starts in every order, its configuration, two bridges, one ID for two clients."""
import itertools
import json
import os
import signal
import socket
import subprocess
import time

from broker import Mosquitto
from house import PROGRAMS
from ports import free_port
from scene import Scene


class Starts(Scene):
    def test_every_order_of_starts(self):
        for order in itertools.permutations(["broker", "domod", "bridge"]):
            with self.subTest(order=order):
                self.setUp()
                try:
                    self.start_in(order)
                finally:
                    self.doCleanups()
        self.setUp()

    def start_in(self, order: tuple[str, ...]) -> None:
        self.start_house()
        port = free_port()
        for name in order:
            if name == "broker":
                self.start_broker(port=port)
            elif name == "domod":
                self.start_domod()
            else:
                self.start_bridge(port=port, waits=False)
                self.until_logged("started")
        client = self.client()
        self.until_published(client, seconds=40)
        client.until_topic("domo/bridge", "online")
        client.until_topic("domo/domod", "online")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")

    def test_socket_that_moves(self):
        """domod is restarted while the broker is away, and the other way round."""
        client = self.start_all()
        self.broker.kill()
        self.terminate("domod")
        self.start_domod()
        self.domo("set", "Lectura", "on", "--wait", "confirmed")
        self.broker.restart()
        client.until_topic(f"{self.base('Lectura')}/binary", "on", 40)
        client.until_topic("domo/domod", "online", 40)

    def test_domod_that_is_not_there_is_said_once(self):
        self.start_broker()
        self.start_bridge()
        client = self.client()
        client.until_topic("domo/domod", "offline")
        time.sleep(2)
        self.assertEqual(self.log().count("can't connect to domod"), 1, self.log())

    def test_service_manager_is_told(self):
        address = str(self.folder / "notify")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(address)
        listener.settimeout(10)
        self.start_house()
        self.start_domod()
        self.start_broker()
        os.environ.update(NOTIFY_SOCKET=address, WATCHDOG_USEC="1000000")
        try:
            self.start_bridge()
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
        said = ""
        while "WATCHDOG=1" not in said or f"connected to mqtt://127.0.0.1:{self.broker.port}; connected to domod" not in said:
            said += listener.recv(1000).decode() + "\n"
        self.assertIn("READY=1", said)
        self.processes["bridge"].send_signal(signal.SIGTERM)
        while "STOPPING=1" not in said:
            said += listener.recv(1000).decode() + "\n"
        self.assertEqual(self.processes["bridge"].wait(60), 0)


class Reload(Scene):
    def reload(self) -> None:
        self.processes["bridge"].send_signal(signal.SIGHUP)

    def test_good_file(self):
        client = self.start_all()
        self.configure_bridge(broker=f"mqtt://127.0.0.1:{self.broker.port}", publish={"classes": ["light"]},
                              commands=["Casa/Entrada/Puerta"], by=True)
        self.reload()
        self.until_logged("reloaded the configuration")
        client.until(lambda: "by" in json.loads(client.latest[self.state("Lectura")])["binary"], "the cause is published")
        client.until_topic(f"{self.base('Enchufe')}/state", "")
        self.assertEqual(client.outcome(self.set("Puerta", "binary"), "on")["code"], "unknown-element")

    def test_bad_file_changes_nothing(self):
        client = self.start_all()
        self.configure_bridge("broker: mqtt://127.0.0.1:1\nbogus: 1\nprefix: 'a/#'\n")
        start = len(client.messages)
        self.reload()
        self.until_logged("reload failed, the previous configuration is still active")
        self.assertIn("mqtt.yaml:2:1", self.log())
        self.assertIn("mqtt.yaml:3:", self.log())
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        client.settle()
        self.assertEqual(client.on("domo/bridge", start), [])

    def test_same_file_keeps_the_connection(self):
        client = self.start_all()
        start = len(client.messages)
        self.reload()
        self.until_logged("reloaded the configuration")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        self.assertEqual((client.on("domo/bridge", start), self.log().count("connected to mqtt")), ([], 1))

    def test_other_broker(self):
        self.start_all()
        first = self.client()
        second = Mosquitto(self.folder / "second")
        self.addCleanup(second.kill)
        client = self.client(port=second.port)
        self.configure_bridge(broker=f"mqtt://127.0.0.1:{second.port}")
        self.reload()
        first.until_topic("domo/bridge", "offline")
        self.until_published(client)

    def test_other_prefix(self):
        client = self.start_all()
        old = self.base("Lectura")
        self.configure_bridge(broker=f"mqtt://127.0.0.1:{self.broker.port}", prefix="casa/uno")
        self.reload()
        client.until_topic("casa/uno/bridge", "online")
        self.prefix = "casa/uno"
        self.until_published(client)
        client.until_topic("domo/bridge", "offline")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        # What was below the old prefix stays: whoever has it knows from `domo/bridge` that it is not kept up.
        self.assertIn(f"{old}/state", self.retained("domo/#"))

    def test_reload_under_load_gives_each_command_an_outcome(self):
        client = self.start_all()
        answers = []
        topic = self.set("Mensaje", "value")
        for number in range(60):
            answers.append(client.order(topic, f"m{number}"))
            if number in (15, 40):
                self.configure_bridge(broker=f"mqtt://127.0.0.1:{self.broker.port}", by=number == 15)
                self.reload()
                self.until_logged("reloaded the configuration", 1 if number == 15 else 2)
        self.until_published(client)

        def is_counted() -> bool:
            counts = self.counts(client)
            sent = len(self.house.of(name="Mensaje"))
            return counts["pending"] == 0 and sent <= counts["accepted"] + counts["unknown"]
        # The counts are published once a second at most.
        client.until(is_counted, "all have outcomes")
        counts = self.counts(client)
        # Those that came while there was no connection to the broker were not received.
        self.assertLessEqual(counts["received"], 60)
        texts = [one.fields["value"] for one in self.house.of(name="Mensaje")]
        self.assertEqual(len(texts), len(set(texts)))
        self.assertGreaterEqual(len(texts), counts["accepted"])


class Check(Scene):
    def check(self, text: str | None, *options: str) -> tuple[int, str]:
        words = [] if text is None else ["--config", self.configure_bridge(text)]
        result = subprocess.run([PROGRAMS / "domo-mqtt", *words, "--check", *options], capture_output=True, text=True,
                                timeout=30, check=False)
        return result.returncode, (result.stdout + result.stderr).replace(str(self.folder), "")

    def test_good_files(self):
        for text in ["broker: mqtt://127.0.0.1:1883\n", "broker: mqtts://broker.example\nprefix: casa\n",
                     "broker: mqtt://[::1]:1883\npublish: {places: [Casa/Salon], classes: [light, gate]}\n"
                     "commands: [Casa/Entrada/Puerta]\nby: yes\ndeadline: 5s\nlanguage: es\n"]:
            self.assertEqual(self.check(text)[0], 0, self.check(text))
        self.assertEqual(self.check(None, "--broker", "mqtt://127.0.0.1:1883"),
                         (0, "mqtt://127.0.0.1:1883, topics domo/#\n"))

    def test_options_beat_the_file(self):
        self.assertEqual(
            self.check("broker: mqtt://a:1\nprefix: b\n", "--broker", "mqtt://c:2", "--prefix", "d/e"),
            (0, "mqtt://c:2, topics d/e/#\n"),
        )

    def test_mistakes_have_their_places(self):
        status, text = self.check(
            "broker: http://x\nbogus: 1\nprefix: /a\npublish: {classes: [lamp], bogus: 1}\ndeadline: 1h\nby: perhaps\n"
            "discovery-mode: both\n"
        )
        self.assertEqual(status, 78)
        for place in ["1:9", "2:1", "3:9", "4:21", "4:28", "5:11", "6:5", "7:17"]:
            self.assertIn(f"/mqtt.yaml:{place}: error:", text)

    def test_bad_files(self):
        for text in ["", "prefix: domo\n", "broker: [\n", "broker: mqtt://\n", "broker: mqtt://h:0\n",
                     "broker: mqtt://h:70000\n", "broker: mqtt://u@h\n", "broker: mqtt://h\nca: /nowhere\n",
                     "broker: mqtts://h\nca: /nowhere\n", "broker: mqtts://h\ncertificate: /etc/hostname\n",
                     "broker: mqtt://h\npassword-file: /nowhere\n", "broker: mqtt://h\nprefix: 'a+b'\n",
                     "broker: mqtt://h\nprefix: '$SYS'\n", "broker: mqtt://h\ndeadline: 0s\n"]:
            with self.subTest(text=text):
                status, output = self.check(text)
                self.assertEqual((status, "error" in output), (78, True), output)

    def test_bad_options(self):
        for options, status in [
            (["--broker", "http://x"], 78), (["--broker", "mqtt://x", "--prefix", "#"], 78), (["--bogus"], 64),
            (["--broker"], 64), (["--config", "/nowhere"], 78), (["stray"], 64), ([], 78),
            (["--broker", "mqtt://x", "--discovery", "a/+"], 78),
        ]:
            with self.subTest(options=options):
                self.assertEqual(self.check(None, *options)[0], status, self.check(None, *options))

    def test_missing_token_file_ends_the_start(self):
        result = subprocess.run(
            [PROGRAMS / "domo-mqtt", "--broker", "mqtt://127.0.0.1:1", "--token-file", "/nowhere"],
            capture_output=True, text=True, timeout=30, check=False,
        )
        self.assertEqual((result.returncode, "/nowhere" in result.stderr), (78, True), result.stderr)

    def test_password_that_others_can_read_or_that_is_sent_openly(self):
        file = self.configure_bridge("broker: mqtt://broker.example\nuser: a\npassword: s3cret\n")
        file.chmod(0o644)
        result = subprocess.run([PROGRAMS / "domo-mqtt", "--config", file, "--check"], capture_output=True, text=True,
                                timeout=30, check=False)
        self.assertEqual((result.returncode, "chmod" in result.stderr, "without TLS" in result.stderr,
                          "s3cret" in result.stderr), (0, True, True, False), result.stderr)


class Others(Scene):
    def test_two_bridges_with_different_prefixes(self):
        client = self.start_all()
        self.start_bridge(name="second", prefix="dos", publish={"classes": ["light"]}, commands=False)
        self.until_published(client)
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["code"], "not-listed")
        self.prefix = "domo"
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        client.until_topic(f"dos/{self.base('Lectura').split('/', 1)[1]}/binary", "on")
        # Neither removes what the other has.
        for name in ("bridge", "second"):
            self.kill(name)
            self.start_bridge(name=name, prefix="domo" if name == "bridge" else "dos")
        self.until(lambda: {"domo/bridge", "dos/bridge"} <= set(self.retained("#")), "both are there")
        self.assertEqual(self.retained("#").get("domo/bridge"), "online")

    def test_two_bridges_with_one_id_do_not_fight(self):
        """The broker closes the older connection, and says no more than that: each believes for a while that it was the
        network. Then one of them waits for a minute."""
        client = self.start_all()
        self.start_bridge(name="second")

        def connections() -> int:
            return self.log().count("connected to mqtt") + self.log("second").count("connected to mqtt")

        said = "another client seems to use the ID domo-mqtt-domo"
        self.until(lambda: said in self.log() + self.log("second"), "one of them says it", 30)
        time.sleep(3)
        count = connections()
        time.sleep(6)
        self.assertEqual(connections(), count)
        self.assertLess(count, 12)
        # The will of the one that lost does not hide that the other one is there.
        client.until_topic("domo/bridge", "online")
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
