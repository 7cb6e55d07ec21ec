"""Names of tables, indexes and attributes. facts/limits#items, facts/table-api#messages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import partial
from itertools import chain, count

from modeler.core import limits
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Fix, RemovePart, put
from modeler.core.rules.support.common_fixes import free_name, renamed_index, renamed_table
from modeler.core.rules.support.context import RuleContext, entity_path, index_path, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import utf8_length

_NAME = re.compile(limits.NAME_PATTERN)
_SERIES = re.compile(r"(.*?)([0-9]{0,9})", re.DOTALL)


def _name_problem(name: str) -> str:
    if not limits.NAME_CHARS_MIN <= len(name) <= limits.NAME_CHARS_MAX:
        return (
            f"has {len(name)} character{'' if len(name) == 1 else 's'}; DynamoDB allows {limits.NAME_CHARS_MIN} "
            f"to {limits.NAME_CHARS_MAX}"
        )
    if not _NAME.fullmatch(name):
        odd = "".join(dict.fromkeys(c for c in name if not _NAME.fullmatch(c)))
        return f"contains {odd!r}; DynamoDB allows letters, digits, _ . and -"
    return ""


@rule(
    "name.bad_table_or_index",
    ERROR,
    Scope.TABLE,
    title="Table or index name that DynamoDB rejects",
    why="CreateTable accepts only names of 3 to 255 characters from a-z A-Z 0-9 _ . -",
    fix="Rename it with only letters, digits, _ . and -",
    sources="facts/limits#names",
    fixes=True,
)
def bad_table_or_index(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        if problem := _name_problem(index.name):
            kind = "table" if index.is_base else "index"
            message = f"The {kind} name {index.name[:60]!r} {problem}"
            fixes = (_renaming(context.design, table, index, _made_legal(index.name, kind)),)
            yield Spot(message, index_path(table, index), index.id, "name", fixes=fixes)


def _made_legal(name: str, kind: str) -> str:
    """The name with invalid characters replaced by -, and with its kind appended if it is too short."""
    made = "".join(c if _NAME.fullmatch(c) else "-" for c in name)
    return made if len(made) >= limits.NAME_CHARS_MIN else f"{made}-{kind}".lstrip("-")


def _renaming(design: Design, table: Table, index: Index, wanted: str) -> Fix:
    """The fix that gives a table or an index a unique name."""
    if index.is_base:
        name = free_name(wanted, (one.name for one in design.tables), limits.NAME_CHARS_MAX)
        return Fix(f"Rename the table to {name}", renamed_table(design, table, name))
    name = free_name(wanted, (one.name for one in table.indexes), limits.NAME_CHARS_MAX)
    return Fix(f"Rename the index to {name}", renamed_index(design, table, index, name))


@rule(
    "name.duplicate_index",
    ERROR,
    Scope.TABLE,
    title="Two indexes of a table have the same name",
    why="CreateTable rejects a table in which two indexes, global or local, have the same name",
    fix="Rename one of them",
    sources="facts/table-api#messages",
    fixes=True,
)
def duplicate_index(context: RuleContext, table: Table) -> Iterator[Spot]:
    seen: set[str] = set()
    for index in table.indexes:
        if index.name in seen:
            message = f"{table.name} has two indexes named {index.name}"
            fixes = (_renaming(context.design, table, index, index.name),)
            yield Spot(message, index_path(table, index), index.id, "name", fixes=fixes)
        seen.add(index.name)


def _attribute_problem(name: str, most: int) -> str:
    if not name:
        return "is empty"
    size = utf8_length(name)
    return f"has {size} bytes; the limit is {most}" if size > most else ""


@rule(
    "name.bad_attribute",
    ERROR,
    Scope.TABLE,
    title="Attribute name that DynamoDB rejects",
    why="An attribute name has 1 byte to 64 KB, and at most 255 bytes as a key or in a projection",
    fix="Rename the attribute",
    sources="facts/limits#names",
)
def bad_attribute(context: RuleContext, table: Table) -> Iterator[Spot]:
    yield from chain.from_iterable(context.of_entities("bad names", table, partial(_bad_attributes, table), ()))
    for index in table.all_indexes:
        for name in dict.fromkeys((*index.key_names, *index.projection.attributes)):
            if problem := _attribute_problem(name, limits.KEY_ATTRIBUTE_NAME_BYTES_MAX):
                field = "projection" if name not in index.key_names else "partition_key"
                message = f"The attribute name {name[:60]!r} {problem} in a key or a projection"
                yield Spot(message, index_path(table, index), index.id, field, {"name": name[:300]})


def _bad_attributes(table: Table, entity: Entity) -> list[Spot]:
    return [
        Spot(
            f"The attribute name {one.name[:60]!r} {problem}",
            f"{entity_path(table, entity)}.attributes.{one.name[:60]}",
            one.id,
            "name",
        )
        for one in entity.attributes
        if (problem := _attribute_problem(one.name, limits.ATTRIBUTE_NAME_BYTES_MAX))
    ]


@rule(
    "name.duplicate_attribute",
    ERROR,
    Scope.ENTITY,
    title="Two attributes of an entity have the same name",
    why="An item has each name only once, so one of the two declarations is never true",
    fix="Rename or remove one of them",
    sources="facts/limits#names",
    fixes=True,
)
def duplicate_attribute(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    seen: set[str] = set()
    for attribute in entity.attributes:
        if attribute.name in seen:
            path = f"{entity_path(table, entity)}.attributes.{attribute.name}"
            message = f"{entity.name} has two attributes named {attribute.name}"
            fixes = (Fix(f"Remove the second {attribute.name}", (RemovePart(attribute.id),)),)
            yield Spot(message, path, attribute.id, "name", fixes=fixes)
        seen.add(attribute.name)


@rule(
    "name.duplicate_entity",
    ERROR,
    Scope.TABLE,
    title="Two entities of a table have the same name",
    why="Access patterns, relations and generated code refer to entities by name, so all of it is about the first one",
    fix="Rename one of them, or remove the one that is not meant",
    sources="facts/modeling#access-patterns",
)
def duplicate_entity(context: RuleContext, table: Table) -> Iterator[Spot]:
    seen: set[str] = set()
    for entity in table.entities:
        if entity.name and entity.name in seen:
            message = f"{table.name} has two entities named {entity.name}"
            yield Spot(message, entity_path(table, entity), entity.id, "name")
        seen.add(entity.name)


@rule(
    "name.duplicate_table",
    ERROR,
    Scope.DESIGN,
    title="Two tables have the same name",
    why="A Region has each table name only once, and patterns refer to tables by name",
    fix="Rename one of them",
    sources="facts/limits#names",
    fixes=True,
)
def duplicate_table(context: RuleContext) -> Iterator[Spot]:
    seen: set[str] = set()
    for table in context.design.tables:
        if table.name in seen:
            fixes = (_renaming(context.design, table, table.base, table.name),)
            yield Spot(f"Two tables are named {table.name}", table_path(table), table.id, "name", fixes=fixes)
        seen.add(table.name)


@rule(
    "name.duplicate_code",
    WARNING,
    Scope.DESIGN,
    title="Two access patterns have the same code",
    why="Findings, plans, reviews and comments name an access pattern by its code, so a reader takes one for the other",
    fix="Give one of them another code",
    sources="facts/modeling#access-patterns",
    fixes=True,
)
def duplicate_code(context: RuleContext) -> Iterator[Spot]:
    taken = {pattern.code for pattern in context.design.patterns}
    seen: set[str] = set()
    for pattern in context.design.patterns:
        if pattern.code and pattern.code in seen:
            code = _free_code(pattern.code, taken)
            taken.add(code)
            message = f"Two access patterns have the code {pattern.code}"
            fixes = put(f"Give {pattern.name or 'it'} the code {code}", pattern.id, "code", code)
            yield Spot(message, f"patterns.{pattern.code}.code", pattern.id, "code", fixes=fixes)
        seen.add(pattern.code)


def _free_code(code: str, taken: Container[str]) -> str:
    """The next code in the series of this one that no pattern has."""
    found = _SERIES.fullmatch(code)
    assert found  # any text is one
    letters, number = found[1], int(found[2] or 1)
    return next(one for step in count(1) if (one := f"{letters}{number + step}") not in taken)


RULES = (
    bad_table_or_index,
    duplicate_index,
    bad_attribute,
    duplicate_attribute,
    duplicate_entity,
    duplicate_table,
    duplicate_code,
)
