"""SQL DDL of PostgreSQL, MySQL, SQL Server, and Oracle: tables become entities of one DynamoDB table.

Every key template is an inference: an entity has its own item collection, an entity with an owner shares the owner's,
and a table that joins two others is written from both sides. Access patterns are a starting list, by
intent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.sql.by_name import add_references_by_name
from exporter.importers.sql.kinds import kind_of
from exporter.importers.sql.ownership import is_join, is_required, links_of, owner_of
from exporter.importers.sql.queries import asked_patterns, without_repeats
from exporter.importers.sql.relations import ask_counts, relations_of
from exporter.importers.sql.scripts import dialect_of
from exporter.importers.sql.statements import Statement, described
from exporter.importers.sql.tables import Foreign, SqlColumn, SqlSchema, SqlTable
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import Json, imported, key, with_optional
from exporter.importers.support.source import Source
from modeler.core.design.parts import INFERRED
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template
from modeler.core.phrases import and_list
from modeler.core.requirements.morphology import singular

_EXTENSIONS: Final = frozenset({"sql", "ddl", "psql", "mysql"})
_CREATES: Final = re.compile(r"\bcreate\s+(?:\w+\s+){0,2}?table\b[^;]{0,400}\(", re.IGNORECASE)
_OWN, _CHILD, _LINK, _ORPHAN, _ASKED = 0.7, 0.6, 0.6, 0.3, 0.8


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Key templates of an entity: in the table, and from the other side in GSI1; the confidence, and the reason."""

    keys: dict[str, str]
    other: dict[str, str]
    confidence: float
    why: str
    identity: tuple[str, ...] = ()
    """What identifies a row by these keys, if it is not the primary key."""


def _claims(source: Source) -> bool:
    if source.extension in _EXTENSIONS:
        return True
    return (
        source.extension in ("", "txt") and not source.looks_like_json and bool(_CREATES.search(source.text[:200_000]))
    )


def _read(source: Source) -> Imported:
    report = Report()
    schema = SqlSchema(report)
    asked: list[Statement] = []
    for statement, parsed in described(source.text, report, asked):
        schema.take(statement, parsed)
    schema.finish()
    tables = schema.tables
    add_references_by_name(tables, report)
    if not tables:
        first = report.lines[0] if report.lines else None
        raise DocumentInvalid(
            "the file creates no table that Keysheet can read; use CREATE TABLE statements of PostgreSQL, MySQL, "
            "SQLite, SQL Server, or Oracle"
            + ("; paste statements that only query on the Requirements page" if asked else "")
            + (f" ({first.path}: {first.message})" if first is not None and first.path else ""),
            path=first.path if first is not None else "",
            code="document.no_model",
        )
    names = _entity_names(tables)
    proposals = {name: _proposal(table, tables, names) for name, table in tables.items()}
    document = _document(table_name(source.filename), tables, names, proposals)
    _say_nullable(document["tables"][0], tables, report)
    queries = asked_patterns(asked, tables, names, dialect_of(source.text), report)
    name = document["tables"][0]["name"]
    starting = list(without_repeats(iter(document["access_patterns"]), queries))
    document["access_patterns"] = [*starting, *({**one.fields, "table": name} for one in queries)]
    for table in tables.values():
        _say_of(table, tables, names, report)
    ask_counts(document["relations"], report)
    made = imported(document, report)
    for one in queries:
        pattern = next(found for found in made.design.patterns if found.code == one.fields["code"])
        report.guess(
            f"{pattern.name}: an access pattern, because a statement asks for it",
            part=pattern.id,
            path=f"line {one.line}",
            confidence=_ASKED,
        )
    return _with_guesses(made, tables, names, proposals, report)


def _document(
    name: str, tables: Mapping[str, SqlTable], names: Mapping[str, str], proposals: Mapping[str, _Proposal]
) -> Json:
    document: Json = {
        "name": name if name != "items" else "Imported design",
        "tables": [
            {
                "name": name if name != "items" else "app-main",
                "partition_key": key("PK"),
                "sort_key": key("SK"),
                "indexes": [_gsi()] if any(one.other for one in proposals.values()) else [],
                "settings": {"billing": "PAY_PER_REQUEST"},
                "entities": [_entity(table, names, proposals[label]) for label, table in tables.items()],
            }
        ],
    }
    document["relations"] = list(relations_of(tables, names, {label: _primary(one) for label, one in tables.items()}))
    document["access_patterns"] = list(_patterns(tables, names, document["tables"][0]["name"]))
    return document


def _gsi() -> Json:
    return {"name": "GSI1", "kind": "GSI", "partition_key": key("GSI1PK"), "sort_key": key("GSI1SK"),
            "projection": {"type": "ALL"}}  # fmt: skip


def _with_guesses(
    made: Imported,
    tables: Mapping[str, SqlTable],
    names: Mapping[str, str],
    proposals: Mapping[str, _Proposal],
    report: Report,
) -> Imported:
    entities = {entity.name: entity for _, entity in made.design.entities()}
    for label, table in tables.items():
        proposal, entity = proposals[label], entities[names[label]]
        for overload in entity.overloads:
            written = ", ".join(f"{name} = {text}" for name, text in overload.keys.items())
            sentence = (
                f"{entity.name} in {overload.index or made.design.tables[0].name}: {written}, because {proposal.why}"
            )
            report.guess(sentence, part=overload.id, path=f"line {table.line}", confidence=proposal.confidence)
    return Imported(made.design, tuple(report.lines), tuple(report.guesses))


def _entity_names(tables: Mapping[str, SqlTable]) -> dict[str, str]:
    """Return a name for each table's entity: its words, the last in the singular, such as OrderLine for order_lines."""
    names: dict[str, str] = {}
    for label in tables:
        # Oracle's names have no case.
        plain = label.lower() if label.isupper() else label
        words = [word for word in re.split(r"[^A-Za-z0-9]+", plain) if word] or ["Table"]
        words[-1] = singular(words[-1]) or words[-1]
        name = "".join(word[:1].upper() + word[1:] for word in words)[:200]
        while name in names.values():
            name += "2"
        names[label] = name
    return names


def _primary(table: SqlTable) -> tuple[str, ...]:
    """Return the columns that identify a row: the primary key, else a unique set, else all references,
    else the first.
    """
    known = (table.primary, *table.unique, tuple(name for one in table.foreign for name in one.columns))
    found = next((names for names in known if names and all(name in table.columns for name in names)), ())
    return found or tuple(table.columns)[:1]


def _proposal(table: SqlTable, tables: Mapping[str, SqlTable], names: Mapping[str, str]) -> _Proposal:
    primary = _primary(table)
    links = links_of(table, tables)
    within = [one for one in links if set(one.columns) <= set(primary)]
    covered = {name for one in within for name in one.columns}
    rest = [name for name in primary if name not in covered]
    for one in within:
        if len(primary) > 1 and set(one.columns) == set(primary) and (found := _part_of(table, one, tables, names)):
            return found
    if (len(within) >= 2 and not rest) or is_join(table, links):
        return _link(table, within if len(within) >= 2 and not rest else links, primary, names)
    if within:
        owner = owner_of(table, tables, within) or within[0]
        own = [name for name in primary if name not in owner.columns]
        sort = _text(_word(names[table.name]), own)
        return _Proposal({"PK": _reference(owner, names), "SK": sort}, {}, _CHILD, "its key begins with another's")
    return _owned(table, tables, names, links)


def _part_of(
    table: SqlTable, link: Foreign, tables: Mapping[str, SqlTable], names: Mapping[str, str]
) -> _Proposal | None:
    """Return the keys of a table whose rows are each a part of one row of another, beside that row.

    None if its columns are not those of the other's key, or if the other is such a part too.
    """
    owner = tables[link.table]
    key = _primary(owner)
    if set(link.others or key) != set(key) or any(set(one.columns) == set(key) for one in links_of(owner, tables)):
        return None
    columns = dict(zip(link.others or key, link.columns, strict=False))
    texts = _proposal(owner, tables, names).keys
    made = {name: [_renamed(part, columns) for part in parse(text).parts] for name, text in texts.items()}
    if any(
        isinstance(one, Reference) and one.attribute not in table.columns for parts in made.values() for one in parts
    ):
        return None
    made["SK"].append(LiteralText(f"#{_word(names[table.name])}"))
    keys = {name: print_template(tuple(parts)) for name, parts in made.items()}
    return _Proposal(keys, {}, _CHILD, f"each is a part of one {names[link.table]}")


def _renamed(part: LiteralText | Reference, names: Mapping[str, str]) -> LiteralText | Reference:
    return Reference(names.get(part.attribute, part.attribute)) if isinstance(part, Reference) else part


def _link(table: SqlTable, links: list[Foreign], primary: tuple[str, ...], names: Mapping[str, str]) -> _Proposal:
    """Return the keys of a table that joins two others, from both sides. A key of its own is not needed to tell rows
    apart.
    """
    one, two = _reference(links[0], names), _reference(links[1], names)
    used = {name for link in links[:2] for name in link.columns}
    more = [name for link in links[2:] for name in link.columns]
    more += [name for name in primary if name not in used and name not in more] if links[2:] else []
    identity = () if links[2:] else links[0].columns + links[1].columns
    why = "it links two others, so it is written from both sides"
    base, other = {"PK": one, "SK": _joined(two, more)}, {"GSI1PK": two, "GSI1SK": _joined(one, more)}
    return _Proposal(base, other, _LINK, why, identity)


def _owned(
    table: SqlTable, tables: Mapping[str, SqlTable], names: Mapping[str, str], links: list[Foreign]
) -> _Proposal:
    primary = _primary(table)
    word = _word(names[table.name])
    own = _text(word, primary)
    if not table.primary:
        return _Proposal({"PK": own, "SK": word}, {}, _ORPHAN, "the table has no primary key")
    owner = owner_of(table, tables, links)
    if owner is None:
        foreign = [one for one in table.foreign if one.table != table.name]
        why = "the file creates no table that it references" if foreign else "it references no other table"
        why = "it references only lists of names" if links else why
        if len(primary) > 1:
            # The first column of a key is the one that its index finds rows by.
            keys = {"PK": _text(word, primary[:1]), "SK": _text(word, primary[1:])}
            return _Proposal(keys, {}, _OWN, f"{why}; its key begins with {primary[0]}")
        return _Proposal({"PK": own, "SK": word}, {}, _OWN, why)
    parent, name = _reference(owner, names), names[owner.table]
    said = "" if len(links) == 1 else f", the likeliest of {len(links)} references"
    if is_required(owner, table):
        why = f"each belongs to one {name}{said}; GSI1 finds it by its own key"
        return _Proposal({"PK": parent, "SK": own}, {"GSI1PK": own, "GSI1SK": word}, _CHILD, why)
    # Not every row has this reference, so it cannot be in the table's key; the index holds those that have it.
    why = f"not each belongs to a {name}{said}; GSI1 lists those of one"
    return _Proposal({"PK": own, "SK": word}, {"GSI1PK": parent, "GSI1SK": own}, _CHILD, why)


def _word(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def _text(word: str, columns: Any) -> str:
    parts: list[LiteralText | Reference] = [LiteralText(word)]
    for name in columns:
        parts += [LiteralText("#"), Reference(name)]
    return print_template(tuple(parts))


def _joined(text: str, columns: list[str]) -> str:
    return text + "".join(print_template((LiteralText("#"), Reference(name))) for name in columns)


def _reference(link: Foreign, names: Mapping[str, str]) -> str:
    return _text(_word(names[link.table]), link.columns)


def _entity(table: SqlTable, names: Mapping[str, str], proposal: _Proposal) -> Json:
    attributes = [_attribute(column) for column in table.columns.values()]
    overloads: list[Json] = [{"index": None, "keys": proposal.keys}]
    overloads += [{"index": "GSI1", "keys": proposal.other}] if proposal.other else []
    return {
        "name": names[table.name],
        "description": table.comment or f"The table {table.name}."[:20_000],
        "identity": [name[:255] for name in proposal.identity or _primary(table)],
        "unique": [[name[:255] for name in columns] for columns in table.unique[:100]],
        "attributes": attributes,
        "overloads": overloads,
    }


def _attribute(column: SqlColumn) -> Json:
    kind, form = kind_of(column)
    made: Json = {"name": column.name, "type": kind, **({"format": form} if form else {})}
    if column.members:
        made["values"] = [member[:255] for member in dict.fromkeys(column.members)][:500]
    if kind in ("S", "B") and column.length and not form:
        made["size"] = {"average": max(1, column.length // 2), "max": column.length}
    return made


def _say_nullable(held: Json, tables: Mapping[str, SqlTable], report: Report) -> None:
    for number, table in enumerate(tables.values()):
        required = [name for name, column in table.columns.items() if column.required or name in table.primary]
        held["entities"][number] = with_optional(held["entities"][number], required, f"line {table.line}", report)


def _patterns(tables: Mapping[str, SqlTable], names: Mapping[str, str], name: str) -> Iterator[Json]:
    """Yield a starting list: each row by its key, all rows that reference one row, and lookups by
    unique and indexed columns.
    """
    number = 0
    for label, table in tables.items():
        entity, primary = names[label], _primary(table)
        asked: dict[tuple[str, ...], str] = {primary: f"{entity} by {and_list(primary)}"}
        for one in table.foreign:
            if one.table in tables and all(column in table.columns for column in one.columns):
                each = "" if one.columns in table.unique else "Every "
                words = f"{each}{entity} of one {names[one.table]}"
                by = f" by {and_list(one.columns)}" if words in asked.values() else ""
                asked.setdefault(one.columns, f"{words}{by}")
        for columns in (*table.unique, *table.indexed):
            if all(column in table.columns for column in columns):
                asked.setdefault(tuple(columns), f"{entity} by {and_list(columns)}")
        for columns, words in list(asked.items())[:50]:
            number += 1
            yield {"code": f"A{number}", "name": words[:255], "table": name, "entities": [entity], "operation": "Query",
                   "provenance": INFERRED, "intent": _intent(table, columns)}  # fmt: skip


def _intent(table: SqlTable, columns: tuple[str, ...]) -> Json:
    """Return what a pattern by columns means: a key, or unique columns, identify at most one row."""
    is_one = columns == _primary(table) or columns in map(tuple, table.unique)
    return {"given": list(columns), **({"one": True} if is_one else {})}


def _say_of(table: SqlTable, tables: Mapping[str, SqlTable], names: Mapping[str, str], report: Report) -> None:
    path = f"line {table.line}"
    for one in table.foreign:
        if one.table not in tables:
            report.dropped(
                path, f"{table.name} references {one.table[:100]}, which the file does not create", table.line
            )
    for columns in table.unique:
        report.note(
            path,
            f"{names[table.name]}: {and_list(columns)} is unique; in DynamoDB, a separate item must enforce that",
            table.line,
        )


IMPORTER: Final = Importer("sql", "SQL that creates tables", _claims, _read)
