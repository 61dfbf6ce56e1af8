"""The API of the page of many houses, as a program uses it: who sees what, orders to sets of houses, charts."""

import http.client
import unittest
import urllib.parse

from fleet import Fleet
from house import TIMEOUT, wait

LIGHT = "Vivienda eficiente/GeneralLight"


class FleetTest(unittest.TestCase):
    running = 2

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(cls.running)
        cls.addClassCleanup(cls.fleet.close)

    def ok(self, method, path, body=None, token=None, status=200):
        found, content = self.fleet.ask(method, path, body, token)
        self.assertEqual(found, status, content)
        return content

    def refused(self, status, method, path, body=None, token=None):
        found, content = self.fleet.ask(method, path, body, token)
        self.assertEqual(found, status, content)
        return content["detail"]


class People(FleetTest):
    def test_a_person_sees_and_reaches_only_their_houses(self):
        fleet = self.fleet
        fleet.adopt(1)
        fleet.add("hotel00001", "Hotel", "Sur")
        fleet.person("add", "Luis")
        fleet.person("grant", "Luis", "manage", "--tenant", "Sur")
        luis = fleet.person("token", "Luis")
        names = [house["name"] for house in self.ok("GET", "/api/v1/houses")["houses"]]
        self.assertEqual(names, ["Casa 1", "Casa 2"])
        self.assertEqual([house["name"] for house in self.ok("GET", "/api/v1/houses", token=luis)["houses"]], ["Hotel"])
        for method, path, body in (
            ("GET", "/api/v1/houses/casa0001", None),
            ("PUT", "/api/v1/houses/casa0001/token", {"token": "x"}),
            ("DELETE", "/api/v1/houses/casa0001/token", None),
            ("GET", "/api/v1/houses/casa0001/gaps", None),
            ("GET", "/api/v1/houses/casa0001/elements", None),
            ("GET", "/api/v1/charts?houses=casa0001&element=x", None),
            ("POST", "/api/v1/orders", {"line": f"set {LIGHT.split('/')[1]} on", "houses": ["casa0001"]}),
            ("GET", "/house/casa0001/api/v1/model", None),
            ("GET", "/house/casa0001/api/v1/events", None),
            ("POST", "/house/casa0001/api/v1/session", {"token": "x"}),
            ("POST", "/house/casa0001/api/v1/orders", {"element": LIGHT, "value": "on"}),
        ):
            self.assertEqual(self.refused(404, method, path, body, luis), "house casa0001 not found", path)
        # One house of another tenant.
        fleet.person("grant", "Luis", "read", "--house", "casa0002")
        wait(lambda: fleet.ask("GET", "/api/v1/houses/casa0002", token=luis)[0] == 200, "the right")
        self.refused(404, "GET", "/api/v1/houses/casa0001", token=luis)
        # The token of the house that Ana has stored is hers alone.
        self.assertFalse(self.ok("GET", "/api/v1/houses/casa0002", token=luis)["hasToken"])

    def test_a_wrong_token_is_refused(self):
        for token in ("x", "domofleet_" + "A" * 43, self.fleet.token + "A"):
            self.refused(401, "GET", "/api/v1/houses", token=token)
        self.assertEqual(self.fleet.ask("GET", "/api/v1/houses", headers={"Origin": "http://evil.example"})[0], 403)

    def test_who_may_look_gives_no_orders(self):
        fleet = self.fleet
        fleet.person("add", "Eva")
        fleet.person("grant", "Eva", "read", "--house", "casa0001")
        eva = fleet.person("token", "Eva")
        # Even with a token of the house that may do everything.
        fleet.adopt(1, "manage", eva)
        self.ok("GET", "/house/casa0001/api/v1/model", token=eva)
        detail = self.refused(403, "POST", "/house/casa0001/api/v1/orders", {"element": LIGHT, "value": "on"}, eva)
        self.assertIn("no orders", detail)
        order = self.ok("POST", "/api/v1/orders", {"line": "set GeneralLight on", "houses": ["casa0001"]}, eva, 202)
        order = wait(lambda: (lambda found: found["over"] and found)(self.ok("GET", f"/api/v1/orders/{order['number']}", token=eva)), "the end")
        self.assertEqual([house["code"] for house in order["houses"]], ["not-allowed"])
        # Orders of others are not there.
        self.refused(404, "GET", f"/api/v1/orders/{order['number']}")

    def test_a_revoked_person_is_out_also_of_streams(self):
        fleet = self.fleet
        fleet.person("add", "Pau")
        fleet.person("grant", "Pau", "act", "--tenant", "Norte")
        pau = fleet.person("token", "Pau")
        fleet.adopt(1, token=pau)
        url = urllib.parse.urlsplit(fleet.url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("GET", "/house/casa0001/api/v1/events", headers={"Authorization": "Bearer " + pau})
        stream = connection.getresponse()
        self.assertEqual(stream.status, 200)
        self.assertIn(b"event: daemon", stream.readline() + stream.readline())
        self.assertEqual(fleet.person("revoke", "Pau"), "revoked 1 token")
        wait(lambda: fleet.ask("GET", "/api/v1/houses", token=pau)[0] == 401, "the end of the token")

        # The next part of the stream is not sent any more: heartbeats would end it, too.
        # No other test uses this element: their readings may come late.
        fleet.houses[0].domo("set", "Buzzer", "on")
        lines = []
        try:
            while line := stream.readline():
                lines.append(line)
                if lines[-2:-1] == [b"event: reading\n"]:
                    self.assertFalse(b"/Buzzer\"" in line and b'"on"' in line, line)
        except http.client.IncompleteRead:
            pass

    def test_the_database_holds_no_token(self):
        given, _ = self.fleet.houses[0].token("act", code=False)
        self.ok("PUT", "/api/v1/houses/casa0001/token", {"token": given})
        rows = self.fleet.sql("SELECT encode(sealed, 'escape') FROM fleet.house_token; SELECT person_token::text FROM fleet.person_token")
        self.assertNotIn(given, rows)
        self.assertNotIn(self.fleet.token[12:], rows)

    def test_commands_say_what_is_wrong(self):
        for words, message in (
            (("token", "Nadie"), 'there is no person "Nadie"'),
            (("token", "Ana"), 'Ana has a token "page"'),
            (("add", "Ana"), 'the person "Ana" already exists'),
            (("grant", "Ana", "king", "--tenant", "Norte"), 'invalid role "king"'),
            (("grant", "Ana", "read", "--tenant", "Oeste"), 'there is no tenant "Oeste"'),
            (("revoke", "Ana", "--device", "tv"), 'Ana has no token "tv"'),
        ):
            done = self.fleet.person(*words, fails=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(message, done.stderr)
        for words, message in (
            (("add", "Norte"), 'the tenant "Norte" already exists'),
            (("house", "Oeste", "casa0001", "Casa"), 'there is no tenant "Oeste"'),
            (("house", "Norte", "x", "Casa"), 'invalid ID "x"'),
            (("house", "Norte", "casa0002", "Casa 1"), "duplicate key"),
            (("remove", "casa0077"), 'there is no house "casa0077"'),
        ):
            self.assertIn(message, self.fleet.run("tenant", *words, fails=True).stderr)
        self.assertIn("Norte: 2", self.fleet.run("tenant", "list").splitlines())
        self.assertIn("Ana: page", self.fleet.person("list").splitlines())


class HouseTokens(FleetTest):
    running = 1

    def test_a_code_or_token_of_the_house_opens_it(self):
        fleet = self.fleet
        detail = self.refused(403, "GET", "/house/casa0001/api/v1/model")
        self.assertEqual(detail, "you have no token of this house")
        self.assertIn("the house refused it", self.refused(403, "PUT", "/api/v1/houses/casa0001/token", {"token": "nonsense"}))
        code, name = fleet.houses[0].token("act")
        session = self.ok("PUT", "/api/v1/houses/casa0001/token", {"code": code})
        self.assertEqual((session["name"], session["role"]), (name, "act"))
        self.assertEqual(self.ok("GET", "/house/casa0001/api/v1/session")["name"], name)
        self.assertEqual(len(self.ok("GET", "/house/casa0001/api/v1/model")["houses"]), 1)
        self.assertTrue(self.ok("GET", "/api/v1/houses/casa0001")["hasToken"])
        # The house decides: a revoked token ends it, but not the session at the fleet.
        fleet.houses[0].domo("token", "revoke", name, "--yes")
        self.assertIn("no longer accepts", self.refused(403, "GET", "/house/casa0001/api/v1/model"))
        self.ok("GET", "/api/v1/houses")
        self.ok("DELETE", "/api/v1/houses/casa0001/token", status=204)
        self.assertFalse(self.ok("GET", "/api/v1/houses/casa0001")["hasToken"])

    def test_a_house_whose_domod_is_away_is_unreachable(self):
        fleet = self.fleet
        fleet.add("casa0009", "Casa 9")
        found, content = fleet.ask("PUT", "/api/v1/houses/casa0009/token", {"token": "x"})
        self.assertEqual((found, content["code"]), (503, "unreachable"))


class Orders(FleetTest):
    def test_an_order_goes_to_the_chosen_houses(self):
        fleet = self.fleet
        fleet.adopt(1)
        fleet.adopt(2)
        fleet.add("casa0008", "Casa 8")
        fleet.add("casa0009", "Casa 9")
        self.addCleanup(fleet.sql, "DELETE FROM fleet.house WHERE id IN ('casa0008', 'casa0009')")
        fleet.sql("INSERT INTO fleet.house_token (owner, house, sealed) SELECT owner, 'casa0009', sealed FROM fleet.house_token LIMIT 1")
        for value in ("on", "off"):
            body = {"line": f"set GeneralLight {value}", "houses": ["casa0002", "casa0001", "casa0008", "casa0009"]}
            order = self.ok("POST", "/api/v1/orders", body, status=202)
            self.assertEqual((order["counts"]["all"], [house["name"] for house in order["houses"]]), (4, ["Casa 1", "Casa 2", "Casa 8", "Casa 9"]))
            order = fleet.finished(order["number"])
            states = {house["id"]: (house["state"], house.get("code")) for house in order["houses"]}
            # A token that was copied from another house's row opens nothing.
            self.assertEqual(states, {"casa0001": ("done", None), "casa0002": ("done", None), "casa0008": ("failed", "no-house-token"), "casa0009": ("failed", "no-house-token")})
            self.assertEqual(order["houses"][0]["reply"]["element"], LIGHT)
            for house in fleet.houses:
                self.assertEqual(house.reading("GeneralLight", "binary")["value"], value)
            changes = self.ok("GET", f"/api/v1/orders/{order['number']}?after={order['changes']}")
            self.assertEqual(changes["houses"], [])

    def test_more_than_ten_houses_must_be_confirmed(self):
        fleet = self.fleet
        fleet.adopt(1)
        fleet.adopt(2)
        fleet.add_many(10)
        self.addCleanup(fleet.sql, "DELETE FROM fleet.house WHERE id LIKE 'torre%'")
        body = {"line": "set GeneralLight on", "search": "", "filter": "all"}
        for house in fleet.houses:
            house.domo("set", "GeneralLight", "off")
        for confirm in ({}, {"confirm": 11}, {"confirm": 13}):
            detail = self.refused(409, "POST", "/api/v1/orders", {**body, **confirm})
            self.assertIn("the order goes to 12 houses", detail)
        self.assertEqual([house.reading("GeneralLight", "binary")["value"] for house in fleet.houses], ["off", "off"])
        order = fleet.finished(self.ok("POST", "/api/v1/orders", {**body, "confirm": 12}, status=202)["number"])
        self.assertEqual((order["counts"]["done"], order["counts"]["failed"]), (2, 10))
        # Ten need no confirmation.
        self.ok("POST", "/api/v1/orders", {"line": "set GeneralLight on", "search": "torre"}, status=202)

    def test_only_orders_and_scenes_are_accepted(self):
        for line, message in (
            ("token list", "can't be given to several houses"),
            ("reload", "can't be given to several houses"),
            ("", "can't be given to several houses"),
            ("set", "missing argument"),
            ("set a b\ntoken list", "unexpected argument"),
        ):
            detail = self.refused(400, "POST", "/api/v1/orders", {"line": line, "houses": ["casa0001"]})
            self.assertIn(message, detail)
        for body in ({"line": "set a on"}, {"line": "set a on", "houses": []}, {"line": "set a on", "houses": ["casa0001"], "search": "x"}, {"line": "set a on", "filter": "x"}):
            self.refused(400, "POST", "/api/v1/orders", body)

    def test_an_order_can_be_stopped(self):
        fleet = self.fleet
        fleet.add_many(40)
        self.addCleanup(fleet.sql, "DELETE FROM fleet.house WHERE id LIKE 'torre%'")
        order = self.ok("POST", "/api/v1/orders", {"line": "set GeneralLight on", "search": "torre", "confirm": 40}, status=202)
        stopped = self.ok("DELETE", f"/api/v1/orders/{order['number']}")
        self.assertEqual(stopped["counts"]["waiting"], 0)
        counts = fleet.finished(order["number"])["counts"]
        self.assertEqual(counts["stopped"] + counts["failed"], 40)

    def test_scenes_are_given_too(self):
        self.fleet.adopt(1)
        name = self.fleet.houses[0].domo("scenes")["scenes"][0]["name"]
        order = self.fleet.finished(self.ok("POST", "/api/v1/orders", {"line": f'scene stop "{name}"', "houses": ["casa0001"]}, status=202)["number"])
        self.assertEqual(order["counts"]["all"], 1)


class Charts(FleetTest):
    running = 1

    def test_a_chart_has_a_line_per_house(self):
        fleet = self.fleet
        fleet.add("casa0002", "Casa 2")
        fleet.record("casa0001", "Salon/Termometro", ["20", "21.5", "22"])
        fleet.record("casa0002", "Salon/Termometro", ["on", "off", "x"])
        self.assertEqual(self.ok("GET", "/api/v1/houses/casa0001/elements")["elements"], ["Salon/Termometro"])
        chart = self.ok("GET", "/api/v1/charts?houses=casa0001,casa0002&element=Salon/Termometro")
        self.assertEqual([[hour.get("mean") for hour in series["hours"]] for series in chart["series"]], [[20, 21.5, 22], [1, 0, None]])
        self.assertEqual([series["name"] for series in chart["series"]], ["Casa 1", "Casa 2"])
        for query, message in (
            ("element=x", "0 houses"),
            ("houses=casa0001", "missing parameter: element"),
            ("houses=casa0001&element=x&from=yesterday", 'invalid time "yesterday"'),
            ("houses=casa0001&element=x&from=2020-01-01T00:00:00.000Z", "time range"),
            ("houses=" + ",".join(["casa0001"] * 11) + "&element=x", "11 houses"),
        ):
            self.assertIn(message, self.refused(400, "GET", "/api/v1/charts?" + query))


class PostgresAway(FleetTest):
    running = 1

    def test_the_page_says_so_and_comes_back(self):
        fleet = self.fleet
        self.ok("GET", "/api/v1/houses")
        fleet.postgres.stop()
        found, content = wait(lambda: (lambda answer: answer if answer[0] == 503 else None)(fleet.ask("GET", "/api/v1/houses")), "503")
        self.assertEqual(content["code"], "unreachable")
        fleet.postgres.start()
        wait(lambda: fleet.ask("GET", "/api/v1/houses")[0] == 200, "the houses again")

    def test_a_restart_that_nobody_meets_is_not_noticed(self):
        fleet = self.fleet
        wait(lambda: fleet.ask("GET", "/api/v1/houses")[0] == 200, "the houses")
        fleet.postgres.stop()
        fleet.postgres.start()
        self.assertEqual([fleet.ask("GET", "/api/v1/houses")[0] for _ in range(12)], [200] * 12)


if __name__ == "__main__":
    unittest.main()
