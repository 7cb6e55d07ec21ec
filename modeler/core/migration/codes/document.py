"""The codes as a page: docs/change-codes.md is the output of `python -m modeler.core.migration.codes.document`."""

from __future__ import annotations

import sys

from modeler.core.migration.codes import CODES
from modeler.core.migration.codes.code import ChangeCode, ChangeEffect

_INTRODUCTION = """# Change codes

Each difference between two designs has a code. A code has one effect. Codes are in the output of `keysheet diff`, in
the REST API (`/api/v1/designs/<id>/compare/`) and on the pages Compare and Review. `keysheet diff --fail-on-change
EFFECT` exits with 1 if a change has that effect. Generated from `modeler/core/migration/codes`.
"""


def change_codes_document() -> str:
    """All codes in Markdown, by effect."""
    sections = [_INTRODUCTION]
    for effect in ChangeEffect:
        members = [one for one in CODES if one.effect is effect]
        sections.append(f"## {effect.label.capitalize()}\n\n`{effect.value}`: {effect.says}.\n")
        sections.extend(map(_entry, members))
    return "\n".join(sections)


def _entry(code: ChangeCode) -> str:
    facts = ", ".join(_linked(one) for one in code.sources.split(", "))
    return f"### `{code.id}`\n\n{code.title}.\n\n- Why: {code.why}.\n- How: {code.how}.\n- Facts: {facts}.\n"


def _linked(citation: str) -> str:
    page, _, anchor = citation.partition("#")
    return f"[{page.rpartition('/')[2]}: {anchor}]({page}.md#{anchor})"


if __name__ == "__main__":
    sys.stdout.write(change_codes_document())
