"""What a text of requirements is understood as, in a sentence or two, before there is a design."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from exporter.importers.beginnings import beginning
from exporter.importers.designs_in_text import design_title
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases import and_list
from modeler.core.requirements.board import Decisions, board
from modeler.core.requirements.vocabulary import NOTHING_KNOWN

NAMES_SHOWN: Final = 8


def first_look(text: str) -> dict[str, Any]:
    """How many access patterns the text has, their entities, how many ask something, and the numbers of the lines that
    were not understood; or only the `title` of what the text is, if it is a whole design. Nothing of a file that is
    broken: while somebody types one, it is.
    """
    if title := design_title(text):
        return {"title": title}
    try:
        lines = beginning(Source(text.encode())).text
    except DocumentInvalid:
        return {}
    seen = board(lines, NOTHING_KNOWN, Decisions())
    return {
        "patterns": len(seen.proposals),
        "entities": _shown(one.name for one in seen.nouns.proposed.entities),
        "asking": sum(any(asked.answer is None for asked in one.asked) for one in seen.proposals),
        "lines": _shown(dict.fromkeys(str(one.line) for one in seen.not_understood)),
        "several_lines": len({one.line for one in seen.not_understood}) > 1,
    }


def _shown(names: Iterable[str]) -> str:
    found = list(names)
    more = len(found) - NAMES_SHOWN
    return and_list([*found[:NAMES_SHOWN], f"{more} more"] if more > 0 else found)
