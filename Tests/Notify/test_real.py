"""With the real domod: notices from people, from scenes, and about the system."""
import json
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import unittest

from ports import free_port
from receivers import Authority, BareReceiver, HTTPReceiver, hang
from scene import PROGRAM

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Real(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="domo-real-"))
        shutil.copy(ROOT / "homes/vivienda-eficiente.xml", self.folder)
        (self.folder / "scenes").mkdir()
        (self.folder / "log").touch()
        self.processes: dict[str, subprocess.Popen] = {}
        self.receivers: list[HTTPReceiver] = []
        self.addCleanup(self.clean)

    def clean(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()
        for receiver in self.receivers:
            receiver.stop()
        shutil.rmtree(self.folder)

    def keep(self, receiver: HTTPReceiver) -> HTTPReceiver:
        self.receivers.append(receiver)
        return receiver

    def start(self, name: str, *options) -> None:
        with open(self.folder / "log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                [PROGRAM.parent / name, *map(str, options)], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def start_domod(self, is_simulated: bool = False) -> None:
        server = ["--demo"] if is_simulated else ["--server", "http://127.0.0.1:9"]
        self.start("domod", "--home", self.folder / "vivienda-eficiente.xml", *server,
                   "--socket", self.folder / "domo.sock", "--state", self.folder / "state")
        self.until(lambda: self.domo("status", status=None).returncode == 0, "domod is there")

    def start_notify(self, configuration: dict, *options) -> None:
        (self.folder / "notify.yaml").write_text(json.dumps(configuration))
        self.start("domo-notify", "--config", self.folder / "notify.yaml", "--socket", self.folder / "domo.sock",
                   "--state", self.folder / "notify", *options)
        self.until(lambda: self.status().get("notifier", {}).get("attached"), "attached")

    def status(self) -> dict:
        return json.loads(self.domo("--json", "status").stdout)

    def domo(self, *words: str, status: int | None = 0) -> subprocess.CompletedProcess:
        result = subprocess.run(
            [PROGRAM.parent / "domo", "--socket", self.folder / "domo.sock", *words], capture_output=True, text=True,
            timeout=30, check=False,
        )
        if status is not None:
            self.assertEqual(result.returncode, status, f"{result.stdout}{result.stderr}\n{(self.folder / 'log').read_text()}")
        return result

    def until(self, holds, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                self.fail(f"not so: {what}; log:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.05)

    def notices(self) -> list[dict]:
        return json.loads(self.domo("--json", "notices").stdout)["notices"]

    def test_notice_of_a_person_has_its_outcome(self):
        server = self.keep(HTTPReceiver())
        self.start_domod()
        self.start_notify({"targets": {
            "ana": {"ntfy": server.url("/casa")}, "luis": {"url": server.url("/x"), "body": "{text}"},
        }, "groups": {"familia": ["ana", "luis"]}})
        self.domo("notify", "Puerta abierta", "--to", "familia", "--urgent", "--about", "puerta")
        [notice] = self.notices()
        self.assertEqual(
            sorted((one["target"], one["state"]) for one in notice["deliveries"]), [("ana", "sent"), ("luis", "sent")]
        )
        self.domo("notify", "Puerta cerrada", "--about", "puerta", "--resolved")
        server.wait(4)
        texts = [request.body.decode() for request in server.received if request.path == "/x"]
        self.assertEqual(texts, ["Puerta abierta", "Puerta cerrada"])
        self.assertEqual(self.notices()[0]["state"], "resolved")

    def test_refusal_is_shown(self):
        server = self.keep(HTTPReceiver((403, {}, b"")))
        self.start_domod()
        self.start_notify({"targets": {"ana": {"ntfy": server.url("/casa")}}})
        self.domo("notify", "test", "--to", "ana", status=None)
        [delivery] = self.notices()[0]["deliveries"]
        self.assertEqual(delivery["state"], "failed")
        self.assertEqual(delivery["message"], f"HTTP 403 from {server.url('')}/***")

    def test_crash_of_domod_is_told_once(self):
        server = self.keep(HTTPReceiver())
        self.start_domod()
        self.assertNotIn("crashed", self.status())
        self.processes["domod"].kill()
        self.processes["domod"].wait()
        self.start_domod()
        self.assertTrue(self.status()["crashed"])
        configuration = {
            "targets": {"ana": {"url": server.url(), "body": "{text}"}}, "system": {"crash": "ana"},
        }
        self.start_notify(configuration, "--system-interval", "0.2")
        server.wait(1)
        self.assertIn(b"ended without notice", server.received[0].body)
        # Not again by another notifier.
        self.processes["domo-notify"].send_signal(signal.SIGTERM)
        self.assertEqual(self.processes["domo-notify"].wait(60), 0)
        self.start_notify(configuration, "--system-interval", "0.2")
        time.sleep(1.5)
        self.assertEqual(len(server.received), 1)
        # A start after a stop is none.
        self.processes["domod"].send_signal(signal.SIGTERM)
        self.assertEqual(self.processes["domod"].wait(60), 0)
        self.start_domod()
        self.assertNotIn("crashed", self.status())

    def test_restart_of_the_notifier_loses_no_message_and_sends_none_twice(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number):
                port = free_port()
                self.start_domod()
                configuration = {"targets": {"ana": {"url": f"http://127.0.0.1:{port}/", "body": "{text}"}}}
                self.start_notify(configuration)
                self.domo("notify", f"a las {number}", "--to", "ana", "--no-wait")
                # Nobody listens there yet: it is tried again and again.
                ledger = self.folder / "notify/deliveries"
                self.until(lambda: ledger.exists() and ledger.read_text().count("unsent") >= 1, "an attempt has failed")
                self.processes["domo-notify"].send_signal(number)
                self.processes["domo-notify"].wait(60)
                self.assertEqual(self.notices()[0]["deliveries"][0]["state"], "sending")
                server = self.keep(HTTPReceiver(port=port))
                self.start_notify(configuration)
                self.until(lambda: self.notices()[0]["deliveries"][0]["state"] == "sent", "it is sent")
                self.assertEqual([request.body.decode() for request in server.received], [f"a las {number}"])
                # A third one is given nothing: all has its outcome.
                self.processes["domo-notify"].kill()
                self.processes["domo-notify"].wait()
                self.start_notify(configuration)
                self.domo("notify", "otra", "--to", "ana")
                self.assertEqual(len(server.received), 2)
                for name in ("domo-notify", "domod"):
                    self.processes[name].kill()
                    self.processes[name].wait()

    def test_certificate_that_ends_is_told(self):
        authority = Authority(self.folder)
        server = self.keep(HTTPReceiver())
        https = self.keep(HTTPReceiver(tls=authority.context(days=3)))
        self.start_domod()
        self.start_notify({
            "targets": {"ana": {"url": server.url(), "body": "{text}"}},
            "system": {"certificate": {"to": "ana", "of": https.url("", host="localhost")}},
        }, "--system-interval", "0.2")
        server.wait(1)
        self.assertIn(b"the certificate of https://localhost", server.received[0].body)
        self.assertEqual(self.notices()[0]["about"], f"system certificate https://localhost:{https.port}")

    def test_scene_calls_a_program_and_tells_people_what_it_answered(self):
        server = self.keep(HTTPReceiver())
        weather = self.keep(HTTPReceiver((200, {}, b'{"daily": [{"rain": 7.5}]}')))
        (self.folder / "scenes/lluvia.domo").write_text(
            'call tiempo "Valencia" at most 5s\n'
            'if answer of tiempo status 200: notify "hay respuesta" to ana about respuesta\n'
            'if answer of tiempo daily.0.rain above 5: notify "Llueve" to ana, urgent about lluvia\n'
            'if answer of tiempo daily.0.rain below 5: notify "No llueve" to ana\n'
        )
        self.start_domod()
        self.start_notify({
            "targets": {"ana": {"url": server.url(), "body": '{"text": {text}, "scene": {scene}, "urgent": {urgent}}'}},
            "calls": {"tiempo": {"url": weather.url("/?q={text}")}},
        })
        self.domo("scene", "lluvia")
        server.wait(2)
        sent = [json.loads(request.body) for request in server.received]
        self.assertEqual([(one["text"], one["urgent"]) for one in sent], [("hay respuesta", False), ("Llueve", True)])
        self.assertEqual(sent[0]["scene"], "lluvia")
        self.assertEqual(weather.received[0].path, "/?q=Valencia")

    def test_orders_are_not_delayed_while_every_target_hangs(self):
        stuck = self.keep(BareReceiver(hang))
        self.start_domod(is_simulated=True)
        targets = {f"t{number}": {"url": f"http://127.0.0.1:{stuck.port}/", "body": "x"} for number in range(60)}
        self.start_notify({"targets": targets, "groups": {"all": list(targets)}})
        before = self.latency()
        notice = subprocess.Popen(
            [PROGRAM.parent / "domo", "--socket", self.folder / "domo.sock", "notify", "x", "--to", "all"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        try:
            self.until(lambda: stuck.connections == 60, "all targets hang")
            during = self.latency()
        finally:
            notice.kill()
            notice.wait()
        # How fast they are depends on the machine.
        print(f"\nan order: {before:.2f} ms; while 60 targets hang: {during:.2f} ms")

    def latency(self) -> float:
        """The median time of an order until the house accepted it, in milliseconds."""
        times = []
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.folder / "domo.sock"))
            with connection.makefile("rw") as lines:
                for number in range(100):
                    begin = time.monotonic()
                    lines.write(f"set GeneralLight {'on' if number % 2 else 'off'}\n")
                    lines.flush()
                    self.assertIn('"outcome":"accepted"', lines.readline())
                    times.append((time.monotonic() - begin) * 1000)
        return statistics.median(times)
