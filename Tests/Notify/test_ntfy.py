"""ntfy, as https://docs.ntfy.sh/publish/ describes it."""
import json

from receivers import HTTPReceiver
from scene import Scene

TEXT = "Puerta abierta: 21 °C – „ñ“ 日本 🚪\nX-Evil: 1\r\nTitle: other"


class Ntfy(Scene):
    def test_message_is_published_as_json(self):
        server = self.keep(HTTPReceiver((200, {}, b'{"id":"x"}')))
        self.start({
            "page": "https://house.example",
            "targets": {"ana": {"ntfy": server.url("/casa-8x7"), "token-file": self.secret("ana", "tk_abc")}},
        })
        number = self.domod.deliver("ana", TEXT, urgent=True, scene="Noche", code="c0de", wantsAnswer=True)
        self.assertEqual(self.outcome(number)["outcome"], "sent")
        [request] = server.received
        self.assertEqual((request.method, request.path), ("POST", "/"))
        self.assertEqual(request.headers["Authorization"], "Bearer tk_abc")
        body = json.loads(request.body)
        self.assertEqual(body["topic"], "casa-8x7")
        self.assertEqual(body["message"], TEXT)
        self.assertEqual(body["title"], "Noche")
        self.assertEqual(body["priority"], 5)
        link = "https://house.example/#/notices/12/c0de"
        self.assertEqual(body["click"], link)
        self.assertEqual(body["actions"], [
            {"action": "view", "label": "OK", "url": link, "clear": True},
        ])
        # Neither the text nor the secrets are in the log.
        for word in ["Puerta", "tk_abc", "casa-8x7", "c0de"]:
            self.assertNotIn(word, self.text())

    def test_text_adds_no_header(self):
        server = self.keep(HTTPReceiver())
        self.start({"targets": {"ana": {"ntfy": server.url("/casa")}}})
        self.outcome(self.domod.deliver("ana", TEXT))
        self.assertFalse({"X-Evil", "Title"} & set(server.received[0].headers))

    def test_long_text_is_cut(self):
        server = self.keep(HTTPReceiver())
        self.start({"targets": {"ana": {"ntfy": server.url("/casa")}}})
        self.outcome(self.domod.deliver("ana", "ñ" * 2000 + "x" * 1000))
        message = json.loads(server.received[0].body)["message"]
        self.assertLessEqual(len(message.encode()), 4096)
        self.assertTrue(message.endswith("…"))

    def test_refusal_is_a_failure_without_the_topic(self):
        server = self.keep(HTTPReceiver((403, {}, b'{"error":"forbidden"}')))
        self.start({"targets": {"ana": {"ntfy": server.url("/casa")}}})
        outcome = self.outcome(self.domod.deliver("ana"))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertEqual(outcome["message"], f"HTTP 403 from {server.url('')}/***")
        self.assertEqual(len(server.received), 1)
