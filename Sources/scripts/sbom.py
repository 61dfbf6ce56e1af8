#!/usr/bin/env python3
"""sbom.py RESOLVED CHECKOUTS VERSION COMMIT EPOCH LIBRARY…: prints the bill of materials of the programs as SPDX 2.3 JSON.

RESOLVED is Package.resolved, CHECKOUTS the folder with the sources of the Swift packages, EPOCH the time of the commit,
and each LIBRARY a Debian package that the programs load.
"""
import datetime
import hashlib
import json
import pathlib
import subprocess
import sys


def licence(folder: pathlib.Path) -> str:
    """Returns the SPDX licence of a package, detected from its licence file."""
    for name in ("LICENSE.txt", "LICENSE", "LICENSE.md"):
        if (folder / name).is_file():
            text = (folder / name).read_text(errors="replace")
            if "Apache License" in text:
                # The exception waives the notice for binaries that contain the Swift runtime.
                return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
            if "Permission is hereby granted, free of charge" in text:
                return "MIT"
    return "NOASSERTION"


def package(name: str, version: str, found: str, declared: str, reference: str | None) -> dict:
    identity = "".join(c if c.isalnum() or c in ".-" else "-" for c in name)
    entry = {
        "SPDXID": f"SPDXRef-{identity}",
        "name": name,
        "versionInfo": version,
        "downloadLocation": found,
        "filesAnalyzed": False,
        "licenseConcluded": declared,
        "licenseDeclared": declared,
        "copyrightText": "NOASSERTION",
    }
    if reference:
        entry["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}
        ]
    return entry


def installed(library: str) -> str:
    query = ["dpkg-query", "-W", "-f", "${Version}", library]
    return subprocess.run(query, capture_output=True, text=True, check=True).stdout


def main() -> None:
    resolved, checkouts, version, commit, epoch, *libraries = sys.argv[1:]
    if not pathlib.Path(checkouts).is_dir():
        sys.exit(f"sbom.py: missing folder {checkouts} with the sources of the Swift packages; run `make release`")
    packages = [package("domo", version, "NOASSERTION", "Apache-2.0", None)]
    if commit:
        packages[0]["sourceInfo"] = f"built from commit {commit}"
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-domo")]
    # Packages that are resolved but not fetched are only needed by products that domo does not use.
    for pin in sorted(json.loads(pathlib.Path(resolved).read_text())["pins"], key=lambda pin: pin["identity"]):
        location, state = pin["location"], pin["state"]
        folder = pathlib.Path(checkouts) / location.rstrip("/").removesuffix(".git").rsplit("/", 1)[1]
        if not folder.is_dir():
            continue
        path = location.removeprefix("https://").removesuffix(".git")
        entry = package(
            pin["identity"], state["version"], f"git+{location}", licence(folder), f"pkg:swift/{path}@{state['version']}"
        )
        packages.append(entry)
        relations.append(("SPDXRef-domo", "CONTAINS", entry["SPDXID"]))
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    swift = next(word for word in compiler.split("Swift version ")[1].split())
    packages.append(
        package("swift-runtime", swift, "https://github.com/swiftlang/swift", "Apache-2.0 WITH Swift-exception", None)
    )
    relations.append(("SPDXRef-domo", "CONTAINS", "SPDXRef-swift-runtime"))
    archive = str(pathlib.Path(".build/libraries/libstdc++.a").resolve(strict=True))
    owner = subprocess.run(["dpkg-query", "-S", archive], capture_output=True, text=True, check=True).stdout.split(":")[0]
    contained = package("libstdc++", installed(owner), "NOASSERTION", "GPL-3.0-or-later WITH GCC-exception-3.1", None)
    packages.append(contained)
    relations.append(("SPDXRef-domo", "CONTAINS", contained["SPDXID"]))
    for library in sorted(set(libraries)):
        found = installed(library)
        entry = package(library, found, "NOASSERTION", "NOASSERTION", f"pkg:deb/debian/{library}@{found}")
        packages.append(entry)
        relations.append(("SPDXRef-domo", "DEPENDS_ON", entry["SPDXID"]))
    created = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    # The same packages give the same document.
    digest = hashlib.sha256(json.dumps(packages, sort_keys=True).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"domo-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/domo-{version}-{digest[:32]}",
        "creationInfo": {"created": created, "creators": ["Tool: domo-sbom"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations
        ],
    }
    print(json.dumps(document, indent=1))


main()
