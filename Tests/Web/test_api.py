"""The API matches its description: schemathesis generates valid and invalid requests from /openapi.json, and checks the
responses.
"""

import os
import pathlib
import subprocess
import unittest

import house

HERE = pathlib.Path(__file__).resolve().parent


class Description(unittest.TestCase):
    def test_responses_match_the_description(self):
        home = house.House()
        self.addCleanup(home.close)
        token, _ = home.token(name="the one of the tests", code=False)
        found = subprocess.run(
            [
                os.environ["DOMO_SCHEMATHESIS"], "--config-file", HERE / "API/schemathesis.toml", "run", home.url + "/openapi.json",
                "--url", home.url + "/api/v1", "--header", "Authorization: Bearer " + token, "--no-color",
            ],
            cwd=home.folder,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)


if __name__ == "__main__":
    unittest.main()
