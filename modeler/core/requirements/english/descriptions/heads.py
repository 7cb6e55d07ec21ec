"""Titles that say that properties follow: "every vehicle has:", "attributes of a trip:", "what we know of a trip:"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.tokens import WordToken

_NOUN: Final = r"(?P<x>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)"
_DATA: Final = r"(?:data|fields|attributes|properties|columns|details|information|values)"
_ANY: Final = r"(?:an? |each |every |the |one )?"
_KEPT: Final = r"(?:know|store|stored|keep|kept|save|saved|record|recorded|need|needed|track|tracked)"
_HEADS: Final = tuple(
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"(?:the )?{_DATA} (?:of|for) {_ANY}{_NOUN}",
        rf"(?:the following |what |which data )?(?:(?:is|are|we|do we) )?{_KEPT} (?:about|for|of|per) {_ANY}{_NOUN}",
        rf"(?:of|for) (?:an? |each |every ){_NOUN}(?:,? we {_KEPT})?",
        rf"{_ANY}{_NOUN} (?:has|have|is described by|stores|store) (?:the )?(?:following )?(?:{_DATA})?",
        rf"(?:an? |each |every ){_NOUN} (?:has|have|with|stores|holds)",
        rf"{_ANY}{_NOUN}(?: s)? {_DATA}",
    )
)
_NO_NAMES: Final = frozenset({"we", "you", "they", "it", "i", "there", "who", "what", "which"})
_OPENING: Final = frozenset({":", "{"})


def headed(text: str) -> str:
    """Return the entity of a title that says that properties follow; '' for other titles."""
    bare = " ".join(re.findall(r"[\w-]+|,", text))
    found = next((match["x"] for one in _HEADS if (match := one.fullmatch(bare)) is not None), "")
    return "" if set(found.lower().split()) & _NO_NAMES else found


def with_fields(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "attributes of a trip: start, end" as "trip fields: start, end", and "trip {start, end}" as well."""
    mark = next((at for at, one in enumerate(said) if one.low in _OPENING), 0)
    if not mark or mark + 1 >= len(said):
        return said
    text = " ".join(one.text for one in said[:mark] if one.kind != "possessive")
    is_brace = said[mark].low == "{" and said[-1].low == "}"
    name = headed(text) or (text if is_brace and mark == 1 else "")
    wanted = name.split()
    start = next((at for at in range(mark) if [one.text for one in said[at : at + len(wanted)]] == wanted), -1)
    if not wanted or start < 0:
        return said
    colon = replace(said[mark], low=":", text=":", kind="mark")
    body = said[mark + 1 : len(said) - is_brace]
    return (
        *said[start : start + len(wanted)],
        replace(said[mark], low="fields", text="fields", kind="word"),
        colon,
        *body,
    )
