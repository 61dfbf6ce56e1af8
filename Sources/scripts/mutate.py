#!/usr/bin/env python3
"""mutate.py: mutations of four targets, each of which some test should notice.

A copy of the tree is built once with all mutations in it; DOMO_MUTATION=NUMBER switches one of them on. Which places
are mutated follows from the seed and the sources. Each mutation runs against the tests of its own target, and if they
pass, against its slow ones and those of the targets around it. It is killed when a test fails, the process crashes, or
the time limit passes. What survives is not tested, or means the same as before: the report lists it, to be read one by
one. A second run with the same seed and sources builds the tests anew and keeps the mutations.
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# In the order in which they are built, with the tests of other targets that run in one process and may notice: those of
# the targets that import them.
AROUND = {
    "DomoKNX": ["DomoKNXHouseTests", "DomoKNXBusTests", "DomoKNXSimTests", "DomoKNXIPTests", "DomoDaemonTests"],
    "DomoHistory": ["DomoDaemonTests"],
    "DomoEngine": ["DomoHTTPTests", "DomoKNXBusTests", "DomoKNXSimTests", "DomoKNXIPTests", "DomoDaemonTests"],
    "DomoHTTP": ["DomoDaemonTests"],
}
TARGETS = list(AROUND)
# They take longer than all others of their target together: they run where the others pass.
SLOW = r"\.(DatapointPropertyTests|TunnelModelTests|SharedBindingPropertyTests|MigrationTests)/"
TESTS = sorted({f"{target}Tests" for target in TARGETS}.union(*AROUND.values()))
# A mutation may allocate without end.
MAX_MEMORY = 8 << 30

# MARK: Places


def masked(text: str) -> list[str]:
    """The lines of a source; characters of strings and comments become §, so that columns stay."""
    out, mode, depth, index = [], "code", 0, 0
    while index < len(text):
        two, three = text[index:index + 2], text[index:index + 3]
        step = 1
        if text[index] == "\n":
            if mode in ("string", "line"):
                mode = "code"
            out.append("\n")
        elif mode == "code":
            if two == "//":
                mode = "line"
            elif two == "/*":
                mode, depth, step = "block", 1, 2
            elif three == '"""':
                mode, step = "long", 3
            elif two == '#"':
                mode, step = "raw", 2
            elif text[index] == '"':
                mode = "string"
            out.append(("§" if mode != "code" else text[index]) * step)
        else:
            if mode == "string" and text[index] == "\\":
                # An interpolation may hold strings of its own.
                if two == "\\(":
                    level, end = 1, index + 2
                    while end < len(text) and level and text[end] != "\n":
                        level += {"(": 1, ")": -1}.get(text[end], 0)
                        end += 1
                    step = end - index
                else:
                    step = 2
            elif mode == "string" and text[index] == '"':
                mode = "code"
            elif mode == "long" and three == '"""':
                mode, step = "code", 3
            elif mode == "raw" and two == '"#':
                mode, step = "code", 2
            elif mode == "block" and two == "*/":
                mode, step = "code", 2
            out.append("".join("\n" if c == "\n" else "§" for c in text[index:index + step]))
        index += step
    return "".join(out).split("\n")


def is_balanced(code: str) -> bool:
    level = 0
    for character in code:
        level += 1 if character in "([{" else -1 if character in ")]}" else 0
        if level < 0:
            return False
    return level == 0


def has_comma(code: str) -> bool:
    level = 0
    for character in code:
        level += 1 if character in "([{" else -1 if character in ")]}" else 0
        if character == "," and level == 0:
            return True
    return False


# What each operator becomes, its precedence, and the body of the function that stands for it.
OPERATORS = {
    "<": ("<=", "Comparison", "T: Comparable"), "<=": ("<", "Comparison", "T: Comparable"),
    ">": (">=", "Comparison", "T: Comparable"), ">=": (">", "Comparison", "T: Comparable"),
    "==": ("!=", "Comparison", "T: Equatable"), "!=": ("==", "Comparison", "T: Equatable"),
    "&&": ("||", "LogicalConjunction", ""), "||": ("&&", "LogicalDisjunction", ""),
    "+": ("-", "Addition", "T: AdditiveArithmetic"), "-": ("+", "Addition", "T: AdditiveArithmetic"),
}
KINDS = {"<": "order", "<=": "order", ">": "order", ">=": "order", "==": "equality", "!=": "equality", "&&": "logic",
         "||": "logic", "+": "sum", "-": "sum"}
# A condition that binds names, or waits.
UNCONDITIONAL = re.compile(r"\b(let|var|case|await)\b|#")
NO_STATEMENT = re.compile(r"(return|let|var|case|if|guard|for|while|switch|throw|super|self\.init|precondition|assert|"
                          r"preconditionFailure|init|defer|indirect|static|private|public)\b")
# The end of a function's header: its effects, and what it returns.
HEADER = re.compile(r"^\s*(?:.*\bfunc .*\)|\))((?: async)?(?: throws(?:\([^)]*\))?)?)"
                    r"(?: -> (.+?))?(?: where .+)? \{$")
CONTINUATION = re.compile(r"\s*(\.|\?|:|&&|\|\||\+|-|\*|==|<|>|\?\?|\)|\])")


def default_value(returned: str) -> str | None:
    """What an early return returns."""
    returned = returned.strip()
    if returned.endswith("?"):
        return "nil"
    if returned.startswith("["):
        return "[:]" if ":" in returned else "[]"
    return {"": "", "Void": "", "Bool": "false", "Int": "0", "String": '""'}.get(returned)


def places(file: str, text: str) -> list[dict]:
    """All places of a source that can be mutated: file, line, kind, first and last column, and what the change is."""
    found = []
    lines = text.split("\n")
    codes = masked(text)

    def add(kind: str, line: int, start: int, end: int, new: str, shown: str) -> None:
        found.append({"file": file, "line": line + 1, "kind": kind, "start": start, "end": end, "new": new,
                      "old": lines[line][start:end], "shown": shown, "text": lines[line].strip()})

    for number, code in enumerate(codes):
        stripped = code.strip()
        if not stripped or stripped[0] in "@#§" or "operator" in stripped or stripped.startswith("import "):
            continue
        line = lines[number]
        indent = len(code) - len(code.lstrip())
        before = next((c.strip() for c in reversed(codes[:number]) if c.strip(" §")), "")
        after = next((c for c in codes[number + 1:] if c.strip(" §")), "")
        for match in re.finditer(r"(?<=\s)(<=|>=|==|!=|<|>|&&|\|\||\+|-)(?=\s)", code):
            old = match.group(1)
            if old in "+-" and "§" in code:
                continue
            add(KINDS[old], number, *match.span(), "OPERATOR", f"{old} becomes {OPERATORS[old][0]}")
        for match in re.finditer(r"(?<=[<>=+-] )(\d+)(?=$|[\s),])", code):
            if "case " not in code and not re.search(r"\b(let|var)\b", code):
                add("number", number, *match.span(), f"_shifted(NUMBER, {match.group(1)})",
                    f"{match.group(1)} becomes {int(match.group(1)) + 1}")
        for pattern in (r"^\s*guard (.+?) else \{", r"^\s*(?:\} else )?if (.+) \{$",
                        r"^\s*(?:\} else )?if (.+?) \{ (?:return|continue|break|throw)\b"):
            match = re.match(pattern, code)
            if not match:
                continue
            condition = match.group(1)
            if has_comma(condition) or not is_balanced(condition) or UNCONDITIONAL.search(condition):
                continue
            span = match.span(1)
            add("condition", number, *span, f"_negated(NUMBER, {line[span[0]:span[1]]})", "the condition is negated")
        for match in re.finditer(r"(?:\breturn |[^=!<>]= |case .*: |\{ |default: )(true|false)(?=$| \})", code):
            value = match.group(1)
            add("literal", number, *match.span(1), "!_mutant(NUMBER)" if value == "true" else "_mutant(NUMBER)",
                f"{value} becomes {'false' if value == 'true' else 'true'}")
        is_statement = not CONTINUATION.match(after) and is_balanced(stripped) \
            and (before == "" or before[-1] in "{})§:" or re.match(r"[\w\])}\"'§!?]", before[-1]))
        if is_statement and (re.match(r"(?:try )?[a-z_][\w.?!]*(?:\[[^\]]*\][\w.?!]*)*\(.*\)$", stripped)
                             or re.match(r"[a-z_][\w.?!]*(?:\[[^\]]*\][\w.?!]*)* (?:=|\+=|-=) .*[^{,(=+]$", stripped)) \
                and not NO_STATEMENT.match(stripped):
            add("statement", number, indent, len(line), f"if !_mutant(NUMBER) {{ {line[indent:]} }}",
                "the statement is removed")
        match = HEADER.match(code)
        if not match or (stripped.startswith(")") and match.group(2) is None):
            match = re.match(r"^\s*(?:[a-z() ]+ )?var \w+()(?:: (.+)) \{$", code)
            if match and re.match(r"\s*(get|set|willSet|didSet)\b", after):
                match = None
        if match:
            value = default_value(match.group(2) or "")
            width = len(codes[number]) - len(codes[number].lstrip())
            second = codes[number + 2] if number + 2 < len(codes) else ""
            is_one_expression = (match.group(2) or "") != "" and second.strip() == "}" and second.index("}") == width
            if value is not None and not is_one_expression:
                add("return", number, len(line) - 1, len(line), f"{{ if _mutant(NUMBER) {{ return {value} }}",
                    f"returns {value or 'at once'}")
    return found


# MARK: Mutations

DIGITS = "∀∁∂∃∄∅∆∇∈∉"


def operator(number: int) -> str:
    """An operator of its own for a mutation: nothing around it has to be rewritten."""
    return "⊕" + "".join(DIGITS[int(c)] for c in str(number))


SWITCH = """import Glibc

/// The mutation that is switched on.
private let chosen = getenv("DOMO_MUTATION").map { Int(atoi($0)) } ?? 0
func _mutant(_ number: Int) -> Bool { number == chosen }
func _negated(_ number: Int, _ condition: Bool) -> Bool { condition != (number == chosen) }
func _shifted<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ number: Int, _ value: T) -> T {
    number == chosen ? value + 1 : value
}
"""


def operator_source(number: int, old: str) -> str:
    new, precedence, constraint = OPERATORS[old]
    name = operator(number)
    lines = [f"infix operator {name}: {precedence}Precedence"]
    if precedence.startswith("Logical"):
        lines.append(f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{ "
                     f"_mutant({number}) ? try a {new} b() : try a {old} b() }}")
    else:
        result = "T" if precedence == "Addition" else "Bool"
        lines.append(f"func {name} <{constraint}>(a: T, b: T) -> {result} {{ "
                     f"_mutant({number}) ? a {new} b : a {old} b }}")
    if old in ("==", "!="):
        lines.append(f"func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ "
                     f"_mutant({number}) ? a {new} b : a {old} b }}")
    return "\n".join(lines) + "\n"


def write(path: pathlib.Path, text: str | bytes) -> None:
    """Leaves a file alone that is as it should be, so that it is not compiled again."""
    data = text if isinstance(text, bytes) else text.encode()
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def sources(target: str) -> list[str]:
    return sorted(str(p.relative_to(ROOT)) for p in (ROOT / "Sources" / target).rglob("*.swift"))


def tracked() -> list[str]:
    names = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"], check=True,
                           capture_output=True).stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


class Plan:
    """Which places are mutated: NUMBER → place, and for each target what stands in reserve."""

    def __init__(self, seed: int, each: int, folder: pathlib.Path):
        self.folder = folder
        self.file = folder / "mutations.json"
        self.mutations: dict[int, dict] = {}
        self.dropped: list[dict] = []
        texts = {name: (ROOT / name).read_text() for target in TARGETS for name in sources(target)}
        self.texts = texts
        digest = hashlib.sha256(json.dumps([seed, each, texts]).encode()).hexdigest()
        self.identity = digest
        self.reserve: dict[str, list[dict]] = {}
        known = json.loads(self.file.read_text()) if self.file.is_file() else {}
        is_known = known.get("identity") == digest
        gone = {(p["file"], p["line"], p["start"]) for p in known["dropped"]} if is_known else set()
        for index, target in enumerate(TARGETS):
            generator = random.Random(f"{seed} {target}")
            kinds: dict[str, list[dict]] = {}
            for name in sources(target):
                for place in places(name, texts[name]):
                    kinds.setdefault(place["kind"], []).append(place | {"target": target})
            for kind in sorted(kinds):
                generator.shuffle(kinds[kind])
            # One of each kind in turn, at most one on a line.
            queue, lines = [], set()
            while any(kinds.values()):
                for kind in sorted(kinds):
                    if kinds[kind]:
                        place = kinds[kind].pop()
                        if (place["file"], place["line"]) not in lines:
                            lines.add((place["file"], place["line"]))
                            queue.append(place)
            self.reserve[target] = [p for p in queue if (p["file"], p["line"], p["start"]) not in gone]
            if not is_known:
                for number in range(index * each + 1, (index + 1) * each + 1):
                    self.refill(number, target)
        if is_known:
            self.mutations = {int(number): place for number, place in known["mutations"].items()}
            self.dropped = known["dropped"]
            taken = {(p["file"], p["line"], p["start"]) for p in self.mutations.values()}
            for target in TARGETS:
                self.reserve[target] = [
                    p for p in self.reserve[target] if (p["file"], p["line"], p["start"]) not in taken
                ]

    def refill(self, number: int, target: str) -> None:
        if not self.reserve[target]:
            sys.exit(f"{target} has too few places that can be mutated")
        self.mutations[number] = self.reserve[target].pop(0)

    def drop(self, number: int) -> None:
        place = self.mutations[number]
        self.dropped.append(place)
        self.refill(number, place["target"])

    def save(self) -> None:
        write(self.file, json.dumps({"identity": self.identity, "mutations": self.mutations, "dropped": self.dropped},
                                    indent=1, ensure_ascii=False))

    def apply(self) -> None:
        """Writes the sources of the four targets with the mutations in them; no line moves."""
        by_file: dict[str, list[tuple[int, dict]]] = {}
        for number, place in self.mutations.items():
            by_file.setdefault(place["file"], []).append((number, place))
        for name, text in self.texts.items():
            lines = text.split("\n")
            for number, place in by_file.get(name, []):
                line = lines[place["line"] - 1]
                new = operator(number) if place["new"] == "OPERATOR" else place["new"].replace("NUMBER", str(number))
                lines[place["line"] - 1] = line[:place["start"]] + new + line[place["end"]:]
            write(self.folder / name, "\n".join(lines))
        for target in TARGETS:
            text = SWITCH
            for number, place in sorted(self.mutations.items()):
                if place["target"] == target and place["new"] == "OPERATOR":
                    text += operator_source(number, place["old"])
            write(self.folder / "Sources" / target / "Mutations.swift", text)

    def at(self, file: str, line: int) -> int | None:
        """The mutation that an error is about: that of its line, or the nearest above it."""
        near = [(line - place["line"], number) for number, place in self.mutations.items()
                if place["file"] == file and place["line"] <= line]
        return min(near)[1] if near else None


# MARK: The copy


def copy(folder: pathlib.Path) -> None:
    mutated = tuple(f"Sources/{target}/" for target in TARGETS)
    names = tracked()
    for name in names:
        if name != "Package.swift" and not (name.startswith(mutated) and name.endswith(".swift")):
            write(folder / name, (ROOT / name).read_bytes())
    for kept in ("Sources", "Tests"):
        for path in (folder / kept).rglob("*"):
            name = str(path.relative_to(folder))
            if path.is_file() and path.name != "Mutations.swift" and name not in set(names):
                path.unlink()
    manifest = (ROOT / "Package.swift").read_text()
    dump = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True,
                                     capture_output=True).stdout)
    needs = {target["name"]: [next(iter(d.values()))[0] for d in target["dependencies"]] for target in dump["targets"]}
    kept, queue = set(), list(TESTS)
    while queue:
        name = queue.pop()
        if name in needs and name not in kept:
            kept.add(name)
            queue += needs[name]
    names = ", ".join(f'"{name}"' for name in sorted(kept))
    # Only what these tests need; a mutation may well cause a warning.
    manifest = "\n".join(line for line in manifest.split("\n") if ".treatAllWarnings" not in line)
    manifest += f"\npackage.products = []\nlet kept: Set = [{names}]\n"
    manifest += "package.targets.removeAll { !kept.contains($0.name) }\n"
    write(folder / "Package.swift", manifest)
    if (ROOT / "Package.resolved").is_file() and not (folder / "Package.resolved").is_file():
        shutil.copy(ROOT / "Package.resolved", folder / "Package.resolved")


def swift(folder: pathlib.Path, *words: str) -> tuple[int, str]:
    environment = {k: v for k, v in os.environ.items() if k != "DOMO_MUTATION"}
    with (folder / "build.log").open("ab") as log:
        done = subprocess.run(["nice", "-n", "5", "swift", *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        log.write(done.stdout)
    return done.returncode, done.stdout.decode(errors="replace")


def build(plan: Plan) -> None:
    """Builds the copy. Mutations that do not compile are replaced."""
    for target in TARGETS:
        while True:
            plan.apply()
            status, output = swift(plan.folder, "build", "--target", target)
            if status == 0:
                break
            wrong = set()
            for match in re.finditer(r"^(/[^:\n]+\.swift):(\d+):\d+: error: ", output, re.M):
                file = os.path.relpath(match.group(1), plan.folder)
                number = plan.at(file, int(match.group(2)))
                if file.endswith("/Mutations.swift"):
                    line = pathlib.Path(match.group(1)).read_text().split("\n")[int(match.group(2)) - 1]
                    found = re.search(r"_mutant\((\d+)\)", line)
                    number = int(found.group(1)) if found else None
                if number:
                    wrong.add(number)
            if not wrong:
                sys.exit(output[-4000:] + f"\nmutate: {target} does not compile, and no mutation is the cause")
            for number in wrong:
                plan.drop(number)
            print(f"{target}: {len(wrong)} mutations that do not compile are replaced", flush=True)
            plan.save()
    status, output = swift(plan.folder, "build", "--build-tests")
    if status != 0:
        sys.exit(output[-4000:] + "\nmutate: the copy does not build")


# MARK: Runs


class Runner:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        path = swift(folder, "build", "--show-bin-path")[1].strip().split("\n")[-1]
        self.program = str(pathlib.Path(path) / "domoPackageTests.xctest")
        self.limits: dict[tuple[str, ...], float] = {}

    def run(self, number: int, tests: list[str], limit: float) -> tuple[str | None, float]:
        """Runs tests with a mutation, and stops at the first that fails: what killed it, or None."""
        # Sockets have short paths.
        temporary = tempfile.mkdtemp(prefix="dm", dir="/tmp")
        environment = os.environ | {"DOMO_MUTATION": str(number), "TMPDIR": temporary}
        command = ["nice", "-n", "5", self.program, "--testing-library", "swift-testing",
                   "--filter", "^(" + "|".join(tests) + r")\."] + ([] if len(tests) > 1 else ["--skip", SLOW])
        start = time.monotonic()
        process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY)),
        )
        cause, tail, ended = None, b"", False
        selector = selectors.DefaultSelector()
        selector.register(process.stdout, selectors.EVENT_READ)
        while cause is None and not ended:
            left = start + limit - time.monotonic()
            if left <= 0:
                cause = "time limit"
            elif selector.select(min(left, 1)):
                part = os.read(process.stdout.fileno(), 1 << 16)
                ended = not part
                # The last line may be unfinished.
                line = tail[tail.rfind(b"\n") + 1:] + part
                tail = (tail + part)[-20_000:]
                if b"recorded an issue" in line:
                    found = re.search(rb"[^\n]*recorded an issue[^\n]*", line)
                    cause = found.group().decode(errors="replace")
            elif process.poll() is not None:
                ended = True
        if cause is None:
            status = process.wait()
            if status != 0:
                lines = [line for line in tail.decode(errors="replace").split("\n") if line.strip()]
                fatal = [line for line in lines if "Fatal error" in line or "Crash" in line or "crash" in line]
                cause = f"status {status}: {(fatal or lines or [''])[0][:300]}"
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        process.stdout.close()
        shutil.rmtree(temporary, ignore_errors=True)
        return cause, time.monotonic() - start

    def baseline(self, tests: list[str]) -> None:
        """The tests must pass without a mutation each time: one that fails now and then would kill anything."""
        slowest = 0.0
        for _ in range(3):
            cause, seconds = self.run(0, tests, 1200)
            if cause:
                sys.exit(f"mutate: without a mutation, {' '.join(tests)} fail: {cause}")
            slowest = max(slowest, seconds)
        self.limits[tuple(tests)] = max(60, 4 * slowest)
        print(f"without a mutation: {' '.join(tests)} in {slowest:.0f} s", flush=True)

    def judge(self, number: int, tests: list[str]) -> dict:
        if tuple(tests) not in self.limits:
            self.baseline(tests)
        cause, seconds = self.run(number, tests, self.limits[tuple(tests)])
        if not cause:
            return {"state": "survived"}
        return {"state": "killed", "by": " ".join(tests), "cause": cause, "seconds": round(seconds, 1)}


def report(plan: Plan, results: dict[int, dict]) -> None:
    # In the second stage the slow tests of the target and those around it.
    print(f"\n{'target':<14}{'mutations':>10}{'own tests':>11}{'second':>8}{'time':>6}{'survived':>10}{'killed':>9}")
    for target in TARGETS:
        ours = [results[n] for n, p in plan.mutations.items() if p["target"] == target and n in results]
        killed = [r for r in ours if r["state"] == "killed"]
        late = sum(r["cause"] == "time limit" for r in killed)
        own = sum(r["by"] == f"{target}Tests" for r in killed if r["cause"] != "time limit")
        others = len(killed) - late - own
        share = f"{100 * len(killed) / len(ours):.0f} %" if ours else ""
        print(f"{target:<14}{len(ours):>10}{own:>11}{others:>8}{late:>6}{len(ours) - len(killed):>10}{share:>9}")
    for number, place in sorted(plan.mutations.items()):
        if results.get(number, {}).get("state") == "survived":
            print(f"{number}: {place['file']}:{place['line']}: {place['shown']}: {place['text']}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="mutate.py", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=50, help="mutations per target (50)")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build/mutants", help="where the copy is kept")
    parser.add_argument("--only", help="the numbers of some mutations, with commas: 3,17")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the run before")
    parser.add_argument("--continue", dest="goes_on", action="store_true", help="only those that have no result yet")
    parser.add_argument("--build", action="store_true", help="builds the copy and runs nothing")
    parser.add_argument("--report", action="store_true", help="shows the results of the runs before")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(options.seed, options.each, folder)
    record = folder / "results.json"
    known = json.loads(record.read_text()) if record.is_file() else {}
    results = {int(n): r for n, r in known.get("results", {}).items()} if known.get("identity") == plan.identity else {}
    if options.report:
        return report(plan, results)
    copy(folder)
    build(plan)
    plan.save()
    if options.build:
        return
    numbers = sorted(plan.mutations)
    if options.only:
        numbers = [int(n) for n in options.only.split(",")]
    elif options.survivors:
        numbers = [n for n in numbers if results.get(n, {}).get("state") == "survived"]
    elif options.goes_on:
        numbers = [n for n in numbers if n not in results]
    runner = Runner(folder)
    for stage in ("own", "around"):
        for number in numbers:
            place = plan.mutations[number]
            target = place["target"]
            if stage == "around" and results[number]["state"] == "killed":
                continue
            own = [f"{target}Tests"]
            # The slow ones of its own target are in the second stage.
            results[number] = runner.judge(number, own if stage == "own" else own + AROUND[target])
            line = f"{place['file']}:{place['line']}: {place['shown']}"
            print(f"{number}: {results[number]['state']}: {line}", flush=True)
            write(record, json.dumps({"identity": plan.identity, "results": results}, indent=1, ensure_ascii=False))
    report(plan, results)


main()
