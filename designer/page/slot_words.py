"""Completion for a slot of an access pattern: the entities of the design, and the attributes of the row's entity."""

from __future__ import annotations

from typing import Any

from designer.page.key_cells.completion import key_words
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.requirements.english.canonical.sentences import noun
from modeler.core.requirements.morphology import article
from modeler.core.requirements.patterns import quoted
from modeler.core.requirements.slot_text import name_text


def slot_words(design: Design, pattern: AccessPattern, slot: str) -> dict[str, Any]:
    """``{"entity": {"id", "name"}, "attributes": [...], "entities": [...]}``, ready for JSON; `entity` is None for a
    row without an entity of the design. Names in a condition are written as expressions write them.
    """
    entities = [entity for _, entity in design.entities()]
    own = next((one for name in pattern.entities for one in entities if one.name == name), None)
    written = quoted if slot == "condition" else name_text
    listed = key_words(own)["attributes"] if own is not None else []
    return {
        "entity": {"id": own.id, "name": own.name} if own is not None else None,
        "attributes": [{**one, "insert": written(one["name"]), "gives": {}} for one in listed],
        "entities": [_entity(one) for one in entities],
    }


def _entity(entity: Entity) -> dict[str, Any]:
    return {
        "name": entity.name,
        "insert": name_text(entity.name),
        "one": article(noun(entity.name)),
        "identity": [name_text(name) for name in entity.identity[:1]],
    }
