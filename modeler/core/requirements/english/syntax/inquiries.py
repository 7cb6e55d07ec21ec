"""Reads whose verb is not at the beginning: "every Friday the manager prints the rates of a lane", and questions that
name no items: "who is working on Saturday?", "how often was each puzzle solved?".

What the items are is a question where only a pronoun names them ("who", "what is in aisle 14").
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.givens import give, is_thing
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.syntax.clauses import clause_at
from modeler.core.requirements.english.syntax.scenes import scene_at
from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, QUANTIFIERS, WEEKDAYS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import PHRASAL, READING, base_form, is_participle
from modeler.core.requirements.slots import Act, Aggregate, Question, Returned

_READS: Final = (READING | {"poll"}) - words_in("open report return give scan track load check access")
_ASIDE: Final = words_in(
    "at a glance once quickly easily immediately instantly always also any time right away all times"
)
_AUX: Final = words_in("did do does has have had is are was were")
_IN: Final = words_in("in on at inside")
_HAS: Final = words_in("left remaining available")


def reading_verb(draft: Draft) -> int | None:
    """Read who reads, and in which scene; return where the verb is, in its plain form and right before its object."""
    scene = scene_at(draft, 0)
    clause = clause_at(draft.tokens, scene.end)
    if clause is None or clause.is_negated or clause.is_passive:
        return None
    verb = clause.verbs[0]
    first, _, particle = verb.base.partition(" ")
    base = PHRASAL.get((first, particle or draft.low(verb.end)), verb.base)
    start = verb.end + (base != verb.base and not particle)
    is_plain = bool(clause.modal) or _is_read(draft, start)
    base = "get" if base == "register" else base
    if base not in _READS or scene.is_event or not is_plain:
        return None
    end = start
    while draft.low(end) in _ASIDE - {"a", "all"} or (
        draft.low(end) in {"a", "all"} and draft.low(end + 1) in {"glance", "times"}
    ):
        end += 1
    if end >= len(draft.tokens):
        return None
    token = replace(draft.tokens[verb.start], low=base)
    draft.tokens = (*draft.tokens[: end - 1], token, *draft.tokens[end:])
    draft.role, draft.is_wish = clause.subject, True
    draft.read(places(0, end - 1), "operation")
    return end - 1


def _is_read(draft: Draft, at: int) -> bool:
    """Return whether what follows a verb can only be its object."""
    is_asked = draft.low(at) in words_in("which what who whether how when where")
    group = group_at(draft.tokens, at)
    is_object = draft.low(at) in ARTICLES | QUANTIFIERS | words_in("their his her its our my")
    return is_asked or (group is not None and group.count is None and (is_object or group.is_plural))


def inquiry(draft: Draft, at: int) -> int | None:
    """Read a question at a token whose items only a pronoun names; return where its words ended."""
    for attempt in (_how_often, _how_much_left, _how_much_done, _whether, _what_is_in, _who_is):
        end = attempt(draft, at)
        if end is not None:
            return end
    return None


def _how_often(draft: Draft, at: int) -> int | None:
    """Read "how often was each puzzle solved": a number for each, of items that a verb tells of."""
    if draft.low(at) != "how" or draft.low(at + 1) != "often":
        return None
    start = at + 2
    start += draft.low(start) in _AUX
    is_each = draft.low(start) in {"each", "every"}
    group = group_at(draft.tokens, start)
    if group is None or group.is_trait or not (is_each or group.is_one) or not is_thing(draft, group):
        return None
    verb = _verb_after(draft, group.end)
    if not verb:
        return None
    draft.fill("operation", Act.LIST, places(at, at + 2))
    of = draft.reference(draft.entity(group.words))
    lows = {draft.low(one) for one in range(at, group.end)}
    if draft.role is not None and lows & {"their", "his", "her", "my", "our"} and not draft.has("given"):
        draft.fill("given", draft.reference(draft.entity(draft.role.words)))
    if is_each:
        draft.fill("returned", Returned(Aggregate.COUNT, group=(of.attribute,)), places(at, group.end))
    else:
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, at + 2))
        draft.fill("given", of, places(group.start, group.end))
    said = " ".join(draft.low(one) for one in range(at, group.end))
    draft.ask("entities", Question(f'"{said}": which items are counted?'))
    return group.end


def _verb_after(draft: Draft, at: int) -> str:
    for place in range(at, min(at + 3, len(draft.tokens))):
        if base_form(draft.low(place)) or is_participle(draft.low(place)):
            return draft.low(place)
    return ""


def _how_much_left(draft: Draft, at: int) -> int | None:
    """Read "how much of an article do we have left": an amount of one item."""
    if draft.low(at) != "how" or draft.low(at + 1) != "much":
        return None
    start = at + 2 + (draft.low(at + 2) == "of")
    group = group_at(draft.tokens, start)
    rest = [draft.low(one) for one in range(group.end, len(draft.tokens))] if group is not None else []
    is_held = rest[:3] in (["do", "we", "have"], ["is", "there", "left"]) or rest[:2] == ["is", "left"]
    if group is None or not is_held or not group.is_one or group.is_trait:
        return None
    draft.fill("operation", Act.GET, places(at, at + 2))
    written(draft, group, Act.UPDATE)
    end = group.end + 3 if rest[:3] == ["do", "we", "have"] else group.end + 2
    while draft.low(end) in _HAS | {"in", "stock"}:
        end += 1
    draft.ask("returned", Question("Which attribute says how much there is?"), places(group.end, end))
    return end


def _how_much_done(draft: Draft, at: int) -> int | None:
    """Read "how much has been paid out to a researcher": a sum over items that a verb tells of."""
    found = match(
        draft.tokens, at, "how much has|have|was|were been? PARTICIPLE out|in|off|back? to|by|for|from|at ONE"
    )
    if found is None:
        return None
    group: NounGroup = found[1][-1]
    if group.is_trait or not is_thing(draft, group):
        return None
    draft.fill("operation", Act.LIST, places(at, at + 2))
    said = " ".join(draft.low(one) for one in range(at, group.start))
    draft.ask("entities", Question(f'"{said}": the sum of what, of which items?'), places(at, group.start))
    draft.fill("returned", Returned(Aggregate.SUM), places(at, at + 2))
    give(draft, group, places(group.start, group.end))
    return group.end


def _whether(draft: Draft, at: int) -> int | None:
    """Read "whether a meter is online": the item that the clause is about."""
    if draft.low(at) not in {"whether", "if"}:
        return None
    for place in range(at + 2, min(at + 7, len(draft.tokens))):
        if draft.low(place) not in BE | {"has", "have", "can", "may", "needs"}:
            continue
        group = group_at(draft.tokens[:place], at + 1)
        if group is None or group.end != place or not group.is_one or group.is_trait or group.owner is not None:
            return None
        written(draft, group, Act.UPDATE)
        draft.fill("operation", Act.GET, places(at, at + 1))
        return place
    return None


def _what_is_in(draft: Draft, at: int) -> int | None:
    """Read "what is in aisle 14", "what is on this pallet": the items are a question, where they are is given."""
    if draft.low(at) != "what" or draft.low(at + 1) not in {"is", "are"} or draft.low(at + 2) not in _IN:
        return None
    group = group_at(draft.tokens, at + 3)
    if group is None or group.is_trait or group.is_plural or group.owner is not None or not is_thing(draft, group):
        return None
    end = group.end
    is_named = end < len(draft.tokens) and draft.tokens[end].is_value
    if not (is_named or group.is_one):
        return None
    draft.fill("operation", Act.LIST, places(at, at + 2))
    draft.ask("entities", Question(f'"what is {draft.low(at + 2)} it": which items are read?'), places(at, at + 1))
    give(draft, group, places(at + 2, end + is_named))
    return end + is_named


def _who_is(draft: Draft, at: int) -> int | None:
    """Read "who is working on Saturday", "who is on shift tonight"."""
    if draft.low(at) != "who" or draft.low(at + 1) not in {"is", "are", "was", "were", "works", "worked"}:
        return None
    after = draft.low(at + 2)
    is_verbal = draft.low(at + 1) in {"works", "worked"}
    if not (is_verbal or after.endswith("ing") or after in _IN or is_participle(after)):
        return None
    draft.fill("operation", Act.LIST, places(at, at + 2 - is_verbal))
    draft.ask("entities", Question('"who": which items are read?'), places(at, at + 1))
    group = group_at(draft.tokens, at + 3) if after in _IN and not is_verbal else None
    if group is not None and group.is_bare and group.words[0] not in WEEKDAYS:
        said = " ".join(draft.low(one) for one in range(at + 2, group.noun + 1))
        draft.ask("condition", Question(f'Which attribute says "{said}"?'), places(at + 2, group.noun + 1))
        return group.noun + 1
    return at + 2 - is_verbal
