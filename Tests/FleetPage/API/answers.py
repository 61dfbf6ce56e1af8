"""answers.py DESCRIPTION ANSWERS: checks answers against the description of the API. It runs in the environment of
schemathesis, which has a validator of JSON schemas. ANSWERS has a JSON object per line: method, path, status, type, content.
Prints what does not match, each after "fault:", and the documented answers that were given: METHOD PATH STATUS.
"""

import json
import re
import sys
import urllib.parse

import jsonschema_rs


def main():
    with open(sys.argv[1]) as file:
        description = json.load(file)
    patterns = [(re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path) + "$"), path) for path in description["paths"]]
    validators, given = {}, set()
    with open(sys.argv[2]) as file:
        for line in file:
            answer = json.loads(line)
            address = urllib.parse.urlsplit(answer["path"]).path
            path = next((path for pattern, path in patterns if pattern.match(address)), None)
            operation = description["paths"].get(path, {}).get(answer["method"].lower())
            if not operation:
                # Another method or path is a problem, too: the schema is the same everywhere.
                operation = {"responses": {"default": next(iter(description["paths"].values()))["get"]["responses"]["default"]}}
                if answer["status"] not in (404, 405):
                    print(f"fault: {answer['method']} {answer['path']} is not documented: {answer['status']}")
            status = str(answer["status"])
            key = status if status in operation["responses"] else "default"
            if path:
                given.add(f"{answer['method']} {path} {key}")
            for fault in faults(description, operation["responses"][key], answer, key, validators):
                print(f"fault: {answer['method']} {answer['path']} {status}: {fault}: {json.dumps(answer['content'])[:300]}")
    for name in sorted(given):
        print(name)


def faults(description, response, answer, key, validators):
    if key == "default" and answer["status"] < 400:
        yield "only errors may be undocumented"
    content = response.get("content")
    if not content:
        if answer["content"]:
            yield "no content is documented"
        return
    media = (answer["type"] or "").split(";")[0]
    if media not in content:
        yield f"the type is {media}"
        return
    schema = {**content[media]["schema"], "components": description["components"]}
    name = json.dumps(schema, sort_keys=True)
    if name not in validators:
        validators[name] = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    for error in validators[name].iter_errors(answer["content"]):
        yield f"{'/'.join(map(str, error.instance_path))}: {error.message}"
    if media == "application/problem+json" and answer["content"].get("status") != answer["status"]:
        yield "the status in the problem is another one"


main()
