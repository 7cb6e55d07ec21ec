"""Two items with one key: of two entities, or of one. FACTS 1.1; DESIGN, Key templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from modeler.core.algebra.collisions import Answer, Side, can_collide
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Comparison, Condition, In, Literal, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.formats import format_of, is_declared
from modeler.core.item_collections import collisions
from modeler.core.items import Attribute, Entity
from modeler.core.keys import KeyTemplate, Reference
from modeler.core.rules.context import RuleContext, cell_path, entity_path
from modeler.core.rules.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.sparse import compile_condition
from modeler.core.tables import Table
from modeler.core.values import AttributeType, AttributeValue
from modeler.core.wire import to_plain
from modeler.core.written_keys import WrittenKey, attributes_by_name

# Lower and upper case are meant: e-mail addresses that differ in case only are one.
_INJECTIVE = frozenset({(), ("pad",), ("reverse",), ("join",), ("iso",), ("lower",), ("upper",)})
_HASH_DIGITS_SAFE = 16


def side_of(entity: Entity, templates: tuple[KeyTemplate, ...], when: str) -> Side:
    """An entity's side of a comparison, with only the items that the condition lets through."""
    if not when.strip():
        return Side(templates, attributes_by_name(entity))
    return Side(templates, _restricted(attributes_by_name(entity), when), compile_condition(when))


def _restricted(attributes: dict[str, Attribute], when: str) -> dict[str, Attribute]:
    """Attributes that a condition fixes to certain texts hold only these."""
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
    title="Two entities that can make the same key",
    why="an item of the one overwrites an item of the other without a word",
    fix="give each entity a literal of its own in the sort key or the partition key",
    sources="KNOWLEDGE 2, DESIGN Key templates",
)
def collision(context: RuleContext, table: Table) -> Iterator[Spot]:
    written = [
        (entity, [(key, key.complete) for key in context.keys(table, entity, table.base) if key.complete is not None])
        for entity in table.entities
    ]
    for (one, mine), (other, theirs) in combinations(written, 2):
        for key, templates in mine:
            for second, others in theirs:
                if templates is None or others is None or _apart(templates, others):
                    continue
                if _raw(table, one, templates) or _raw(table, other, others):
                    continue
                answer = _answer(context, table, one, other, key, second)
                if answer.is_yes:
                    yield _met(table, one, other, key, second, answer)
                    break
            else:
                continue
            break


def _apart(one: tuple[KeyTemplate, ...], other: tuple[KeyTemplate, ...]) -> bool:
    """The quick no, before anything is asked or remembered."""
    for left, right in zip(one, other, strict=False):
        first, second = left.literal_prefix, right.literal_prefix
        if not (first.startswith(second) or second.startswith(first)):
            return True
        if left.is_constant and right.is_constant and first != second:
            return True
    return False


def _raw(table: Table, entity: Entity, templates: tuple[KeyTemplate, ...]) -> bool:
    """Is a key attribute stored as it comes, and nobody says what it looks like? Then nothing is known of it, and
    keys.no_type_prefix speaks of that.
    """
    for name, template in zip(table.base.key_names, templates, strict=True):
        reference = template.plain_reference
        if reference is not None and reference.attribute == name:
            attribute = entity.attribute(name)
            if attribute is None or not is_declared(attribute):
                return True
    return False


def _answer(
    context: RuleContext, table: Table, one: Entity, other: Entity, mine: WrittenKey, theirs: WrittenKey
) -> Answer:
    parts = (one.attributes, other.attributes, mine.overload, theirs.overload, one.overloads, other.overloads)
    return context.memo.get(
        "collide",
        (*parts, table.partition_key, table.sort_key),
        lambda: can_collide(
            side_of(one, mine.complete or (), mine.when), side_of(other, theirs.complete or (), theirs.when)
        ),
    )


def _met(table: Table, one: Entity, other: Entity, mine: WrittenKey, theirs: WrittenKey, answer: Answer) -> Spot:
    witness = " / ".join(answer.keys)
    values = (_shown(answer.left), _shown(answer.right))
    message = f"{one.name} and {other.name} can both have the key {witness}"
    if values[0] or values[1]:
        message += f": {one.name} with {_said(values[0])}, {other.name} with {_said(values[1])}"
    facts = {"other": other.id, "keys": list(answer.keys), "left": values[0], "right": values[1]}
    part = theirs.overload.id if theirs.overload else other.id
    return Spot(message, cell_path(table, other, None), part, "keys", facts)


def _shown(item: Mapping[str, AttributeValue]) -> dict[str, object]:
    return {name: to_plain(value, value.type) for name, value in item.items()}


def _said(values: dict[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items()) or "any values"


@rule(
    "keys.not_unique",
    ERROR,
    Scope.ENTITY,
    title="A base key that does not tell two items apart",
    why="the second item with the same key replaces the first",
    fix="append the id to the sort key",
    sources="KNOWLEDGE 2, DESIGN identity",
)
def not_unique(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    keys = [key for key in context.keys(table, entity, table.base) if key.complete is not None]
    for key in keys:
        kept = _told_apart(key.complete or ())
        lost = [name for name in entity.identity if name not in kept]
        if lost and not _has_unique(entity, kept, lost):
            names = ", ".join(lost)
            message = f"the key of {entity.name} does not hold {names}, which tells its items apart"
            part = key.overload.id if key.overload else entity.id
            yield Spot(message, cell_path(table, entity, None), part, "keys", {"attributes": lost})
            return
    for met in collisions(context.stored(table, entity)):
        shown = " / ".join(str(value.data) for value in met.key)
        message = f"{len(met.ids)} sample items of {entity.name} have the key {shown}; only the last would remain"
        path = f"{entity_path(table, entity)}.items.{met.ids[-1]}"
        yield Spot(message, path, met.ids[-1], "", {"items": list(met.ids)})
        return
    for key in keys:
        yield from _never_unique(table, entity, key)


def _told_apart(templates: tuple[KeyTemplate, ...]) -> set[str]:
    """Attributes whose whole value is in the key."""
    return {reference.attribute for template in templates for reference in template.references if _is_whole(reference)}


def _is_whole(reference: Reference) -> bool:
    if tuple(call.name for call in reference.formats) in _INJECTIVE:
        return True
    last = reference.formats[-1]
    return last.name == "hash" and isinstance(last.argument, int) and last.argument >= _HASH_DIGITS_SAFE


def _has_unique(entity: Entity, kept: set[str], lost: list[str]) -> bool:
    """A key without part of the identity still tells items apart by another value that no two items share."""
    if len(lost) < len(entity.identity):
        return False
    return any((held := entity.attribute(name)) is not None and format_of(held).unique for name in kept)


def _never_unique(table: Table, entity: Entity, key: WrittenKey) -> Iterator[Spot]:
    """Nothing was said of identity: a key without any attribute, or of enums and times alone, holds few items."""
    if entity.identity or entity.count in {None, 0, 1}:
        return
    kept = [entity.attribute(name) for name in _told_apart(key.complete or ())]
    if all(held is not None and (held.values or held.type is AttributeType.BOOL) for held in kept):
        most = 1
        for held in kept:
            most *= len(held.values) if held is not None and held.values else 2
        if entity.count is not None and entity.count > most:
            message = f"the key of {entity.name} has {most} values for {entity.count} items"
            part = key.overload.id if key.overload else entity.id
            yield Spot(message, cell_path(table, entity, None), part, "keys", {"distinct": most})


@rule(
    "keys.no_type_prefix",
    WARNING,
    Scope.TABLE,
    title="A partition key that starts with an attribute",
    why="in a table of several entities two ids of different things can be equal, and a key does not say what it is",
    fix="start the template with the entity's name, such as ORDER#",
    sources="KNOWLEDGE 1 P1",
)
def no_type_prefix(context: RuleContext, table: Table) -> Iterator[Spot]:
    if len(table.entities) < 2 or not table.partition_key:
        return
    for entity in table.entities:
        for key in context.keys(table, entity, table.base):
            template = key.templates[0] if key.templates else None
            if template is not None and template.references and not template.literal_prefix:
                name = table.partition_key[0].name
                message = f"the key {template} of {entity.name} does not say what it is the key of"
                part = key.overload.id if key.overload else entity.id
                yield Spot(message, f"{cell_path(table, entity, None)}.{name}", part, f"keys.{name}")


RULES = (collision, not_unique, no_type_prefix)
