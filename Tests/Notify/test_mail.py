"""E-mail, to aiosmtpd."""
import email.utils
import time

from ports import free_port
from receivers import Authority, BareReceiver, hang
from scene import Scene
from smtp_server import Mailbox

TEXT = "Puerta abierta: 21 °C – „ñ“ 日本 🚪, and a long text so that its subject needs several encoded words\nsecond line\r\n.\r\nMAIL FROM:<evil@example.com>"


class Mail(Scene):
    def mail(self, port: int, scheme: str = "smtp", host: str = "127.0.0.1", **more) -> dict:
        return {"targets": {"luis": {
            "smtp": f"{scheme}://{host}:{port}", "from": "domo@house.example", "to": "luis@example.com", **more,
        }}}

    def test_message_is_a_whole_one(self):
        box = self.keep(Mailbox())
        self.start({"page": "https://house.example/domo/"} | self.mail(box.port))
        number = self.domod.deliver("luis", TEXT, urgent=True, code="c0de")
        self.assertEqual(self.outcome(number)["outcome"], "sent")
        [message] = box.messages
        self.assertEqual(message["subject"], TEXT.split("\n")[0])
        self.assertEqual(message["from"], "domo@house.example")
        self.assertEqual(message["to"], "luis@example.com")
        self.assertEqual(message["importance"], "high")
        self.assertEqual(message["auto-submitted"], "auto-generated")
        self.assertLess(abs(email.utils.parsedate_to_datetime(message["date"]).timestamp() - time.time()), 60)
        self.assertEqual(
            message.get_content().replace("\r\n", "\n"),
            TEXT.replace("\r\n", "\n") + "\n\nhttps://house.example/domo/#/notices/12/c0de\n",
        )
        self.assertEqual(message.defects, [])
        sender, recipients, content = box.envelopes[0]
        self.assertEqual((sender, recipients), ("domo@house.example", ["luis@example.com"]))
        self.assertLessEqual(max(len(line) for line in content.split(b"\r\n")), 78)
        self.assertTrue(all(octet < 128 for octet in content))

    def test_text_can_inject_no_header(self):
        box = self.keep(Mailbox())
        self.start(self.mail(box.port))
        for text in [
            "a\r\nBcc: evil@example.com", "a\nBcc: evil@example.com", "a\rBcc: evil@example.com",
            "a\x85Bcc: evil@example.com", "a\u2028Bcc: evil@example.com", "=?utf-8?Q?=0D=0ABcc:_evil?=",
        ]:
            self.assertEqual(self.outcome(self.domod.deliver("luis", text, scene="x\r\nBcc: evil@example.com"))["outcome"], "sent")
        for message, (_, recipients, _) in zip(box.messages, box.envelopes):
            self.assertNotIn("bcc", message)
            self.assertEqual(recipients, ["luis@example.com"])
        self.assertEqual(len(box.messages), 6)

    def test_message_id_is_the_same_for_each_attempt(self):
        box = self.keep(Mailbox(["451 try later", "452 try later"]))
        self.start(self.mail(box.port))
        self.assertEqual(self.outcome(self.domod.deliver("luis"))["outcome"], "sent")
        ids = {content.split(b"Message-ID: ")[1].split(b"\r\n")[0] for _, _, content in box.envelopes}
        self.assertEqual((len(box.envelopes), len(ids)), (3, 1))

    def test_5xx_is_not_repeated(self):
        box = self.keep(Mailbox(["554 no"]))
        self.start(self.mail(box.port))
        outcome = self.outcome(self.domod.deliver("luis"))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertIn("SMTP 554", outcome["message"])
        self.assertEqual(len(box.envelopes), 1)

    def test_refused_recipient_is_a_failure(self):
        box = self.keep(Mailbox(rcpt="550 no such user"))
        self.start(self.mail(box.port))
        self.assertIn("SMTP 550", self.outcome(self.domod.deliver("luis"))["message"])

    def test_connection_closed_after_the_message_is_not_known(self):
        box = self.keep(Mailbox(["close"]))
        self.start(self.mail(box.port))
        self.assertEqual(self.outcome(self.domod.deliver("luis"))["outcome"], "unknown")
        self.no_more_outcomes(2)
        self.assertEqual(box.messages, [])

    def test_slow_reply_to_the_message_is_not_known(self):
        box = self.keep(Mailbox(delay=4))
        self.start(self.mail(box.port))
        self.assertEqual(self.outcome(self.domod.deliver("luis", within=2))["outcome"], "unknown")

    def test_server_that_never_greets_is_tried_again(self):
        server = self.keep(BareReceiver(hang))
        self.start(self.mail(server.port))
        outcome = self.outcome(self.domod.deliver("luis", within=2))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertIn("not sent before its deadline", outcome["message"])

    def test_server_that_is_down(self):
        self.start(self.mail(free_port()))
        self.assertEqual(self.outcome(self.domod.deliver("luis", within=2))["outcome"], "failed")

    # MARK: TLS

    def test_starttls_with_user_and_password(self):
        authority = Authority(self.folder)
        box = self.keep(Mailbox(tls=authority.context(), user="domo", password="s3crét", requires_tls=True))
        self.start(self.mail(
            box.port, host="localhost", tls="required", user="domo",
            **{"password-file": self.secret("password", "s3crét"), "ca-file": str(authority.file)},
        ))
        self.assertEqual(self.outcome(self.domod.deliver("luis"))["outcome"], "sent")
        self.assertEqual((box.encrypted, box.users), ([True], [b"domo"]))
        self.assertNotIn("s3cr", self.text())

    def test_wrong_password_is_a_failure(self):
        authority = Authority(self.folder)
        box = self.keep(Mailbox(tls=authority.context(), user="domo", password="right", requires_tls=True))
        self.start(self.mail(
            box.port, host="localhost", tls="required", user="domo",
            **{"password-file": self.secret("password", "wrong"), "ca-file": str(authority.file)},
        ))
        outcome = self.outcome(self.domod.deliver("luis"))
        self.assertEqual(outcome["outcome"], "failed")
        self.assertIn("535", outcome["message"])
        self.assertNotIn("wrong", outcome["message"])

    def test_server_without_tls_gets_nothing_if_it_is_required(self):
        box = self.keep(Mailbox(user="domo", password="right"))
        self.start(self.mail(
            box.port, tls="required", user="domo", **{"password-file": self.secret("password", "right")}
        ))
        outcome = self.outcome(self.domod.deliver("luis"))
        self.assertEqual((outcome["outcome"], box.envelopes), ("failed", []))
        self.assertIn("no TLS", outcome["message"])

    def test_untrusted_certificate_gets_nothing(self):
        authority, other = Authority(self.folder), Authority(self.folder, "other")
        box = self.keep(Mailbox(tls=other.context()))
        self.start(self.mail(box.port, host="localhost", tls="required", **{"ca-file": str(authority.file)}))
        outcome = self.outcome(self.domod.deliver("luis"))
        self.assertEqual((outcome["outcome"], box.envelopes), ("failed", []))
        self.assertIn("certificate is not trusted", outcome["message"])

    def test_smtps(self):
        authority = Authority(self.folder)
        box = self.keep(Mailbox(tls=authority.context(), immediate_tls=True))
        self.start(self.mail(box.port, scheme="smtps", host="localhost", **{"ca-file": str(authority.file)}))
        self.assertEqual(self.outcome(self.domod.deliver("luis"))["outcome"], "sent")
        self.assertEqual(box.encrypted, [True])
