"""Notices about the system itself."""
import queue
import time

from domod import wire_time
from receivers import Authority, HTTPReceiver
from scene import Scene


def health(**status) -> dict:
    now = wire_time(time.time())
    return {
        "time": now,
        "status": {
            "version": "0.2.0", "since": now, "loaded": now, "houses": [], "servers": [], "links": [], "accepted": 0,
            "failed": 0, "confirmed": 0, "unconfirmed": 0, "warnings": [], **status,
        },
        "disk": {"folder": "/var/lib/domo", "free": 50_000_000_000, "total": 100_000_000_000},
    }


def link(is_up: bool) -> dict:
    return {"key": "bus", "kind": "knx", "endpoints": [{"endpoint": "bus", "reachable": is_up}]}


class System(Scene):
    def watch(self, **system) -> None:
        self.start(
            {"targets": {"ana": {"ntfy": "http://127.0.0.1/casa"}, "luis": {"ntfy": "http://127.0.0.1/casa"}},
             "groups": {"familia": ["ana", "luis"]}, "system": system},
            "--system-interval", "0.2",
        )

    def notice(self, seconds: float = 60) -> dict:
        try:
            return self.domod.notices.get(timeout=seconds)
        except queue.Empty:
            self.fail(f"no notice; log:\n{self.text()}")

    def test_link_that_is_down_is_told_once_and_when_it_is_over(self):
        self.domod.health = health(links=[link(False)])
        self.watch(**{"link-down": {"to": "familia", "after": "1s"}})
        begin = time.monotonic()
        notice = self.notice()
        self.assertGreater(time.monotonic() - begin, 0.8)
        self.assertEqual(notice, {
            "to": "familia", "about": "system link bus", "urgent": False, "resolved": False,
            "text": "bus has been unreachable for 1s",
        })
        time.sleep(1)
        self.assertTrue(self.domod.notices.empty())
        self.domod.health = health(links=[link(True)])
        notice = self.notice()
        self.assertEqual((notice["about"], notice["resolved"], notice["text"]), ("system link bus", True, "bus is reachable again"))
        time.sleep(1)
        self.assertTrue(self.domod.notices.empty())

    def test_after_a_restart_an_open_notice_is_not_told_again(self):
        now = wire_time(time.time())
        self.domod.open_notices = [{
            "number": 1, "time": now, "text": "x", "urgent": False, "to": ["ana"], "about": "system link bus",
            "by": "domo-notify", "state": "open", "deliveries": [],
        }]
        self.domod.health = health(links=[link(False)])
        self.watch(**{"link-down": {"to": "ana", "after": "1s"}})
        time.sleep(2)
        self.assertTrue(self.domod.notices.empty(), list(self.domod.notices.queue))
        self.domod.health = health(links=[link(True)])
        self.assertTrue(self.notice()["resolved"])

    def test_certificate_that_ends(self):
        authority = Authority(self.folder)
        server = self.keep(HTTPReceiver(tls=authority.context(days=3)))
        long = self.keep(HTTPReceiver(tls=authority.context(days=90, names=["localhost"])))
        self.domod.health = health()
        self.watch(certificate=[
            {"to": "ana", "of": server.url("", host="localhost")}, {"to": "ana", "of": long.url("", host="localhost"), "days": 30},
        ])
        notice = self.notice()
        self.assertEqual(notice["about"], f"system certificate https://localhost:{server.port}")
        self.assertRegex(notice["text"], "ends in [23] days")
        time.sleep(0.5)
        self.assertTrue(self.domod.notices.empty())
        self.assertEqual(server.received, [])

    def test_disk_and_backup(self):
        now = time.time()
        memory = {
            "state": "working", "file": "/var/lib/domo/history.sqlite", "bytes": 1, "waiting": 0, "dropped": 0,
            "warnings": [], "lastBackup": wire_time(now - 86400), "failedBackup": wire_time(now),
        }
        self.domod.health = health(memory=memory) | {
            "disk": {"folder": "/var/lib/domo", "free": 3_000_000_000, "total": 100_000_000_000},
        }
        self.watch(disk="ana", backup="luis")
        notices = {notice["about"]: notice for notice in [self.notice(), self.notice()]}
        self.assertEqual((notices["system disk"]["to"], notices["system disk"]["urgent"]), ("ana", True))
        self.assertIn("3000 MB free, 3 %", notices["system disk"]["text"])
        self.assertEqual(notices["system backup"]["to"], "luis")
