"""Questions about a noun group that can name an entity in two ways."""

from __future__ import annotations

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import ADJECTIVES, NAMING
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_describing
from modeler.core.requirements.slots import Act, Choice, Question


def is_described(draft: Draft, group: NounGroup) -> bool:
    """Return whether the first word can be an adjective as often as a part of the name: overlapping bookings."""
    first = group.words[0]
    is_adjective = first in ADJECTIVES or (is_describing(first) and first not in NAMING)
    return len(group.words) > 1 and is_adjective and draft.known_entity(group.words) is None


def described(draft: Draft, group: NounGroup) -> None:
    """Ask whether "false detections" are an entity of their own, or detections with a property."""
    names = [draft.entity(words) for words in (group.words, group.words[1:])]
    draft.drop("entities")
    choices = tuple(Choice(f"an entity {one}", {"entities": [one]}) for one in names)
    draft.ask("entities", Question(f'"{" ".join(group.words)}": which entity?', choices), places(group.noun, group.end))


def what_is_left(draft: Draft, group: NounGroup) -> int | None:
    """Read "filament left on a spool": what is left of something that is not counted is an attribute as often."""
    is_bare = not (group.is_plural or group.determiner or group.rank or group.states or group.owner)
    if draft.low(group.end) not in {"left", "remaining"} or not is_bare:
        return None
    if draft.low(group.end + 1) not in {"on", "in", "of", "for", "at"}:
        return None
    owner = group_at(draft.tokens, group.end + 2)
    if owner is None or not owner.is_one:
        return None
    name, of = draft.entity(group.words), draft.entity(owner.words)
    attribute = draft.attribute(group.words)
    given = [{"attribute": draft.reference(of).attribute, "of": of}]
    returned = {"what": "attributes", "attributes": [attribute]}
    choices = (
        Choice(f"an attribute {attribute} of {of}",
               {"operation": "get", "entities": [of], "given": given, "returned": returned}),
        Choice(f"{name} items of each {of}", {"operation": "list", "entities": [name], "given": given}),
    )  # fmt: skip
    draft.fill("given", draft.reference(of), places(owner.start, owner.end))
    draft.read(places(group.start, owner.start))
    draft.ask("entities", Question(f"{' '.join(group.words)}: an attribute of {of}, or items of their own?", choices))
    return owner.end


def ask_counts(draft: Draft, group: NounGroup) -> int:
    """Ask about "stock counts of a warehouse": how many there are, or items that somebody wrote down."""
    plain, whole = (draft.entity(words) for words in (group.words[:-1], group.words))
    choices = (
        Choice(f"the number of {plain} items", {"entities": [plain], "returned": {"what": "count"}}),
        Choice(f"items {whole}", {"entities": [whole]}),
    )
    draft.fill("operation", Act.LIST)
    draft.ask("entities", Question(f"{' '.join(group.words)}: a number, or items?", choices), group.read)
    return group.end


def unowned(draft: Draft, group: NounGroup) -> int:
    """Ask about a property of nothing: "the total"."""
    said, name = " ".join(group.words), draft.entity(group.words)
    choices = (Choice(f"an entity {name}", {"entities": [name]}),)
    draft.ask("entities", Question(f"{said}: of which entity?", choices), places(group.noun, group.end))
    draft.read(group.read)
    return group.end
