"""What SQL specifies about tables, as plain values: columns, keys, references, enums. Names without their schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlglot import exp

from exporter.importers.sql import oracle
from exporter.importers.sql.checks import allowed
from exporter.importers.sql.statements import Statement
from exporter.importers.support.base import Report
from modeler.core.errors import DocumentInvalid

_TABLES_MAX: Final = 1000
_OF_WORDS: Final = frozenset({"FULLTEXT", "SPATIAL", "GIN", "GIST", "SPGIST", "BRIN"})
"""Kinds of indexes that find by word, location, or member, which a key cannot do."""
_COLUMNS_MAX: Final = 2000
_TEXTS: Final = frozenset({"TEXT", "VARCHAR", "NVARCHAR", "CHAR", "NCHAR", "BPCHAR", "NAME", "LONGTEXT", "MEDIUMTEXT"})
_ATTACH: Final = re.compile(
    r"\s*alter\s+table\s+(?:only\s+)?(?:if\s+exists\s+)?\S+\s+attach\s+partition\s+(\S+)", re.IGNORECASE
)
_SHAPES: Final = re.compile(
    r"\s*create\s+(?:\w+\s+){0,3}?table\b"
    r"|\s*alter\s+table\b.*?\b(?:(?:add|drop|rename|modify)\b(?!\s+partition\b)|primary\s+key\b|foreign\s+key\b)",
    re.IGNORECASE | re.DOTALL,
)
"""What changes tables: if the parser leaves it as text, the report says so."""
_DOMAIN: Final = re.compile(
    r"\s*create\s+domain\s+(\S+)\s+(?:as\s+)?(\w+(?:\s+varying|\s+precision)?(?:\s*\(\s*\d+(?:\s*,\s*\d+)?\s*\))?)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class SqlColumn:
    """A column: its type's name in upper case, its first parameter (length, precision), the members of an enum, and
    what the script says about it.
    """

    name: str
    type: str
    length: int = 0
    members: tuple[str, ...] = ()
    required: bool = False
    is_array: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A reference: own columns, the referenced table, and its columns. `cascades`: rows end with the one they name.

    `is_by_name`: no statement declares it.
    """

    columns: tuple[str, ...]
    table: str
    others: tuple[str, ...]
    cascades: bool = False
    is_by_name: bool = False


@dataclass(slots=True)
class SqlTable:
    """A table as its statements create it. `indexed` are the columns of its secondary indexes."""

    name: str
    line: int
    columns: dict[str, SqlColumn] = field(default_factory=dict)
    primary: tuple[str, ...] = ()
    unique: list[tuple[str, ...]] = field(default_factory=list)
    foreign: list[Foreign] = field(default_factory=list)
    indexed: list[tuple[str, ...]] = field(default_factory=list)
    comment: str = ""


class SqlSchema:
    """The tables that a script creates, statement by statement."""

    def __init__(self, report: Report) -> None:
        self.tables: dict[str, SqlTable] = {}
        self.enums: dict[str, tuple[str, ...]] = {}
        self.domains: dict[str, exp.DataType] = {}
        self.report = report

    def take(self, statement: Statement, parsed: exp.Expression) -> None:
        """Take one statement; anything that cannot be represented is reported."""
        match parsed:
            case exp.Create() if parsed.kind == "TYPE":
                self._enum(parsed)
            case exp.Create() if parsed.kind == "TABLE" and (kind := _of_no_entity(parsed)):
                said = (
                    f"{_name(parsed.this.this if isinstance(parsed.this, exp.Schema) else parsed.this)[:100]} is {kind}"
                )
                self.report.note(f"line {statement.line}", f"{said}; not an entity", statement.line)
            case exp.Create() if parsed.kind == "TABLE" and isinstance(parsed.this, exp.Schema):
                self._table(statement, parsed)
            case exp.Drop() if str(parsed.args.get("kind")).upper() == "TABLE":
                self._drop(statement, parsed)
            case exp.Create() if parsed.kind == "INDEX":
                self._index(parsed)
            case exp.Alter():
                self._alter(statement, parsed)
            case exp.Command():
                self._command(statement)
            case exp.Comment():
                pass
            case _:
                path = f"line {statement.line}"
                self.report.dropped(
                    path, f"{statement.text[:60]!r} does not create a table with columns; left out", statement.line
                )

    def _drop(self, statement: Statement, parsed: exp.Drop) -> None:
        named = parsed.args.get("tables") or [parsed.this]
        for name in (_name(one) for one in named if one is not None):
            if (known := self.known(name)) is not None:
                del self.tables[known.name]
                said = f"{name[:100]} is dropped again; not an entity"
                self.report.note(f"line {statement.line}", said, statement.line)

    def _command(self, statement: Statement) -> None:
        """Take what the parser leaves as text: partitions that are attached, domains, columns that become required."""
        if (found := _ATTACH.match(statement.text)) and (part := self.known(_bare(found.group(1)))) is not None:
            del self.tables[part.name]
            self.report.note(
                f"line {statement.line}", f"{part.name[:100]} is a partition; not an entity", statement.line
            )
        elif found := _DOMAIN.match(statement.text):
            kind = exp.DataType.build(found.group(2), dialect="postgres", udt=True)
            self.domains[_bare(found.group(1)).lower()] = kind
        elif (named := oracle.required_column(statement.text)) and (table := self.known(_bare(named[0]))) is not None:
            for column in table.columns.values():
                column.required = column.required or column.name.lower() == named[1].lower()
        elif _SHAPES.match(statement.text):
            said = f"{statement.text[:60]!r} is SQL that Keysheet cannot read; left out"
            self.report.dropped(f"line {statement.line}", said, statement.line)

    def known(self, name: str) -> SqlTable | None:
        """Return a table by its name; names that are not quoted have no case."""
        if name in self.tables:
            return self.tables[name]
        return next((table for own, table in self.tables.items() if own.lower() == name.lower()), None)

    def finish(self) -> None:
        """Give names their spelling in the table that they refer to; leave out what refers to no column."""
        spelled = {name.lower(): name for name in self.tables}
        for table in self.tables.values():
            columns = {name.lower(): name for name in table.columns}

            def own(names: tuple[str, ...], columns: dict[str, str] = columns) -> tuple[str, ...]:
                return tuple(columns.get(name.lower(), name) for name in names)

            table.primary = own(table.primary)
            table.unique = [own(names) for names in table.unique]
            table.indexed = [own(names) for names in table.indexed]
            if not table.primary:
                self._identify(table)
            for name in table.primary:
                if name in table.columns:
                    table.columns[name].required = True
            table.foreign = [
                replace(one, columns=own(one.columns), table=spelled.get(one.table.lower(), one.table))
                for one in table.foreign
            ]

    def _identify(self, table: SqlTable) -> None:
        """Take the first unique set of columns that every row has for the key of a table without a primary key."""
        held = {name for name, column in table.columns.items() if column.required}
        found = next((names for names in table.unique if set(names) <= held), None)
        if found is not None:
            table.primary = found
            table.unique.remove(found)
            known = ", ".join(found)[:200]
            said = f"{table.name[:100]} has no primary key; read as it: {known}, which is unique and required"
            self.report.guessed(f"line {table.line}", said, table.line)

    def _enum(self, parsed: exp.Create) -> None:
        kind = parsed.args.get("expression")
        name = _name(parsed.this)
        if isinstance(kind, exp.DataType) and name:
            self.enums[name.lower()] = tuple(str(one.this) for one in kind.expressions if isinstance(one, exp.Literal))

    def _table(self, statement: Statement, parsed: exp.Create) -> None:
        name = _name(parsed.this.this)
        if not name or len(name) > 255:
            return
        if len(self.tables) >= _TABLES_MAX:
            raise DocumentInvalid(
                f"line {statement.line}: more than {_TABLES_MAX:,} tables; remove what is not needed",
                path=f"line {statement.line}",
                code="document.too_large",
            )
        if name in self.tables:
            self.report.dropped(f"line {statement.line}", f"a second table {name}; the first is used", statement.line)
            return
        table = self.tables[name] = SqlTable(name, statement.line)
        for part in parsed.this.expressions[:_COLUMNS_MAX]:
            self._part(table, part)
        for one in parsed.find_all(exp.SchemaCommentProperty):
            table.comment = str(one.this.this)[:20_000] if isinstance(one.this, exp.Literal) else ""

    def _part(self, table: SqlTable, part: exp.Expression) -> None:
        match part:
            case exp.ColumnDef():
                self._column(table, part)
            case exp.Constraint():
                for inner in part.expressions:
                    self._part(table, inner)
            case exp.PrimaryKey():
                table.primary = table.primary or _names(part.expressions)
            case exp.ForeignKey():
                if reference := _foreign(_names(part.expressions), part.args.get("reference")):
                    table.foreign.append(reference)
            case exp.UniqueColumnConstraint():
                if isinstance(part.this, exp.Schema):
                    table.unique.append(_names(part.this.expressions))
            case exp.CheckColumnConstraint():
                _with_values(table, *allowed(part.this))
            case exp.IndexColumnConstraint() if str(part.args.get("kind") or "").upper() not in _OF_WORDS:
                table.indexed.append(_names(part.expressions))

    def _column(self, table: SqlTable, part: exp.ColumnDef) -> None:
        kind = _unwrapped(part.args.get("kind"))
        column = _typed(part.name, kind if isinstance(kind, exp.DataType) else None)
        if isinstance(kind, exp.DataType) and kind.this == exp.DataType.Type.USERDEFINED:
            word = _bare(str(kind.args.get("kind") or ""))
            if word.lower() in self.domains:
                column = _typed(part.name, self.domains[word.lower()])
            else:
                column.members = self.enums.get(word.lower(), ())
                column.type = "ENUM" if column.members else word.upper()
        elif column.type.lower() in self.domains:
            column = _typed(part.name, self.domains[column.type.lower()])  # "Name" is also a type of PostgreSQL.
        # Only ClickHouse says it in the type.
        column.required = isinstance(kind, exp.DataType) and kind.args.get("nullable") is False
        table.columns[column.name] = column
        for constraint in part.args.get("constraints") or ():
            match constraint.args.get("kind"):
                case exp.PrimaryKeyColumnConstraint():
                    table.primary = table.primary or (column.name,)
                case exp.NotNullColumnConstraint() as found if not found.args.get("allow_null"):
                    column.required = True
                case exp.UniqueColumnConstraint():
                    table.unique.append((column.name,))
                case exp.CommentColumnConstraint():
                    column.comment = str(constraint.args["kind"].this.name)[:1000]
                case exp.Reference() as found:
                    if reference := _foreign((column.name,), found):
                        table.foreign.append(reference)
                case exp.ForeignKey() as found:  # SQL Server: INT FOREIGN KEY REFERENCES movie (id)
                    if reference := _foreign((column.name,), found.args.get("reference")):
                        table.foreign.append(reference)
                case exp.CheckColumnConstraint() as found:
                    _with_values(table, *allowed(found.this))

    def _index(self, parsed: exp.Create) -> None:
        index = parsed.this
        held = index.args.get("table") if isinstance(index, exp.Index) else None
        table = self.known(_name(held)) if held is not None else None
        params = index.args.get("params") if isinstance(index, exp.Index) else None
        columns = _names(params.args.get("columns") or ()) if params is not None else ()
        if table is None or params is None or not columns:
            return
        if str(_name(params.args.get("using"))).upper() in _OF_WORDS:
            return
        (table.unique if parsed.args.get("unique") else table.indexed).append(columns)

    def _alter(self, statement: Statement, parsed: exp.Alter) -> None:
        table = self.known(_name(parsed.this))
        if table is None:
            path = f"line {statement.line}"
            self.report.dropped(
                path, f"it alters {_name(parsed.this)[:100]}, which the file does not create", statement.line
            )
            return
        for action in parsed.args.get("actions") or ():
            if isinstance(action, exp.AlterRename):
                del self.tables[table.name]
                table.name = _name(action.this)
                self.tables[table.name] = table
            elif isinstance(action, exp.Drop) and str(action.args.get("kind")).upper() == "COLUMN":
                for one in action.args.get("tables") or [action.this]:
                    table.columns.pop(_name(one), None)
            parts = action.expressions if isinstance(action, exp.AddConstraint | exp.Schema) else [action]
            for part in parts:
                self._part(table, part)


def _of_no_entity(parsed: exp.Create) -> str:
    """Return what a table is that holds no rows of its own: temporary, or a part of another one."""
    properties = parsed.args.get("properties")
    kinds = {type(one) for one in properties.expressions} if properties is not None else set()
    if exp.PartitionedOfProperty in kinds or exp.InheritsProperty in kinds:
        return "a partition of another table"
    return "a temporary table" if exp.TemporaryProperty in kinds else ""


def _bare(name: str) -> str:
    """Return a name without its schema and quotes."""
    return name.rsplit(".", 1)[-1].strip('"[]`')


def _name(node: Any) -> str:
    found = node.this if isinstance(node, exp.Schema) else node
    return str(found.name) if isinstance(found, exp.Expression) else ""


def _names(nodes: Iterable[exp.Expression]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_each(nodes)))


def _each(nodes: Iterable[exp.Expression]) -> Iterator[str]:
    for node in nodes:
        inner = node.this if isinstance(node, exp.Ordered | exp.ColumnPrefix) else node
        # A lookup by lower(email) is a lookup by email, however it is written.
        inner = inner.this if isinstance(inner, exp.Lower | exp.Upper) else inner
        if name := getattr(inner, "name", ""):
            yield str(name)


def _with_values(table: SqlTable, name: str, values: tuple[str, ...]) -> None:
    """Give a column of text the values that a check names."""
    column = next((one for one in table.columns.values() if one.name.lower() == name.lower()), None)
    if column is not None and column.type in _TEXTS and values and not column.is_array:
        column.type, column.members = "ENUM", values


def _foreign(columns: tuple[str, ...], reference: Any) -> Foreign | None:
    if not isinstance(reference, exp.Reference):
        return None
    target = reference.this
    others = _names(target.expressions) if isinstance(target, exp.Schema) else ()
    name = _name(target)
    cascades = any("ON DELETE CASCADE" in str(option).upper() for option in reference.args.get("options") or ())
    return Foreign(columns, name, others, cascades) if name and columns else None


def _unwrapped(kind: Any) -> Any:
    """Return the type inside ``LowCardinality(...)``, which says only how ClickHouse stores it."""
    while isinstance(kind, exp.DataType) and kind.this == exp.DataType.Type.LOWCARDINALITY and kind.expressions:
        kind = kind.expressions[0]
    return kind


def _typed(name: str, kind: exp.DataType | None) -> SqlColumn:
    if kind is None:
        return SqlColumn(name, "TEXT")
    is_array = kind.this == exp.DataType.Type.ARRAY
    word = kind.this.value if isinstance(kind.this, exp.DataType.Type) else str(kind.this)
    literals = [one.this if isinstance(one, exp.DataTypeParam) else one for one in kind.expressions]
    texts = tuple(str(one.this) for one in literals if isinstance(one, exp.Literal) and one.is_string)
    numbers = [str(one.this) for one in literals if isinstance(one, exp.Literal) and not one.is_string]
    if word == "DECIMAL" and (numbers[1:] == ["0"] or (len(numbers) == len(literals) == 1)):
        word = "BIGINT"  # Without digits after the point it is a whole number, whatever the dialect.
    length = int(numbers[0]) if numbers and numbers[0].isdigit() and len(numbers[0]) < 8 else 0
    return SqlColumn(name, str(word).upper(), length, texts if word == "ENUM" else (), is_array=is_array)
