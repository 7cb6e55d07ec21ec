"""Changes of a write by the attributes of its entity, and the values that they get."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import is_clause_end, name_at
from modeler.core.requirements.english.words.lexicon import ARTICLES, words_in
from modeler.core.requirements.slots import AttributeChange, Edit
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_AFTER: Final = words_in("too also again accordingly together now instead")


def is_changed(draft: Draft, name: str) -> bool:
    """Return whether a row changes an attribute already."""
    return any(one.attribute == name for one in draft.value("changes") or ())


def change(draft: Draft, name: str, value: str, start: int, end: int) -> int:
    """Set an attribute, in the place of a change of it without a value; return the end."""
    told = draft.value("changes") or ()
    conditions = draft.value("condition") or ()
    kept = tuple(one for one in conditions if (one.attribute, one.value) != (name, value))
    if value and kept != conditions and draft.first_of("condition") >= start:
        draft.drop("condition")
        if kept:
            draft.fill("condition", kept)
    if value and any(one.attribute == name and not one.value for one in told):
        kept = tuple(one for one in told if one.attribute != name)
        draft.settle("changes", (*kept, AttributeChange(Edit.SET, name, value)), range(start, end))
    elif is_changed(draft, name):
        draft.read(range(start, end), "changes")
    else:
        draft.fill("changes", AttributeChange(Edit.SET, name, value), range(start, end))
    return end


def value_at(draft: Draft, held: KnownEntity, name: str, at: int) -> tuple[str, int]:
    """Return the value at a token, and where it ends; the end is 0 if none is there."""
    if at >= len(draft.tokens):
        return "", 0
    token = draft.tokens[at]
    if token.is_value:
        return token.plain, at + 1
    if token.low in _NOW:
        return "", at + 1
    if token.low in ARTICLES | {"whatever", "its", "their"} and not is_clause_end(draft, at + 1):
        end = at + 1
        while not is_clause_end(draft, end):
            end += 1
        is_new = draft.low(at + 1) in _GIVEN or draft.low(end - 1) in _NOW
        return ("", end) if is_new and end - at <= _PHRASE_MAX else ("", 0)
    if not token.is_word or not is_clause_end(draft, at + 1 + (draft.low(at + 1) in _AFTER)):
        return "", 0
    attribute = held.attribute(name)
    is_flag = attribute is not None and attribute.type is AttributeType.BOOL
    return (token.low, at + 1) if not is_flag and name_at(draft, held, at)[0] == "" else ("", 0)


_NOW: Final = words_in("now today time timestamp moment")
_GIVEN: Final = words_in("new given current present chosen")
_PHRASE_MAX: Final = 4
