"""Clauses with a subject and a finite verb, and what the grammar must not take for the noun that a request is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.acts.changing import unclear
from modeler.core.requirements.english.acts.writes import write
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.imperatives import separated
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.aggregates import aggregate
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    CLOSED,
    MOMENTS,
    NUMBERS,
    POSSESSIVES,
    PREPOSITIONS,
    QUANTIFIERS,
    UNITS,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import (
    AMBIGUOUS,
    CREATING,
    EDITING,
    LOSING,
    LOWERING,
    NOUNS_TOO,
    RAISING,
    READING,
    VERBS,
    act_of,
    base_form,
    is_participle,
)
from modeler.core.requirements.slots import Act, Choice, Question

ACTS: Final = tuple(Choice(str(act), {"operation": str(act)}) for act in (Act.LIST, Act.CREATE, Act.UPDATE, Act.DELETE))
WHAT_DOES_IT_DO: Final = Question("What does this do: read, create, update or delete?", ACTS)
_SMALL: Final = ARTICLES | POSSESSIVES | QUANTIFIERS
_PLAIN_ACTS: Final = EDITING | RAISING | LOWERING | {"add", "mark"}
_STATIVE: Final = frozenset({"have", "belong", "contain", "include", "consist", "need", "want"})
"""Verbs of statements about what things are: "each order has many lines" reads and writes nothing."""
_SPEAKING: Final = frozenset({"say", "think", "believe", "hope", "complain", "wonder", "feel", "know", "mean"})
"""Verbs of statements about what people say: "Mario says his pizza was cold"."""
_PARTICLES: Final = frozenset({"to", "for", "from", "on", "in", "into", "up", "off", "out", "down", "back", "over"})


def clause(draft: Draft, at: int) -> int | None:
    """Read "a customer bought tickets for a flight": the subject is the role, the verb is what is done. Unless
    the verb says what it writes, that becomes a question.
    """
    actor = group_at(draft.tokens, at)
    if actor is None or actor.rank or actor.count is not None or actor.owner is not None:
        return None
    verb = _finite(draft, actor)
    if not verb or verb in _SPEAKING:
        return None
    start, end = actor.end, actor.end + 1
    draft.role = actor
    draft.read(places(at, actor.end), "operation")
    if (
        verb in READING
        and not separated(draft, verb, end)[0]
        and verb not in AMBIGUOUS | {"report", "open", "give", "return"}
    ):
        reached = aggregate(draft, end) or subject(draft, end)
        if reached is not None:
            draft.read(places(start, end), "operation")
        return reached
    whole, particle = separated(draft, verb, end)
    if whole:
        draft.read(places(particle, particle + 1), "operation")
        if whole in READING:
            return subject(draft, end)
        return write(draft, whole, start, end)
    is_phrasal = draft.low(end) in _PARTICLES
    if verb in _PLAIN_ACTS and draft.low(start) != verb and draft.low(start).endswith("s") and not is_phrasal:
        # "a clerk marks an order as paid" is the act "mark an order as paid" of somebody
        draft.tokens = (*draft.tokens[:start], replace(draft.tokens[start], low=verb), *draft.tokens[end:])
        return write(draft, verb, start, end)
    if verb not in AMBIGUOUS | READING and verb in VERBS - LOSING and act_of(verb) is not None and not is_phrasal:
        return write(draft, verb, start, end)
    return unclear(draft, verb, start, end + is_phrasal)


def _finite(draft: Draft, actor: NounGroup) -> str:
    """Return the base form of the finite verb after a subject; '' if there is none, or no object."""
    low, after = draft.low(actor.end), actor.end + 1
    is_third = low.endswith("s") and not low.endswith("ss")
    verb = base_form(low) or (low[:-1] if is_third else "")
    if not verb or not draft.tokens[actor.end].is_word or low in CLOSED or verb in _STATIVE:
        return ""
    is_past = is_participle(low)
    is_alone = draft.low(after) in _PARTICLES and is_third and not actor.is_plural
    if is_alone:
        after += 1
    found = group_at(draft.tokens, after)
    is_time = found is not None and found.words[-1] in {*MOMENTS, *UNITS}
    has_object = found is not None and not is_time and (draft.low(after) in _SMALL or found.is_plural)
    has_form = is_past or (is_third and not actor.is_plural) or (low == verb and actor.is_plural)
    return verb if has_object and has_form and actor.determiner in {"", *ARTICLES} else ""


def either(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Read a verb that both reads and writes ("report a result", "open a case"), with the question what it does."""
    group = group_at(draft.tokens, end)
    if group is None:
        return None
    said = f'"{verb} {" ".join(group.words)}": '
    given = group_at(draft.tokens, group.end) if draft.low(group.end) in {"a", "an", "the"} else None
    if verb == "give" and given is not None:  # "give a guest a key": who gets it comes first
        group = given
    reached = about(draft, group)
    draft.drop("operation")
    draft.ask("operation", Question(said + WHAT_DOES_IT_DO.text[0].lower() + WHAT_DOES_IT_DO.text[1:], ACTS))
    draft.read(places(at, end), "operation")
    return reached


def is_either(draft: Draft, verb: str, end: int) -> bool:
    """Return whether a verb can read and write: "report a result", "track a click", not "track a parcel by number"."""
    group = group_at(draft.tokens, end)
    is_tracked = group is not None and group.determiner == "a" and draft.low(group.end) != "by"
    if verb == "give" and group is not None and group.count is not None:
        return False  # "give 100 coins to a player"
    return verb in {"report", "open", "give"} or (verb in {"track", "monitor"} and is_tracked)


def is_looked_through(draft: Draft, verb: str, end: int) -> bool:
    """Return whether "review" reads: "review flagged listings", "review the words of a lesson", not "review a film"."""
    group = group_at(draft.tokens, end)
    is_some = group is not None and group.is_plural and bool(group.states or group.determiner)
    is_part = group is not None and group.is_plural and draft.low(group.end) in {"of", "for", "in"}
    return verb == "review" and (is_some or is_part)


def is_made_or_read(draft: Draft, verb: str, at: int, end: int) -> bool:
    """Return whether a verb can begin a compound too: "schedule entries for a screen"."""
    group = group_at(draft.tokens, end)
    is_bare = group is not None and group.is_plural and not (group.determiner or group.states or group.count)
    is_both = verb in CREATING & NOUNS_TOO and verb not in {"post", "upload"} and not draft.is_wish
    return bool(group and is_both and is_bare and draft.low(group.end) in {"for", "from"} and at == 0)


COMPOUNDING: Final = frozenset({"print", "scan", "search", "access", "display"})
"""Verbs of reading that begin compounds as often: print jobs, search results."""
_RESULTS: Final = frozenset({"results", "terms", "queries", "filters", "suggestions"})


def compound(draft: Draft, verb: str, at: int) -> None:
    """Ask whether "print jobs of a printer" prints jobs or lists print jobs."""
    group = group_at(draft.tokens, at)
    is_bare = group is not None and not (group.determiner or group.states or group.rank) and group.is_plural
    if group is None or not is_bare or draft.low(group.end) not in {"of", "by", "in"} or draft.value("returned"):
        return
    plain = draft.entity(group.words)
    if draft.known_entity(group.words) is not None or (verb == "search" and group.words[-1] not in _RESULTS):
        return
    whole = draft.entity((verb, *group.words))
    draft.drop("entities")
    choices = tuple(Choice(f"an entity {one}", {"entities": [one]}) for one in (whole, plain))
    said = f"{verb} {' '.join(group.words)}"
    draft.ask("entities", Question(f'"{said}": which entity?', choices), range(at - 1, group.end))


def is_noun_too(draft: Draft, verb: str, end: int) -> bool:
    """Return whether a verb can begin a compound in the singular: "log book of an aircraft"."""
    group = group_at(draft.tokens, end)
    if (
        group is None
        or verb not in (NOUNS_TOO | COMPOUNDING) - {"upload", "download", "post", "schedule"}
        or group.determiner
        or group.is_plural
        or group.is_trait
        or group.states
    ):
        return False
    is_bare = group.owner is None and group.count is None and not group.rank
    return is_bare and draft.low(group.end) == "of" and draft.known_entity(group.words) is None


def unsure(draft: Draft, at: int, end: int) -> int | None:
    """Ask what a line does that begins with a word that is a verb or a part of a noun."""
    group = group_at(draft.tokens, end)
    if group is None:
        return None
    draft.ask("operation", WHAT_DOES_IT_DO, range(at, group.end))
    return group.end


def doubt(draft: Draft) -> None:
    """Take back what was concluded from a noun alone if what follows it makes it no noun that a request is about."""
    group = draft.about
    if group is None or draft.is_told("operation") or draft.value("operation") not in {Act.GET, Act.LIST}:
        return
    place = group.end
    if _is_act(draft, group):
        _ask_all(draft, places(0, group.end))
        return
    is_use = place < len(draft.tokens) and draft.used[place] and draft.low(place) in {"every", "each", "per", "at"}
    is_listed = place + 1 < len(draft.tokens) and draft.tokens[place + 1].kind == "number"
    if draft.low(place) == ":" and (is_listed or _is_title(draft, group)):
        _ask_all(draft, places(0, 0))
    if is_use and _is_title(draft, group):
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)
    if place >= len(draft.tokens) or draft.used[place]:
        return
    token = draft.tokens[place]
    low = token.low
    is_counted = token.kind == "number" or low in NUMBERS
    is_finite = _is_verb(token, group)
    is_third = not group.is_plural and token.is_word and low.endswith("s") and place + 1 < len(draft.tokens)
    is_object = low in _SMALL and not group.is_plural
    is_object = is_object or (base_form(low) != "" and draft.low(place + 1) in _SMALL and group.start == 0)
    if is_counted or is_object or ((is_finite or is_third) and not group.is_plural):
        draft.drop("entities")
        draft.drop("given")
    elif _is_title(draft, group) and low in PREPOSITIONS - {"of"}:
        for slot in ("entities", "given", "condition"):
            draft.drop(slot)
    elif not is_finite:
        return
    elif low not in NOUNS_TOO:
        draft.drop("entities")
        draft.drop("given")
    draft.drop("operation")
    draft.ask("operation", WHAT_DOES_IT_DO)


def _is_verb(token: WordToken, group: NounGroup) -> bool:
    """Return whether a word after a noun group is its verb in the present: "positions arrive every second"."""
    low = token.low
    is_known = base_form(low) != "" or (group.is_plural and is_act(low))
    return token.is_word and is_known and not (is_participle(low) or low.endswith(("ed", "ing")))


def _ask_all(draft: Draft, at: range) -> None:
    for slot in ("operation", "entities", "given"):
        draft.drop(slot)
    draft.ask("operation", WHAT_DOES_IT_DO, at)


def _is_act(draft: Draft, group: NounGroup) -> bool:
    """Return whether a line that begins with a noun group can begin with a verb as well: "share plant with a user"."""
    is_bare = not (group.determiner or group.rank or group.owner or group.states) and group.count is None
    if not is_bare or group.start or len(group.words) < 2 or draft.known_entity(group.words) is not None:
        return False
    follows = draft.low(group.end)
    is_moved = follows in {"to", "into", "until", "from"} or (follows == "with" and draft.low(group.end + 1) in _SMALL)
    return is_moved and not group.is_plural


def _is_title(draft: Draft, group: NounGroup) -> bool:
    """Return whether a group in the singular has nothing that shows that it is an object: "news push for"."""
    is_bare = not (group.determiner or group.rank or group.owner) and group.count is None
    return is_bare and not group.is_plural and group.start == 0
