"""Two items with one key: of two entities, or of one. facts/limits#items; docs/glossary.md#key-templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from modeler.core.algebra.collisions import ReasonedVerdict, TemplateSide, can_collide
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Comparison, Condition, In, Literal, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Fix
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.context import RuleContext, cell_path
from modeler.core.rules.support.key_fixes import prefix_of, rekey, with_prefix
from modeler.core.rules.support.key_prefix_index import near_keys
from modeler.core.rules.support.own_ids import is_made_for
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import to_plain

_GENERATED: Final = frozenset({"uuid4", "uuid7", "ulid", "ksuid"})


def side_of(entity: Entity, templates: tuple[KeyTemplate, ...], when: str) -> TemplateSide:
    """An entity's side of a comparison, with only the items that satisfy the condition."""
    if not when.strip():
        return TemplateSide(templates, entity.attributes_by_name)
    return TemplateSide(templates, _restricted(entity.attributes_by_name, when), compile_condition(when))


def _restricted(declared: Mapping[str, Attribute], when: str) -> dict[str, Attribute]:
    """Limit attributes that a condition fixes to certain texts to these values."""
    attributes = dict(declared)
    try:
        node = parse_condition(when)
    except ExpressionInvalid:
        return attributes
    for term in node.terms if isinstance(node, And) else (node,):
        name, texts = _fixed(term)
        if texts and name in attributes and attributes[name].type is AttributeType.S:
            attributes[name] = replace(attributes[name], values=dict.fromkeys(texts, 1.0))
    return attributes


def _fixed(term: Condition) -> tuple[str, list[str]]:
    match term:
        case Comparison("=", Path() as path, Literal(value)) | Comparison("=", Literal(value), Path() as path):
            choices = [value]
        case In(Path() as path, operands) if all(isinstance(one, Literal) for one in operands):
            choices = [one.value for one in operands if isinstance(one, Literal)]
        case _:
            return "", []
    texts = [str(value.data) for value in choices if value.type is AttributeType.S]
    return (name_of(path), texts) if len(path.parts) == 1 else ("", [])


@rule(
    "keys.collision",
    ERROR,
    Scope.TABLE,
    title="Two entities can produce the same key",
    why="An item of one entity silently overwrites an item of the other",
    fix="Give each entity a distinct literal in the sort key or the partition key",
    sources="facts/modeling#partition-keys",
    hides=("keys.no_type_prefix", "keys.sk_no_type_prefix"),
    fixes=True,
)
def collision(context: RuleContext, table: Table) -> Iterator[Spot]:
    for one, other, pairs in _near_pairs(context, table):
        for key, second in pairs:
            templates, others = key.complete or (), second.complete or ()
            if _apart(templates, others) or _raw(table, one, templates) or _raw(table, other, others):
                continue
            if any(_own_ids(one, other, *pair) for pair in zip(templates, others, strict=False)):
                continue
            answer = _answer(context, table, one, other, key, second)
            if answer.is_yes:
                yield _met(context, table, one, other, key, second, answer)
                break


def _near_pairs(
    context: RuleContext, table: Table
) -> Iterator[tuple[Entity, Entity, list[tuple[WrittenKey, WrittenKey]]]]:
    """Two entities and those of their keys whose literal text does not exclude each other: most pairs are excluded.

    The order is that of their IDs: a finding stays the same one while entities change places.
    """
    ordered = sorted(table.entities, key=lambda entity: (entity.id, entity.name))
    places = {id(entity): place for place, entity in enumerate(ordered)}
    found: dict[tuple[int, int], list[tuple[WrittenKey, WrittenKey]]] = {}
    for (one, key, _), (other, second, _) in near_keys(context, table, table.base).pairs():
        left, right = sorted(((places[id(one)], key), (places[id(other)], second)), key=lambda side: side[0])
        if one is not other:
            found.setdefault((left[0], right[0]), []).append((left[1], right[1]))
    for first, last in sorted(found):
        yield ordered[first], ordered[last], found[first, last]


def _apart(one: tuple[KeyTemplate, ...], other: tuple[KeyTemplate, ...]) -> bool:
    """Two different constants: the quick no, before anything is computed or cached."""
    return any(
        left.is_constant and right.is_constant and left.literal_prefix != right.literal_prefix
        for left, right in zip(one, other, strict=False)
    )


def _own_ids(one: Entity, other: Entity, left: KeyTemplate, right: KeyTemplate) -> bool:
    """Return whether both keys have, at the same position, an id that is generated for the item itself: two of these
    are never equal.
    """
    for mine, theirs in zip(left.parts, right.parts, strict=False):
        match mine, theirs:
            case LiteralText(text), LiteralText(same) if text == same:
                continue
            case Reference(name, formats), Reference(second, others) if formats == others:
                held = one.attribute(name), other.attribute(second)
                generated = all(each is not None and each.format in _GENERATED for each in held)
                return generated and is_made_for(one, name, other) and is_made_for(other, second, one)
            case _:
                return False
    return False


def _raw(table: Table, entity: Entity, templates: tuple[KeyTemplate, ...]) -> bool:
    """Return whether a key attribute is stored as it is, so that its template does not describe its content. Nothing is
    known then, and keys.no_type_prefix reports it.
    """
    for name, template in zip(table.base.key_names, templates, strict=True):
        reference = template.plain_reference
        if reference is not None and reference.attribute == name:
            attribute = entity.attribute(name)
            if attribute is None or not attribute.values:
                return True
    return False


def _answer(
    context: RuleContext, table: Table, one: Entity, other: Entity, mine: WrittenKey, theirs: WrittenKey
) -> ReasonedVerdict:
    parts = (one.attributes, other.attributes, mine.overload, theirs.overload, one.overloads, other.overloads)
    return context.memo.get(
        "collide",
        (*parts, table.partition_key, table.sort_key),
        lambda: can_collide(
            side_of(one, mine.complete or (), mine.when), side_of(other, theirs.complete or (), theirs.when)
        ),
    )


def _met(
    context: RuleContext,
    table: Table,
    one: Entity,
    other: Entity,
    mine: WrittenKey,
    theirs: WrittenKey,
    answer: ReasonedVerdict,
) -> Spot:
    witness = " / ".join(answer.keys)
    values = (item_json(answer.left), item_json(answer.right))
    message = f"{one.name} and {other.name} can both have the key {witness}"
    if values[0] or values[1]:
        message += f": {one.name} with {values_text(values[0])}, {other.name} with {values_text(values[1])}"
    part, also = (key.overload.id if key.overload else held.id for key, held in ((theirs, other), (mine, one)))
    facts = {"other": other.id, "keys": list(answer.keys), "left": values[0], "right": values[1], "also": [also]}
    fixes = _apart_by_prefix(context, table, one, other, mine, theirs)
    return Spot(message, cell_path(table, other, None), part, "keys", facts, fixes=fixes)


def _apart_by_prefix(
    context: RuleContext, table: Table, one: Entity, other: Entity, mine: WrittenKey, theirs: WrittenKey
) -> tuple[Fix, ...]:
    """A literal at the start of the other's last key, where that surely separates the two."""
    element = table.base.keys[-1]
    before = theirs.complete or ()
    if element.type is not AttributeType.S or not before:
        return ()
    prefix = prefix_of(other)
    change = with_prefix(prefix)
    after = (*before[:-1], change(before[-1]))
    if can_collide(side_of(one, mine.complete or (), mine.when), side_of(other, after, theirs.when)).verdict != "no":
        return ()
    return rekey(context, table, other, element.name, f"Start {element.name} of {other.name} with {prefix}", change)


def item_json(item: Mapping[str, AttributeValue]) -> dict[str, object]:
    """A witness as plain JSON."""
    return {name: to_plain(value, value.type) for name, value in item.items()}


def values_text(values: dict[str, object]) -> str:
    """A witness as text."""
    return ", ".join(f"{name} {value}" for name, value in values.items()) or "any values"


RULES = (collision,)
