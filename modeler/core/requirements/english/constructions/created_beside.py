"""An item that a line creates beside a change of another one: "placing a pledge adds its amount to the total of the
campaign".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.constructions.possessors import entity_of
from modeler.core.requirements.english.constructions.set_clauses import SetClause, clauses
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.vocabulary import Vocabulary

type Tokens = tuple[WordToken, ...]

_MAKING: Final = words_in("create store insert write add save record log place make append")
_MADE: Final = words_in("written stored created added inserted saved recorded logged made")
_BE: Final = words_in("is gets are be")
_ONE: Final = words_in("a an the one")
_COMING: Final = words_in("comes arrives is gets")
_JOINTS: Final = words_in(", and then also")
_ENDS: Final = words_in("and then but")


def created_beside(text: str, tokens: Tokens, known: Vocabulary) -> list[Tokens]:
    """Return the part of a line that creates an item, and the rest, which changes another; the line as it is if it has
    no two such clauses.
    """
    draft = Draft(text, tokens, known)
    told = clauses(draft)
    if not told or len({one.target.entity for one in told}) != 1:
        return [tokens]
    name = told[0].target.entity
    found = [
        one for at in range(len(tokens)) if (one := _creation(draft, at, told)) and entity_of(draft, one[2]) != name
    ]
    if len(found) != 1 or not entity_of(draft, found[0][2]):
        return [tokens]
    start, end, group = found[0]
    article = replace(tokens[start], low="a", kind="word")
    made = (replace(tokens[start], low="create", kind="word"), article, *tokens[group.noun : group.end])
    rest = [*tokens[:start], *tokens[end:]]
    while rest and rest[-1].low in _JOINTS:
        rest.pop()
    if start == 0 or all(one.low in _JOINTS for one in rest[:1]):
        while rest and rest[0].low in _JOINTS:
            rest.pop(0)
    return [made, tuple(rest)] if start <= told[0].start else [tuple(rest), made]


def _creation(draft: Draft, at: int, told: list[SetClause]) -> tuple[int, int, NounGroup] | None:
    """Return where a clause begins and ends that creates an item, and the item."""
    found = _act(draft, at) or _passive(draft, at) or _arrival(draft, at)
    if found is None or any(one.start < found[1] and found[0] < one.end for one in told):
        return None
    return found


def _act(draft: Draft, at: int) -> tuple[int, int, NounGroup] | None:
    """ "placing a pledge adds", "store the transfer"."""
    low = draft.low(at)
    verb = base_form(low) or low.removesuffix("s")
    group = group_at(draft.tokens, at + 1, before_verb=True) if verb in _MAKING else None
    if group is None or not _is_item(group):
        return None
    after = group.end
    is_act = low.endswith("ing") and at == 0 and bool(base_form(draft.low(after)))
    is_end = after >= len(draft.tokens) or draft.tokens[after].kind == "mark" or draft.low(after) in _ENDS
    is_begin = at == 0 or draft.tokens[at - 1].kind == "mark" or draft.low(at - 1) in _ENDS | {"and"}
    if not (is_act or (is_end and is_begin and not low.endswith("ing"))):
        return None
    return at, after + (draft.low(after) in _ENDS and not is_act), group


def _passive(draft: Draft, at: int) -> tuple[int, int, NounGroup] | None:
    """ "and an adoption record is written"."""
    group = group_at(draft.tokens, at, before_verb=True) if draft.low(at) in _ONE else None
    if group is None or not _is_item(group) or draft.low(group.end) not in _BE:
        return None
    is_made = draft.low(group.end + 1) in _MADE
    return (at, group.end + 2, group) if is_made else None


def _arrival(draft: Draft, at: int) -> tuple[int, int, NounGroup] | None:
    """ "when a braking event comes in, store it"."""
    verb = base_form(draft.low(at)) or draft.low(at)
    if verb not in _MAKING or draft.low(at + 1) != "it" or draft.low(0) not in {"when", "whenever", "once", "if"}:
        return None
    group = group_at(draft.tokens, 1, before_verb=True)
    if group is None or not _is_item(group) or draft.low(group.end) not in _COMING:
        return None
    return at, at + 2 + (draft.low(at + 2) in _ENDS), group


def _is_item(group: NounGroup) -> bool:
    is_one = group.determiner in _ONE and not (group.is_plural or group.is_trait or group.rank or group.states)
    return is_one and group.owner is None and group.count is None
