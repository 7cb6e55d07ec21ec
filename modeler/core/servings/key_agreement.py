"""Whether entities write the key that a pattern requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modeler.core import effort
from modeler.core.algebra.collisions import TemplateSide, Verdict, can_collide, prefix_catches, range_catches
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Index, Table
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.servings.key_legality import ProblemKind, ServingProblem
from modeler.core.values.attribute_values import AttributeType


def mismatches(
    table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern
) -> Iterator[ServingProblem]:
    """Each declared entity must write a key that matches the condition; without declared ones, any must."""
    given = {condition.name: condition for condition in pattern.key}
    for entity in entities:
        if not effort.is_left():
            effort.not_compared()
            return
        if problem := _mismatch(table, index, entity, given, pattern):
            yield problem
    if not entities and table.entities:
        found = [_mismatch(table, index, entity, given, pattern) for entity in table.entities]
        if None not in found:
            message = f"no entity writes a key like {_key_text(pattern.key)} into {index.name}"
            yield ServingProblem(ProblemKind.MISMATCH, message, "correct the template, or add an overload")


def _key_text(key: tuple[KeyCondition, ...]) -> str:
    return " / ".join(", ".join(condition.templates) for condition in key)


def _mismatch(
    table: Table, index: Index, entity: Entity, given: Mapping[str, KeyCondition], pattern: AccessPattern
) -> ServingProblem | None:
    keys = written_keys(table, entity, index)
    if not keys:
        change = f"give {entity.name} an overload of {index.name}"
        return ServingProblem(ProblemKind.MISMATCH, f"{entity.name} writes nothing into {index.name}", change)
    worst: ServingProblem | None = None
    for key in keys:
        problem = _key_mismatch(index, entity, key, given, pattern)
        if problem is None:
            return None
        worst = worst or problem
    return worst


def _key_mismatch(
    index: Index, entity: Entity, key: WrittenKey, given: Mapping[str, KeyCondition], pattern: AccessPattern
) -> ServingProblem | None:
    for element, written in zip(index.keys, key.templates, strict=True):
        condition = given.get(element.name)
        if condition is None or written is None or written.problem:
            continue  # an incomplete overload is another rule's finding
        if not _agrees(condition, element.type, written, entity, pattern):
            asked = ", ".join(condition.templates)
            message = (
                f"{entity.name} writes {written} into {element.name}, but the pattern requests "
                f"{condition.operator} {asked}"
            )
            change = f"request {element.name} as {entity.name} writes it: {written}"
            return ServingProblem(ProblemKind.MISMATCH, message, change, element.name)
    return None


def _agrees(
    condition: KeyCondition, kind: AttributeType, written: KeyTemplate, entity: Entity, pattern: AccessPattern
) -> bool:
    """Return whether a key that the entity writes can match the condition. Undeclared values are assumed to be
    identifiers.
    """
    attributes = entity.attributes_by_name
    asked = tuple(map(parse, condition.templates))
    mine = {name: one for each in asked for name, one in parameters(each, pattern, attributes).items()}
    if condition.operator in {"=", "begins_with"}:
        if _aligned(asked[0], written, attributes, open_ended=condition.operator == "begins_with"):
            return True
        compare = can_collide if condition.operator == "=" else prefix_catches
        answer = compare(TemplateSide(asked, mine), TemplateSide((written,), attributes))
    elif kind is not AttributeType.S or _wide_open(asked, mine, written):
        return True  # numbers and bytes sort differently than text
    else:
        answer = range_catches(TemplateSide(asked, mine), TemplateSide((written,), attributes), condition.operator)
    return answer.verdict is Verdict.YES or (answer.verdict is Verdict.UNKNOWN and not answer.undeclared)


def _aligned(
    asked: KeyTemplate, written: KeyTemplate, attributes: Mapping[str, Attribute], *, open_ended: bool
) -> bool:
    """Return whether the templates are the same part by part. A parameter with another name represents the attribute at
    its position.
    """
    if len(asked.parts) > len(written.parts) or (not open_ended and len(asked.parts) != len(written.parts)):
        return False
    last = len(asked.parts) - 1
    for place, (mine, theirs) in enumerate(zip(asked.parts, written.parts, strict=False)):
        match mine, theirs:
            case LiteralText(text), LiteralText(other):
                same = other.startswith(text) if open_ended and place == last else other == text
            case Reference(name), Reference():
                same = mine == theirs or name not in attributes
            case _:
                same = False
        if not same:
            return False
    return True


def _wide_open(asked: tuple[KeyTemplate, ...], attributes: Mapping[str, Attribute], written: KeyTemplate) -> bool:
    """A quick yes: each bound starts like the key, and continues with a value that can be anything."""
    names = set()
    for bound in asked:
        start = bound.literal_prefix
        goes_on = written.literal_prefix != start or not written.is_constant
        part = next(iter(bound.parts[1 if start else 0 :]), None)  # none of a constant, or of what cannot be parsed
        if not (isinstance(part, Reference) and goes_on and written.literal_prefix.startswith(start)):
            return False
        if part.formats or is_declared(attributes[part.attribute]):
            return False
        names.add(part.attribute)
    return len(names) == len(asked)


def parameters(
    template: KeyTemplate, pattern: AccessPattern, attributes: Mapping[str, Attribute]
) -> dict[str, Attribute]:
    """What a pattern's template refers to: attributes of the entity, and parameters with only a type."""
    return {
        name: attributes.get(name) or _parameter(name, pattern.parameters.get(name)) for name in template.attributes
    }


def _parameter(name: str, example: object) -> Attribute:
    is_number = isinstance(example, int | float) and not isinstance(example, bool)
    return Attribute("", name, AttributeType.N if is_number else AttributeType.S)
