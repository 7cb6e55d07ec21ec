"""Labels before a request and remarks after it: "[P1]", "TODO:", "also,", "- must have", "(MVP)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken

_NAMES: Final = (
    r"to-?do|fyi|nb|n\.b\.|q|mvp|api|note|query|story|user story|feature|endpoint|requirement|use case|access pattern"
    r"|read|write|must have|should have|optional|question|example|e\.?g\.?|idea|req"
)
_LABEL: Final = re.compile(
    rf"\s*(?:\[[\w .#/-]{{1,20}}\]\s*:?|\((?:mvp|v\d+|p\d|phase \d+|optional|must have|nice to have)\)\s*:?"
    rf"|(?:{_NAMES})\s*:(?=\s))\s*",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"\s*(?:(?:and|also|then|plus|so|ok|okay|well|finally|additionally|furthermore|moreover|lastly|secondly|firstly)"
    r"\s*,?|(?:first|second|third|next|last)\s*[,:])\s+(?=\S)",
    re.IGNORECASE,
)


def without_label(text: str) -> str:
    """Return a line without what only labels it: "[P1] list orders", "TODO: list orders", "also, list orders"."""
    for pattern in (_LABEL, _LEADING, _LABEL):
        found = pattern.match(text)
        if found is not None and re.search(r"[^\W\d_]", text[found.end() :]):
            text = text[found.end() :]
    return text


_MARKS: Final = words_in("- – — ( [ / # ; , ! .")
_REMARKS: Final = words_in(
    "must should could have nice to asap mvp todo tbd wip critical important thanks thank you please if possible for "
    "now later optional etc backend frontend most query p0 p1 p2 p3 v1 v2 v3 see jira ticket phase need"
)
_ALONE: Final = words_in("asap thanks etc")
"""Words that make a remark without a mark before it."""
_TICKET: Final = re.compile(r"[a-z]{2,6}-\d+|\d{1,2}")


def remark_at(tokens: Sequence[WordToken]) -> int:
    """Return where a remark at the end begins that tells nothing about the items: "- must have", "(see JIRA-12)"."""
    at = len(tokens)
    while at > 1 and _is_remark(tokens[at - 1]):
        at -= 1
    said = [one for one in tokens[at:] if one.kind != "mark"]
    if not said or all(one.kind == "number" for one in said):
        return len(tokens)
    if any(one.low in _ALONE for one in said):
        first = next(place for place in range(at, len(tokens)) if tokens[place].low in _ALONE)
        begins = [place for place in range(at, first + 1) if tokens[place].kind == "mark"]
        return begins[0] if begins else first
    marks = [place for place in range(at, len(tokens)) if tokens[place].low in _MARKS]
    begun = next((place for place in marks if place + 1 < len(tokens)), len(tokens))
    said = [one for one in tokens[begun:] if one.is_word]
    return begun if said and not all(one.low in {"for", "to", "you", "most", "query"} for one in said) else len(tokens)


def _is_remark(token: WordToken) -> bool:
    return token.low in _REMARKS | _MARKS | {")", "]"} or _TICKET.fullmatch(token.low) is not None
