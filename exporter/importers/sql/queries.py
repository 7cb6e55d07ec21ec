"""The SELECT, UPDATE and DELETE statements of a script as proposed access patterns, each an inference to confirm.

A statement is read as it is for a log of queries; its columns keep their names. What no pattern can say (joins,
subqueries, OR) is listed with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.importers.sql.query_rows import NotRead, given_of, row_of
from exporter.importers.sql.statements import Statement
from exporter.importers.sql.tables import SqlTable
from exporter.importers.support.base import Report
from modeler.core.design.parts import INFERRED
from modeler.core.requirements.english.canonical.sentences import sentence
from modeler.core.requirements.morphology import entity_name, words_of
from modeler.core.requirements.patterns import pattern_fields
from modeler.core.requirements.readable import plainly
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Given, Slot

ASKED_MAX: Final = 200
"""Statements of one script that become patterns."""


@dataclass(frozen=True, slots=True)
class AskedPattern:
    """A pattern as fields of the document, and where the script says it."""

    fields: dict[str, Any]
    line: int


def asked_patterns(
    asked: Sequence[Statement], tables: Mapping[str, SqlTable], names: Mapping[str, str], dialect: str, report: Report
) -> list[AskedPattern]:
    """Return a pattern for each different request of the statements, in their order."""
    labels = {entity_name(words_of(label)): label for label in tables}
    rows: dict[Row, int] = {}
    left: Counter[str] = Counter()
    for statement in asked:
        try:
            row = row_of(statement.text, dialect)
            if row is None:
                continue
            label = labels.get((row.entities.value or ("",))[0])
            if label is None or len(rows) >= ASKED_MAX:
                raise NotRead("its table is not created" if label is None else f"the first {ASKED_MAX} are read")
            rows.setdefault(_with_columns(row, tables[label], names[label]), statement.line)
        except NotRead as error:
            left[str(error)] += 1
    for reason, count in left.items():
        report.note("", f"{count} {'statement' if count == 1 else 'statements'} became no access pattern: {reason}")
    return [
        AskedPattern({**pattern_fields(row), "code": f"Q{number}", "provenance": INFERRED}, line)
        for number, (row, line) in enumerate(rows.items(), 1)
    ]


def _with_columns(row: Row, table: SqlTable, entity: str) -> Row:
    """Return the row with the entity and the columns as the import names them, and its sentence.

    Raises NotRead if it names a column that the table does not have.
    """
    own = row.entities.value[0] if row.entities.value else ""
    columns = {given_of(column, own): column for column in reversed(table.columns)}
    names = {column.lower(): column for column in table.columns}

    def named(name: str) -> str:
        if name.lower() not in names:
            raise NotRead("it names a column that its table does not have")
        return names[name.lower()]

    given = tuple(Given(columns.get(one) or named(one.attribute)) for one in row.given.value or ())
    returned = row.returned.value
    if returned is not None:
        returned = replace(returned, attributes=tuple(map(named, returned.attributes)))
    return replace(
        row,
        text=plainly(sentence(row)),
        entities=Slot((entity,)),
        given=Slot(given or None),
        range=Slot(tuple(replace(one, attribute=named(one.attribute)) for one in row.range.value or ()) or None),
        order=Slot(tuple(replace(one, attribute=named(one.attribute)) for one in row.order.value or ()) or None),
        condition=Slot(
            tuple(replace(one, attribute=named(one.attribute)) for one in row.condition.value or ()) or None
        ),
        changes=Slot(tuple(replace(one, attribute=named(one.attribute)) for one in row.changes.value or ()) or None),
        returned=Slot(returned),
    )


def without_repeats(patterns: Iterator[dict[str, Any]], asked: Sequence[AskedPattern]) -> Iterator[dict[str, Any]]:
    """Yield the patterns of the starting list that no statement asks for."""
    told = {_request(one.fields) for one in asked}
    yield from (one for one in patterns if _request(one) not in told)


def _request(fields: Mapping[str, Any]) -> tuple[tuple[str, ...], frozenset[str], bool]:
    given = frozenset(fields.get("intent", {}).get("given", ()))
    is_read = fields["operation"] in {"Query", "GetItem", "Scan"}
    return tuple(fields["entities"]), given, is_read
