"""The key condition of one request, checked as DynamoDB checks it, and the range of entries that it selects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from modeler.core.design.patterns import COMPARISONS, KeyCondition
from modeler.core.design.tables import Index, KeyAttribute
from modeler.core.evaluator.bindings import bind_key, describe
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.evaluator.fan_out import KeyRequest
from modeler.core.evaluator.item_limits import key_size_refusals
from modeler.core.items.item_collections import Entry
from modeler.core.items.materialize import KeyValues
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, order_key
from modeler.core.values.json_values import to_dynamodb_json

_PREFIX = "Invalid KeyConditionExpression: "


@dataclass(frozen=True, slots=True)
class Term:
    """The condition on one key attribute: an operator and its values (two with `between`)."""

    element: KeyAttribute
    operator: str
    values: KeyValues


@dataclass(frozen=True, slots=True)
class KeyRange:
    """A bound key condition: one partition key value, and terms on the sort key from left to right.

    If there are refusals or problems, its selection is meaningless.
    """

    partition: KeyValues
    sort: tuple[Term, ...]
    refusals: tuple[Refusal, ...] = ()
    problems: tuple[str, ...] = ()

    def select(self, collection: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """The entries of its item collection that meet the terms: a contiguous range, in the collection's order."""
        if not self.sort:
            return collection
        tests = [_test(term) for term in self.sort]
        return tuple(entry for entry in collection if all(test(entry.sort[place]) for place, test in enumerate(tests)))


def query_range(index: Index, call: KeyRequest) -> KeyRange:
    """The range that a Query requests. facts/expressions#key-conditions."""
    terms, problems = _bound(index, call)
    refusals = (*_shape_refusals(index, call.key), *value_refusals(terms.values(), index))
    partition = tuple(terms[key.name].values[0] for key in index.partition_key if key.name in terms)
    sort = tuple(terms[key.name] for key in index.sort_key if key.name in terms)
    return KeyRange(partition, sort, refusals, problems)


def item_key(index: Index, call: KeyRequest) -> tuple[KeyValues | None, tuple[Refusal, ...], tuple[str, ...]]:
    """The table key that GetItem, UpdateItem and similar calls name, with its problems.

    facts/table-api#messages.
    """
    terms, problems = _bound(index, call)
    named = [condition.name for condition in call.key]
    if sorted(named) != sorted(index.key_names) or any(condition.operator != "=" for condition in call.key):
        return None, (Refusal("key.schema", "The provided key element does not match the schema"),), problems
    refusals = tuple(value_refusals(terms.values(), index))
    refusals += tuple(key_size_refusals(index, {term.element.name: term.values[0] for term in terms.values()}))
    if problems or refusals:
        return None, refusals, problems
    return tuple(terms[name].values[0] for name in index.key_names), (), ()


def _bound(index: Index, call: KeyRequest) -> tuple[dict[str, Term], tuple[str, ...]]:
    elements = {key.name: key for key in index.keys}
    terms: dict[str, Term] = {}
    problems: list[str] = []
    for condition in call.key:
        element = elements.get(condition.name)
        if element is None:
            continue
        values = [bind_key(element, template, call.bindings) for template in condition.templates]
        wrong = [value for value in values if isinstance(value, Unrendered)]
        problems += [f"{condition.name}: {describe(value)}" for value in wrong]
        if len(values) != (2 if condition.operator == "between" else 1):
            problems.append(f"{condition.name}: {condition.operator} has {len(values)} values in this pattern")
        elif not wrong:
            given = tuple(value for value in values if not isinstance(value, Unrendered))
            terms[condition.name] = Term(element, condition.operator, given)
    return terms, tuple(dict.fromkeys(problems))


def _shape_refusals(index: Index, conditions: tuple[KeyCondition, ...]) -> Iterator[Refusal]:
    """Which key attributes are named, and with which operators."""
    operators: dict[str, str] = {}
    for condition in conditions:
        if condition.operator not in COMPARISONS:
            word = f"Invalid operator used in KeyConditionExpression: {condition.operator}"
            yield Refusal("key.operator", word)
        if condition.name in operators:
            yield Refusal("key.twice", "KeyConditionExpressions must only contain one condition per key")
        operators[condition.name] = condition.operator
    for key in index.partition_key:
        if key.name not in operators:
            yield Refusal("key.missing", f"Query condition missed key schema element: {key.name}")
        elif operators[key.name] != "=":
            yield Refusal("key.partition_operator", "Query key condition not supported")
    if any(name not in index.key_names for name in operators):
        unused = next((key.name for key in index.sort_key if key.name not in operators), None)
        missed = f"Query condition missed key schema element: {unused}"
        yield Refusal("key.not_a_key", missed if unused else "Query key condition not supported")
    yield from _gap_refusals(index, operators)


def _gap_refusals(index: Index, operators: dict[str, str]) -> Iterator[Refusal]:
    """Sort key attributes are used from left to right, all but the last by equality.

    facts/expressions#multi-attribute-keys.
    """
    used = [key.name for key in index.sort_key if key.name in operators]
    if not used:
        return
    for key in index.sort_key:
        if key.name == used[-1]:
            return
        if operators.get(key.name) != "=":
            yield Refusal(
                "key.gap",
                f"RANGE key attributes {key.name} must have equality conditions specified in the query because a "
                f"condition is present on key attribute {used[-1]}",
            )
            return


def value_refusals(terms: Iterable[Term], index: Index) -> Iterator[Refusal]:
    """Errors of the values themselves.

    facts/table-api#item-messages, facts/expressions#conditions, facts/expressions#key-conditions.
    """
    for term in terms:
        kind = term.element.type
        if term.operator == "begins_with" and kind == AttributeType.N:
            word = "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N"
            yield Refusal("key.begins_with_number", _PREFIX + word)
        for value in term.values:
            if value.type != kind:
                word = "One or more parameter values were invalid: Condition parameter type does not match schema type"
                yield Refusal("key.type", word)
            elif not value.data:
                yield Refusal("key.empty", _empty(term.element, index))
        if term.operator == "between" and order_key(term.values[0]) > order_key(term.values[1]):
            lower, upper = (f"AttributeValue: {_in_service_words(value)}" for value in term.values)
            yield Refusal(
                "key.between",
                f"{_PREFIX}The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
                f"lower bound operand: {lower}, upper bound operand: {upper}",
            )


def _empty(element: KeyAttribute, index: Index) -> str:
    """DynamoDB's message for an empty key value, for a query of the table or an index.

    facts/table-api#item-messages.
    """
    start, end = "One or more parameter values are not valid. ", f"Key: {element.name}"
    if not index.is_base:
        start += "A value specified for a secondary index key is not supported. "
        end = f"IndexName: {index.name}, IndexKey: {element.name}"
    word = "string" if element.type == AttributeType.S else "binary"
    return f"{start}The AttributeValue for a key attribute cannot contain an empty {word} value. {end}"


def _in_service_words(value: AttributeValue) -> str:
    """A value as DynamoDB's messages print it: `{S:b}`."""
    ((kind, data),) = to_dynamodb_json(value).items()
    return f"{{{kind}:{data}}}"


def _test(term: Term) -> Callable[[AttributeValue], bool]:
    """One term as a function of an entry's value, by DynamoDB's order of the key's type. facts/ordering#key-order."""
    bound = term.values[0]
    first = order_key(bound)
    match term.operator:
        case "<":
            return lambda value: order_key(value) < first
        case "<=":
            return lambda value: order_key(value) <= first
        case ">":
            return lambda value: order_key(value) > first
        case ">=":
            return lambda value: order_key(value) >= first
        case "between":
            last = order_key(term.values[1])
            return lambda value: first <= order_key(value) <= last
        case "begins_with":
            return lambda value: bool(value.data.startswith(bound.data))
    return lambda value: value == bound
