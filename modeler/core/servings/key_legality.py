"""Whether DynamoDB accepts a pattern's key condition for an index, before any template is compared.

facts/expressions#key-conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from modeler.core.design.patterns import COMPARISONS, KeyCondition
from modeler.core.design.tables import Index, KeyAttribute
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, as_decimal


class ProblemKind(StrEnum):
    """Which rule reports a problem."""

    ILLEGAL = "illegal"
    ORDER = "order"
    UNREADABLE = "unreadable"
    MISSING = "missing"
    MISMATCH = "mismatch"


@dataclass(frozen=True, slots=True)
class ServingProblem:
    """Why a pattern is not served: the affected key attribute ('' for none), and the change that fixes it."""

    kind: ProblemKind
    message: str
    change: str
    key: str = ""


def legality(index: Index, key: tuple[KeyCondition, ...], *, whole: bool) -> Iterator[ServingProblem]:
    """What DynamoDB would reject in a key condition; `whole` if every key attribute must be given (GetItem)."""
    for position, condition in enumerate(key):
        if any(other.name == condition.name for other in key[:position]):
            yield _illegal(condition, "has two conditions; DynamoDB allows one condition per key", "keep one of them")
    given = {condition.name: condition for condition in reversed(key)}
    for condition in key:
        if condition.name not in index.key_names:
            yield _illegal(
                condition,
                f"is not a key of {index.name}",
                f"use its keys {', '.join(index.key_names)}, or move it to the filter",
            )
    elements = index.keys if whole else index.partition_key
    for element in elements:
        if element.name not in given:
            yield ServingProblem(
                ProblemKind.MISSING if whole else ProblemKind.ILLEGAL,
                f"the key {element.name} of {index.name} is not given",
                f"give {element.name} a value with =",
                element.name,
            )
        elif given[element.name].operator != "=":
            yield _illegal(given[element.name], "must be compared with =", "give its whole value")
    for element in index.keys:
        if element.name in given:
            yield from _condition_problems(element, given[element.name])
    if not whole:
        yield from _sort_order(index, given)


def _illegal(condition: KeyCondition, why: str, change: str) -> ServingProblem:
    return ServingProblem(ProblemKind.ILLEGAL, f"{condition.name} {why}", change, condition.name)


def _condition_problems(element: KeyAttribute, condition: KeyCondition) -> Iterator[ServingProblem]:
    wanted = 2 if condition.operator == "between" else 1
    if condition.operator not in COMPARISONS:
        yield _illegal(
            condition,
            f"is compared with {condition.operator}; a key supports {', '.join(COMPARISONS)}",
            "use one of these",
        )
        return
    if len(condition.templates) != wanted:
        yield _illegal(condition, f"needs {wanted} value{'s' * (wanted > 1)} with {condition.operator}", "give them")
    if condition.operator == "begins_with" and element.type is AttributeType.N:
        yield _illegal(condition, "is a number, but begins_with supports only text and binary", "use between, or >=")
    for text in condition.templates:
        template = parse(text)
        if template.problem:
            message = f"the template {text!r} cannot be parsed: {template.problem}"
            yield ServingProblem(ProblemKind.UNREADABLE, message, "complete the template", condition.name)
        elif not template.parts:
            yield _illegal(
                condition, "is compared with an empty value, which a key cannot have", "remove the condition"
            )
        elif element.type is not AttributeType.S and not _fits(element, text):
            yield _illegal(
                condition, f"has type {element.type} and cannot equal the text {text!r}", "use one plain reference"
            )


def _fits(element: KeyAttribute, text: str) -> bool:
    template = parse(text)
    if template.plain_reference is not None:
        return True
    return template.is_constant and (element.type is AttributeType.B or as_decimal(template.literal_prefix) is not None)


def _sort_order(index: Index, given: dict[str, KeyCondition]) -> Iterator[ServingProblem]:
    used = [element.name for element in index.sort_key if element.name in given]
    if not used:
        return
    for element in index.sort_key[: index.key_names.index(used[-1]) - len(index.partition_key)]:
        if element.name not in given or given[element.name].operator != "=":
            yield ServingProblem(
                ProblemKind.ORDER,
                f"the sort key {element.name} needs an equality because {used[-1]} after it is given",
                f"give {element.name} with =, or remove {used[-1]}",
                element.name,
            )
