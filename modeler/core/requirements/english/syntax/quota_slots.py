"""The slots of rules over several items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.givens import is_thing
from modeler.core.requirements.english.syntax.quantities import Quota
from modeler.core.requirements.english.words.lexicon import ARTICLES, MOMENTS, PERIODS, UNITS
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import attribute_name, plural, singular
from modeler.core.requirements.slots import Act, Comparator, Condition, Question


def limit_children(draft: Draft, at: int, parent: NounGroup, child: NounGroup, limit: Quota) -> int:
    """Fill the creation of an item whose parent has a limited number of them."""
    end = max(parent.end, child.end)
    create_child(draft, child, at)
    of = draft.reference(draft.entity(parent.words))
    draft.fill("given", of, places(parent.start, parent.end))
    # A state of what is counted stays unread: no slot says that only items in that state count.
    said = [one for one in range(at, end) if not any(state.start <= one < state.end for state in child.states)]
    if limit.most == 1:
        draft.fill("condition", Condition(of.attribute, Comparator.UNIQUE), said)
    else:
        words = (*(state.word for state in child.states if " " not in state.word), *child.words)
        ask_count(draft, (*words[:-1], plural(singular(words[-1]))), limit, range(at, end))
    return end


def ask_count(draft: Draft, words: Sequence[str], limit: Quota, at: range) -> None:
    name = attribute_name(words)
    draft.fill("condition", Condition(name, Comparator.LESS, str(limit.most)), at)
    draft.ask("condition", Question(f"Which attribute counts them, so that there are at most {limit.most}?"))


def require_together(draft: Draft, names: Sequence[str], at: range) -> None:
    """Require that no other item has the same values together."""
    if len(names) == 1:
        draft.fill("condition", Condition(names[0], Comparator.UNIQUE), at)
        return
    draft.fill("condition", Condition("", value="unique"), at)
    draft.ask("condition", Question(f"Unique together: {', '.join(names)}. Which key or item says so?"))


def create_child(draft: Draft, child: NounGroup, at: int) -> None:
    draft.fill("operation", Act.CREATE, places(at, at + 1))
    draft.fill("entities", draft.entity(child.words), places(child.noun, child.end))
    draft.about, draft.verb = child, "create"


def give_item(draft: Draft, group: NounGroup) -> None:
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.start, group.end))


def counted_at(tokens: Sequence[WordToken], at: int) -> NounGroup | None:
    """Return the items after a number; none of them is a time or a property."""
    group = group_at(tokens, at)
    is_bare = group is not None and not (group.determiner or group.owner or group.rank or group.skipped)
    is_time = group is not None and group.words[-1] in {*UNITS, *MOMENTS, *PERIODS, "times", "time"}
    return group if is_bare and not is_time else None


def whole_group(tokens: Sequence[WordToken], at: int, end: int) -> NounGroup | None:
    """Return the group that fills tokens `at` to `end`."""
    group = group_at(tokens[:end], at) if end > at else None
    if group is None and end == at + 2 and tokens[at].low in ARTICLES and starts(tokens[at + 1]):
        return NounGroup(at, end, at + 1, (tokens[at + 1].low,), tokens[at].low)  # "a flat" has no other noun
    return group if group is not None and group.end == end else None


def is_plain_item(draft: Draft, group: NounGroup) -> bool:
    is_plain = not (group.rank or group.owner or group.is_trait or group.is_exact or group.count)
    return is_plain and is_thing(draft, replace(group)) and group.words[-1] not in PERIODS


def ends_here(draft: Draft, end: int) -> bool:
    """Return whether at most a remark follows: "never two", "at a time"."""
    return end >= len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) in {"at", "ever"}
