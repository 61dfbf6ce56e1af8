"""The token of the tests stays: schemathesis reads its name, $DOMO_TOKEN_NAME, in lists, and would revoke it."""

import os
import re
import urllib.parse

import schemathesis

NAME = os.environ["DOMO_TOKEN_NAME"].casefold()
# No token has this name.
OTHER = "nobody"


def without_name(value):
    """The value without the name. Path parameters are percent-encoded."""
    if isinstance(value, str):
        return OTHER if NAME in urllib.parse.unquote(value).casefold() else value
    if isinstance(value, list):
        return [without_name(item) for item in value]
    if isinstance(value, dict):
        return {key: without_name(item) for key, item in value.items()}
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    # Lines and scenes can revoke tokens, too.
    for part in ("path_parameters", "body"):
        value = getattr(case, part)
        other = without_name(value)
        if other != value:
            setattr(case, part, other)
    operation = case.operation.definition.raw.get("operationId")
    if operation == "saveScene":
        keep_one_precondition(case.headers)
        write_scene(case)
    if operation == "giveOrder" and case.headers and "Prefer" in case.headers:
        # What follows from a header that is a list of words, OpenAPI can't express.
        case.headers["Prefer"] = "wait=5"


def keep_one_precondition(headers):
    """One of two headers is required, and the other is not allowed, which OpenAPI can't express. A tag of a response is kept."""
    if headers and "If-Match" in headers and "If-None-Match" in headers:
        del headers["If-None-Match" if re.fullmatch('"[0-9a-f]{16}"', headers["If-Match"]) else "If-Match"]


def write_scene(case):
    """Random text is hardly ever a scene: half of it becomes one. Texts of responses have several lines, and stay."""
    text = case.body.get("text") if isinstance(case.body, dict) else None
    if isinstance(text, str) and "\n" not in text and len(text) % 2:
        case.body = {**case.body, "text": f"# {len(text)}\nset Salon/Louver up\n"}
