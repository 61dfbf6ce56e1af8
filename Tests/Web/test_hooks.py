"""Hooks, with the reference library of Standard Webhooks as the sender: nobody here wrote how it signs."""

import datetime
import unittest
import urllib.error
import urllib.request

import standardwebhooks

import house


class SignedHooks(unittest.TestCase):
    def setUp(self):
        self.home = house.House()
        self.addCleanup(self.home.close)
        scenes = self.home.folder / "homes/scenes"
        (scenes / "hook.domo").write_text("name Gancho\ntakes level percent\ntakes texto text default nada\nlog 'dice {$texto} {$level}'\n")
        self.home.domo("reload")
        made = self.home.domo("hook", "new", "firma", "--scene", "Gancho", "--signed")
        self.webhook = standardwebhooks.Webhook(made["secret"])

    def deliver(self, body, identity, when=None, signed=None):
        when = when or datetime.datetime.now(datetime.timezone.utc)
        headers = {
            "Content-Type": "application/json",
            "webhook-id": identity,
            "webhook-timestamp": str(int(when.timestamp())),
            "webhook-signature": self.webhook.sign(identity, when, signed or body),
        }
        request = urllib.request.Request(self.home.url + "/hooks/firma", body.encode(), headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status
        except urllib.error.HTTPError as failure:
            return failure.code

    def test_deliveries_of_the_library_are_authentic(self):
        for number, body in enumerate(['{"level": 40}', '{"level":"7%","texto":"ñandú \\u00e9 \\"x\\""}', '{ "level" : 1, "data": {"a": [1]} }']):
            self.assertEqual(self.deliver(body, f"msg_{number}"), 204, body)
        self.assertEqual(self.deliver('{"level": 40}', "msg_0"), 409)

    def test_what_it_did_not_sign_is_refused(self):
        self.assertEqual(self.deliver('{"level": 41}', "msg_a", signed='{"level": 40}'), 401)
        now = datetime.datetime.now(datetime.timezone.utc)
        for minutes in (-6, 6):
            self.assertEqual(self.deliver('{"level": 1}', "msg_b", now + datetime.timedelta(minutes=minutes)), 403)
        self.assertEqual(self.deliver('{"level": 1}', "msg_b", now - datetime.timedelta(minutes=4)), 204)


if __name__ == "__main__":
    unittest.main()
