#!/usr/bin/env python3
"""man.py PROGRAMS TARGET: writes the man pages of domo into the folder TARGET.

The pages are generated from the manual (Sources/DomoDaemon/Manual.docc) and the help of the programs: for domo(1) from
`domo help --json`, for those of ArgumentParser from its description of the commands. lowdown(1) formats the pages.
"""
import json
import pathlib
import re
import subprocess
import sys

MANUAL = pathlib.Path("Sources/DomoDaemon/Manual.docc")
# Where the package installs the manual: manual.py.
INSTALLED = "/usr/share/doc/domo"
# The man page of each page of the manual; the others are only in that folder.
PAGES = {
    "HouseFiles": "domo-house(5)",
    "KNX": "domo-house(5)",
    "Scenes": "domo-scenes(5)",
    "Configuration": "domod.yaml(5)",
    "Access": "domod.yaml(5)",
    "Dialects": "domod.yaml(5)",
    "History": "domod(8)",
    "Orders": "domod(8)",
    "Service": "domod(8)",
    "Language": "domo(1)",
    "Web": "domo-web(8)",
    "Notices": "domo-notify(8)",
    "MQTT": "domo-mqtt(8)",
    "Simulator": "domo-sim(1)",
    "ImportKNX": "domo-import(1)",
    "ImportLinknx": "domo-import(1)",
}


def run(*command: str, text: str | None = None) -> str:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def title(page: str) -> str:
    return (MANUAL / f"{page.partition('#')[0]}.md").read_text().splitlines()[0].removeprefix("# ")


def reference(page: str, own: str) -> str:
    """A reference to a page of the manual from the man page `own`."""
    if page not in PAGES:
        file = next(MANUAL.rglob(f"{page}.md")).relative_to(MANUAL)
        folder = "guide" if file.parent.name == "Guide" else "manual"
        return f"{INSTALLED}/{folder}/{page}.md"
    if PAGES[page] != own:
        return PAGES[page]
    heading = SECTIONS.get(page, title(page).upper())
    return f"the section {heading}" if heading else "this page"


# The headings of pages that are not the titles of the pages; none for what is not under a heading of its own.
SECTIONS = {
    "Service": "", "HouseFiles": "", "Scenes": "", "Configuration": "", "Orders": "ORDERS AND READINGS", "History": "HISTORY",
    "Language": "LANGUAGE",
}


def prose(text: str) -> str:
    """Escapes the underscores of names such as sd_listen_fds, which are not emphasis; those in code spans stay."""
    parts = re.split(r"(`(?:[^`\n]|\n(?!\n))+`)", text)
    return "".join(part if index % 2 else part.replace("_", r"\_") for index, part in enumerate(parts))


def manual(page: str, own: str, level: int = 1) -> str:
    """Returns a page of the manual for the man page `own`, without its title, with its headings moved down by level - 1.
    PAGE#HEADING is the part before that heading."""
    lines, is_code = [], False
    text: list[str] = []

    def add_text() -> None:
        if text:
            lines.extend(prose("\n".join(text)).split("\n"))
        text.clear()

    page, _, end = page.partition("#")
    for line in (MANUAL / f"{page}.md").read_text().splitlines():
        if end and line == f"## {end}":
            break
        line = re.sub(r"<doc:(\w+)>", lambda match: reference(match[1], own), line)
        if line.startswith("```"):
            is_code = not is_code
            line = "```"
            add_text()
        elif not is_code:
            if line.startswith("# "):
                continue
            if line.startswith("#"):
                marks, title = line.split(" ", 1)
                depth = max(1, len(marks) - 2 + level)
                line = "#" * depth + " " + (title.upper() if depth == 1 else title)
            line = re.sub(r"``([^`]+)``", r"`\1`", line)
            line = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", line)
            text.append(line)
            continue
        lines.append(line)
    add_text()
    return lists("\n".join(lines)).strip() + "\n"


def lists(text: str) -> str:
    """Converts tables to definition lists, which fit a narrow terminal."""

    def cells(row: str) -> list[str]:
        return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]

    def replaced(match: re.Match) -> str:
        head, _, *rows = match[0].strip().splitlines()
        names = cells(head)[2:]
        shown = ""
        for term, description, *rest in map(cells, rows):
            more = [f"{name}: {cell}" for name, cell in zip(names, rest) if cell]
            shown += f"{term}\n: {'; '.join([description, *more])}\n\n"
        return shown

    return re.sub(r"(?m)^\|.*\|\n\|[-| :]+\|\n(?:\|.*\|\n?)+", replaced, text)


def literal(text: str) -> str:
    """Escapes a text of --help for Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)


def paragraphs(text: str) -> str:
    """Converts the paragraphs of a text; lines indented by two spaces are a table, and keep their layout."""
    parts = []
    for part in text.strip().split("\n\n"):
        if re.search(r"^  ", part, re.M):
            head = [line for line in part.splitlines() if not line.startswith("  ")]
            rows = [line for line in part.splitlines() if line.startswith("  ")]
            parts.append(literal(" ".join(head)) + "\n\n```\n" + "\n".join(rows) + "\n```")
        else:
            parts.append(literal(part))
    return "\n\n".join(parts)


def names(argument: dict) -> str:
    if argument["kind"] == "positional":
        return f"*{literal(argument.get('valueName', ''))}*"
    shown = []
    for name in sorted(argument["names"], key=lambda name: len(name["name"])):
        hyphens = "--" if name["kind"] == "long" else "-"
        shown.append(f"**{hyphens}{literal(name['name'])}**")
    value = "" if argument["kind"] == "flag" else f" *{literal(argument.get('valueName', ''))}*"
    return ", ".join(shown) + value


def arguments(command: dict, without: set[str]) -> str:
    text = ""
    for argument in command.get("arguments", []):
        own = {name["name"] for name in argument.get("names", [])}
        if not argument.get("shouldDisplay", True) or own & without:
            continue
        description = argument.get("abstract", "")
        if "defaultValue" in argument:
            description += f" (default: {argument['defaultValue']})"
        text += f"{names(argument)}\n: {literal(description)}\n\n"
    return text


def usage(program: str, *words: str) -> str:
    text = run(program, *words, "--help")
    return " ".join(text.split("USAGE: ")[1].split("\n\n")[0].split())


def verbs(program: str, command: dict) -> str:
    text = ""
    for verb in command.get("subcommands", []):
        name = verb["commandName"]
        if name == "help":
            continue
        line = usage(program, name)
        text += f"## {literal(line)}\n\n{literal(verb.get('abstract', ''))}\n\n"
        if verb.get("discussion"):
            text += paragraphs(verb["discussion"]) + "\n\n"
        own = arguments(verb, {"socket", "json", "version", "help"})
        for inner in verb.get("subcommands", []):
            if inner["commandName"] != "help":
                own += f"**{literal(inner['commandName'])}**\n: {literal(inner.get('abstract', ''))}\n\n"
        text += own
    return text


def described(programs: pathlib.Path, name: str) -> tuple[str, dict]:
    program = str(programs / name)
    return program, json.loads(run(program, "--experimental-dump-help"))["command"]


def split_discussion(text: str) -> tuple[str, str, str]:
    """Splits off the parts after `Exit status:` and `Environment:`, which get sections of their own."""
    text, _, environment = text.partition("\n\nEnvironment: ")
    text, _, status = text.partition("\n\nExit status: ")
    return text, status, environment


def domo_verb(verb: dict) -> str:
    """A verb of domo, from `domo help --json`."""
    usage = " | ".join(verb["usages"])
    text = f"## {literal(usage)}\n\n{literal(verb['abstract'])}\n\n"
    if verb.get("discussion"):
        text += paragraphs(verb["discussion"]) + "\n\n"
    for argument in verb["arguments"]:
        text += f"*{literal(argument['name'])}*\n: {literal(argument['help'])}\n\n"
    for option in verb["options"]:
        names = ", ".join(f"**{literal(name)}**" for name in sorted(option["names"], key=len))
        value = f" *{literal(option['value'].lower())}*" if "value" in option else ""
        text += f"{names}{value}\n: {literal(option['help'])}\n\n"
    return text


def domo(programs: pathlib.Path) -> str:
    help = json.loads(run(str(programs / "domo"), "help", "--json"))
    discussion, status, environment = split_discussion(help["discussion"])
    options = "".join(f"**{literal(option['names'])}**\n: {literal(option['help'])}\n\n" for option in help["options"])
    return (
        f"# NAME\n\ndomo - {literal(help['abstract'])}\n\n# SYNOPSIS\n\n"
        + f"**domo** \\[**--socket** *path*\\] \\[**--json**\\] *verb* ...\n\n# DESCRIPTION\n\n{paragraphs(discussion)}\n\n"
        + f"# OPTIONS\n\n{options}# VERBS\n\n{''.join(map(domo_verb, help['verbs']))}"
        + f"# LANGUAGE\n\n{manual('Language', 'domo(1)', 2)}\n# EXIT STATUS\n\n{literal(status)}\n\n# ENVIRONMENT\n\n{literal(environment)}\n\n"
        + "# FILES\n\n*/run/domo/domo.sock*\n: The control socket of the daemon.\n\n"
        + "*$XDG_RUNTIME_DIR/domo.sock*\n: The control socket of the user's own daemon, tried first.\n\n"
        + f"*{INSTALLED}/guide*\n: The guide, from the installation to a running house.\n\n"
        + f"*{INSTALLED}/manual*\n: The manual.\n\n"
        + "# SEE ALSO\n\ndomod(8), domo-web(8), domo-scenes(5), domo-house(5)\n"
    )


def options_of(text: str) -> str:
    """Each option is a row of two columns; long texts continue in the second column."""
    options = ""
    for line in text.split("OPTIONS:\n")[1].splitlines():
        if line.startswith("  -"):
            name, _, description = line.strip().partition("  ")
            options += f"\n\n**{literal(name)}**\n: {literal(description.strip())}"
        else:
            options += " " + literal(line.strip())
    return options


def domo_mqtt(programs: pathlib.Path) -> str:
    text = run(str(programs / "domo-mqtt"), "--help")
    first, _, rest = text.split("OVERVIEW: ")[1].split("\n\nUSAGE")[0].partition("\n\n")
    return (
        "# NAME\n\ndomo-mqtt - the house on an MQTT broker\n\n# SYNOPSIS\n\n**domo-mqtt** \\[*options*\\]\n\n"
        + f"# DESCRIPTION\n\n{literal(' '.join(first.split()))}\n\n{literal(' '.join(rest.split()))}\n\n"
        + f"# OPTIONS{options_of(text)}\n\n# {title('MQTT').upper()}\n\n{manual('MQTT', 'domo-mqtt(8)', 2)}\n"
        + "# SEE ALSO\n\ndomod(8), domo(1)\n"
    )


def domod(programs: pathlib.Path) -> str:
    text = run(str(programs / "domod"), "--help")
    overview = text.split("OVERVIEW: ")[1].split("\n\nTry it")[0]
    first, _, rest = overview.partition("\n\n")
    return (
        "# NAME\n\ndomod - home-automation gateway\n\n# SYNOPSIS\n\n**domod** \\[*options*\\]\n\n"
        + "**domod --check** \\[**--verbose**\\] *file* ...\n\n**domod --print-dialect** *name*\n\n"
        + f"# DESCRIPTION\n\n{literal(' '.join(first.split()))}\n\n{literal(' '.join(rest.split()))}\n\n"
        + f"# OPTIONS{options_of(text)}\n\n{manual('Service', 'domod(8)')}\n"
        + f"# ORDERS AND READINGS\n\n{manual('Orders', 'domod(8)', 2)}\n# HISTORY\n\n{manual('History', 'domod(8)', 2)}\n"
        + "# SEE ALSO\n\ndomo(1), domo-web(8), domod.yaml(5), domo-house(5), domo-scenes(5), systemd.service(5)\n"
    )


def command_page(programs: pathlib.Path, own: str, pages: list[str], also: str) -> str:
    name = own.partition("(")[0]
    program, command = described(programs, name)
    text = f"# NAME\n\n{name} - {literal(command['abstract'])}\n\n# SYNOPSIS\n\n{literal(usage(program))}\n\n# DESCRIPTION\n\n"
    if command.get("discussion"):
        text += paragraphs(command["discussion"]) + "\n\n"
    text += f"# OPTIONS\n\n{arguments(command, set())}"
    if any(verb["commandName"] != "help" for verb in command.get("subcommands", [])):
        text += f"# COMMANDS\n\n{verbs(program, command)}"
    for page in pages:
        text += f"# {title(page).upper()}\n\n{manual(page, own, 2)}\n"
    return text + f"# SEE ALSO\n\n{also}\n"


def format_page(own: str, description: str, pages: list[str], also: str) -> str:
    name = own.partition("(")[0]
    text = f"# NAME\n\n{name} - {description}\n\n# DESCRIPTION\n\n{manual(pages[0], own)}\n"
    for page in pages[1:]:
        text += f"# {title(page).upper()}\n\n{manual(page, own, 2)}\n"
    return text + f"# SEE ALSO\n\n{also}\n"


def main() -> None:
    programs, target = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    date = run("git", "log", "-1", "--format=%cs").strip()
    version = run(str(programs / "domo"), "--version").split()[1]
    pages = {
        "domo.1": domo(programs),
        "domod.8": domod(programs),
        "domo-web.8": command_page(programs, "domo-web(8)", ["Web"], "domod(8), domo(1)"),
        "domo-mqtt.8": domo_mqtt(programs),
        "domo-notify.8": command_page(programs, "domo-notify(8)", ["Notices"], "domod(8), domo(1), domo-scenes(5)"),
        "domo-fleet.8": command_page(programs, "domo-fleet(8)", [], "domod(8), domo-fleet-store(8)"),
        "domo-fleet-store.8": command_page(programs, "domo-fleet-store(8)", [], "domo-fleet(8), domo-fleet-web(8)"),
        "domo-fleet-web.8": command_page(programs, "domo-fleet-web(8)", [], "domo-fleet(8), domo-web(8)"),
        "domo-sim.1": command_page(programs, "domo-sim(1)", ["Simulator"], "domod(8), domo-house(5)"),
        "domo-import.1": command_page(
            programs, "domo-import(1)", ["ImportKNX", "ImportLinknx"], "domo(1), domo-house(5), domod.yaml(5)"
        ),
        "domod.yaml.5": format_page(
            "domod.yaml(5)", "configuration of domod", ["Configuration", "KNX#Finding the interface", "Access", "Dialects"], "domod(8), domo-house(5)"
        ),
        "domo-house.5": format_page(
            "domo-house(5)", "house files of domo", ["HouseFiles", "KNX"], "domod(8), domod.yaml(5), domo-scenes(5)"
        ),
        "domo-scenes.5": format_page("domo-scenes(5)", "scene files of domo", ["Scenes"], "domo(1), domod(8), domo-house(5)"),
    }
    for name, text in pages.items():
        heading, section = name.rsplit(".", 1)
        options = ["-M", f"title={heading}", "-M", f"section={section}", "-M", f"date={date}", "-M", f"source=domo {version}"]
        page = run("lowdown", "-s", "-t", "man", "--out-no-smarty", *options, "-M", "volume=domo manual", text=text)
        (target / name).write_text(page)


main()
