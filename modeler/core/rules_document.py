"""The rules as a page: docs/rules.md is the output of `python -m modeler.core.rules_document`."""

from __future__ import annotations

import sys
from itertools import groupby

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from modeler.core.rules.support.rule import Rule

_SUBJECTS = {
    "name": "Names",
    "keys": "Keys and key templates",
    "index": "Indexes",
    "item": "Items",
    "expr": "Expressions",
    "pattern": "Access patterns",
    "query": "Queries",
    "write": "Writes",
    "batch": "Batches",
    "txn": "Transactions",
    "ap": "Fields of an operation",
    "heat": "Hot partitions",
    "capacity": "Capacity",
    "collection": "Item collections",
    "ttl": "Time to live",
    "stream": "Streams",
    "relation": "Relations",
    "model": "Modelling",
    "tenant": "Tenants",
    "security": "Security",
    "ops": "Operation",
    "settings": "Settings",
    "migrate": "Migrations",
}

_FIXED = {rule.id for rule in (*RULES, *CHANGE_RULES) if rule.fixes}

_INTRODUCTION = """# Rules

The rules that Keysheet applies to a design, generated from the registries in `modeler/core/rules`
and, for migrations from one design to another, in `modeler/core/migration`.
**Error**: DynamoDB rejects it, or it stores or returns wrong data. **Warning**: it works until load, age or growth.
**Advice**: cost and clarity. A finding names its place, why it matters and how to fix it; it can be muted.
Each defect has one finding: at the same place the more specific rule hides the general one.

Facts: what a rule is based on, with public sources, in [facts](facts/README.md).
"""


def rules_by_id() -> dict[str, Rule]:
    """Return the texts of each rule: those of the first function, where several implement one rule."""
    return {rule.id: rule for rule in reversed((*RULES, *CHANGE_RULES))}


def rules_document() -> str:
    """All rules in Markdown, by subject in the order of the registry; a rule of two kinds of place once."""
    once = rules_by_id()
    order = list(_SUBJECTS)
    rules = sorted(once.values(), key=lambda rule: (order.index(rule.id.split(".")[0]), rule.id))
    sections = [_INTRODUCTION]
    for subject, members in groupby(rules, key=lambda rule: rule.id.split(".")[0]):
        sections.append(f"## {_SUBJECTS[subject]}\n")
        sections.extend(map(_entry, members))
    return "\n".join(sections)


def _entry(rule: Rule) -> str:
    hides = f" Hides {', '.join(f'`{name}`' for name in rule.hides)}." if rule.hides else ""
    by_itself = " Keysheet offers a one-click fix." if rule.id in _FIXED else ""
    return (
        f"### `{rule.id}`\n\n"
        f"{rule.severity.value.capitalize()}. {rule.title}.\n\n"
        f"- Why: {rule.why}.\n"
        f"- Fix: {rule.fix}.{by_itself}{hides}\n"
        f"- Facts: {', '.join(map(_linked, rule.cited))}.\n"
    )


def _linked(citation: str) -> str:
    """A citation as a link from docs/rules.md."""
    page, _, anchor = citation.partition("#")
    path = page.removeprefix("docs/").removesuffix(".md")
    return f"[{path.rpartition('/')[2]}: {anchor}]({path}.md#{anchor})"


if __name__ == "__main__":
    sys.stdout.write(rules_document())
