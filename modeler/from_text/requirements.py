"""Requirements from text: read and shown first, stored when a person says so (modeler.core.requirements)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from modeler.core.design.parts import Json, Part
from modeler.core.documents.parts_codec import put_together
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict, Invalid
from modeler.core.requirements.board import Board, Confirmed, Decisions, board, confirmed
from modeler.core.requirements.english.descriptions.blocks import lists_of
from modeler.core.requirements.morphology import id_name
from modeler.core.requirements.nouns import AttributeNoun, NounOrigin, Nouns, RelationNoun, Sort
from modeler.core.requirements.patterns import Left, Translated, to_patterns
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.loading import read_current, read_whole
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import design_change_under_lock, parts_of_document

TABLE: Final = "app-main"


@dataclass(frozen=True, slots=True)
class Added:
    """How much was stored, the lines that were not, as text, and the revision after it."""

    patterns: int
    entities: int
    text: str
    revision: int = 0


@dataclass(slots=True)
class _Work:
    """The document while confirmed rows are added to it."""

    document: dict[str, Any]
    seen: Confirmed
    translated: Translated = field(default_factory=Translated)
    entities: int = 0
    unplaced: set[int] = field(default_factory=set)
    """Lines about entities that the design does not have: their numbers of items, or what they are."""


type Model = Callable[[str, Vocabulary], TextReading | None]
"""Gives the rows that a language model proposes for a text; None if it gives none."""


def without_model(text: str, known: Vocabulary) -> TextReading | None:
    """No language model."""
    return None


def requirements_read(
    *, design_id: UUID, text: str, decisions: Decisions, by: Any, model: Model = without_model
) -> tuple[Board, dict[str, Left]]:
    """Return the board of a text, and why rows cannot be added yet, by their keys. Stores nothing.

    Raises Missing, Forbidden.
    """
    design_for(by, design_id, Action.EDIT)
    design = read_current(design_id).design
    known = Vocabulary.of(design)
    seen = board(text, known, decisions, model(text, known))
    sure = confirmed(seen, known, decisions)
    left = to_patterns((row for _, row in sure.rows), sure.nouns).left
    return seen, _reasons(sure, left)


def _reasons(sure: Confirmed, left: Iterable[Left]) -> dict[str, Left]:
    """Return why rows are left, by their keys."""
    keys = {id(row): key for key, row in sure.rows}
    return {keys[id(one.row)]: one for one in left}


def requirements_add(
    *, design_id: UUID, text: str, decisions: Decisions, digest: str, by: Any, model: Model = without_model
) -> Added:
    """Store the rows without an open question, and the nouns that the person confirmed, as one change. `digest` is that
    of the board that the person saw.

    Raises Missing, Forbidden; Conflict if the text now reads otherwise; Invalid if there is nothing to store.
    """
    design_for(by, design_id, Action.EDIT)
    done: list[Added] = []
    # Before the lock: a model can take seconds.
    found = model(text, Vocabulary.of(read_current(design_id).design))

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        work, left = _added(put_together(parts), text, decisions, digest, found)
        done.append(left)
        return differences(parts, _with_removed(parts, parts_of_document(work.document)))

    label = "added requirements from text"
    revision = design_change_under_lock(design_id=design_id, make=make, by=by, label=label, read=read_whole)
    return replace(done[-1], revision=revision.number)


def _with_removed(before: Mapping[str, Part], after: Mapping[str, Part]) -> dict[str, Part]:
    """Return the parts after, with the tombstones and what is below them, which a document leaves out."""
    return {**before, **after}


def _added(
    document: dict[str, Any], text: str, decisions: Decisions, digest: str, found: TextReading | None
) -> tuple[_Work, Added]:
    known = Vocabulary.of(from_document(document))
    seen = board(text, known, decisions, found)
    if seen.digest != digest:
        raise Conflict("the text or the design has changed since the lines were read; read them again", code="board")
    sure = confirmed(seen, known, decisions)
    work = _Work(document, sure)
    rows = [row for _, row in sure.rows]
    first = next((one["name"] for one in document.get("tables", ())), TABLE)
    work.translated = to_patterns(rows, sure.nouns, first)
    standings = {one.standing for one in sure.nouns.entities}
    if sure.descriptions:
        standings |= {one.standing for one in sure.nouns.attributes} | {one.standing for one in sure.nouns.relations}
    is_named = NounOrigin.CONFIRMED in standings or any(one.unique for one in sure.descriptions)
    if not (work.translated.patterns or is_named or sure.volumes):
        raise Invalid("there is nothing to add yet: answer the questions, or confirm an entity", path="text")
    _add_entities(work)
    _add_attributes(work)
    _add_unique_attributes(work)
    _add_relations(work)
    _add_volumes(work)
    _add_patterns(work)
    stored = {entity["name"] for _, entity in _entities(work)}
    work.unplaced |= {one.line for one in sure.descriptions if one.entity not in stored}
    kept = _lines_left(text, seen, _reasons(sure, work.translated.left), work.unplaced)
    return work, Added(len(work.translated.patterns), work.entities, kept)


def _lines_left(text: str, seen: Board, reasons: Mapping[str, Left], unplaced: set[int]) -> str:
    """Return the lines that were not stored: with a row that is left, left out, in which nothing was understood, or
    about an entity that the design does not have.
    """
    left = {one.line for one in seen.not_understood} | {one.line for one in seen.unplaced} | unplaced
    left |= {one.row.line for one in seen.proposals if one.key in reasons or one.is_out}
    left |= {one for head, (_, places) in lists_of(text).items() if head in left for one in places}
    return "\n".join(line for number, line in enumerate(text.splitlines(), 1) if number in left)


def _new(kind: str) -> str:
    return f"{kind}{uuid.uuid4().hex[:11]}"


def _entities(work: _Work) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each entity with its table."""
    for table in work.document.get("tables", ()):
        for entity in table.get("entities", ()):
            yield table, entity


def _add_entities(work: _Work) -> None:
    """Add the confirmed entities, without key templates: findings and synthesis ask for keys."""
    wanted = [one for one in work.seen.nouns.entities if one.standing is NounOrigin.CONFIRMED]
    for noun in wanted:
        identity = work.seen.identities.get(noun.name, id_name(noun.name))
        entity: dict[str, Any] = {"id": _new("e"), "name": noun.name, "attributes": []}
        # A cell of the key sheet in which a key can be typed.
        entity["overloads"] = [{"id": _new("o"), "index": None, "keys": {}}]
        if identity:
            entity["identity"] = [identity]
            entity["attributes"] = [{"id": _new("a"), "name": identity, **Sort.ID.typed}]
        _table(work).setdefault("entities", []).append(entity)
        work.entities += 1
    named = {entity["name"]: entity for _, entity in _entities(work)}
    for name, said in work.translated.entities.items():
        if name in named:
            unique = [*named[name].get("unique", []), *(one for one in said.get("unique", []))]
            named[name].update({**said, **({"unique": unique} if unique else {})})


def _table(work: _Work) -> dict[str, Any]:
    """Return the first table; a design without one gets it with its first entity."""
    tables = work.document.setdefault("tables", [])
    if not tables:
        keys = {"partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}]}
        tables.append({"id": _new("t"), "name": TABLE, **keys, "settings": {"billing": "PAY_PER_REQUEST"}})
    first: dict[str, Any] = tables[0]
    return first


def _add_attributes(work: _Work) -> None:
    named = {entity["name"]: entity for _, entity in _entities(work)}
    for noun in work.seen.nouns.attributes:
        entity = named.get(noun.entity)
        if entity is None or noun.standing is not NounOrigin.CONFIRMED:
            continue
        held = entity.setdefault("attributes", [])
        if all(one["name"] != noun.name for one in held):
            held.append({"id": _new("a"), "name": noun.name, **_typed(noun)})


def _typed(noun: AttributeNoun) -> dict[str, Json]:
    """Return the type and the format of an attribute; its values are those that a line lists."""
    is_enum = bool(noun.values) and noun.sort is Sort.UNSAID
    values = {"format": "enum", "values": list(noun.values)} if is_enum else {}
    return {**noun.sort.typed, **values}


def _add_unique_attributes(work: _Work) -> None:
    """Declare what lines call unique: "a member has a unique email"."""
    named = {entity["name"]: entity for _, entity in _entities(work)}
    for told in work.seen.descriptions:
        entity = named.get(told.entity)
        held = {one["name"] for one in entity.get("attributes", ())} if entity is not None else set()
        for name in told.unique:
            if entity is not None and name in held and [name] not in entity.get("unique", ()):
                entity.setdefault("unique", []).append([name])


def _add_relations(work: _Work) -> None:
    entities = {entity["name"] for _, entity in _entities(work)}
    listed = work.document.setdefault("relations", [])
    known = {(one["parent"], one["child"]) for one in listed}
    for noun in work.seen.nouns.relations:
        is_new = (noun.parent, noun.child) not in known
        if is_new and noun.standing is NounOrigin.CONFIRMED and {noun.parent, noun.child} <= entities:
            known.add((noun.parent, noun.child))
            listed.append(_relation(noun, work.seen.nouns))


def _relation(noun: RelationNoun, found: Nouns) -> dict[str, Any]:
    made: dict[str, Any] = {"id": _new("r"), "parent": noun.parent, "child": noun.child}
    if noun.via:
        return made | {"kind": "many_to_many", "name": noun.via}
    held = [one.name for one in found.attributes if _holds(one, noun)]
    return made | {"kind": "one_to_many"} | ({"through": held[:1]} if held else {})


def _holds(one: AttributeNoun, noun: RelationNoun) -> bool:
    return one.entity == noun.child and one.refers_to == noun.parent and one.standing is not NounOrigin.PROPOSED


def _add_volumes(work: _Work) -> None:
    """Store how many items there are, of an entity or for each parent; a relation that no row showed is made for it."""
    named = {entity["name"]: entity for _, entity in _entities(work)}
    listed = work.document.setdefault("relations", [])
    for one in work.seen.volumes:
        if one.entity not in named or (one.parent and one.parent not in named):
            work.unplaced.add(one.line)
            continue
        if not one.parent:
            named[one.entity]["count"] = one.count
            continue
        held = next((each for each in listed if (each["parent"], each["child"]) == (one.parent, one.entity)), None)
        back = next((each for each in listed if (each["parent"], each["child"]) == (one.entity, one.parent)), None)
        if held is None and back is None:
            held = _relation(RelationNoun(one.parent, one.entity), work.seen.nouns)
            listed.append(held)
        # "A class has 28 students", where a student has several classes.
        kept, side = (held, "per_parent") if held is not None else (back or {}, "per_child")
        if side == "per_child" and kept.get("kind") != "many_to_many":
            work.unplaced.add(one.line)
            continue
        had = kept.get(side) or {"average": one.count}
        kept[side] = had | {"max" if one.is_most else "average": one.count}


def _add_patterns(work: _Work) -> None:
    """Add the patterns, each in the table of its entities and with a code of its own."""
    listed = work.document.setdefault("access_patterns", [])
    places = {entity["name"]: table["name"] for table, entity in reversed(list(_entities(work)))}
    taken = {str(one.get("code", "")) for one in listed}
    number = 0
    for made in work.translated.patterns:
        code = str(made.get("code", ""))
        while not code or code in taken:
            number += 1
            code = f"A{number}"
        taken.add(code)
        named = _entity_of(made)
        table = places.get(named, made["table"])
        listed.append({**made, "id": _new("p"), "code": code, "table": table})


def _entity_of(made: Mapping[str, Any]) -> str:
    entities = made.get("entities") or (made.get("steps") or [{}])[0].get("entities") or [""]
    return str(entities[0])
