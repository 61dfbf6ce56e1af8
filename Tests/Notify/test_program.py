"""The program: its connection to domod, restarts, reload, stop, and the check of its file."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

from ports import free_port
from receivers import Authority, BareReceiver, HTTPReceiver, hang
from scene import PROGRAM, Scene
from smtp_server import Mailbox


class Program(Scene):
    def web(self, server: HTTPReceiver) -> dict:
        return {"targets": {"hall": {"url": server.url(), "body": "{text}"}}}

    def test_profile_has_the_names_and_no_secret(self):
        server = self.keep(HTTPReceiver())
        self.start({
            "targets": {"ana": {"ntfy": server.url("/s3cret")}, "niño": {"ntfy": server.url("/s3cret")}},
            "groups": {"familia": ["ana", "niño"]}, "calls": {"tiempo": {"url": server.url("/s3cret")}},
            "quiet": [{"from": "23:00", "to": "07:00"}, {"from": "14:00", "to": "16:00", "targets": "familia"}],
            "deadline": "30min", "one-per-cause": "2min",
        })
        self.assertEqual(self.domod.profile, {
            "--target": ["ana", "niño"], "--group": ["familia=ana,niño"], "--call": ["tiempo"],
            "--quiet": ["23:00-07:00", "14:00-16:00=ana,niño"], "--deadline": ["30m"], "--window": ["2m"],
            "--keeps-ledger": [],
        })

    def test_token_logs_in_on_each_connection(self):
        server = self.keep(HTTPReceiver())
        self.start(self.web(server), "--token-file", self.secret("token", "domo_abc"))
        self.assertEqual(self.domod.logins, ["domo_abc"])
        self.assertNotIn("domo_abc", self.text())

    def test_known_delivery_is_not_sent_again(self):
        server = self.keep(HTTPReceiver())
        self.start(self.web(server))
        for _ in range(3):
            self.assertEqual(self.outcome(self.domod.deliver("hall", id=7))["outcome"], "sent")
            # Until the program knows that the outcome was noted, it does not report it again.
            time.sleep(0.2)
        self.assertEqual(len(server.received), 1)

    def test_known_delivery_is_not_sent_again_after_a_restart(self):
        server = self.keep(HTTPReceiver())
        self.start(self.web(server))
        self.domod.last = 7
        self.assertEqual(self.outcome(self.domod.deliver("hall", id=7))["outcome"], "sent")
        self.assertEqual(self.stop(), 0)
        self.start(self.web(server))
        self.assertEqual(self.outcome(self.domod.deliver("hall", id=7))["outcome"], "sent")
        self.assertEqual(len(server.received), 1)

    def test_killed_while_it_was_sent_it_is_not_known(self):
        stuck = self.keep(BareReceiver(hang))
        self.start({"targets": {"hall": {"url": f"http://127.0.0.1:{stuck.port}/", "body": "x"}}})
        self.domod.last = 7
        self.domod.deliver("hall", id=7)
        self.until(lambda: stuck.connections == 1, "connected")
        self.process.kill()
        self.process.wait()
        self.process.stderr_file.close()
        self.start({"targets": {"hall": {"url": f"http://127.0.0.1:{stuck.port}/", "body": "x"}}})
        self.assertEqual(self.outcome(self.domod.deliver("hall", id=7))["outcome"], "unknown")
        self.assertEqual(stuck.connections, 1)

    def test_outcome_is_reported_when_domod_is_back(self):
        def slowly(handler):
            time.sleep(1)
            handler.send_response(200)
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        server = self.keep(HTTPReceiver(slowly))
        self.start(self.web(server))
        number = self.domod.deliver("hall")
        server.wait()
        self.domod.stop()
        time.sleep(1.5)
        self.domod.start()
        self.assertEqual(self.outcome(number)["outcome"], "sent")
        self.assertEqual(self.domod.attachments, 2)

    def test_reload_is_all_or_nothing(self):
        first, second = self.keep(HTTPReceiver()), self.keep(HTTPReceiver())
        self.start(self.web(first))
        wrong = self.web(second)
        wrong["targets"]["hall"]["bogus"] = "x"
        self.write(wrong)
        self.process.send_signal(signal.SIGHUP)
        self.until(lambda: "reload failed" in self.text(), "reloaded")
        self.assertIn('notify.yaml:1:', self.text())
        self.outcome(self.domod.deliver("hall"))
        self.write(self.web(second) | {"calls": {"tiempo": {"url": second.url()}}})
        self.process.send_signal(signal.SIGHUP)
        self.until(lambda: self.domod.profile.get("--call") == ["tiempo"], "attached again")
        self.outcome(self.domod.deliver("hall"))
        self.assertEqual((len(first.received), len(second.received)), (1, 1))

    def test_removed_target_has_an_outcome(self):
        server = self.keep(HTTPReceiver((503, {"Retry-After": "10"}, b"")))
        self.start(self.web(server))
        number = self.domod.deliver("hall")
        server.wait()
        time.sleep(0.2)
        self.write({"targets": {"other": {"ntfy": server.url("/x")}}})
        self.process.send_signal(signal.SIGHUP)
        outcome = self.outcome(number)
        self.assertEqual((outcome["outcome"], "no hall any more" in outcome["message"]), ("failed", True))

    def test_stop_waits_for_what_is_in_flight_but_not_long(self):
        def slowly(handler):
            time.sleep(1)
            handler.send_response(200)
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        server, stuck = self.keep(HTTPReceiver(slowly)), self.keep(BareReceiver(hang))
        self.start({"targets": {
            "hall": {"url": server.url(), "body": "x"},
            "stuck": {"url": f"http://127.0.0.1:{stuck.port}/", "body": "x"},
        }})
        first = self.domod.deliver("hall")
        self.domod.deliver("hall")
        self.domod.deliver("stuck")
        server.wait()
        begin = time.monotonic()
        self.assertEqual(self.stop(), 0)
        self.assertTrue(4 < time.monotonic() - begin < 8)
        self.assertEqual(self.domod.outcomes.get()["id"], first)
        # What was not begun is left to domod.
        self.assertEqual(len(server.received), 1)

    def test_service_manager_is_told(self):
        address = str(self.folder / "notify")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(address)
        listener.settimeout(5)
        os.environ["NOTIFY_SOCKET"] = address
        os.environ["WATCHDOG_USEC"] = "1000000"
        try:
            self.start({})
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
        said = ""
        while "WATCHDOG=1" not in said or "READY=1" not in said or "attached" not in said:
            said += listener.recv(1000).decode() + "\n"
        self.assertIn("add targets to", self.text())
        listener.close()


class Check(Scene):
    def check(self, text: str) -> tuple[int, str]:
        file = self.folder / "notify.yaml"
        file.write_text(text)
        result = subprocess.run([PROGRAM, "--config", file, "--check"], capture_output=True, text=True, check=False)
        return result.returncode, (result.stdout + result.stderr).replace(str(self.folder), "")

    def test_mistakes_have_their_places(self):
        status, text = self.check(
            "targets:\n  ana: {ntfy: http://127.0.0.1/casa, bogus: 1}\n  luis: {smtp: smtp://127.0.0.1, from: a@b.c}\n"
            "groups: {familia: [ana, pepe]}\nquiet: {from: 25:00, to: \"07:00\"}\n"
        )
        self.assertEqual(status, 78)
        for line in [
            '/notify.yaml:2:38: error: unknown key "bogus"', "/notify.yaml:3:9: error: an e-mail target has no to",
            '/notify.yaml:4:25: error: there is no target "pepe"', "/notify.yaml:5:15: error: from is not a time",
        ]:
            self.assertIn(line, text)

    def test_valid_file(self):
        self.assertEqual(self.check("targets: {ana: {ntfy: https://ntfy.sh/casa}}\n"), (
            0, "/notify.yaml: targets: 1, calls: 0\n",
        ))

    def test_secret_that_others_can_read_is_a_warning(self):
        file = self.folder / "notify.yaml"
        status, text = self.check("targets: {ana: {ntfy: https://ntfy.sh/casa, token: tk_1}}\n")
        self.assertEqual((status, "chmod o-r" in text, "tk_1" in text), (0, True, False), file)

    def test_sample_of_the_package_is_valid_as_it_is_and_without_its_comment_signs(self):
        sample = (pathlib.Path(__file__).parents[2] / "Sources/packaging/notify.yaml").read_text()
        self.assertEqual(self.check(sample)[0], 0)
        (self.folder / "notify").mkdir()
        for name in ["ana", "luis", "hall"]:
            self.secret(f"notify/{name}", "s3cret")
        lines = [line[2:] for line in sample.splitlines() if re.match(r"# ( +)?[a-z-]+: |# [a-z-]+:$", line)]
        status, text = self.check("\n".join(lines))
        self.assertEqual((status, text), (0, "/notify.yaml: targets: 4, calls: 1\n"), "\n".join(lines))


class Secrets(Scene):
    """No secret is in the log, in an outcome, or in the command line, whatever fails."""

    def test_secrets_are_never_shown(self):
        authority = Authority(self.folder)
        refused = self.keep(HTTPReceiver((403, {"Location": "https://h/s3cret"}, b"s3cret")))
        moved = self.keep(HTTPReceiver((302, {"Location": "https://h/s3cret"}, b"s3cret")))
        closing = self.keep(BareReceiver(lambda _, connection: connection.close()))
        box = self.keep(Mailbox(tls=authority.context(), user="domo", password="right", requires_tls=True))
        down = free_port()
        file = self.secret("secret", "s3cret")
        self.start({
            "page": "https://house.example",
            "targets": {
                "a": {"ntfy": refused.url("/s3cret"), "token-file": file},
                "b": {"ntfy": f"http://127.0.0.1:{down}/s3cret", "token": "s3cret"},
                "c": {"url": moved.url("/s3cret?s3cret={text}"), "header-files": {"X-Key": file}, "body": "x"},
                "d": {"url": f"http://127.0.0.1:{closing.port}/s3cret", "user": "s3cret", "password-file": file},
                "e": {
                    "smtp": f"smtp://localhost:{box.port}", "tls": "required", "ca-file": str(authority.file),
                    "from": "a@b.c", "to": "d@e.f", "user": "domo", "password-file": file,
                },
                "f": {"push": "Anna"},
                "g": {"url": "http://nowhere.invalid/s3cret", "body": "x"},
                "h": {"url": refused.url("/s3cret", host="localhost").replace("http:", "https:"), "body": "x"},
            },
        }, "--token-file", file)
        self.domod.subscriptions = [{
            "id": 1, "token": "Anna", "endpoint": "https://fcm.googleapis.com:1/s3cret", "p256dh": "s3cret", "auth": "s3cret",
        }]
        for target in "abcdefgh":
            self.domod.deliver(target, "s3cret text", within=2, code="s3cret")
        messages = [self.domod.outcomes.get(timeout=60) for _ in "abcdefgh"]
        self.assertEqual([one["outcome"] for one in messages if one["outcome"] == "sent"], [])
        command = (pathlib.Path("/proc") / str(self.process.pid) / "cmdline").read_text()
        self.assertNotIn("s3cret", json.dumps(messages) + self.text() + command)
        self.assertIn("failed", self.text())
