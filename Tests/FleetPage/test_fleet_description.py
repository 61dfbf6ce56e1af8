"""The API of many houses matches its description, /openapi.json: each documented answer is given, also errors, and
schemathesis sends valid and invalid requests. Each answer is judged by another program's validator.
"""

import json
import os
import pathlib
import subprocess
import unittest

from fleet import Fleet
from house import wait

HERE = pathlib.Path(__file__).resolve().parent
SCHEMATHESIS = pathlib.Path(os.environ["DOMO_SCHEMATHESIS"])


class Description(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(1)
        cls.addClassCleanup(cls.fleet.close)
        cls.fleet.add("casa0002", "Casa 2")
        cls.fleet.adopt(1)

    def check(self, answers):
        """Whether they match the description; returns which documented answers they are."""
        file, description = self.fleet.folder / "answers", self.fleet.folder / "openapi.json"
        file.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
        description.write_text(json.dumps(self.fleet.ask("GET", "/openapi.json")[1]))
        done = subprocess.run([SCHEMATHESIS.parent / "python", "-B", HERE / "API/answers.py", description, file], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        faults = [line for line in lines if line.startswith("fault: ")]
        self.assertEqual(faults, [], "\n".join(faults))
        return set(lines)

    def documented(self):
        paths = self.fleet.ask("GET", "/openapi.json")[1]["paths"]
        return {
            f"{method.upper()} {path} {status}"
            for path, operations in paths.items()
            for method, operation in operations.items()
            for status in operation["responses"]
        }

    def test_each_documented_answer_is_given(self):
        fleet = self.fleet
        fleet.report("casa0001", alarms=2, stale=1)
        fleet.record("casa0001", "Salon/Termometro", ["20", "21.5", "on"])
        fleet.sql("INSERT INTO fleet.gap (first, last, records, source, part, reason, element) SELECT 1000, 2000, 3, id, 'readings', 'removed', element "
                  "FROM fleet.source, (VALUES ('Salon/Luz'), (NULL)) names (element) WHERE house = 'casa0001'")
        fleet.leave_out("casa0001", 5)
        fleet.add_many(12)
        token, _ = fleet.houses[0].token("act", code=False)
        code = fleet.houses[0].token("act")[0]
        line = {"line": "set GeneralLight on"}
        holes = {gap["reason"]: gap["records"] for gap in fleet.ask("GET", "/api/v1/houses/casa0001/gaps")[1]["gaps"]}
        self.assertEqual(holes, {"removed": 3, "limit": 5})
        self.assertEqual(fleet.ask("GET", "/api/v1/houses/casa0001")[1]["leftOut"], 5)
        fleet.answers.clear()
        house = "/api/v1/houses/casa0001"
        order = fleet.ask("POST", "/api/v1/orders", {**line, "houses": ["casa0001", "casa0002"]})[1]["number"]
        fleet.finished(order)
        fleet.ask("POST", "/api/v1/orders", {**line, "filter": "all", "confirm": 14})
        for method, path, body, status in (
            ("GET", "/api/v1/session", None, 200),
            ("POST", "/api/v1/session", {"token": fleet.token}, 201),
            ("DELETE", "/api/v1/session", None, 204),
            ("GET", "/api/v1/houses", None, 200),
            ("GET", "/api/v1/houses?search=torre&filter=alarms&limit=1", None, 200),
            ("GET", "/api/v1/totals", None, 200),
            ("GET", house, None, 200),
            ("GET", "/api/v1/houses/casa0002", None, 200),
            ("PUT", house + "/token", {"token": token}, 200),
            ("DELETE", house + "/token", None, 204),
            ("PUT", house + "/token", {"code": code}, 200),
            ("GET", house + "/gaps", None, 200),
            ("GET", house + "/elements", None, 200),
            ("GET", "/api/v1/charts?houses=casa0001,casa0002&element=Salon/Termometro", None, 200),
            ("GET", "/api/v1/orders", None, 200),
            ("GET", f"/api/v1/orders/{order}", None, 200),
            ("GET", f"/api/v1/orders/{order}?after=1", None, 200),
            ("DELETE", f"/api/v1/orders/{order}", None, 200),
            # Errors.
            ("POST", "/api/v1/session", {"token": "x"}, 401),
            ("POST", "/api/v1/session", {}, 400),
            ("PATCH", "/api/v1/session", None, 405),
            ("GET", "/api/v1/houses?filter=x", None, 400),
            ("GET", "/api/v1/houses?limit=501", None, 400),
            ("GET", "/api/v1/houses?after=x", None, 400),
            ("POST", "/api/v1/houses", None, 405),
            ("POST", "/api/v1/totals", None, 405),
            ("GET", "/api/v1/houses/casa0009", None, 404),
            ("GET", "/api/v1/nothing", None, 404),
            ("PUT", house + "/token", {"token": "x"}, 403),
            ("PUT", house + "/token", {"code": "x", "token": "x"}, 400),
            ("DELETE", "/api/v1/houses/casa0009/token", None, 404),
            ("GET", "/api/v1/houses/casa0009/gaps", None, 404),
            ("GET", "/api/v1/houses/casa0009/elements", None, 404),
            ("GET", "/api/v1/charts?houses=casa0001", None, 400),
            ("POST", "/api/v1/orders", {"line": "reload", "houses": ["casa0001"]}, 400),
            ("POST", "/api/v1/orders", {**line, "houses": ["casa0001"], "x": 1}, 400),
            ("POST", "/api/v1/orders", {**line, "filter": "all"}, 409),
            ("POST", "/api/v1/orders", {**line, "houses": ["casa0009"]}, 404),
            ("POST", "/api/v1/orders", {"line": "x" * 300_000}, 413),
            ("GET", "/api/v1/orders/999999", None, 404),
            ("GET", f"/api/v1/orders/{order}?after=x", None, 400),
            ("DELETE", "/api/v1/orders/999999", None, 404),
        ):
            # A browser, which signs in, sends its origin.
            found, _ = fleet.ask(method, path, body, headers={"Origin": fleet.url})
            self.assertEqual(found, status, (method, path, fleet.answers[-1]))
        self.assertEqual(fleet.ask("GET", "/api/v1/session", headers={"Origin": "http://evil.example"})[0], 403)
        for method, path in (("DELETE", "/api/v1/session"), ("GET", "/api/v1/totals"), ("GET", "/api/v1/orders")):
            self.assertEqual(fleet.ask(method, path, token="x")[0], 401)
        self.assertEqual(self.documented() - self.check(fleet.answers), set())

    def test_the_database_is_away(self):
        fleet = self.fleet
        wait(lambda: fleet.ask("GET", "/api/v1/totals")[0] == 200, "PostgreSQL")
        fleet.answers.clear()
        fleet.postgres.stop()
        try:
            wait(lambda: fleet.ask("GET", "/api/v1/totals")[0] == 503, "503")
            for path in ("houses", "houses/casa0001", "houses/casa0001/gaps", "houses/casa0001/elements", "charts?houses=casa0001&element=x"):
                self.assertEqual(fleet.ask("GET", "/api/v1/" + path)[0], 503, path)
            self.check(fleet.answers)
        finally:
            fleet.postgres.start()
        wait(lambda: fleet.ask("GET", "/api/v1/totals")[0] == 200, "PostgreSQL")


class Generated(unittest.TestCase):
    """Alone in a fleet: schemathesis takes away tokens."""

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(1)
        cls.addClassCleanup(cls.fleet.close)

    def test_responses_match_the_description(self):
        done = subprocess.run(
            [
                SCHEMATHESIS, "--config-file", HERE / "API/schemathesis.toml", "run", self.fleet.url + "/openapi.json", "--url", self.fleet.url,
                "--header", "Authorization: Bearer " + self.fleet.token, "--no-color", "--phases", "examples,coverage,fuzzing",
            ],
            cwd=self.fleet.folder, capture_output=True, text=True, timeout=900, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
