"""Compares how domo-import and xknxproject read project files: groups, types, devices, functions and places, for every
schema, with and without passwords.

    DOMO_PROGRAMS=FOLDER python import_oracle.py [FILE...]

Without files it generates its own (ets_project.py). xknxproject merges rooms with the same name; domo-import does not.
"""

import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import ets_project
from xknxproject import XKNXProj

PROGRAM = pathlib.Path(os.environ["DOMO_PROGRAMS"]) / "domo-import"
PASSWORDS = (ets_project.PASSWORD, "p", "🔑")


def read(path, password):
    command = [PROGRAM, "knx", path, "--format", "json"] + (["--password", password] if password else [])
    run = subprocess.run(command, capture_output=True)
    if run.returncode != 0:
        raise AssertionError(f"domo-import ended with status {run.returncode}: {run.stderr.decode()}")
    return json.loads(run.stdout)


def type_text(kind):
    if kind is None:
        return None
    return str(kind["main"]) if kind["sub"] is None else f"{kind['main']}.{kind['sub']:03d}"


def combined(project):
    """The types that xknxproject infers from linked objects."""
    from xknxproject.combination import combine_project

    return combine_project(project)["group_addresses"]


def places(spaces):
    """Merges places by name at each level, like xknxproject, which only keeps the last of several rooms with one name."""
    return {
        space["name"]: {
            "type": space["type"],
            "devices": sorted(space["devices"]),
            "functions": space["functions"],
            "spaces": places(space["spaces"]),
        }
        for space in spaces
    }


def their_places(spaces):
    return {
        name: {
            "type": space["type"],
            "devices": sorted(space["devices"]),
            "functions": space["functions"],
            "spaces": their_places(space["spaces"]),
        }
        for name, space in spaces.items()
    }


class Oracle(unittest.TestCase):
    maxDiff = None
    files = []

    def compare(self, path, password=None):
        ours = read(path, password)
        theirs = XKNXProj(path, password=password).parse()

        self.assertEqual(ours["schema"], int(theirs["info"]["schema_version"]))
        self.assertEqual(ours["name"], theirs["info"]["name"])
        self.assertEqual(ours["style"], theirs["info"]["group_address_style"])

        self.assertEqual(
            [(group["address"], group["name"], group["description"], group["secured"]) for group in ours["groups"]],
            [
                (group["address"], group["name"], group["description"], group["data_secure"])
                for group in theirs["group_addresses"].values()
            ],
        )
        self.assertEqual(
            {
                (device["address"], device["name"], device["manufacturer"], device["product"], device["application"])
                for device in ours["devices"]
            },
            {
                (
                    device["individual_address"],
                    device["name"],
                    device["manufacturer_name"],
                    device["hardware_name"],
                    device["application"],
                )
                for device in theirs["devices"].values()
            },
        )
        self.assertEqual(
            {
                f"{device['address']}/{each['reference']}": (
                    each["name"],
                    each["text"],
                    each["function"],
                    each["size"],
                    each["types"],
                    each["links"],
                    each["read"],
                    each["write"],
                    each["transmit"],
                )
                for device in ours["devices"]
                for each in device["objects"]
            },
            {
                key: (
                    each["name"] or "",
                    each["text"] or "",
                    each["function_text"] or "",
                    each["object_size"],
                    [type_text(kind) for kind in each["dpts"]],
                    each["group_address_links"],
                    bool(each["flags"]["read"]),
                    bool(each["flags"]["write"]),
                    bool(each["flags"]["transmit"]),
                )
                for key, each in theirs["communication_objects"].items()
            },
        )
        self.assertEqual(
            [
                (each["id"], each["name"], each["type"], each["space"], {g["address"]: g["role"] for g in each["groups"]})
                for each in ours["functions"]
            ],
            [
                (
                    each["identifier"],
                    each["name"],
                    each["function_type"],
                    each["space_id"],
                    {address: group["role"] for address, group in each["group_addresses"].items()},
                )
                for each in theirs["functions"].values()
            ],
        )
        self.assertEqual(places(ours["spaces"]), their_places(theirs["locations"]))
        # Last, since it modifies the data.
        types = {address: type_text(group["dpt"]) for address, group in combined(theirs).items()}
        # xknxproject has no guessed types.
        self.assertEqual(
            {group["address"]: None if group["guessed"] else group["type"] for group in ours["groups"]}, types
        )
        return ours

    @classmethod
    def setUpClass(cls):
        # The device without a program is intended.
        logging.getLogger("xknxproject.log").setLevel(logging.ERROR)

    def test_every_schema(self):
        with tempfile.TemporaryDirectory() as folder:
            for schema in ets_project.SCHEMAS:
                for password in (None, *PASSWORDS):
                    with self.subTest(schema=schema, password=password):
                        path = pathlib.Path(folder) / "project.knxproj"
                        path.write_bytes(ets_project.project(schema, password))
                        ours = self.compare(path, password)
                        # Two rooms with the same name stay two.
                        upper = ours["spaces"][0]["spaces"][1]["spaces"]
                        self.assertEqual([room["name"] for room in upper], ["Dormitorio", "Dormitorio"])
            print(
                f"{len(ets_project.SCHEMAS)} schemas, with {len(PASSWORDS)} passwords and without one", file=sys.stderr
            )

    def test_files(self):
        for path in self.files:
            with self.subTest(path=path):
                self.compare(pathlib.Path(path))


if __name__ == "__main__":
    Oracle.files = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
