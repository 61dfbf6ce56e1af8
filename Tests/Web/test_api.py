"""The API matches its description: schemathesis generates valid and invalid requests from /openapi.json, and checks the
responses. It also follows the links of the description, and those that it infers: a value of one response goes into the
next request.

$DOMO_API_REQUESTS is the number of requests that follow links: by default as many as fit into `make test`.
"""

import base64
import collections
import json
import os
import pathlib
import shutil
import subprocess
import unittest
import urllib.parse

import house
from notifier import Notifier

HERE = pathlib.Path(__file__).resolve().parent
REQUESTS = int(os.environ.get("DOMO_API_REQUESTS", "500"))
# Of the 27 links of the description and 8 that schemathesis infers.
LINKS = 25 if REQUESTS < 10_000 else 33
# These say nothing about the value of the link.
NOT_ANSWERED = {401, 403, 429, 503}


class Description(unittest.TestCase):
    def setUp(self):
        self.home = house.House()
        self.addCleanup(self.home.close)
        self.token, self.name = self.home.token(name="schemathesis", code=False)
        # Without one, each message waits for it.
        notifier = Notifier(self.home)
        self.addCleanup(notifier.close)

    def run_schemathesis(self, *options, **environment):
        home = self.home
        found = subprocess.run(
            [
                os.environ["DOMO_SCHEMATHESIS"], "--config-file", HERE / "API/schemathesis.toml", "run", home.url + "/openapi.json",
                "--url", home.url + "/api/v1", "--header", "Authorization: Bearer " + self.token, "--no-color", *options,
            ],
            cwd=home.folder,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        return found.stdout + found.stderr if found.returncode else None

    def test_responses_match_the_description(self):
        self.assertIsNone(self.run_schemathesis("--phases", "examples,coverage,fuzzing"))

    def test_links_lead_to_requests_that_match_the_description(self):
        report = self.home.folder / "report.ndjson"
        hooks = {"SCHEMATHESIS_HOOKS": str(HERE / "API/hooks.py"), "DOMO_TOKEN_NAME": self.name}
        walk = Walk()
        faults = []
        for seed in range(1, 1000):
            fault = self.run_schemathesis("--phases", "stateful", "--seed", str(seed), "--report-ndjson-path", report, **hooks)
            if fault:
                faults.append(fault)
            walk.read(report)
            # Which links a walk follows is chance: a change of the description changes all walks.
            if walk.requests >= REQUESTS and (len(walk.followed) >= LINKS or walk.requests >= 3 * REQUESTS):
                break
            # It removes and makes scenes.
            scenes = self.home.folder / "homes/scenes"
            shutil.rmtree(scenes)
            shutil.copytree(house.HOMES / "scenes", scenes)
            self.home.domo("reload")
        print(walk, end=" ", flush=True)
        self.assertEqual(faults, [], "\n".join(faults))
        self.assertGreaterEqual(walk.requests, REQUESTS)
        self.assertEqual(walk.statuses[401], 0, "the token of the tests was revoked")
        self.assertGreaterEqual(len(walk.followed), LINKS)


class Walk:
    """What was sent, and which links it followed: a request counts for a link if a value of the earlier response is in it."""

    def __init__(self):
        self.requests = 0
        self.statuses = collections.Counter()
        self.links = set()
        self.followed = collections.Counter()
        self.succeeded = collections.Counter()

    def __str__(self):
        text = (
            f"{self.requests} requests, {self.followed.total()} of them with a value of an earlier response; "
            f"{len(self.followed)} links followed, {len(self.succeeded)} of them with success\n"
        )
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        links = "\n".join(f"{count:6} {self.succeeded[link]:6} {link}" for link, count in sorted(self.followed.items()))
        return f"{text}{statuses}\n  sent succeeded\n{links}\n"

    def read(self, report):
        with open(report) as lines:
            for line in lines:
                event = json.loads(line)
                if "ScenarioFinished" in event:
                    self.note(event["ScenarioFinished"]["recorder"])

    def note(self, recorder):
        interactions = recorder.get("interactions", {})
        for key, case in recorder.get("cases", {}).items():
            interaction = interactions.get(key, {})
            if "response" not in interaction:
                continue
            self.requests += 1
            status = interaction["response"]["status_code"]
            self.statuses[status] += 1
            link = case.get("transition")
            is_applied = link and case.get("is_transition_applied")
            if is_applied and status not in NOT_ANSWERED and has_value(interaction["request"], link):
                self.followed[link["id"]] += 1
                if status < 300:
                    self.succeeded[link["id"]] += 1


def has_value(request, link):
    """Whether the request has one of the values that the link took from the earlier response, in its place."""
    address = urllib.parse.urlsplit(request["uri"])
    sent = {
        "path_parameters": [urllib.parse.unquote(part) for part in address.path.split("/")],
        "query": [value for values in urllib.parse.parse_qs(address.query).values() for value in values],
        "headers": [value for values in request.get("headers", {}).values() for value in values],
    }
    for place, parameters in link.get("parameters", {}).items():
        for parameter in parameters.values():
            if any(str(value) in sent.get(place, ()) for value in values_of(parameter)):
                return True
    if "request_body" not in link or "body" not in request:
        return False
    try:
        body = json.loads(base64.b64decode(request["body"]["$base64"]))
    except ValueError:
        return False
    expected = link["request_body"]["value"]
    return isinstance(body, dict) and any(body.get(name) == value for name, value in expected.items())


def values_of(parameter):
    """The values of a response; a constant of the description is none."""
    if not str(parameter["definition"]).startswith("$"):
        return []
    value = parameter.get("value")
    if isinstance(value, dict):
        return value.get("values", [])
    return [] if value is None else [value]


if __name__ == "__main__":
    unittest.main()
