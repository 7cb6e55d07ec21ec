"""Clauses of a line that write one item each: passives, acts in the -ing form, and the parts of a line with several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.inside.changes import begins, step_at
from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, MODALS, POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, act_of, base_form, is_participle
from modeler.core.requirements.rows import Row
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

type Tokens = tuple[WordToken, ...]

_ITEM: Final = ARTICLES | POSSESSIVES | words_in("one this that new")
_BEHIND: Final = words_in("of for in on to at from with by")
_PASSIVE: Final = BE | MODALS | words_in("gets get has have to needs need")
_REFUSING: Final = words_in("refuse reject deny prevent forbid")
_WRITING: Final = words_in("write store save log record insert put")
_JOINTS: Final = words_in("and then , ; also too plus")
_STOPS: Final = frozenset(".:;")


def active(text: str, tokens: Tokens, known: Vocabulary) -> Iterator[Tokens]:
    """Yield a line with a clause in the imperative first: "the fault of a dome is removed" is "remove the fault of a
    dome", "dismissing a hit is idempotent" is "dismiss a hit".
    """
    draft = Draft(text, tokens, known)
    for at in range(len(tokens)):
        if not begins(draft, at):
            continue
        made = _of_passive(draft, at) or _of_act(draft, at)
        if made:
            yield (*made, *_beside(tokens[:at]))


def is_write(row: Row) -> bool:
    """Return whether a row writes something."""
    return row.operation.value is not None and not row.operation.value.is_read


def _item(draft: Draft, at: int) -> tuple[NounGroup, KnownEntity] | None:
    """Return the group at a token if it names one item of the design."""
    group = group_at(draft.tokens, at, before_verb=True)
    held = draft.known_entity(group.words) if group is not None else None
    if group is None or held is None or not held.is_own or group.is_plural or group.owner is not None:
        return None
    return (group, held) if group.determiner in _ITEM else None


def _passive_at(draft: Draft, at: int) -> tuple[int, int, str]:
    """Return where the auxiliary of "a fault of a dome is removed" is, where its clause ends, and its verb."""
    found = _item(draft, at)
    place = found[0].end if found is not None else len(draft.tokens)
    while draft.low(place) in _BEHIND and (behind := group_at(draft.tokens, place + 1, before_verb=True)) is not None:
        place = behind.end
    start = place
    while draft.low(place) in _PASSIVE:
        place += 1
    low = draft.low(place)
    verb = base_form(low) if place > start and is_participle(low) else ""
    is_known = verb not in READING | _REFUSING and (act_of(verb) is not None or verb in _WRITING) if verb else False
    return (start, place + 1, verb) if is_known else (0, 0, "")


def _of_passive(draft: Draft, at: int) -> Tokens:
    start, end, verb = _passive_at(draft, at)
    if not verb:
        return ()
    return (replace(draft.tokens[end - 1], low=verb), *draft.tokens[at:start], *draft.tokens[end:])


def _of_act(draft: Draft, at: int) -> Tokens:
    low = draft.low(at)
    verb = base_form(low) if low.endswith("ing") else ""
    found = _item(draft, at + 1) if verb and act_of(verb) is not None and verb not in READING else None
    if found is None:
        return ()
    group = found[0]
    after = draft.low(group.end)
    if after not in BE | MODALS | words_in("sets adds has needs also means") and not base_form(after):
        return ()
    return (replace(draft.tokens[at], low=verb), *draft.tokens[at + 1 :])


def _beside(lead: Tokens) -> Tokens:
    """Return words that stay visible and decide nothing."""
    words = [one for one in lead if one.is_word]
    return (replace(words[0], low="because", kind="word"), *words[1:]) if words else ()


def divided(text: str, tokens: Tokens, known: Vocabulary) -> list[Tokens]:
    """Return the parts of a line whose clauses write items of different entities; the line as it is otherwise."""
    draft = Draft(text, tokens, known)
    cuts: list[tuple[int, str]] = []
    about: KnownEntity | None = None
    at = 0
    while known.own and at < len(tokens):
        found = _written(draft, at, about) if begins(draft, at) else None
        if found is None:
            at += 1
            continue
        held, end = found
        if not cuts or cuts[-1][1] != held.name:
            cuts.append((at, held.name))
        about, at = held, max(end, at + 1)
    if len(cuts) < 2 or len({name for _, name in cuts}) != len(cuts):
        return [tokens]
    ends = [*(one for one, _ in cuts[1:]), len(tokens)]
    parts = [_trimmed(tokens[start:end]) for (start, _), end in zip(cuts, ends, strict=True)]
    return [(*parts[0], *_beside(tokens[: cuts[0][0]])), *parts[1:]]


def _written(draft: Draft, at: int, about: KnownEntity | None) -> tuple[KnownEntity, int] | None:
    """Return the entity that the clause at a token writes, and where what says so ends."""
    step = step_at(draft, at, about)
    if step is not None:
        return step.held, step.end
    if (passive := _passive_at(draft, at))[2]:
        found = _item(draft, at)
        return (found[1], passive[1]) if found is not None else None
    verb = draft.low(at)
    is_act = (act_of(verb) is not None or verb in _WRITING) and verb not in READING
    found = _item(draft, at + 1) if is_act else None
    return (found[1], found[0].end) if found is not None else None


def _trimmed(tokens: Tokens) -> Tokens:
    """Return a part without what joins it to the next one."""
    end = len(tokens)
    while end > 1 and (tokens[end - 1].low in _JOINTS or tokens[end - 1].low in _STOPS):
        end -= 1
    return tokens[:end]
