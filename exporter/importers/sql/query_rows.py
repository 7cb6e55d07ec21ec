"""Statements of SQL as rows by intent: what a query is given, bounded, ordered and limited by, and what a write sets.

Only what a statement says is filled. A statement that no single row can say (joins, subqueries, unions, OR,
expressions) raises `NotRead` with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from modeler.core.requirements.morphology import entity_name, id_name, words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
    Slot,
)

STATEMENT_MAX: Final = 20_000
_COLUMNS_MAX: Final = 6
"""A longer list of columns is a whole item: mappers of objects name every column."""
_SYSTEM: Final = re.compile(r"pg_|information_schema|performance_schema|mysql\.|sys\.", re.IGNORECASE)
_OWN: Final = frozenset({"id", "uuid", "guid"})
_BOUNDS: Final = {
    exp.LT: Comparator.LESS, exp.LTE: Comparator.AT_MOST, exp.GT: Comparator.GREATER, exp.GTE: Comparator.AT_LEAST,
}  # fmt: skip
_FLIPPED: Final = {
    Comparator.LESS: Comparator.GREATER, Comparator.AT_MOST: Comparator.AT_LEAST,
    Comparator.GREATER: Comparator.LESS, Comparator.AT_LEAST: Comparator.AT_MOST,
}  # fmt: skip
_SUMS: Final = {
    exp.Sum: Aggregate.SUM, exp.Avg: Aggregate.AVERAGE, exp.Min: Aggregate.MINIMUM, exp.Max: Aggregate.MAXIMUM,
}  # fmt: skip
_NOW: Final = (exp.CurrentTimestamp, exp.CurrentDatetime, exp.CurrentDate)
_VALUES: Final = (exp.Literal, exp.Parameter, exp.Placeholder, exp.Boolean, exp.SessionParameter, *_NOW)


class NotRead(Exception):
    """A statement that one row cannot express; the message is the reason."""


@dataclass
class _Where:
    """What the conditions of a statement say. `has_own`: an equality names the identity of one item. `literals` are the
    values that a statement says itself: a read gets them from its caller, the condition of a write compares with them.
    """

    given: list[Given] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    literals: dict[tuple[str, Comparator], str] = field(default_factory=dict)
    has_own: bool = False

    def say(self, attribute: str, comparison: Comparator, value: exp.Expr) -> None:
        sign = "-" if value.find(exp.Neg) is not None else ""
        said = _text(_value(value))
        self.literals[attribute, comparison] = said and sign + said

    def said(self, attribute: str, comparison: Comparator) -> str:
        """The literal of a comparison; '' where the caller gives it."""
        return self.literals.get((attribute, comparison), "")


def row_of(statement: str, dialect: str) -> Row | None:
    """Return the row of a statement; None for those that request nothing: transactions, settings, catalogs, DDL."""
    if len(statement) > STATEMENT_MAX:
        raise NotRead("it is too long")
    try:
        parsed = sqlglot.parse_one(statement, read=dialect)
    except (SqlglotError, RecursionError) as error:
        raise NotRead("its SQL cannot be parsed") from error
    if _SYSTEM.match(_table_text(parsed)):
        return None
    if isinstance(parsed, exp.Select):
        return _select(parsed) if parsed.args.get("from_") is not None else None
    if isinstance(parsed, exp.Insert):
        return _insert(parsed)
    if isinstance(parsed, exp.Update):
        return _update(parsed)
    if isinstance(parsed, exp.Delete):
        return _delete(parsed)
    if isinstance(parsed, exp.Union | exp.Merge):
        raise NotRead("it combines several queries")
    return None


def _table_text(parsed: exp.Expr) -> str:
    table = parsed.find(exp.Table)
    return f"{table.db}.{table.name}".lstrip(".") if table is not None else ""


def _entity(source: Any) -> str:
    """Return the entity of the one table that a statement names."""
    table = source.this if isinstance(source, exp.Schema | exp.From) else source
    if not isinstance(table, exp.Table) or not table.name or table.args.get("joins"):
        raise NotRead("it reads from a subquery or a function")
    return entity_name(words_of(table.name))


def _only(parsed: exp.Expr, *allowed: str) -> None:
    """Refuse clauses that no row has a place for."""
    reasons = {
        "joins": "it joins tables", "with_": "it has a WITH clause", "having": "it has HAVING",
        "distinct": "it has DISTINCT", "windows": "it has a window", "qualify": "it has QUALIFY",
        "laterals": "it has LATERAL",
    }  # fmt: skip
    for name, reason in reasons.items():
        if name not in allowed and parsed.args.get(name):
            raise NotRead(reason)
    if parsed.find(exp.Subquery, exp.Exists) or len(list(parsed.find_all(exp.Select))) > isinstance(parsed, exp.Select):
        raise NotRead("it has a subquery")


def _select(parsed: exp.Select) -> Row:
    _only(parsed)
    entity = _entity(parsed.args["from_"])
    where = _where(parsed.args.get("where"), entity)
    limit = _limit(parsed.args.get("limit"))
    returned = _returned(parsed)
    is_computed = returned is not None and returned.what not in {Aggregate.ATTRIBUTES, Aggregate.EXISTS}
    is_one = (where.has_own and not is_computed) or (returned is not None and returned.what is Aggregate.EXISTS)
    order = () if is_one or is_computed else tuple(_orders(parsed.args.get("order")))
    return Row(
        "",
        operation=Slot(Act.GET if is_one else Act.LIST),
        entities=Slot((entity,)),
        given=Slot(tuple(where.given) or None),
        range=Slot(tuple(where.ranges) or None),
        order=Slot(order or None),
        limit=Slot(Limit(limit) if limit and not is_one and not is_computed else None),
        returned=Slot(returned),
        condition=Slot(tuple(where.conditions) or None),
    )


def _insert(parsed: exp.Insert) -> Row:
    if not isinstance(parsed.expression, exp.Values):
        raise NotRead("it inserts the rows of a query")
    conflict = parsed.args.get("conflict")
    is_save = conflict is not None and "NOTHING" not in str(conflict.args.get("action", "")).upper()
    return Row(
        "", operation=Slot(Act.SAVE if is_save else Act.CREATE), entities=Slot((_entity(parsed.this),))
    )  # fmt: skip


def _update(parsed: exp.Update) -> Row:
    _only(parsed)
    if parsed.args.get("from_"):
        raise NotRead("it joins tables")
    entity = _entity(parsed.this)
    where = _where(parsed.args.get("where"), entity)
    changes = tuple(_change(one) for one in parsed.expressions)
    return _write_row(Act.UPDATE, entity, where, changes)


def _delete(parsed: exp.Delete) -> Row:
    _only(parsed)
    if parsed.args.get("using"):
        raise NotRead("it joins tables")
    entity = _entity(parsed.this)
    return _write_row(Act.DELETE, entity, _where(parsed.args.get("where"), entity), ())


def _write_row(act: Act, entity: str, where: _Where, changes: tuple[AttributeChange, ...]) -> Row:
    """Return the row of a write. Beside the identity, an equality is a condition."""
    given, conditions = list(where.given), list(where.conditions)
    if where.has_own:
        others = [one for one in given if one.of != entity]
        given = [one for one in given if one.of == entity]
        conditions += [Condition(one.attribute, value=where.said(one.attribute, Comparator.EQUAL)) for one in others]
        for one in where.ranges:
            if one.comparison is Comparator.BETWEEN or len(one.values) > 1:
                raise NotRead("its condition has two bounds")
            value = "".join(one.values) or where.said(one.attribute, one.comparison)
            conditions.append(Condition(one.attribute, one.comparison, value))
    return Row(
        "",
        operation=Slot(act),
        entities=Slot((entity,)),
        given=Slot(tuple(given) or None),
        range=Slot(None if where.has_own else tuple(where.ranges) or None),
        condition=Slot(tuple(conditions) or None),
        changes=Slot(changes or None),
    )


def _where(where: Any, entity: str) -> _Where:
    found = _Where()
    for one in _parts(where.this) if where is not None else ():
        _take(one, entity, found)
    return found


def _parts(condition: exp.Expr) -> Iterator[exp.Expr]:
    bare = condition.unnest()
    if isinstance(bare, exp.And):
        yield from _parts(bare.this)
        yield from _parts(bare.expression)
    else:
        yield bare


def _take(part: exp.Expr, entity: str, found: _Where) -> None:
    """Add one condition."""
    if isinstance(part, exp.Column):
        found.conditions.append(Condition(part.name, value="true"))
    elif isinstance(part, exp.Not):
        found.conditions.append(_negated(part))
    elif isinstance(part, exp.Is) and isinstance(part.this, exp.Column):
        if isinstance(part.expression, exp.Null):
            found.conditions.append(Condition(part.this.name, Comparator.MISSING))
        elif isinstance(part.expression, exp.Boolean):
            found.conditions.append(Condition(part.this.name, value=_text(part.expression)))
        else:
            raise NotRead("a condition compares no value")
    elif isinstance(part, exp.Between) and isinstance(part.this, exp.Column):
        found.ranges.append(Range(part.this.name, Comparator.BETWEEN))
    elif isinstance(part, exp.Like | exp.ILike):
        raise NotRead("LIKE finds a beginning or words inside a text: the statement does not say which")
    else:
        _compare(part, entity, found)


def _negated(part: exp.Not) -> Condition:
    inside = part.this.unnest()
    if isinstance(inside, exp.Is) and isinstance(inside.this, exp.Column) and isinstance(inside.expression, exp.Null):
        return Condition(inside.this.name, Comparator.EXISTS)
    if isinstance(inside, exp.Column):
        return Condition(inside.name, value="false")
    raise NotRead("it negates a condition")


def _compare(part: exp.Expr, entity: str, found: _Where) -> None:
    if isinstance(part, exp.Or):
        raise NotRead("it has OR")
    if not isinstance(part, exp.Binary):
        raise NotRead("a condition has a list or a function")
    left, right = _value(part.this), _value(part.expression)
    is_flipped = isinstance(right, exp.Column)
    column, value = (right, left) if is_flipped else (left, right)
    written = part.this if is_flipped else part.expression
    if not isinstance(column, exp.Column) or not isinstance(value, _VALUES):
        raise NotRead("a condition compares no column with a value")
    if isinstance(part, exp.EQ) and not isinstance(value, exp.Boolean):
        _give(column.name, entity, found)
        found.say(column.name, Comparator.EQUAL, written)
        return
    if isinstance(part, exp.EQ):
        found.conditions.append(Condition(column.name, value=_text(value)))
        return
    comparison = _BOUNDS.get(type(part))
    if comparison is None:
        if isinstance(part, exp.NEQ):
            found.conditions.append(Condition(column.name, Comparator.UNEQUAL, _text(value)))
            return
        raise NotRead("a condition has an operator that no row has")
    bound = (_text(value),) if isinstance(value, _NOW) else ()
    turned = _FLIPPED[comparison] if is_flipped else comparison
    found.ranges.append(Range(column.name, turned, bound))
    found.say(column.name, turned, written)


def _give(column: str, entity: str, found: _Where) -> None:
    """Add an equality."""
    given = given_of(column, entity)
    found.given.append(given)
    found.has_own |= given.of == entity


def given_of(column: str, entity: str) -> Given:
    """Return what a column gives to a request of an entity: its identity, that of another, or an attribute."""
    words = words_of(column)
    if column.lower() in _OWN or (words[-1:] == ("id",) and entity_name(words[:-1]) == entity):
        return Given(id_name(entity), of=entity)
    if len(words) > 1 and words[-1] == "id":
        other = entity_name(words[:-1])
        return Given(id_name(other), of=other)
    return Given(column)


def _value(node: exp.Expr) -> exp.Expr:
    """Return a value or a column without casts and parentheses."""
    while isinstance(node, exp.Cast | exp.Paren | exp.Neg):
        node = node.this
    return node


def _text(value: exp.Expr) -> str:
    """Return a literal; '' where the caller gives it."""
    if isinstance(value, exp.Boolean):
        return str(value.this).lower()
    if isinstance(value, _NOW):
        return "today" if isinstance(value, exp.CurrentDate) else "now"
    return str(value.this) if isinstance(value, exp.Literal) else ""


def _limit(node: Any) -> int:
    """Return the number of a LIMIT or FETCH; 0 if there is none or the caller gives it."""
    value = node.args.get("expression") or node.args.get("count") if node is not None else None
    return int(value.this) if isinstance(value, exp.Literal) and str(value.this).isdigit() else 0


def _orders(order: Any) -> Iterator[RequestedOrder]:
    for one in order.expressions if order is not None else ():
        if not isinstance(one.this, exp.Column):
            raise NotRead("it orders by an expression")
        yield RequestedOrder(one.this.name, bool(one.args.get("desc")))


def _returned(parsed: exp.Select) -> Returned | None:
    """Return what a SELECT gives back; None for whole items."""
    selected = [one.unalias() for one in parsed.expressions]
    group = tuple(_group(parsed.args.get("group")))
    computed = [one for one in selected if isinstance(one, exp.AggFunc)]
    if computed:
        return _computed(computed, selected, group)
    if group:
        raise NotRead("it groups without an aggregate")
    if all(isinstance(one, exp.Literal) for one in selected) and not parsed.args.get("order"):
        return Returned(Aggregate.EXISTS)
    if any(isinstance(one, exp.Star) or one.name == "*" for one in selected) or len(selected) > _COLUMNS_MAX:
        return None
    if not all(isinstance(one, exp.Column) for one in selected):
        raise NotRead("it returns an expression")
    return Returned(Aggregate.ATTRIBUTES, tuple(dict.fromkeys(one.name for one in selected)))


def _computed(computed: list[exp.AggFunc], selected: list[exp.Expr], group: tuple[str, ...]) -> Returned:
    if len(computed) > 1:
        raise NotRead("it computes several values")
    if any(not isinstance(one, exp.Column) for one in selected if one is not computed[0]):
        raise NotRead("it returns an expression")
    inside = computed[0].this
    if isinstance(computed[0], exp.Count) and not isinstance(inside, exp.Distinct):
        return Returned(Aggregate.COUNT, group=group)
    what = _SUMS.get(type(computed[0]))
    if what is None or not isinstance(inside, exp.Column):
        raise NotRead("it computes something that no row has")
    return Returned(what, (inside.name,), group)


def _group(node: Any) -> Iterable[str]:
    for one in node.expressions if node is not None else ():
        if not isinstance(one, exp.Column):
            raise NotRead("it groups by an expression")
        yield one.name


def _change(node: exp.Expr) -> AttributeChange:
    """Return what an assignment changes: a value that is set, or a number that is added."""
    if not isinstance(node, exp.EQ) or not isinstance(node.this, exp.Column):
        raise NotRead("it sets something else than a column")
    name, value = node.this.name, node.expression.unnest()
    if isinstance(value, exp.Add | exp.Sub):
        column, step = _value(value.this), _value(value.expression)
        if isinstance(column, exp.Column) and column.name == name and isinstance(step, _VALUES):
            said = _text(step)
            return AttributeChange(Edit.ADD, name, f"-{said}" if isinstance(value, exp.Sub) and said else said)
        raise NotRead("it sets an expression")
    if isinstance(value, exp.Null):
        return AttributeChange(Edit.REMOVE, name)
    if value.find(exp.Column) is not None:
        raise NotRead("it sets an expression")
    return AttributeChange(Edit.SET, name, _text(_value(value)))
