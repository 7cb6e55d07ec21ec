"""The attributes that a line of a text without a design spells out: as code has them, or with their value.

"its status becomes 'stored' and storedAt is filled" names status and storedAt; no other noun is an attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import follows
from modeler.core.requirements.english.phrasing.same import is_code
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import attribute_name, id_name, is_plural
from modeler.core.requirements.vocabulary import LEARNED, KnownEntity
from modeler.core.values.attribute_values import AttributeType

_IS: Final = words_in("= becomes become is isn't turns to")
_STATES: Final = words_in("status state stage")
_SETS: Final = words_in("set sets setting make put change changes")
_SORTED: Final = words_in("ascending descending")
_FIRST: Final = words_in("nearest closest lowest highest earliest latest smallest largest")
_TOP: Final = (("first",), ("on", "top"), ("at", "the", "top"))
_WORDS_MAX: Final = 2


def spelled_out(draft: Draft) -> KnownEntity | None:
    """Return the entity of a row with the attributes that its line spells out; None if it spells none out."""
    names: tuple[str, ...] = draft.value("entities") or ()
    if len(names) != 1 or draft.question("entities") is not None:
        return None
    found = {one.name: one for one in _attributes(draft)}
    if not found:
        return None
    entity = Entity(f"{LEARNED}{names[0]}", names[0], identity=(id_name(names[0]),), attributes=tuple(found.values()))
    return KnownEntity(entity)


def _attributes(draft: Draft) -> Iterator[Attribute]:
    for at, token in enumerate(draft.tokens):
        if is_code(token) and token.text != token.low and draft.known.entity(token.text) is None:
            yield _attribute(draft, token.text, at + 1)
        if token.low in _SORTED | _FIRST and (sorting := _sorting(draft, at)):
            yield _attribute(draft, attribute_name(sorting), at)
        if token.low == "to" and not {draft.low(one) for one in range(max(at - 4, 0), at)} & _SETS:
            continue
        if token.kind == "quoted" and at and draft.low(at - 1) in _STATES and draft.tokens[at - 2].kind == "mark":
            yield _attribute(draft, draft.low(at - 1), at)
        if token.low not in _IS or at + 1 >= len(draft.tokens):
            continue
        value = draft.tokens[at + 1 + (draft.low(at + 1) in {"not", "still"})]
        words = _before(draft, at)
        if words and (value.kind == "quoted" or value.low in {"true", "false"}):
            yield _attribute(draft, attribute_name(words), at)


def _before(draft: Draft, at: int) -> tuple[str, ...]:
    """Return the nouns right before a token. What follows "the attribute" is an exact name."""
    if draft.low(at - 2) == "attribute":
        return (draft.tokens[at - 1].text,)
    if draft.low(at) in {"=", "to"} and draft.tokens[at - 1].is_word and draft.low(at - 1) not in CLOSED:
        return (draft.low(at - 1),) if at < 2 or not _is_noun(draft, at - 2) else (draft.low(at - 2), draft.low(at - 1))
    start = at
    while start > 0 and at - start < _WORDS_MAX and _is_noun(draft, start - 1):
        start -= 1
    return tuple(draft.low(one) for one in range(start, at))


def _sorting(draft: Draft, at: int) -> tuple[str, ...]:
    """Return the nouns that sort: of "in ascending priority", "nearest deadline first"."""
    end = at + 1
    while end < len(draft.tokens) and end - at <= _WORDS_MAX and _is_word(draft, end):
        end += 1
    words = tuple(draft.low(one) for one in range(at + 1, end))
    is_led = draft.low(at) in _SORTED and draft.low(at - 1) in {"in", "by"}
    is_end = is_led and (end == len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) == "order")
    is_first = draft.low(at) in _FIRST and any(follows(draft, end, one) for one in _TOP)
    return (
        words if (is_end or is_first) and words[-1:] != ("order",) and not is_plural(words[-1] if words else "") else ()
    )


def _is_word(draft: Draft, at: int) -> bool:
    return draft.tokens[at].is_word and draft.low(at) not in CLOSED and not is_participle(draft.low(at))


def _is_noun(draft: Draft, at: int) -> bool:
    low = draft.low(at)
    return draft.tokens[at].is_word and low not in CLOSED and (not base_form(low) or low in {"state", "status"})


def _attribute(draft: Draft, name: str, end: int) -> Attribute:
    is_flag = bool({draft.low(end), draft.low(end + 1), draft.low(end + 2)} & {"true", "false"})
    kind = AttributeType.BOOL if is_flag else AttributeType.S
    return Attribute(f"{LEARNED}-{name}", name, kind, format="iso" if is_name_of_time(name) and not is_flag else "")
