"""Foreign keys as relations: who belongs to whom, and through which columns. DDL does not say how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exporter.importers.sql.tables import Foreign, SqlTable
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json


def relations_of(
    tables: Mapping[str, SqlTable], names: Mapping[str, str], primaries: Mapping[str, tuple[str, ...]]
) -> Iterator[Json]:
    """Yield a relation for each foreign key between tables of the file. A table whose key consists of two references
    joins those two: many to many. A reference that is a key of its table, or unique, has one item for each parent.
    """
    for label, table in tables.items():
        declared = [one for one in table.foreign if not one.is_by_name and one.table in tables]
        links = [one for one in declared if set(one.columns) <= set(table.columns)]
        within = [one for one in links if set(one.columns) <= set(primaries[label])]
        covered = {name for one in within for name in one.columns}
        if len(within) == 2 and covered == set(primaries[label]):
            yield _joined(within[0], within[1], names, label)
            links = [one for one in links if one not in within]
        twice = {one.table for one in links if sum(other.table == one.table for other in links) > 1}
        alone = [set(primaries[label]), *map(set, table.unique)]
        for one in links:
            made: Json = {"parent": names[one.table], "child": names[label], "through": list(one.columns)}
            if set(one.columns) in alone:
                made["per_parent"] = {"average": 1, "max": 1}
            yield {**made, "name": f"{made['parent']} by {_column_names(one)}"[:255]} if one.table in twice else made


def _joined(first: Foreign, second: Foreign, names: Mapping[str, str], label: str) -> Json:
    return {
        "kind": "many_to_many",
        "parent": names[first.table],
        "child": names[second.table],
        "join": names[label],
        "through": list(first.columns),
        "through_child": list(second.columns),
    }


def ask_counts(relations: list[Json], report: Report) -> None:
    """Report for each relation of unknown counts that the board asks how many items it has."""
    for one in (one for one in relations if "per_parent" not in one):
        through = f" through {one['join']}" if one.get("join") else f" through {' and '.join(one['through'])}"
        report.note(
            f"{one['parent']} to {one['child']}",
            f"{one['parent']} has several {one['child']} items{through}; the file does not specify how many: "
            "enter the average and the maximum on the Requirements page",
        )


def _column_names(one: Foreign) -> str:
    return " and ".join(one.columns)
