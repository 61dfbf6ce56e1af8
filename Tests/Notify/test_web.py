"""Webhooks and calls: templates, methods, answers."""
import json
import time

from receivers import BareReceiver, HTTPReceiver, endless, hang, huge
from scene import Scene

TEXT = 'He said "no", \\ and {number}\r\nX-Evil: 1\n&a=b%00 ñ🚪'


class Webhooks(Scene):
    def sent(self, target: dict, text: str = TEXT, **fields):
        server = self.keep(HTTPReceiver())
        target = {name: value.replace("URL", server.url()) if name == "url" else value for name, value in target.items()}
        if self.process:
            self.stop()
        self.start({"page": "https://house.example", "targets": {"hall": target}})
        self.assertEqual(self.outcome(self.domod.deliver("hall", text, **fields))["outcome"], "sent")
        [request] = server.received
        return request

    def test_text_is_quoted_in_json(self):
        request = self.sent(
            {
                "url": "URLx", "headers": {"X-Scene": "{scene}"},
                "body": '{"text": {text}, "inner": "<{text}>", "urgent": {urgent}, "number": {number}, '
                        '"scene": {scene}, "link": {link}, "list": [{}]}',
            },
            scene="Noche\r\nX-Evil: 1", code="c/0", urgent=True,
        )
        self.assertEqual(request.method, "POST")
        self.assertEqual(request.headers["Content-Type"], "application/json")
        self.assertEqual(json.loads(request.body), {
            "text": TEXT, "inner": f"<{TEXT}>", "urgent": True, "number": 12, "scene": "Noche\r\nX-Evil: 1",
            "link": "https://house.example/#/notices/12/c%2F0", "list": [{}],
        })

    def test_text_adds_no_header(self):
        request = self.sent({"url": "URLx", "headers": {"X-Text": "a {text} b"}, "body": "{text}"}, scene="x")
        self.assertNotIn("X-Evil", request.headers)
        self.assertTrue(request.headers["X-Text"].startswith('a He said "no", \\ and {number}  X-Evil: 1 &a=b%00'))
        self.assertEqual(request.headers["Content-Type"], "text/plain; charset=utf-8")
        self.assertEqual(request.body.decode(), TEXT)

    def test_text_is_percent_encoded_in_urls_and_forms(self):
        from urllib.parse import parse_qs, urlsplit

        request = self.sent({
            "url": "URLx?m={text}&n={number}",
            "headers": {"Content-Type": "application/x-www-form-urlencoded"}, "body": "m={text}&u={urgent}",
        })
        query = parse_qs(urlsplit(request.path).query, keep_blank_values=True)
        self.assertEqual(query, {"m": [TEXT], "n": ["12"]})
        self.assertEqual(parse_qs(request.body.decode()), {"m": [TEXT], "u": ["false"]})

    def test_secrets_come_from_files_and_are_not_shown(self):
        request = self.sent({
            "url": "URLhook/s3cret-path?key=s3cret", "header-files": {"X-Key": self.secret("key", "s3cret-key")},
            "user": "domo", "password-file": self.secret("password", "s3cret-word"), "body": "x",
        })
        self.assertEqual(request.headers["X-Key"], "s3cret-key")
        self.assertEqual(request.headers["Authorization"], "Basic ZG9tbzpzM2NyZXQtd29yZA==")
        self.assertNotIn("s3cret", self.text())


class Calls(Scene):
    ANSWER = json.dumps({
        "daily": [{"rain": 5.2, "text": "Lluvia\r\nX: 1"}, {"rain": 7}], "on": True, "no": None, "list": [1], "0": "key",
    }).encode()

    def call(self, *answers, within: float = 10, **more) -> dict:
        self.server = self.keep(HTTPReceiver(*answers))
        if self.process:
            self.stop()
        self.start({"calls": {"tiempo": {"url": self.server.url("/v1?key=s3cret"), **more}}})
        paths = ["daily.0.rain", "daily[1].rain", "daily.0.text", "on", "no", "list", "missing.x", "0"]
        return self.outcome(self.domod.deliver("tiempo", "texto", within, reason="call", paths=paths))

    def test_answer_has_a_status_and_the_values(self):
        outcome = self.call((200, {}, self.ANSWER))
        self.assertEqual((outcome["outcome"], outcome["status"]), ("sent", 200))
        self.assertEqual(outcome["values"], {
            "daily.0.rain": "5.2", "daily[1].rain": "7", "daily.0.text": "Lluvia  X: 1", "on": "true", "0": "key",
        })
        self.assertEqual(self.server.received[0].method, "GET")

    def test_any_status_is_an_answer(self):
        for status in [204, 301, 404, 500, 502]:
            outcome = self.call((status, {"Location": "/x"} if status == 301 else {}, b""))
            self.assertEqual((outcome["outcome"], outcome["status"]), ("sent", status))
            self.assertEqual(len(self.server.received), 1)

    def test_busy_server_is_tried_again_and_its_status_is_the_last_answer(self):
        outcome = self.call((503, {"Retry-After": "1"}, b""), (200, {}, b""))
        self.assertEqual((outcome["outcome"], outcome["status"]), ("sent", 200))
        outcome = self.call((503, {"Retry-After": "60"}, b""), within=3)
        self.assertEqual((outcome["outcome"], outcome["status"]), ("sent", 503))

    def test_body_makes_it_a_post(self):
        self.call((200, {}, b""), body='{"q": {text}}')
        self.assertEqual((self.server.received[0].method, self.server.received[0].body), ("POST", b'{"q": "texto"}'))

    def test_answer_that_is_too_long_has_only_a_status(self):
        for answer in [huge, (200, {}, b'{"on": true, "x": "' + b"x" * 2_000_000 + b'"}')]:
            outcome = self.call(answer)
            self.assertEqual((outcome["outcome"], outcome["status"], outcome["values"]), ("failed", 200, {}))
            self.assertIn("longer than", outcome["message"])
            self.assertNotIn("s3cret", outcome["message"] + self.text())

    def test_endless_answer_ends_with_the_deadline(self):
        begin = time.monotonic()
        outcome = self.call(endless, within=2)
        self.assertEqual((outcome["outcome"], outcome["status"]), ("failed", 200))
        self.assertLess(time.monotonic() - begin, 4)

    def test_hanging_server_fails_at_the_deadline(self):
        server = self.keep(BareReceiver(hang))
        self.start({"calls": {"tiempo": {"url": f"http://127.0.0.1:{server.port}/"}}})
        begin = time.monotonic()
        outcome = self.outcome(self.domod.deliver("tiempo", "", 1.5, reason="call", paths=[]))
        self.assertIn(outcome["outcome"], ["failed", "unknown"])
        self.assertLess(time.monotonic() - begin, 3)

    def test_what_is_not_json_has_no_values(self):
        for body in [b"<html>", b"", b"[" * 100_000, b"\xff\xfe"]:
            outcome = self.call((200, {}, body))
            self.assertEqual((outcome["outcome"], outcome["status"], outcome["values"]), ("sent", 200, {}))
