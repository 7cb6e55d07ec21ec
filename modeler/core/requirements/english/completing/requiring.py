"""What an attribute must be, said in a clause: "if its state is draft", "whose status is still open"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import owner
from modeler.core.requirements.english.naming.names import is_clause_end, name_at
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.slots import Comparator, Condition
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_LEADS: Final = words_in("if when while where whose unless provided until")
_ITS: Final = words_in("its their the his her")
_IS: Final = words_in("is are equals = was stays remains")
_WHILE: Final = words_in("still currently already now exactly yet")
_MET: Final = words_in("true false")


def read_required(draft: Draft, held: KnownEntity) -> None:
    """Fill the condition that a clause states of an attribute and a value."""
    for at in range(1, len(draft.tokens)):
        if draft.low(at) in _LEADS and _required(draft, held, at):
            return


def _required(draft: Draft, held: KnownEntity, at: int) -> bool:
    if draft.low(at) != "whose" and draft.low(at + 1) not in _ITS and not _is_name(draft, held, at + 1):
        return False
    name, end = name_at(draft, held, at + 1)
    is_reference = bool(name) and owner(draft.known, name) is not None
    if (
        not name
        or is_reference
        or draft.low(end) not in _IS
        or any(one.attribute == name for one in draft.value("condition") or ())
    ):
        return False
    is_not = draft.low(end + 1) in {"not", "no"} or (draft.low(at) == "unless")
    start = end + 1 + (draft.low(end + 1) in {"not", "no"})
    start += draft.low(start) in _WHILE
    value = _value(draft, held, name, start)
    if not value:
        return False
    is_flag = value in _MET and is_not
    sign = Comparator.UNEQUAL if is_not and not is_flag else Comparator.EQUAL
    if is_flag:
        value = "false" if value == "true" else "true"
    first = at - (draft.low(at - 1) in {"only", "but", "and"} and not draft.used[at - 1])
    draft.drop("condition")
    draft.fill("condition", Condition(name, sign, value), range(first, start + 1))
    return True


def _is_name(draft: Draft, held: KnownEntity, at: int) -> bool:
    """Return whether an attribute is named as code has it: "if depositPaid is true"."""
    return at < len(draft.tokens) and held.attribute(draft.tokens[at].text) is not None


def _value(draft: Draft, held: KnownEntity, name: str, at: int) -> str:
    """Return the value at a token that ends its clause; '' if none is there."""
    if at >= len(draft.tokens) or not is_clause_end(draft, at + 1):
        return ""
    token = draft.tokens[at]
    attribute = held.attribute(name)
    is_text = attribute is not None and attribute.type is AttributeType.S
    if token.is_value:
        return token.plain
    is_open = token.is_word and token.low not in CLOSED and not name_at(draft, held, at)[0]
    is_told = draft.known_entity((token.low,)) is None
    return token.low if is_open and is_text and is_told and token.low not in _TAKEN else ""


_TAKEN: Final = words_in(
    "taken unique free used known valid missing empty set unknown given correct over full different"
)
