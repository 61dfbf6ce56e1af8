"""An SMTP server of aiosmtpd, with faults."""
import asyncio
import email
import email.policy
import ssl

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from ports import free_port


class Mailbox:
    """Keeps what it received: envelope and message.

    - `replies`: what `DATA` is answered with, one after the other, then 250.
    - `user`, `password`: required if they are given.
    """

    def __init__(self, replies: list[str] | None = None, tls: ssl.SSLContext | None = None, user: str | None = None,
                 password: str | None = None, requires_tls: bool = False, delay: float = 0, rcpt: str | None = None,
                 immediate_tls: bool = False):
        self.replies = replies or []
        self.messages: list = []
        self.envelopes: list = []
        self.encrypted: list[bool] = []
        self.users: list = []
        mailbox = self

        class Handler:
            async def handle_RCPT(self, server, session, envelope, address, options):
                if rcpt:
                    return rcpt
                envelope.rcpt_tos.append(address)
                return "250 OK"

            async def handle_DATA(self, server, session, envelope):
                await asyncio.sleep(delay)
                reply = mailbox.replies.pop(0) if mailbox.replies else "250 Message accepted for delivery"
                if reply == "close":
                    server.transport.close()
                    return "250 never seen"
                mailbox.encrypted.append(session.ssl is not None or immediate_tls)
                mailbox.users.append(session.authenticated and session.auth_data)
                mailbox.envelopes.append((envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
                if reply.startswith("250"):
                    mailbox.messages.append(
                        email.message_from_bytes(envelope.content, policy=email.policy.default)
                    )
                return reply

        def authenticate(server, session, envelope, mechanism, data):
            holds = (data.login, data.password) == (user.encode(), password.encode())
            return AuthResult(success=holds, handled=False, auth_data=data.login if holds else None)

        class Server(Controller):
            def factory(self):
                return SMTP(
                    self.handler, hostname="mail.example",
                    tls_context=None if immediate_tls else tls, require_starttls=requires_tls,
                    authenticator=authenticate if user else None, auth_required=bool(user),
                    auth_require_tls=bool(tls) and not immediate_tls,
                )

        self.controller = Server(
            Handler(), hostname="127.0.0.1", port=free_port(), ssl_context=tls if immediate_tls else None
        )
        self.port = self.controller.port
        self.controller.start()

    def stop(self) -> None:
        self.controller.stop()
