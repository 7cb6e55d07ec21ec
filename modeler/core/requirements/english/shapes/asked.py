"""Questions that no frame has: where something is, who did something, and what is answered by yes or no."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, MOMENTS, NEGATIONS, PERIODS, UNITS, words_in
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act, is_person
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Aggregate, Choice, Limit, Question, Returned

_KNOWN: Final = words_in("a an this that one given")
"""Determiners after which a question names what its caller knows."""


def asked(draft: Draft, at: int) -> int | None:
    """Read a question as the read that answers it; return where its words ended."""
    return apply_rules(draft, at, _RULES) if at == 0 else None


def what_does(draft: Draft, at: int) -> int | None:
    """Read "what expires next week": items that only a verb tells of; return where its words ended."""
    return apply_rules(draft, at, _WHAT) if draft.low(at) == "what" else None


def who_did(draft: Draft, at: int) -> int | None:
    """Read "who visited a resident" after "see" or "know"; return where its words ended."""
    return apply_rules(draft, at, _WHO) if draft.low(at) == "who" else None


def _about(draft: Draft, group: NounGroup, at: int) -> None:
    """Get the one item that a question is about."""
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.noun, group.end))


def _where(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "where is a crate right now", "where was a bag scanned last"."""
    group = caught[0]
    if group.is_trait or group.determiner not in _KNOWN | {"the", "my"}:
        return False
    _about(draft, group, at)
    draft.read(places(at, group.start), "operation")
    name, verb = (draft.value("entities") or ("",))[0], draft.low(end)
    returned = {"what": "attributes", "attributes": ["location"]}
    if is_participle(verb):
        choices = (
            Choice(f"the {name}, which has a location", {"entities": [name], "returned": returned}),
            Choice(f"an item for each time that it was {verb}"),
        )
        draft.ask("entities", Question(f'"where was it {verb}": which items say so?', choices), places(end, end + 1))
        end += 1
    elif draft.low(group.start - 1) in {"is", "are"}:
        draft.fill("returned", Returned(Aggregate.ATTRIBUTES, ("location",)), places(at, at + 1))
        draft.ask("returned", Question("Which attribute says where it is?"))
    while draft.low(end) in {"right", "now", "currently", "last", "lately"}:
        draft.read(places(end, end + 1), "operation")
        end += 1
    return True


def _objects(draft: Draft, start: int) -> list[NounGroup]:
    """Return the single things that the rest of a question names and its caller knows: a rehearsal, this show."""
    found: list[NounGroup] = []
    at = start
    while at < len(draft.tokens):
        group = group_at(draft.tokens, at) if draft.low(at) in _KNOWN | {"my", "our"} else None
        if group is not None and group.determiner in {"my", "our"} and not is_person(group.words[-1]):
            group = None
        is_one = group is not None and not (group.is_plural or group.rank or _is_time(group))
        if group is not None and is_one and (not group.is_trait or group.determiner in {"a", "this"}):
            found.append(group)
        at = group.end if group is not None else at + 1
    return found


def _is_time(group: NounGroup) -> bool:
    return group.words[-1] in {*MOMENTS, *UNITS, *PERIODS}


def _whether(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "does a costume need cleaning", "has this member ever damaged a car", "is this patient allergic to a drug"."""
    group = caught[0]
    if group.is_trait or group.determiner not in _KNOWN | {"the"} or not _asks(draft) or end >= len(draft.tokens):
        return False
    draft.fill("returned", Returned(Aggregate.EXISTS), places(at, at + 1))
    others = _objects(draft, end)
    if draft.low(at) in BE and len(group.words) > 1 and draft.low(end) in {"to", "with", "of", "for", "?"}:
        group = replace(group, words=group.words[:-1], end=group.end - 1)  # the last word is the predicate
    if not others or draft.low(at) in BE:
        _about(draft, group, at)
        return True
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.start, group.end))
    name, other = draft.entity(group.words), draft.entity(others[0].words)
    choices = tuple(Choice(f"an entity {one}", {"entities": [one]}) for one in (name, f"{name}{other}", other))
    draft.ask("entities", Question("Which items say so?", choices))
    draft.read(places(end, others[0].start), "entities")
    return True


def which_does(draft: Draft, at: int) -> int | None:
    """Read "which resident lives in a given room": after "which" and a singular, a word in "s" is its verb."""
    if draft.low(at) not in {"which", "what"}:
        return None
    for place in range(at + 2, min(at + 4, len(draft.tokens) - 1)):
        low, before = draft.low(place), draft.tokens[place - 1]
        if not starts(before) or is_plural(before.low):
            return None
        found = match(draft.tokens, place + 1, "in|at|on|to|for|with|under|from|by|of? ONE")
        is_alone = found is not None and found[0] >= len(draft.tokens) - 1 and _asks(draft)
        is_verb = low.endswith("s") and not low.endswith("ss") and (base_form(low) != "" or is_act(low) or is_alone)
        if found is None or not is_verb or found[1][0].is_trait:
            continue
        owner, words = found[1][0], tuple(map(draft.low, range(at + 1, place)))
        draft.fill("entities", draft.entity(words), places(at + 1, place))
        draft.fill("operation", Act.LIST, places(at, at + 1))
        via = " ".join(map(draft.low, range(place, owner.start)))
        draft.about = NounGroup(at + 1, place, at + 1, words)
        draft.fill("given", draft.reference(draft.entity(owner.words), via), places(place, owner.end))
        reached: int = owner.end
        return reached
    return None


def _there(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "is there an idle wagon at any terminal"."""
    group = caught[0]
    is_some = bool(group.states) or group.determiner in {"any", "some"} or group.is_plural
    if group.is_trait or group.rank or group.count is not None or not is_some:
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.LIST if group.is_plural or group.determiner != "a" or group.states else Act.GET)
    draft.fill("returned", Returned(Aggregate.EXISTS), places(at, group.start + 1))
    return True


def _asks(draft: Draft) -> bool:
    return draft.tokens[-1].low == "?"


def _who(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "who hasn't answered the invitation to a rehearsal yet", "who presented a show last"."""
    verb = end
    said = [draft.low(one) for one in range(end - 1, min(end + 4, len(draft.tokens)))]
    is_negated = any(low in NEGATIONS or low.endswith("n't") for low in said)
    while draft.low(verb) in NEGATIONS | {"already", "ever", "yet", "been"}:
        verb += 1
    if not (is_participle(draft.low(verb)) and (_asks(draft) or at > 0)):
        return False
    is_last = any(one.low == "last" for one in draft.tokens[-2:])
    draft.read(places(at, verb + 1), "operation")
    said_of = _objects(draft, verb + 1)
    is_some = (
        bool(said_of) and said_of[0].determiner == "a" and draft.tokens[-1].low != "when"
    )  # "who rated a film": several; "the film": perhaps one
    if is_last or end > at + 1 or at > 0 or is_some:
        draft.fill("operation", Act.GET if is_last else Act.LIST)
    draft.ask("entities", Question(f'"{draft.low(at)}": which items are read?'), places(at, at + 1))
    if is_negated:
        state_condition(draft, f"not {draft.low(verb)}", places(at + 1, verb + 1))
        draft.read((one for one in range(verb, len(draft.tokens)) if draft.low(one) == "yet"), "condition")
    for group in said_of:
        draft.fill("given", draft.reference(draft.entity(group.words)), places(group.start, group.end))
    if is_last:
        last = next(one for one in range(len(draft.tokens) - 1, 0, -1) if draft.low(one) == "last")
        time_order(draft, descending=True, at=places(last, last + 1))
        draft.fill("limit", Limit(1), places(last, last + 1))
    return True


def _how_many_not(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how many pupils didn't come to a lesson"."""
    group, verb, *others = caught
    if group.is_trait or not group.is_plural or verb in CLOSED:
        return False
    about(draft, group)
    draft.fill("operation", Act.LIST, places(at, group.start))
    draft.fill("returned", Returned(Aggregate.COUNT), places(at, group.start))
    state_condition(draft, f"not {verb}", places(group.end, end))
    for one in others:
        draft.fill("given", draft.reference(draft.entity(one.words)), places(one.start, one.end))
    return True


def _what_did(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "what did a crew do on a date": what is done is a question, who does it is given."""
    group = caught[0]
    if group.is_trait or not _asks(draft):
        return False
    said = " ".join(map(draft.low, range(at, end)))
    draft.fill("operation", Act.LIST, places(at, at + 1))
    draft.ask("entities", Question(f'"{said}": which items are read?'), places(at, end))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.start, group.end))
    return True


def _how_long(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how long has a ski been out": one item, with the question what of it says so."""
    group = caught[0]
    if group.is_trait or group.determiner not in _KNOWN | {"the"}:
        return False
    _about(draft, group, at)
    draft.read(places(at, group.start), "operation")
    draft.ask("returned", Question(f'"how {draft.low(at + 1)}": which attribute says so, or is it computed?'))
    return True


def _where_all(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "where are the reels of a film stored"."""
    group = caught[0]
    if group.is_trait or not group.is_plural or group.determiner not in {"", "the", "all", "my", "our"}:
        return False
    about(draft, group)
    draft.fill("operation", Act.LIST, places(at, group.start))
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, ("location",)), places(at, at + 1))
    draft.ask("returned", Question("Which attribute says where they are?"))
    last = len(draft.tokens) - 1 - (draft.tokens[-1].low == "?")
    if is_participle(draft.low(last)):
        draft.read(places(last, last + 1), "returned")
    return True


def _what_does(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "what expires next week", "what arrives today at a depot": items that only a verb tells of are a question."""
    verb = caught[0]
    is_verb = verb.endswith("s") and not verb.endswith("ss") and (base_form(verb) != "" or is_act(verb))
    after = draft.tokens[end] if end < len(draft.tokens) else None
    is_noun_after = after is not None and starts(after) and after.low not in MOMENTS | _SOON
    if verb in CLOSED or not is_verb or is_noun_after:
        return False
    draft.fill("operation", Act.LIST, places(at, at + 1))
    draft.ask("entities", Question(f'"what {verb}": which items are read?'), places(at, end))
    return True


_SOON: Final = words_in("next this last today tomorrow soon yesterday tonight")
_WHAT: Final = (Phrase("what WORD", _what_does),)
_WHO: Final = (Phrase("who has|have|hasn't|haven't|had|did|didn't?", _who),)
_NOT: Final = "didn't|don't|haven't|hasn't|doesn't|never"
_RULES: Final = (
    Phrase("is|are there still? GROUP", _there),
    Phrase(f"how many GROUP {_NOT} WORD to|at|in|for|by ONE", _how_many_not),
    Phrase("where is|are|was|were ONE", _where),
    Phrase("where are|were GROUP", _where_all),
    Phrase("how long|old|far|big|heavy|full has|have|is|are|was|were|does|did ONE", _how_long),
    Phrase("what has|have|had|did|does|do ONE do|done", _what_did),
    Phrase("has|have|had|does|do|did|is|are|was|were ONE", _whether),
    *_WHO,
)
