"""Which reading of a line is taken: its first words, or the clauses that set attributes."""

from __future__ import annotations

from modeler.core.requirements.english.constructions.set_clauses import read_clauses
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.ground import ground
from modeler.core.requirements.english.islands.loads import fill_loads
from modeler.core.requirements.english.rest_of_line import finish
from modeler.core.requirements.slots import Act, Edit


def set_so(draft: Draft, other: Draft) -> Draft:
    """Return the other draft, read by the clauses that say what an attribute becomes, if it knows more changes and the
    first one does not surely do something else.
    """
    act = draft.value("operation")
    is_open = (
        act is None
        or not draft.value("entities")
        or any(draft.question(one) is not None for one in ("operation", "entities", "changes"))
    )
    if not is_open and all(used or not token.is_word for token, used in zip(draft.tokens, draft.used, strict=False)):
        return draft
    if not (is_open or act is Act.UPDATE or not draft.is_told("operation")) or not read_clauses(other):
        return draft
    told = [one for one in draft.value("changes") or () if one.attribute and (one.value or one.edit is not Edit.ADD)]
    is_known = not is_open and act is Act.UPDATE
    if is_known and (len(told) >= len(other.value("changes")) or draft.value("entities") != other.value("entities")):
        return draft
    given, changes = other.value("given"), other.value("changes")
    finish(other)
    fill_loads(other)
    ground(other)
    other.settle("given", given)
    if other.question("changes") is not None:
        other.settle("changes", changes)
    return other
