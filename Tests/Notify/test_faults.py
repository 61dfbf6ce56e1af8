"""Targets with faults: what is retried, what is not, and what is not known."""
import email.utils
import time

from ports import free_port
from receivers import (
    ENDLESS, Authority, BareReceiver, HTTPReceiver, close_after_request, close_at_once, endless, hang, huge,
)
from scene import Scene


class Faults(Scene):
    def web(self, url: str, **more) -> dict:
        return {"targets": {"hall": {"url": url, "body": "{text}", **more}}}

    def test_server_that_is_down_is_tried_again_until_the_deadline(self):
        port = free_port()
        self.start(self.web(f"http://127.0.0.1:{port}/x"))
        begin = time.monotonic()
        outcome = self.outcome(self.domod.deliver("hall", within=3))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertIn("not sent before its deadline", outcome["message"])
        self.assertIn("no connection", outcome["message"])
        self.assertTrue(1 < time.monotonic() - begin < 4)

    def test_server_that_comes_back_gets_the_message_once(self):
        port = free_port()
        self.start(self.web(f"http://127.0.0.1:{port}/x"))
        number = self.domod.deliver("hall")
        time.sleep(0.3)
        server = self.keep(HTTPReceiver(port=port))
        self.assertEqual(self.outcome(number)["outcome"], "sent")
        self.no_more_outcomes(1.5)
        self.assertEqual([request.body for request in server.received], [b"Puerta abierta"])

    def test_retry_after_in_seconds_is_honoured(self):
        for status in [429, 503]:
            with self.subTest(status):
                server = self.keep(HTTPReceiver((status, {"Retry-After": "3"}, b""), (200, {}, b"")))
                if self.process:
                    self.stop()
                self.start(self.web(server.url()))
                self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "sent")
                first, second = server.received
                self.assertGreaterEqual(second.time - first.time, 2.9)

    def test_retry_after_as_a_date_is_honoured(self):
        date = email.utils.formatdate(time.time() + 4, usegmt=True)
        server = self.keep(HTTPReceiver((503, {"Retry-After": date}, b""), (200, {}, b"")))
        self.start(self.web(server.url()))
        self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "sent")
        first, second = server.received
        self.assertGreaterEqual(second.time - first.time, 2.5)

    def test_retry_after_beyond_the_deadline_is_a_failure_at_once(self):
        server = self.keep(HTTPReceiver((429, {"Retry-After": "100"}, b"")))
        self.start(self.web(server.url()))
        begin = time.monotonic()
        outcome = self.outcome(self.domod.deliver("hall", within=20))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual(len(server.received), 1)

    def test_other_4xx_and_500_are_not_repeated(self):
        for status in [400, 401, 403, 404, 408, 413, 500]:
            with self.subTest(status):
                server = self.keep(HTTPReceiver((status, {}, b"")))
                if self.process:
                    self.stop()
                self.start(self.web(server.url("/secret-path?key=secret")))
                outcome = self.outcome(self.domod.deliver("hall"))
                self.assertEqual(outcome["outcome"], "failed")
                self.assertIn(f"HTTP {status}", outcome["message"])
                self.assertNotIn("secret", outcome["message"] + self.text())
                self.assertEqual(len(server.received), 1)

    def test_gateway_without_an_answer_may_have_forwarded_it(self):
        server = self.keep(HTTPReceiver((504, {}, b"")))
        self.start(self.web(server.url()))
        self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "unknown")
        self.assertEqual(len(server.received), 1)

    def test_connection_closed_after_the_request_is_not_known_and_not_repeated(self):
        server = self.keep(BareReceiver(close_after_request))
        self.start(self.web(f"http://127.0.0.1:{server.port}/"))
        outcome = self.outcome(self.domod.deliver("hall"))
        self.assertEqual(outcome["outcome"], "unknown")
        self.no_more_outcomes(2)
        self.assertEqual(server.connections, 1)

    def test_idempotent_request_is_repeated_after_a_closed_connection(self):
        for more in [{"method": "PUT"}, {"idempotent": "yes"}]:
            with self.subTest(more):
                server = self.keep(BareReceiver(close_after_request))
                if self.process:
                    self.stop()
                self.start(self.web(f"http://127.0.0.1:{server.port}/", **more))
                self.assertEqual(self.outcome(self.domod.deliver("hall", within=4))["outcome"], "failed")
                self.assertGreater(server.connections, 1)

    def test_slow_server_is_not_known_at_the_deadline(self):
        server = self.keep(BareReceiver(hang))
        self.start(self.web(f"http://127.0.0.1:{server.port}/"))
        begin = time.monotonic()
        outcome = self.outcome(self.domod.deliver("hall", within=2))
        self.assertEqual(outcome["outcome"], "unknown")
        self.assertTrue(1.5 < time.monotonic() - begin < 3)

    def test_connection_closed_before_the_request_is_tried_again(self):
        server = self.keep(BareReceiver(close_at_once))
        self.start({"targets": {"ana": {"smtp": f"smtp://127.0.0.1:{server.port}", "from": "a@b.c", "to": "d@e.f"}}})
        self.assertEqual(self.outcome(self.domod.deliver("ana", within=4))["outcome"], "failed")
        self.assertGreater(server.connections, 1)

    def test_untrusted_certificate_gets_nothing(self):
        other = Authority(self.folder, "other")
        known = Authority(self.folder)
        server = self.keep(HTTPReceiver(tls=other.context()))
        self.start(self.web(server.url(host="localhost"), **{"ca-file": str(known.file)}))
        outcome = self.outcome(self.domod.deliver("hall"))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertIn("certificate is not trusted", outcome["message"])
        self.assertEqual(server.received, [])

    def test_certificate_of_another_host_gets_nothing(self):
        known = Authority(self.folder)
        server = self.keep(HTTPReceiver(tls=known.context(names=["other.example"])))
        self.start(self.web(server.url(host="localhost"), **{"ca-file": str(known.file)}))
        self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "failed")
        self.assertEqual(server.received, [])

    def test_certificate_of_the_given_authority_is_trusted(self):
        known = Authority(self.folder)
        server = self.keep(HTTPReceiver(tls=known.context()))
        self.start(self.web(server.url(host="localhost"), **{"ca-file": str(known.file)}))
        self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "sent")

    def test_redirect_is_not_followed(self):
        for status in [301, 302, 303, 307, 308]:
            with self.subTest(status):
                inner = self.keep(HTTPReceiver())
                server = self.keep(HTTPReceiver((status, {"Location": inner.url("/admin")}, b"")))
                if self.process:
                    self.stop()
                self.start(self.web(server.url()))
                outcome = self.outcome(self.domod.deliver("hall"))
                self.assertEqual(outcome["outcome"], "failed")
                self.assertIn("redirect", outcome["message"])
                self.assertEqual(inner.connections, 0)

    def test_endless_and_huge_answers_hold_nothing_up(self):
        for answer in [endless, huge]:
            with self.subTest(answer.__name__):
                server = self.keep(HTTPReceiver(answer))
                if self.process:
                    self.stop()
                self.start(self.web(server.url()))
                begin = time.monotonic()
                self.assertEqual(self.outcome(self.domod.deliver("hall", within=10))["outcome"], "sent")
                self.assertLess(time.monotonic() - begin, 8)
                self.assertLess(self.memory(), 100_000)

    def test_answers_that_libcurl_does_not_limit_end_at_their_limit(self):
        """One bad webhook ends no other message: a process without memory would."""
        bad = {name: self.keep(BareReceiver(act)) for name, act in ENDLESS.items()}
        hall = self.keep(HTTPReceiver())
        targets = {
            f"bad{number}": {"url": f"http://127.0.0.1:{server.port}/", "body": "{text}"}
            for number, server in enumerate(bad.values())
        }
        self.start({"targets": {"hall": {"url": hall.url(), "body": "{text}"}, **targets}})
        for number, name in enumerate(bad):
            with self.subTest(name):
                # The status came, unless interim answers are all there is.
                expected = "unknown" if name == "interim answers" else "sent"
                self.assertEqual(self.outcome(self.domod.deliver(f"bad{number}"))["outcome"], expected)
                self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "sent")
        self.assertLess(self.memory(), 100_000)

    def memory(self) -> int:
        """In KiB, at its highest."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmHWM"):
                return int(line.split()[1])
        raise AssertionError

    def test_hanging_targets_delay_no_other(self):
        stuck = self.keep(BareReceiver(hang))
        server = self.keep(HTTPReceiver())
        targets = {f"t{number}": {"url": f"http://127.0.0.1:{stuck.port}/", "body": "x"} for number in range(40)}
        targets["hall"] = {"url": server.url(), "body": "{text}"}
        self.start({"targets": targets})
        for number in range(40):
            self.domod.deliver(f"t{number}")
            self.domod.deliver(f"t{number}")
        self.until(lambda: stuck.connections >= 40, "all hang")
        begin = time.monotonic()
        self.assertEqual(self.outcome(self.domod.deliver("hall"))["outcome"], "sent")
        self.assertLess(time.monotonic() - begin, 1)
        # One at a time for each target.
        self.assertEqual(stuck.connections, 40)

    def test_nothing_is_sent_after_its_deadline(self):
        server = self.keep(HTTPReceiver())
        self.start(self.web(server.url()))
        outcome = self.outcome(self.domod.deliver("hall", within=-1))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertEqual(server.connections, 0)

    def test_withdrawn_message_is_not_sent(self):
        server = self.keep(HTTPReceiver((503, {"Retry-After": "2"}, b""), (200, {}, b"")))
        self.start(self.web(server.url()))
        number = self.domod.deliver("hall")
        server.wait(1)
        time.sleep(0.2)
        self.domod.withdraw(number)
        outcome = self.outcome(number)
        self.assertEqual((outcome["outcome"], outcome["message"]), ("failed", "withdrawn"))
        self.no_more_outcomes(2.5)
        self.assertEqual(len(server.received), 1)
