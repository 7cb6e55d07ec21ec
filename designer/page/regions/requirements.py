"""The requirements of a design: entities, relations, and access patterns as rows with one slot each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from designer.page.editors.offers import offers
from designer.page.editors.part_editors import Editor, editor_of
from designer.page.scene import PagePlace, Scene
from exporter.services.language_model import model_name
from modeler.core.arithmetic import plain_number
from modeler.core.design.items import Entity, SizeFact
from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.items.sizes import item_estimate
from modeler.core.requirements.recovered import pattern_sentence
from modeler.core.requirements.slot_edits import OF_WHOLE, slots_of, step_at, written
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.slot_edits import SLOT
from modeler.synthesis.proposals import lacks_to_propose
from modeler.wording.slot_words import SLOT_LABELS

ATTRIBUTES_SHOWN: Final = 8
RATES_ASKED: Final = 3
"""Access patterns with a question each about their rates. Of more, the list of the Patterns page takes the rates."""
EMPTY_SLOTS: Final = {
    "operation": "choose",
    "entities": "choose",
    "given": "nothing",
    "range": "none",
    "order": "any",
    "limit": "not specified",
    "returned": "everything",
    "condition": "none",
    "changes": "nothing yet",
    "consistency": "not specified",
    "freshness": "not specified",
    "delivery": "once",
    "rate": "not specified",
    "peak": "like the rate",
}
"""How an empty slot is shown."""
_RELATION_SLOTS: Final = ("kind", "through", "join", "through_child", "per_parent", "per_child")


def requirements(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the Requirements page."""
    design = scene.design
    chosen = place.choice("row")
    chosen_part = scene.parts.get(chosen)
    questions = list(_questions(scene))
    inferred = [one.id for one in design.patterns if one.provenance == INFERRED]
    unrated = len(_unrated(design))
    supposed = [one.id for _, one in design.entities() if one.provenance == INFERRED]
    return {
        "tables": design.tables,
        "entities": [_entity(scene, entity) for _, entity in design.entities()],
        "relations": [_relation(scene, one, chosen) for one in design.relations],
        "patterns": [_pattern(scene, one, chosen) for one in design.patterns],
        "graph": json.dumps(_graph(scene), ensure_ascii=False),
        "questions": questions,
        "next_question": _after(questions, chosen),
        "unrated": unrated if unrated > RATES_ASKED else 0,
        "asked": len(questions) + len(inferred) + len(supposed) + (unrated if unrated > RATES_ASKED else 0),
        "lacks": lacks_to_propose(design),
        "model": model_name(),
        "inferred": inferred,
        "supposed": supposed,
        "offers": offers(design, scene.parts, chosen_part) if chosen_part is not None else {},
        "names": [entity.name for _, entity in design.entities()],
    }


def _entity(scene: Scene, entity: Entity) -> dict[str, Any]:
    part = scene.parts[entity.id]
    left = len(entity.attributes) - ATTRIBUTES_SHOWN
    return {
        "id": entity.id,
        "name": entity.name,
        "hue": scene.hues[entity.name],
        "is_inferred": entity.provenance == INFERRED,
        "identity": ", ".join(entity.identity),
        "attributes": ", ".join(one.name for one in entity.attributes[:ATTRIBUTES_SHOWN])
        + (f" and {left} more" if left > 0 else ""),
        "count": _own(editor_of(scene.parts, part, "count")),
        "amount": entity.count,
        "bytes": _bytes(scene, entity),
        "href": f"?part={entity.id}",
    }


def _bytes(scene: Scene, entity: Entity) -> str:
    table = next(table for table, one in scene.design.entities() if one is entity)
    if not entity.attributes:
        return ""
    return plain_number(round(item_estimate(table, entity).average))


def _own(editor: Editor) -> Editor:
    """The editor under an id of this page: the inspector can show the same field."""
    return replace(editor, id=f"row-{editor.id}")


def _relation(scene: Scene, relation: Relation, chosen: str) -> dict[str, Any]:
    part = scene.parts[relation.id]
    is_open = relation.id == chosen
    return {
        "id": relation.id,
        "label": relation.label,
        "sentence": relation_sentence(relation),
        "is_open": is_open,
        "slots": [_own(editor_of(scene.parts, part, name)) for name in _RELATION_SLOTS] if is_open else (),
    }


def relation_sentence(relation: Relation) -> str:
    """A relation read back as one sentence."""
    counts = _count(relation.per_parent)
    through = f" through {', '.join(relation.through)}" if relation.through else ""
    if relation.kind is RelationKind.MANY_TO_MANY:
        by = f", kept by {relation.join}" if relation.join else ""
        back = f"; each {relation.child} has {_count(relation.per_child)} {relation.parent} items"
        return f"Each {relation.parent} has {counts} {relation.child} items{back}{by}."
    return f"Each {relation.parent} has {counts} {relation.child} items{through}."


def _count(fact: SizeFact | None) -> str:
    if fact is None:
        return "an unknown number of"
    most = f" (at most {plain_number(fact.maximum)})" if fact.maximum is not None else ""
    return f"{plain_number(fact.average)}{most}"


def _pattern(scene: Scene, pattern: AccessPattern, chosen: str) -> dict[str, Any]:
    is_open = pattern.id == chosen
    known = Vocabulary.of(scene.design)
    return {
        "id": pattern.id,
        "code": pattern.code,
        "label": pattern.label,
        "sentence": pattern_sentence(pattern, known),
        "note": pattern.description,
        "is_open": is_open,
        "is_inferred": pattern.provenance == INFERRED,
        "groups": list(_groups(scene.design, pattern, known)) if is_open else (),
        "href": f"?row={pattern.id}&part={pattern.id}",
    }


def _groups(design: Design, pattern: AccessPattern, known: Vocabulary) -> Iterator[dict[str, Any]]:
    """The slots of a row: its own, or those of each step and then those of all of them."""
    entities = {entity.name: entity.id for _, entity in reversed(list(design.entities()))}
    for number in range(1, len(pattern.members) + 1):
        step = step_at(pattern, number)
        names = [name for name in slots_of(step) if name not in OF_WHOLE]
        title = f"Step {number}"
        yield {"title": title, "slots": [_slot(pattern, step, name, number, known, entities) for name in names]}
    own = step_at(pattern, 0)
    names = [name for name in slots_of(own) if not pattern.steps or name in OF_WHOLE]
    title = "All steps" if pattern.steps else ""
    yield {"title": title, "slots": [_slot(pattern, own, name, 0, known, entities) for name in names]}


def _slot(
    pattern: AccessPattern, step: AccessPattern, name: str, number: int, known: Vocabulary, entities: dict[str, str]
) -> dict[str, Any]:
    field = f"{SLOT}{name}" + (f".{number}" if number else "")
    return {
        "id": f"slot-{pattern.id}-{field.removeprefix(SLOT).replace('.', '-')}",
        "part": pattern.id,
        "field": field,
        "name": name,
        "label": SLOT_LABELS[name],
        "text": written(step, name, known),
        "empty": EMPTY_SLOTS[name],
        "entity": next((entities[one] for one in step.entities if one in entities), ""),
    }


def _graph(scene: Scene) -> dict[str, Any]:
    """Nodes and edges of the map. A join entity is on the way between the two that it joins."""
    entities = [entity for _, entity in scene.design.entities()]
    ids = {entity.name: entity.id for entity in reversed(entities)}
    nodes = [
        {
            "id": one.id,
            "name": one.name,
            "note": f"{one.count:,}" if one.count is not None else "",
            "hue": scene.hues[one.name],
        }
        for one in entities
    ]
    edges = [
        {"id": one.id, "from": ids[start], "to": ids[end], "many": is_many, "note": note}
        for one in scene.design.relations
        for start, end, is_many, note in _edges(one)
        if start in ids and end in ids
    ]
    return {"nodes": nodes, "edges": edges}


def _edges(one: Relation) -> Iterator[tuple[str, str, bool, str]]:
    most = _short(one.per_parent)
    if one.join:
        yield one.parent, one.join, False, most
        yield one.child, one.join, False, _short(one.per_child)
    else:
        yield one.parent, one.child, one.kind is RelationKind.MANY_TO_MANY, most


def _short(fact: SizeFact | None) -> str:
    return plain_number(fact.average) if fact is not None else "?"


def _after(questions: list[dict[str, str]], row: str) -> dict[str, str] | None:
    """The question that follows those of a row, else the first one of another row."""
    asked = [one["row"] for one in questions]
    at = asked.index(row) + 1 if row in asked else 0
    return next((one for one in questions[at:] + questions[:at] if one["row"] != row), None)


def _questions(scene: Scene) -> Iterator[dict[str, str]]:
    """What the design does not specify yet, the row in which it is entered, and the id of the field there."""
    for relation in scene.design.relations:
        if relation.per_parent is None:
            asked = f"How many {relation.child} items does one {relation.parent} have, on average and at most?"
            editor = _own(editor_of(scene.parts, scene.parts[relation.id], "per_parent"))
            yield {"text": asked, "row": relation.id, "asks": editor.id}
    unrated = _unrated(scene.design)
    for pattern in unrated if len(unrated) <= RATES_ASKED else ():
        named = f"{pattern.code} {pattern.name}" if pattern.code and pattern.name else pattern.label
        asked = f"How often is {named} called per second, on average and at the peak?"
        yield {"text": asked, "row": pattern.id, "asks": f"slot-{pattern.id}-rate"}


def _unrated(design: Design) -> list[AccessPattern]:
    return [one for one in design.patterns if one.per_second is None and one.provenance != INFERRED]
