"""Questions about what links items: "who follows a user", "which channels is a user in", "what expires next week"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import between, of_verb, refers
from modeler.core.requirements.english.grounding.subjects import ask_link
from modeler.core.requirements.english.words.lexicon import PREPOSITIONS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Given, Range
from modeler.core.requirements.vocabulary import KnownEntity

_ASKING: Final = words_in("do does did has have is are")
_WHOM: Final = words_in("who whom")
_MEMBERSHIPS: Final = (("in",), ("on",), ("part", "of"), ("a", "member", "of"), ("member", "of"))
_STEM_LEAST: Final = 3


def by_question(draft: Draft) -> None:
    """Read a question that the design answers through what links two items; keep the row otherwise."""
    if draft.value("entities") and draft.question("restriction") is None and draft.low(0) not in _WHICH:
        return
    for attempt in (_who_does, _whom_does, _whose_are, _which_in, _what_does):
        if attempt(draft):
            return


_WHICH: Final = words_in("which what who whom")


def _who_does(draft: Draft) -> bool:
    """ "who follows a user": the link whose second role is the user."""
    target = group_at(draft.tokens, 2) if draft.low(0) == "who" else None
    return target is not None and _linked(draft, draft.low(1), target, is_agent=False, end=target.end)


def _whom_does(draft: Draft) -> bool:
    """ "whom does a user follow": the link whose first role is the user."""
    is_asked = draft.low(0) in _WHOM and draft.low(1) in _ASKING
    actor = group_at(draft.tokens, 2, before_verb=True) if is_asked else None
    verb = draft.low(actor.end) if actor is not None else ""
    return actor is not None and _linked(draft, verb, actor, is_agent=True, end=actor.end + 1)


def _whose_are(draft: Draft) -> bool:
    """ "followers of a user"."""
    about = draft.about
    if about is None or len(about.words) != 1 or draft.low(about.end) != "of":
        return False
    word = about.words[0].removesuffix("s")
    target = group_at(draft.tokens, about.end + 1)
    verb = word.removesuffix("r") if word.endswith("er") else word.removesuffix("or")
    verb = verb if base_form(verb) == verb else verb.removesuffix("e")
    if target is None or word == verb or draft.known_entity(about.words) is not None:
        return False
    return _linked(draft, verb, target, is_agent=False, end=target.end)


def _linked(draft: Draft, verb: str, target: NounGroup, *, is_agent: bool, end: int) -> bool:
    link = of_verb(draft.known, verb) or of_verb(draft.known, verb.removesuffix("s"))
    here = draft.known_entity(target.words)
    if link is None or not target.is_one or here is link:
        return False
    role = _role(link, verb, is_agent=is_agent)
    if not role and here is not None and refers(draft.known, link, here):
        role = here.identity[-1]
    if not role:
        return False
    _read(draft, link, range(end))
    draft.drop("given")
    draft.fill("given", Given(role), range(target.start, target.end))
    return True


def _role(link: KnownEntity, verb: str, *, is_agent: bool) -> str:
    """Return the attribute of who acts ("follower", "mentorId") or of whom it is done to ("followee", "blocked")."""
    stems = {verb, base_form(verb) or verb, verb.removesuffix("s"), verb.removesuffix("ed")}
    stem = min((one for one in stems if len(one) >= _STEM_LEAST), key=len, default=verb)
    names = [(words_of(one.name)[0], one.name) for one in link.entity.attributes if one not in link.times]
    named = [(word, name) for word, name in names if word.startswith(stem[: max(_STEM_LEAST, len(stem) - 2)])]
    done = [name for word, name in named if word.endswith("ee") or is_participle(word)]
    doing = [name for word, name in named if name not in done and word.endswith(("er", "or"))]
    found = doing if is_agent else done
    return found[0] if len(found) == 1 and len(doing) == 1 and len(done) == 1 else ""


def _which_in(draft: Draft) -> bool:
    """ "which channels is a user in": what links users to channels."""
    sought = group_at(draft.tokens, 1, before_verb=True) if draft.low(0) in {"which", "what"} else None
    if sought is None or draft.low(sought.end) not in _ASKING:
        return False
    who = group_at(draft.tokens, sought.end + 1, before_verb=True)
    rest = tuple(draft.low(one) for one in range(who.end, len(draft.tokens))) if who is not None else ()
    rest = rest[:-1] if rest[-1:] == ("?",) else rest
    parent, here = (draft.known_entity(one.words) if one is not None else None for one in (who, sought))
    is_in = rest in _MEMBERSHIPS or (len(rest) == _WAS_AT and rest[-1] in PREPOSITIONS)
    if who is None or parent is None or here is None or not is_in or not who.is_one:
        return False
    links = between(draft.known, here, parent)
    if not links or refers(draft.known, here, parent):
        return False
    if len(links) > 1:
        ask_link(draft, here, parent, links)
        return True
    draft.drop("restriction")
    _read(draft, links[0], range(len(draft.tokens)))
    draft.drop("given")
    draft.fill("given", draft.reference(parent.name), range(who.start, who.end))
    return True


_WAS_AT: Final = 2
"""Words of "been to" and "worked at"."""


def _what_does(draft: Draft) -> bool:
    """ "what expires in the next 10 days": the only items with a time of that verb."""
    if draft.low(0) != "what" or draft.value("entities") or draft.question("entities") is None:
        return False
    verb = base_form(draft.low(1)) or draft.low(1).removesuffix("s")
    found = [
        (one, time.name)
        for one in draft.known.own
        for time in one.times
        if base_form(words_of(time.name)[0]) == verb or words_of(time.name)[0] == draft.low(1)
    ]
    if len(found) != 1:
        return False
    entity, time = found[0]
    draft.settle("entities", (entity.name,))
    bounds: tuple[Range, ...] = draft.value("range") or ()
    named = tuple(Range(one.attribute or time, one.comparison, one.values) for one in bounds)
    if named:
        draft.settle("range", tuple(Range(time, one.comparison, one.values) for one in named))
    return True


def _read(draft: Draft, link: KnownEntity, at: range) -> None:
    draft.settle("operation", Act.LIST, at)
    draft.settle("entities", (link.name,), at)
