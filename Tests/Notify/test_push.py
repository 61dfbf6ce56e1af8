"""Web Push: encrypted messages that http-ece decrypts, and sender's tokens that py-vapid verifies."""
import base64
import json
import os
import socket
import stat
import time

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from receivers import Authority, HTTPReceiver
from scene import Scene


def encode(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """What a browser keeps of its subscription."""

    def __init__(self, number: int, endpoint: str, token: str = "Anna's phone"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.subscription = {
            "id": number, "token": token, "endpoint": endpoint, "p256dh": encode(point), "auth": encode(self.secret),
        }

    def decrypt(self, body: bytes) -> dict:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))


class PushScene(Scene):
    def setUp(self) -> None:
        super().setUp()
        self.authority = Authority(self.folder)

    def service(self, *answers) -> HTTPReceiver:
        return self.keep(HTTPReceiver(*answers or [(201, {}, b"")], tls=self.authority.context()))

    def allowed(self, *servers, **more) -> dict:
        """A configuration with these servers of the test as push services."""
        return {
            "page": "https://house.example",
            "targets": {"movil": {"push": "Anna's phone"}},
            "push-services": [
                {"host": "localhost", "port": server.port, "private": "yes", "ca-file": str(self.authority.file)}
                for server in servers
            ],
        } | more


class Push(PushScene):
    def test_browser_decrypts_the_message_and_the_service_verifies_the_sender(self):
        service = self.service()
        browser = Browser(3, service.url("/send/abc", host="localhost"))
        other = Browser(4, service.url("/send/other", host="localhost"), token="Luis")
        self.domod.subscriptions = [browser.subscription, other.subscription]
        self.start(self.allowed(service))
        text = "Puerta abierta, 21 °C „ñ“ 日本 🚪"
        number = self.domod.deliver("movil", text, urgent=True, code="c0de", within=100)
        self.assertEqual(self.outcome(number)["outcome"], "sent")
        [request] = service.received
        self.assertEqual((request.method, request.path), ("POST", "/send/abc"))
        message = browser.decrypt(request.body)
        self.assertEqual(message["body"], text)
        self.assertEqual(message["url"], "https://house.example/#/notices/12/c0de")
        self.assertEqual((message["notice"], message["urgent"], message["reason"]), (12, True, "raised"))
        self.assertNotIn(b"Puerta", request.body)
        self.assertEqual(request.headers["Content-Encoding"], "aes128gcm")
        self.assertEqual(request.headers["Urgency"], "high")
        self.assertTrue(90 <= int(request.headers["TTL"]) <= 100)
        self.assertEqual(request.headers["Topic"], "notice-12")
        # py-vapid checks the signature; the claims are those of RFC 8292, section 2.
        scheme, _, rest = request.headers["Authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        self.assertEqual(scheme, "vapid")
        self.assertTrue(Vapid02.verify(request.headers["Authorization"]))
        claims = json.loads(decode(fields["t"].split(".")[1]))
        self.assertEqual(claims["aud"], f"https://localhost:{service.port}")
        self.assertTrue(time.time() < claims["exp"] <= time.time() + 86400)
        self.assertEqual(claims["sub"], "https://house.example")
        # The key is the one that the daemon was told of.
        self.assertEqual(self.domod.profile["--push-key"], [fields["k"]])

    def test_lengths_of_texts_are_hidden_and_long_ones_fit(self):
        service = self.service()
        browser = Browser(3, service.url(host="localhost"))
        self.domod.subscriptions = [browser.subscription]
        self.start(self.allowed(service))
        for text in ["a", "a" * 60, '"' * 2000, "\x01" * 2000, "🚪" * 1000]:
            self.assertEqual(self.outcome(self.domod.deliver("movil", text))["outcome"], "sent")
        bodies = [request.body for request in service.received]
        # A header of 86 octets, 16 of the tag, one before the padding.
        self.assertEqual({(len(body) - 103) % 128 for body in bodies[:2]}, {0})
        for body in bodies:
            self.assertLessEqual(len(body), 4096)
            browser.decrypt(body)

    def test_key_is_made_once_and_only_its_owner_can_read_it(self):
        self.start(self.allowed())
        key = self.domod.profile["--push-key"]
        file = self.folder / "state/web-push.key"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.stop()
        self.start(self.allowed())
        self.assertEqual(self.domod.profile["--push-key"], key)

    def test_subscription_that_is_gone_is_reported(self):
        for status in [404, 410]:
            gone, here = self.service((status, {}, b"")), self.service()
            self.domod.subscriptions = [
                Browser(5, gone.url(host="localhost")).subscription, Browser(6, here.url(host="localhost")).subscription,
            ]
            self.domod.gone = []
            if self.process:
                self.stop()
            self.start(self.allowed(gone, here))
            outcome = self.outcome(self.domod.deliver("movil"))
            self.assertEqual((outcome["outcome"], self.domod.gone), ("sent", [5]))

    def test_without_a_subscription_it_fails(self):
        self.start(self.allowed())
        outcome = self.outcome(self.domod.deliver("movil"))
        self.assertEqual((outcome["outcome"], outcome["message"]), ("failed", "no browser is subscribed"))

    def test_only_what_was_refused_is_repeated(self):
        busy, well = self.service((429, {"Retry-After": "1"}, b""), (201, {}, b"")), self.service()
        self.domod.subscriptions = [
            Browser(5, busy.url(host="localhost")).subscription, Browser(6, well.url(host="localhost")).subscription,
        ]
        self.start(self.allowed(busy, well))
        self.assertEqual(self.outcome(self.domod.deliver("movil"))["outcome"], "sent")
        self.assertEqual((len(busy.received), len(well.received)), (2, 1))


class Never(PushScene):
    """An attack for each sentence that says never."""

    def refused(self, endpoint: str, configuration: dict, reason: str) -> None:
        if self.process:
            self.stop()
        self.domod.subscriptions = [Browser(7, endpoint).subscription]
        self.start(configuration)
        outcome = self.outcome(self.domod.deliver("movil", within=5))
        self.assertEqual(outcome["outcome"], "failed", endpoint)
        self.assertIn(reason, outcome["message"], endpoint)
        self.assertNotIn("/secret", outcome["message"] + self.text(), endpoint)

    def test_unknown_services_other_ports_and_schemes_get_nothing(self):
        service = self.service()
        for endpoint, reason in [
            ("https://push.evil.example/secret", "not a known push service"),
            ("https://fcm.googleapis.com.evil.example/secret", "not a known push service"),
            ("https://evilpush.apple.com/secret", "not a known push service"),
            ("https://push.apple.com/secret", "not a known push service"),
            ("https://fcm.googleapis.com:8443/secret", "not a known push service"),
            ("https://fcm.googleapis.com:80/secret", "not a known push service"),
            ("http://fcm.googleapis.com/secret", "not a URL of https"),
            ("https://fcm.googleapis.com@127.0.0.1/secret", "user or password"),
            ("https://127.0.0.1/secret", "not a known push service"),
            ("https://[::1]/secret", "not a known push service"),
            ("https://[::ffff:127.0.0.1]/secret", "not a known push service"),
            ("https://2130706433/secret", "not a known push service"),
            ("https://0x7f.1/secret", "not a known push service"),
            (f"https://localhost:{service.port}/secret", "not a known push service"),
            ("https://fcm.googleapis.com\\@127.0.0.1/secret", "contains"),
            ("https://fcm.googleapis.com/secret\r\nX-Evil: 1", "contains"),
            ("file:///etc/passwd", "not a URL of https"),
            ("gopher://127.0.0.1:25/secret", "not a URL of https"),
        ]:
            with self.subTest(endpoint):
                self.refused(endpoint, self.allowed(), reason)
        self.assertEqual(service.connections, 0)

    def test_name_that_leads_to_a_private_address_is_not_connected_to(self):
        # As after a change of DNS: localhost stands for the name of a trusted service.
        connections = []
        try:
            listener = socket.create_server(("127.0.0.1", 443))
        except OSError:
            listener = None
        configuration = self.allowed() | {"push-services": ["localhost"]}
        self.refused("https://localhost/secret", configuration, "private address")
        if listener:
            listener.settimeout(0.2)
            try:
                connections.append(listener.accept())
            except TimeoutError:
                pass
            listener.close()
        self.assertEqual(connections, [])

    def test_redirect_is_not_followed(self):
        inner = self.service()
        for status in [301, 302, 303, 307, 308]:
            outer = self.service((status, {"Location": inner.url("/secret", host="localhost")}, b""))
            configuration = self.allowed(outer, inner)
            self.refused(outer.url("/x", host="localhost"), configuration, "redirects are not followed")
        self.assertEqual(inner.connections, 0)

    def test_untrusted_certificate_gets_nothing(self):
        other = Authority(self.folder, "other")
        service = self.keep(HTTPReceiver(tls=other.context()))
        self.refused(service.url("/x", host="localhost"), self.allowed(service), "certificate is not trusted")
        self.assertEqual(service.received, [])

    def test_invalid_keys_of_a_subscription_get_nothing(self):
        service = self.service()
        good = Browser(7, service.url(host="localhost")).subscription
        for change in [
            {"p256dh": encode(b"\4" + b"\1" * 64)}, {"p256dh": encode(b"\0")}, {"p256dh": "!"}, {"auth": "AAAA"},
            {"p256dh": encode(b"\4" + b"\0" * 64)},
        ]:
            with self.subTest(change):
                self.domod.subscriptions = [good | change]
                if self.process:
                    self.stop()
                self.start(self.allowed(service))
                self.assertEqual(self.outcome(self.domod.deliver("movil"))["outcome"], "failed")
        self.assertEqual(service.received, [])

    def test_message_that_may_have_arrived_is_not_repeated(self):
        service = self.service(lambda handler: handler.connection.close())
        self.domod.subscriptions = [Browser(7, service.url(host="localhost")).subscription]
        self.start(self.allowed(service))
        self.assertEqual(self.outcome(self.domod.deliver("movil", within=4))["outcome"], "unknown")
        self.assertEqual(len(service.received), 1)
