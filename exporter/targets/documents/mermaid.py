"""Mermaid: the entities as an ER diagram, and for each table the map of its access patterns, indexes and entities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exporter.documents.as_markdown import label_text as mermaid_label
from exporter.documents.as_markdown import mermaid
from exporter.documents.flows import flows_of
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, comment_text, header, safe_name
from exporter.targets.documents.diagrams import LOSSES, TYPE_NAMES, links_of, references_of
from modeler.core.design.model import Design

_NAME: Final = re.compile(r"(?!(?:PK|FK|UK)$)[A-Za-z_][A-Za-z0-9_]*", re.IGNORECASE)
"""Mermaid takes PK, FK and UK for the marks of keys, in small letters too."""


def _entities(design: Design) -> Iterator[str]:
    yield "erDiagram"
    marks: dict[int, str] = {}
    references = references_of(design)
    for number, (_, entity) in enumerate(design.entities()):
        marks[id(entity)] = f"e{number}"
        yield f'  e{number}["{mermaid_label(entity.name) or "entity"}"] {{'
        for place, attribute in enumerate(entity.attributes):
            keys = ["PK"] if attribute.name in entity.identity else []
            keys += ["FK"] if attribute.name in references.get(id(entity), ()) else []
            # An attribute is a word: any other name is in the comment.
            is_word = _NAME.fullmatch(attribute.name)
            name = attribute.name if is_word else f"attribute{place}"
            words = [TYPE_NAMES[attribute.type], name, *([", ".join(keys)] if keys else [])]
            yield "    " + " ".join(words) + ("" if is_word else f' "{mermaid_label(attribute.name)}"')
        yield "  }"
    for link in links_of(design):
        sign = "}o--o{" if link.is_many else "||--o{"
        yield f'  {marks[id(link.parent)]} {sign} {marks[id(link.child)]} : "{mermaid_label(link.label)}"'


def _file(path: str, lines: Iterator[str], head: list[str]) -> ExportFile:
    comments = [f"%% {comment_text(re.sub(r'[{}%]', '', line))}" for text in head for line in text.splitlines()]
    return ExportFile(path, "\n".join([*comments, *lines]) + "\n")


def _build(design: Design) -> Export:
    flows = flows_of(design)
    losses = (*LOSSES, *(Loss(f"tables.{one.table}", one.left_out) for one in flows if one.left_out))
    head = header(design, "diagrams for Mermaid", losses)
    name = safe_name(design.name)
    files = [_file(f"{name}.entities.mmd", _entities(design), head)]
    taken = ["entities"]
    for flow in flows:
        taken.append(safe_name(flow.table, taken, otherwise="table"))
        files.append(_file(f"{name}.{taken[-1]}.mmd", mermaid(flow), head))
    return Export(tuple(files), losses)


TARGET: Final = Target(
    "mermaid",
    "Mermaid: ER diagram and key maps",
    ("<design>.entities.mmd", "<design>.<table>.mmd"),
    "text/vnd.mermaid",
    _build,
    TargetKind.DOCUMENTS,
)
