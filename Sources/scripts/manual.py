#!/usr/bin/env python3
"""manual.py TARGET: writes the manual as Markdown into the folder TARGET: the guide into guide, all other pages into
manual."""
import pathlib
import re
import sys

MANUAL = pathlib.Path("Sources/DomoDaemon/Manual.docc")


def main() -> None:
    target = pathlib.Path(sys.argv[1])
    pages = {file.stem: file for file in sorted(MANUAL.rglob("*.md"))}
    titles = {name: file.read_text().splitlines()[0].removeprefix("# ").strip("`") for name, file in pages.items()}

    def folder(name: str) -> str:
        return "guide" if pages[name].parent.name == "Guide" else "manual"

    for name, file in pages.items():

        def link(match: re.Match) -> str:
            there = folder(match[1])
            path = f"{match[1]}.md" if there == folder(name) else f"../{there}/{match[1]}.md"
            return f"[{titles[match[1]]}]({path})"

        text = re.sub(r"<doc:(\w+)>", link, file.read_text())
        text = re.sub(r"``(?!`)([^`\n]+)``(?!`)", r"`\1`", text)
        # Marks for the tests of the guide.
        text = re.sub(r"(?m)^<!-- (test|file): .* -->\n", "", text)
        (target / folder(name)).mkdir(parents=True, exist_ok=True)
        (target / folder(name) / f"{name}.md").write_text(text)


main()
