"""What the documentation names is there, and what there is to name is in it."""

import re
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from exporter.importers import IMPORTERS
from exporter.targets import TARGETS
from modeler.core.rules import RULES
from tests.guards.tree import ROOT, files, text

LINK: Final = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|<(?:img|a)\b[^>]*\b(?:src|href)=\"([^\"]+)\"")
CODE: Final = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
TARGET: Final = re.compile(r"^make ([\w-]+)|`make ([\w-]+)`", re.MULTILINE)
FORMATS: Final = "docs/formats.md"


def anchors(path: str) -> set[str]:
    """The anchors of a page: its headings, as GitHub and MkDocs spell them, and its explicit `<a id>`."""
    headings = re.findall(r"^#+\s+(.+?)\s*$", text(path), re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([\w-]+)">', text(path)))


def links(path: str) -> list[str]:
    """Targets of the links and pictures of a page that stay in this checkout."""
    found = [one.group(1) or one.group(2) for one in LINK.finditer(CODE.sub("", text(path)))]
    return [target for target in found if not re.match(r"[a-z][a-z0-9+.-]*:", target)]


def leads_somewhere(path: str, target: str) -> bool:
    place, _, anchor = target.partition("#")
    file = (ROOT / PurePosixPath(path).parent / unquote(place)).resolve() if place else ROOT / path
    if not file.exists() or not file.is_relative_to(ROOT):
        return False
    return not anchor or file.suffix != ".md" or anchor in anchors(file.relative_to(ROOT).as_posix())


def test_every_relative_link_leads_somewhere():
    broken = [
        f"{path}: {target}" for path in files(".md") for target in links(path) if not leads_somewhere(path, target)
    ]
    assert broken == []


def test_every_make_target_that_is_named_is_there():
    there = set(re.findall(r"^([\w-]+):", text("Makefile"), re.MULTILINE))
    named = {path: {a or b for a, b in TARGET.findall(text(path))} - there for path in files(".md")}
    assert {path: names for path, names in named.items() if names} == {}


def test_every_rule_is_listed():
    page = text("docs/rules.md")
    assert sorted({rule.id for rule in RULES if f"`{rule.id}`" not in page}) == []


def rows(part: str) -> list[tuple[str, int]]:
    """The name in the first cell of each row of the tables below a heading, and how many cells there are."""
    below = text(FORMATS).partition(f"\n## {part}\n")[2].partition("\n## ")[0]
    lines = [line for line in below.split("\n") if line.startswith("| `")]
    return [(line.split("`")[1], len(re.findall(r"(?<!\\)\|", line)) - 1) for line in lines]


def test_every_target_and_importer_has_a_row_in_its_own_table():
    assert sorted(rows("In")) == sorted((one.name, 2) for one in IMPORTERS)
    assert sorted(rows("Out")) == sorted((one.name, 3) for one in TARGETS)


def test_every_decision_is_numbered_once():
    names = [PurePosixPath(path).name for path in files(".md", under=("docs/decisions/",))]
    assert [name for name in names if not re.match(r"\d{4}-[a-z]", name)] == []
    numbers = [name[:4] for name in names]
    assert sorted({number for number in numbers if numbers.count(number) > 1}) == []
