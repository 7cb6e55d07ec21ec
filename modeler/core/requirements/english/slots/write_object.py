"""The object of a write: the entity, and which of its items."""

from __future__ import annotations

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.slots.unsure import described, is_described
from modeler.core.requirements.english.words.lexicon import DETAILS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.morphology import entity_name, is_plural
from modeler.core.requirements.slots import Act, Choice, Question


def written(draft: Draft, group: NounGroup, act: Act) -> None:
    """Fill the entity that is written, and which of its items."""
    is_data = group.words[-1] == "data" and len(group.words) > 1 and act in {Act.CREATE, Act.SAVE}
    name = entity_name(group.words) if is_data and not draft.known_entity(group.words) else draft.entity(group.words)
    draft.fill("entities", name, places(group.noun, group.end))
    if is_data and draft.known_entity(group.words) is None:
        draft.ask("entities", Question(f'"{" ".join(group.words)}": what is one item called?'))
    draft.about = draft.about or group
    draft.is_single = bool(group.determiner) and not group.is_plural
    draft.read(group.read)
    if group.owner is not None:
        give(draft, group.owner, places(group.owner.start, group.owner.end))
    if is_described(draft, group):
        described(draft, group)
    elif (
        act in {Act.UPDATE, Act.DELETE}
        and (not group.is_plural or is_whole(group.words))
        and group.determiner not in {"every", "each", "any", "all"}
    ):
        _which(draft, group, name)
    for state in group.states:
        if state.word in ({"new"} if act in {Act.CREATE, Act.SAVE} else {"existing", "current"}):
            continue
        state_condition(draft, state.word, places(state.start, state.end))


def is_whole(words: tuple[str, ...]) -> bool:
    """Return whether words mean a whole item by its details: "order details"."""
    return len(words) > 1 and words[-1] in DETAILS and not is_plural(words[-2])


def _which(draft: Draft, group: NounGroup, name: str) -> None:
    """Give the identity of the item. "A student's account" raises the question whether the student identifies it."""
    own, at = draft.reference(name), places(group.noun, group.end)
    given = draft.value("given") or ()
    if group.owner is None or not given:
        draft.fill("given", own, at)
        return
    plain = [{"attribute": one.attribute, **({"of": one.of} if one.of else {})} for one in given]
    choices = (
        Choice(f"one {name} for each", {"given": plain}),
        Choice(f"by {own.attribute} too", {"given": [*plain, {"attribute": own.attribute, "of": own.of}]}),
    )
    draft.ask("given", Question(f"Which {name} is it?", choices), at)
