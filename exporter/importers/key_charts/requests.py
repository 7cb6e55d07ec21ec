"""The requests that a document has beside its tables of keys: those that ask for the entities of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from exporter.importers.pattern_list import attribute_of, numbered, relations_of, requests_of
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json
from exporter.importers.support.report_lines import Level
from modeler.core.documents import reading
from modeler.core.requirements.nouns import Nouns
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.vocabulary import Vocabulary

_LINES_SAID: Final = 20


def with_requests(document: Json, table: str, text: str, report: Report) -> Json:
    """Return a design document with the access patterns of a text.

    A line that asks for something else is prose, such as a list of settings; one report line names all of them.
    """
    design = reading.from_document({"keysheet": 1, "region": "us-east-1", **document})
    own = Report()
    rows, found = requests_of(text, own, Vocabulary.of(design))
    entities = document["tables"][0]["entities"]
    names = {one["name"] for one in entities}
    asked = [one for one in rows if one.entities.value and set(one.entities.value) <= names and not one.unread_words]
    known = _of_entities(found, names)
    translated = to_patterns(asked, known, table)
    lines = {row.line for row in asked} - {one.row.line for one in translated.left}
    report.lines += [one for one in own.lines if one.level is Level.NOTE and one.line in lines]
    for one in translated.left:
        report.dropped(f"line {one.row.line}", f"not imported: {one.reason}", one.row.line)
    seen = {one.line for one in own.lines if one.line} | {row.line for row in rows}
    _say_others(seen - {row.line for row in asked}, report)
    for one in entities:
        taken = {each["name"] for each in one["attributes"]}
        named = {each.name: attribute_of(each) for each in known.attributes if each.entity == one["name"]}
        one["attributes"] += [each for name, each in named.items() if name not in taken]
    return {**document, "relations": relations_of(known), "access_patterns": numbered(translated.patterns)}


def _of_entities(found: Nouns, names: Iterable[str]) -> Nouns:
    """Return the nouns that are about entities of the tables."""
    kept = frozenset(names)
    return Nouns(
        tuple(one for one in found.entities if one.name in kept),
        tuple(one for one in found.attributes if one.entity in kept),
        tuple(one for one in found.relations if {one.parent, one.child} <= kept),
    )


def _say_others(others: set[int], report: Report) -> None:
    if others:
        first, *rest = sorted(others)
        listed = ", ".join(map(str, (first, *rest[: _LINES_SAID - 1])))
        more = f" and {len(rest) - _LINES_SAID + 1} more" if len(rest) >= _LINES_SAID else ""
        said = f"{'lines' if rest else 'line'} {listed}{more}: not read as requests for the entities of the tables"
        report.dropped(f"line {first}", said, first)
