"""Citations of facts lead somewhere, and every fact has its sources."""

import re
from pathlib import PurePosixPath
from typing import Final

import pytest

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from tests.guards.test_docs import anchors
from tests.guards.tree import files, text

FACT: Final = re.compile(r"facts/(?<![\w./]facts/)([a-z-]+)#([\w-]+)")
PAGE: Final = re.compile(r"(docs/(?<![\w./]docs/)[\w/-]+\.md)#([\w-]+)")
"""The two forms of a citation: a section of docs/facts, and a section of any other page."""

ELSEWHERE: Final = re.compile(
    r"(?:FACTS|KNOWLEDGE|DESIGN|EXAMPLES|STACK|PARTITIONS)\.md\b|(?:FACTS|KNOWLEDGE) [\dPX]|[Ss]eeds? 00\d"
)
"""Documents that this repository does not have."""

FACTS: Final = files(".md", under=("docs/facts/",))


def cited(path: str) -> set[tuple[str, str]]:
    """Pages and anchors that a file cites."""
    found = {(f"docs/facts/{page}.md", anchor) for page, anchor in FACT.findall(text(path))}
    return found | set(PAGE.findall(text(path)))


def test_every_citation_leads_to_a_section():
    there = {path: anchors(path) for path in files(".md", under=("docs/",))}
    sources = files(".py", ".js", ".html", ".md", ".toml", ".sql", under=("",))
    lost = [
        f"{path}: {page}#{anchor}"
        for path in sources
        if path not in {"docs/facts/README.md", "CONTRIBUTING.md"}
        for page, anchor in cited(path)
        if anchor not in there.get(page, ())
    ]
    assert sorted(lost) == []


def test_nothing_cites_documents_that_are_not_here():
    here = "tests/guards/test_facts.py"
    found = [
        f"{path}: {match[0]}"
        for path in files(".py", ".js", ".html", ".md", ".css", ".toml", ".yml")
        if path != here
        for match in ELSEWHERE.finditer(text(path))
    ]
    assert found == []


def test_every_rule_cites_a_section():
    rules = (*RULES, *CHANGE_RULES)
    whole = re.compile(r"(?:facts/[a-z-]+|docs/[\w/-]+\.md)#[\w-]+(?:, (?:facts/[a-z-]+|docs/[\w/-]+\.md)#[\w-]+)*")
    assert sorted({rule.id for rule in rules if not whole.fullmatch(rule.sources)}) == []


@pytest.mark.parametrize("path", FACTS, ids=lambda path: PurePosixPath(path).stem)
def test_every_section_names_its_sources(path):
    if path.endswith("README.md"):
        return
    page = text(path)
    urls = dict(re.findall(r"^\[([^\]]+)\]: (https://\S+)$", page, re.MULTILINE))
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        heading = section.partition("\n")[0]
        assert "\nSources: " in section, heading
        said = re.split(r"\n\n|\n\[[^\]]+\]: ", section.partition("\nSources: ")[2])[0]
        labels = [reference or label for label, reference in re.findall(r"\[([^\]]+)\](?:\[([^\]]+)\])?(?!\()", said)]
        assert labels or "our judgment" in said or "measured" in said, heading
        assert [label for label in labels if " ".join(label.split()) not in urls] == [], heading
