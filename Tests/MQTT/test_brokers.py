"""Brokers as they are: with TLS, passwords, access lists, with one ID for two clients, and with MQTT 3.1.1 only."""
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt

from authority import Authority
from broker import Proxy, accepts
from ports import free_port
from scene import Scene, TESTS


class Security(Scene):
    """The house does not matter: the bridge connects to the broker without a domod."""

    def listen(self, authority: Authority, *lines: str, **issued) -> None:
        certificate, key = authority.issue("server", **issued)
        self.start_broker(f"cafile {authority.file}", f"certfile {certificate}", f"keyfile {key}", *lines)

    def bridge(self, text: str | None = None, host: str = "localhost", **configuration) -> None:
        self.start_bridge(broker=f"mqtts://{host}:{self.broker.port}", waits=False, **configuration)
        self.until_logged(text or "connected to mqtts", seconds=30)

    def test_own_authority(self):
        authority = Authority(self.folder)
        self.listen(authority)
        self.bridge(ca=str(authority.file))
        client = self.client(tls=authority.trust())
        client.until_topic("domo/bridge", "online")

    def test_certificates_that_are_not_trusted(self):
        authority, other = Authority(self.folder), Authority(self.folder, "other")
        self.listen(authority)
        for name, configuration in [("other", {"ca": str(other.file)}), ("system", {})]:
            with self.subTest(name):
                self.start_bridge(broker=f"mqtts://localhost:{self.broker.port}", waits=False, name=name, **configuration)
                self.until_logged("certificate", name=name)
                self.assertNotIn("connected to mqtts", self.log(name))

    def test_expired_certificate(self):
        authority = Authority(self.folder)
        self.listen(authority, days=-1)
        self.bridge("certificate", ca=str(authority.file))
        self.assertNotIn("connected to mqtts", self.log())

    def test_certificate_of_another_host(self):
        authority = Authority(self.folder)
        self.listen(authority, host="broker.example")
        self.bridge("certificate", ca=str(authority.file))
        self.assertNotIn("connected to mqtts", self.log())

    def test_repeated_failure_is_logged_once(self):
        authority, other = Authority(self.folder), Authority(self.folder, "other")
        self.listen(authority)
        self.bridge("certificate", ca=str(other.file))
        connections = self.until(lambda: self.broker.log.read_text().count("New connection") >= 4, "it is tried again")
        self.assertTrue(connections)
        self.assertLessEqual(len(self.log().splitlines()), 3, self.log())

    def test_client_certificate(self):
        authority = Authority(self.folder)
        self.listen(authority, "require_certificate true", "use_identity_as_username true")
        certificate, key = authority.issue("hub")
        self.bridge(ca=str(authority.file), certificate=str(certificate), key=str(key))
        client = self.client(tls=authority.trust(authority.issue("other")))
        client.until_topic("domo/bridge", "online")
        self.assertIn("u'hub'", self.broker.log.read_text())

    def test_missing_client_certificate(self):
        authority = Authority(self.folder)
        self.listen(authority, "require_certificate true")
        self.start_bridge(broker=f"mqtts://localhost:{self.broker.port}", waits=False, ca=str(authority.file))
        self.until_logged(f":{self.broker.port}: ")
        self.assertNotIn("connected to mqtts", self.log())

    def test_broker_without_tls(self):
        self.start_broker()
        self.start_bridge(broker=f"mqtts://localhost:{self.broker.port}", waits=False)
        self.until_logged(f":{self.broker.port}: ")
        self.assertNotIn("connected to mqtts", self.log())

    def test_broker_that_wants_tls(self):
        authority = Authority(self.folder)
        self.listen(authority)
        self.start_bridge(waits=False)
        self.until_logged(f":{self.broker.port}: ")
        self.assertNotIn("connected to mqtt", self.log())


class Passwords(Scene):
    def start_broker_with(self, access: str, **passwords: str) -> None:
        file = self.folder / "passwords"
        file.touch(mode=0o600)
        for user, password in passwords.items():
            subprocess.run(["mosquitto_passwd", "-b", file, user, password], check=True, timeout=30, capture_output=True)
        rules = self.folder / "access"
        rules.write_text(access)
        rules.chmod(0o600)
        self.start_broker(f"password_file {file}", f"acl_file {rules}", allows_anonymous=False)

    def password(self, text: str) -> str:
        file = self.folder / "password"
        file.write_text(text + "\n")
        file.chmod(0o600)
        return str(file)

    def test_password_file(self):
        self.start_house()
        self.start_domod()
        self.start_broker_with("user hub\ntopic readwrite domo/#\nuser ana\ntopic readwrite #\n", hub="s3cret", ana="x")
        self.start_bridge(**{"user": "hub", "password-file": self.password("s3cret")})
        client = self.client(user="ana", password="x")
        self.until_published(client)
        self.assertNotIn("s3cret", self.log())
        # Its own answers go only where it may write.
        self.assertEqual(client.until(lambda: client.latest.get("domo/bridge"), "there"), "online")

    def test_wrong_password_is_said_once_and_tried_slowly(self):
        self.start_broker_with("user hub\ntopic readwrite domo/#\n", hub="s3cret")
        self.start_bridge(waits=False, user="hub", password="wr0ng")
        self.until_logged("refused the connection")
        begin, count = time.monotonic(), self.broker.log.read_text().count("New connection")
        time.sleep(6)
        attempts = self.broker.log.read_text().count("New connection") - count
        self.assertLessEqual(attempts, 2 + (time.monotonic() - begin) / 1.5)
        self.assertEqual(self.log().count("refused the connection"), 1)
        self.assertNotIn("wr0ng", self.log())

    def test_password_that_is_right_later(self):
        self.start_broker_with("user hub\ntopic readwrite domo/#\n", hub="s3cret")
        self.start_bridge(waits=False, user="hub", password="wr0ng")
        self.until_logged("refused the connection")
        self.configure_bridge(broker=f"mqtt://127.0.0.1:{self.broker.port}", user="hub", password="s3cret")
        self.processes["bridge"].send_signal(1)
        self.until_logged("connected to mqtt")

    def test_access_list_that_forbids_everything(self):
        """mosquitto 2.0.11 accepts a subscription that will never get anything, and drops what is published."""
        self.start_broker_with("user hub\ntopic readwrite other/#\nuser ana\ntopic readwrite #\n", hub="s3cret", ana="x")
        self.start_bridge(user="hub", password="s3cret")
        self.until_logged("access", seconds=30)
        self.assertIn("domo/#", self.log())

    def test_access_list_for_reading_alone(self):
        """Commands arrive, and the state is not published."""
        self.start_broker_with("user hub\ntopic read domo/#\nuser ana\ntopic readwrite #\n", hub="s3cret", ana="x")
        self.start_bridge(user="hub", password="s3cret")
        self.until_logged("access", seconds=30)

    def test_subscription_that_the_broker_refuses(self):
        """The plugin for dynamic rights refuses what the file of rights only ignores."""
        file = self.folder / "rights.json"
        subprocess.run(["mosquitto_ctrl", "dynsec", "init", file, "admin", "pw"], check=True, timeout=30,
                       capture_output=True)
        [plugin] = pathlib.Path("/usr/lib").glob("*/mosquitto_dynamic_security.so")
        self.start_broker(f"plugin {plugin}", f"plugin_opt_config_file {file}")
        self.start_bridge()
        self.until_logged("the broker refused a subscription")
        self.assertIn("domo/#", self.log())

    def test_access_list_that_is_needed(self):
        """The least that the manual may ask for: all topics below the prefix."""
        self.start_house()
        self.start_domod()
        self.start_broker_with("user hub\ntopic readwrite domo/#\ntopic write answers/#\nuser ana\ntopic readwrite #\n",
                               hub="s3cret", ana="x")
        self.start_bridge(user="hub", password="s3cret")
        client = self.client(user="ana", password="x")
        self.until_published(client)
        self.assertEqual(client.outcome(self.set("Lectura", "binary"), "on")["outcome"], "accepted")
        self.assertNotIn("refused", self.log())


class OldBroker(Scene):
    """Only MQTT 3.1.1."""

    def start_old_broker(self) -> None:
        self.port = free_port()
        process = subprocess.Popen([sys.executable, "-B", TESTS / "old_broker.py", str(self.port)],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes["broker"] = process
        self.until(lambda: accepts(self.port), "amqtt is there")

    def test_fallback(self):
        """This one does not answer MQTT 5 at all: it takes the bridge two attempts to know."""
        self.start_house()
        self.start_domod()
        self.start_old_broker()
        client = self.client(port=self.port, version=mqtt.MQTTv311)
        # A command that is older than the bridge, and what is left of an element that is gone.
        client.publish(self.set("Lectura", "binary"), "on", retain=True, qos=1)
        ghost = f"{self.base('Lectura').rpartition('/')[0]}/aaaaaaaaaaaaaaaa/state"
        client.publish(ghost, "{}", retain=True, qos=1)
        self.start_bridge(port=self.port, waits=False)
        self.until_logged("(MQTT 3.1.1)", seconds=90)
        self.until_published(client)
        client.until_topic(ghost, "")
        # This broker may send it more than once.
        client.until(lambda: self.counts(client)["dropped"] >= 1, "dropped")
        counts = self.counts(client)
        self.assertEqual(counts["received"], counts["dropped"], counts)
        self.assertEqual(self.house.signals, [])
        self.assertIn("retain", self.log())
        client.publish(self.set("Enchufe", "binary"), "on")
        client.until_topic(f"{self.base('Enchufe')}/binary", "on")
        self.until_counted(client, counts["received"] + 1, accepted=1)


class OtherClients(Scene):
    """Clients that people use in scripts."""

    def run_tool(self, name: str, *words: str) -> str:
        return subprocess.run([name, "-p", str(self.broker.port), *words], capture_output=True, text=True, timeout=30,
                              check=True).stdout

    def test_commands_of_an_old_client(self):
        self.start_all()
        client = self.client(version=mqtt.MQTTv311)
        client.publish(self.set("Lectura", "binary"), "on", qos=1)
        client.until_topic(f"{self.base('Lectura')}/binary", "on")
        self.until_counted(client, 1, accepted=1)

    def test_mosquitto_rr_gets_the_answer(self):
        self.start_all()
        text = self.run_tool("mosquitto_rr", "-V", "5", "-t", self.set("Lectura", "binary"), "-e", "tool/answer", "-m", "on",
                             "-W", "20")
        self.assertEqual(json.loads(text), {"outcome": "accepted", "order": 1})

    def test_mosquitto_pub_and_sub(self):
        client = self.start_all()
        self.run_tool("mosquitto_pub", "-t", self.set("Lectura", "binary"), "-m", "on")
        client.until(lambda: '"on"' in client.latest[self.state("Lectura")], "switched on")
        text = self.run_tool("mosquitto_sub", "-t", f"{self.base('Lectura')}/state", "-C", "1", "-W", "20")
        self.assertEqual(json.loads(text)["binary"]["value"], "on")
        self.run_tool("mosquitto_pub", "-t", self.set("Lectura", "binary"), "-m", "off", "-r")
        self.until_counted(client, 2, accepted=1, dropped=1)


class ScriptedBroker:
    """Answers each CONNECT with the same bytes, or with nothing."""

    def __init__(self, answer: bytes, closes: bool = False):
        self.answer, self.closes = answer, closes
        self.versions: list[int] = []
        self.connections: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            try:
                connection.settimeout(5)
                packet = connection.recv(4096)
                # The level of the protocol follows its name (MQTT 3.1.1, section 3.1.2.2).
                self.versions.append(packet[packet.index(b"MQTT") + 4])
                connection.sendall(self.answer)
                if self.closes:
                    connection.close()
            except (OSError, ValueError, IndexError):
                pass

    def stop(self) -> None:
        self.listener.close()
        for connection in self.connections:
            connection.close()


class Strange(Scene):
    def script(self, answer: bytes, **options) -> ScriptedBroker:
        broker = ScriptedBroker(answer, **options)
        self.addCleanup(broker.stop)
        self.start_bridge(port=broker.port, waits=False)
        return broker

    def test_old_broker_that_refuses_the_version(self):
        """CONNACK with return code 1 (MQTT 3.1.1, table 3.1)."""
        broker = self.script(b"\x20\x02\x00\x01", closes=True)
        self.until(lambda: 4 in broker.versions, "3.1.1 was tried")
        self.assertEqual(broker.versions[0], 5)

    def test_broker_that_closes_the_connection(self):
        broker = self.script(b"", closes=True)
        self.until(lambda: 4 in broker.versions and broker.versions.count(5) > 1, "both are tried in turn")

    def test_broker_that_never_answers(self):
        broker = self.script(b"")
        self.until(lambda: len(broker.versions) >= 2, "another attempt", 30)
        self.assertIn("no connection within 10 s", self.log())

    def test_garbage(self):
        broker = self.script(b"HTTP/1.1 400 Bad Request\r\n\r\n", closes=True)
        self.until(lambda: len(broker.versions) >= 3, "tried again")
        self.assertIsNone(self.processes["bridge"].poll(), self.log())

    def test_attempts_that_were_cut_do_not_lead_to_the_old_version(self):
        """What forwards to a broker that is just starting accepts connections and closes them."""
        for count in (1, 2, 3):
            with self.subTest(count=count):
                self.setUp()
                try:
                    self.start_broker()
                    proxy = Proxy(free_port())
                    self.addCleanup(proxy.stop)
                    self.start_bridge(port=proxy.port, waits=False)
                    self.until(lambda: proxy.accepted >= count, f"{count} attempts")
                    proxy.target = self.broker.port
                    self.until_logged("connected to mqtt", seconds=30)
                    # It may try the old version first.
                    self.until(lambda: self.log().splitlines()[-1].endswith("(MQTT 5)"), "MQTT 5 is used")
                    proxy.target = free_port()
                    proxy.reset_all()
                    accepted = proxy.accepted
                    self.until(lambda: proxy.accepted >= accepted + count, f"{count} further attempts", 60)
                    proxy.target = self.broker.port
                    before = self.log().count("connected to mqtt")
                    self.until_logged("connected to mqtt", before + 1, seconds=30)
                    self.assertTrue(self.log().splitlines()[-1].endswith("(MQTT 5)"), self.log())
                finally:
                    self.doCleanups()
        self.setUp()

    def test_refusals_have_their_reasons(self):
        """MQTT 5, table 3-1."""
        for code, text in [(0x87, "not authori"), (0x88, "unavailable"), (0x89, "busy"), (0x97, "quota")]:
            with self.subTest(code=code):
                broker = ScriptedBroker(bytes([0x20, 3, 0, code, 0]), closes=True)
                self.addCleanup(broker.stop)
                self.start_bridge(port=broker.port, waits=False, name=f"bridge{code}")
                self.until(lambda: text in self.log(f"bridge{code}").lower(), f"it says {text}")
                self.kill(f"bridge{code}")

    def test_name_that_does_not_resolve(self):
        self.start_bridge(broker="mqtt://nowhere.invalid:1883", waits=False)
        self.until_logged("mqtt://nowhere.invalid:1883: ", seconds=60)
        self.assertIsNone(self.processes["bridge"].poll())
        self.assertEqual(self.terminate("bridge"), 0)
