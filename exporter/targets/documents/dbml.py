"""DBML: a table per entity with its attributes, keys as notes, and the relations as references, for dbdiagram.io."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from exporter.documents.nodes import printable
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, safe_name
from exporter.targets.documents.diagrams import LOSSES, TYPE_NAMES, DiagramLink, links_of
from exporter.targets.support.literals import slash_comment
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table


def _document(design: Design) -> Iterator[str]:
    yield f"Project {_name(design.name)} {{"
    yield "  database_type: 'DynamoDB'"
    if design.description:
        yield f"  Note: {_text(design.description)}"
    yield "}"
    names: dict[int, str] = {}
    for table, entity in design.entities():
        names[id(entity)] = _unused(_quotable(entity.name) or "entity", names.values())
        yield ""
        yield from _table(table, entity, names[id(entity)])
    refs = [line for link in links_of(design) if (line := _reference(link, names))]
    yield from ("", *refs) if refs else ()


def _unused(wanted: str, taken: Iterable[str]) -> str:
    known = {one.lower() for one in taken}
    name, number = wanted, 2
    while name.lower() in known:
        name, number = f"{wanted} {number}", number + 1
    return name


def _columns(entity: Entity) -> Mapping[str, str]:
    """Return the names of columns, by attribute: without quotes, and no two alike."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(one.name for one in entity.attributes):
        found[name] = _unused(_quotable(name) or "attribute", found.values())
    return found


def _table(table: Table, entity: Entity, name: str) -> Iterator[str]:
    columns = _columns(entity)
    identity = [one for one in entity.identity if one in columns]
    yield f'Table "{name}" {{'
    for attribute in map(entity.attributes_by_name.__getitem__, columns):
        yield f'  "{columns[attribute.name]}" {TYPE_NAMES[attribute.type]}{_settings(attribute, identity)}'
    if not columns:
        yield '  "none" string'
    yield f"  Note: {_text(_keys(table, entity))}"
    if len(identity) > 1:
        yield "  indexes {"
        yield f"    ({', '.join(f'"{columns[one]}"' for one in identity)}) [pk]"
        yield "  }"
    yield "}"


def _settings(attribute: Attribute, identity: list[str]) -> str:
    words = ["pk"] if identity == [attribute.name] else []
    words += ["not null"] if attribute.optional >= 1 else []
    about = [attribute.description] if attribute.description else []
    about += [f"One of {', '.join(attribute.values)}"] if attribute.values else []
    words += [f"note: {_text('. '.join(about))}"] if about else []
    return f" [{', '.join(words)}]" if words else ""


def _keys(table: Table, entity: Entity) -> str:
    """Return what the entity writes into each index of its table."""
    lines = [f"In the table {table.name}."]
    for overload in entity.overloads:
        index = table.index(overload.index)
        # A key without a template is the attribute of that name.
        keys = {**dict.fromkeys(index.key_names if index else ()), **overload.keys}
        written = ", ".join(f"{name} = {text}" if text else name for name, text in keys.items())
        condition = f" when {overload.when}" if overload.when else ""
        lines.append(f"{overload.index or 'Key'}: {written}{condition}.")
    return " ".join([*([entity.description] if entity.description else []), *lines])


def _reference(link: DiagramLink, names: Mapping[int, str]) -> str:
    """Return a relation as a reference; '' where the attributes that join the two are not known."""
    if not link.parent_attributes or link.is_many:
        return ""
    parent = _place(names[id(link.parent)], link.parent, link.parent_attributes)
    return f"Ref: {parent} < {_place(names[id(link.child)], link.child, link.child_attributes)}"


def _place(name: str, entity: Entity, attributes: tuple[str, ...]) -> str:
    columns = _columns(entity)
    spelled = [f'"{columns[one]}"' for one in attributes]
    return f'"{name}".{spelled[0] if len(spelled) == 1 else f"({', '.join(spelled)})"}'


def _quotable(text: str) -> str:
    """Return a name without what ends a quoted name: a quote has no escape in DBML."""
    return printable(" ".join(text.split())).replace('"', "'").replace("\\", "/")


def _name(text: str) -> str:
    return f'"{_quotable(text)}"'


def _text(text: str) -> str:
    return "'" + printable(" ".join(text.split())).replace("\\", "\\\\").replace("'", "\\'") + "'"


def _build(design: Design) -> Export:
    losses = (*LOSSES, *_losses(design))
    head = slash_comment(header(design, "DBML", losses))
    text = head + "\n" + "\n".join(_document(design)) + "\n"
    return Export((ExportFile(f"{safe_name(design.name)}.dbml", text),), losses)


def _losses(design: Design) -> Iterator[Loss]:
    for link in links_of(design):
        if not link.parent_attributes:
            yield Loss("relations", f"{link.label}: no attributes join the two, so the diagram does not connect them")


TARGET: Final = Target(
    "dbml",
    "DBML: entities and relations",
    ("<design>.dbml",),
    "text/plain",
    _build,
    TargetKind.DOCUMENTS,
)
