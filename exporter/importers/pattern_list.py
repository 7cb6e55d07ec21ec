"""Access patterns as text: one per line, bulleted or numbered, or in a Markdown table, with initial entities and keys.

modeler.core.requirements reads the English of a line; this module finds the lines. A question of a line gets its first
answer, with a note: on the Requirements page a person answers instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import count, islice
from typing import Any, Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import imported, key
from exporter.importers.support.key_tables import KeyColumns, without_key_tables
from exporter.importers.support.said_of_items import SaidOfItems
from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import text_lines
from modeler.core.design.patterns import Operation
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases import and_list
from modeler.core.requirements.answers import answered, left_open
from modeler.core.requirements.board import volume_text
from modeler.core.requirements.english.descriptions.blocks import joined_lists
from modeler.core.requirements.english.reading import LINE_MAX, LINES_MAX, describes, read_line, read_numbered
from modeler.core.requirements.morphology import id_name
from modeler.core.requirements.nouns import AttributeNoun, Nouns, nouns
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.rows import Row, Volume
from modeler.core.requirements.slots import Act
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

TABLE: Final = "app-main"
_EXTENSIONS: Final = frozenset({"md", "markdown", "txt", "text"})
_LOOKED: Final = 200
_PROSE_MAX: Final = 1_000
"""Lines around a list that are read, to see whether they describe an entity: each takes as long as a pattern."""

_REMARK: Final = re.compile(r"\s*\([^()\d]*\)")
"""A remark: parentheses without a number, such as (daily) or (by a transaction)."""
_SAID_OTHERWISE: Final = (
    (re.compile(r"\s+[-–—]\s+(?=\d)(.*)$"), r" (\1)"),
    (re.compile(r"\b([\d,.]+\s*[km]?)\s*(rps|tps|qps)\s+(?:at\s+)?peak\b", re.IGNORECASE), r"\1 \2, peak \1"),
    (re.compile(r"^(?:scan|query)\s+(?:of\s+)?(?=all\b)", re.IGNORECASE), "get "),
    (re.compile(r"^put\s+", re.IGNORECASE), "add "),
)
"""Phrases that mean the same as the words of the grammar."""
_RATED: Final = re.compile(r"\s*\([^()]*\d[^()]*\)$")
"""Rates in parentheses at the end of a line: they are fields of the pattern."""
_STORY: Final = re.compile(
    r"as an? ([\w-]{1,40}),? (?:i|we) (?:want|need|would like|must be able|can|should be able)(?: to)?"
    r"(?: be able to)? (.+?)(?:,? (?:so that|in order to) .*)?",
    re.IGNORECASE,
)


def _claims(source: Source) -> bool:
    if source.looks_like_json or "\0" in source.text:
        return False
    if source.extension in _EXTENSIONS:
        return True
    if source.extension:
        return False
    lines = [text for _, text in islice(text_lines(source.text, _said_plainly), _LOOKED)]
    return sum(_is_requirement(text) for text in lines) * 2 > len(lines)


def _is_requirement(text: str) -> bool:
    """Return whether a line asks for something: a noun alone ("hello") or words without a meaning do not."""
    return any(row.entities.value for row in read_line(text[:LINE_MAX]))


def _rows(
    lines: list[tuple[int, str]], report: Report, known: Vocabulary, items: SaidOfItems
) -> tuple[list[Row], Nouns]:
    """Return the access patterns of lines, and the nouns of these and of the lines that describe entities; what else
    they say of items is added to `items`.
    """
    reading = read_numbered(((line, text[:LINE_MAX]) for line, text in lines), known)
    made = [row for row in reading.rows if row.entities.value]
    read, described = {row.line for row in made}, {one.line for one in reading.descriptions}
    for line in dict.fromkeys(row.line for row in reading.rows if row.line not in read | described):
        text = next(text for number, text in lines if number == line)
        report.dropped(f"line {line}", f"not understood as an access pattern: {text[:200]}", line)
    items.volumes.extend(reading.volumes)
    items.describe(reading.descriptions)
    for line, text in reading.not_understood:
        what = "in the description of an entity" if line in described else "as an access pattern"
        report.dropped(f"line {line}", f"not understood {what}: {text[:200]}", line)
    rows = [_settled(row, report) for row in made]
    return rows, nouns(rows, known, reading.descriptions).confirmed()


class _Prose:
    """Tells which lines around a list describe an entity, of the first ones."""

    def __init__(self) -> None:
        self.asked = 0

    def describes(self, line: str) -> bool:
        self.asked += 1
        return self.asked <= _PROSE_MAX and describes(line)


def requests_of(
    text: str, report: Report, known: Vocabulary = NOTHING_KNOWN, items: SaidOfItems | None = None
) -> tuple[list[Row], Nouns]:
    """Return the requests of a text and the nouns that they name, all confirmed. What it says of items beside them is
    added to `items`; without that, it is reported.
    """
    prose = _Prose()
    found = list(text_lines(joined_lists(text), _said_plainly, prose=prose.describes))
    if prose.asked > _PROSE_MAX:
        report.dropped("", f"of the text around the list, only the first {_PROSE_MAX:,} lines were read")
    for line, text in found:
        if len(text) > LINE_MAX:
            message = (
                f"a line of {len(text):,} characters is too long for an access pattern; only its first "
                f"{LINE_MAX} were read"
            )
            report.dropped(f"line {line}", message, line)
    if len(found) > LINES_MAX:
        report.dropped(
            f"line {found[LINES_MAX][0]}", f"only the first {LINES_MAX} access patterns were read", found[LINES_MAX][0]
        )
    said = items or SaidOfItems()
    rows, named = _rows(found[:LINES_MAX], report, known, said)
    if items is None:
        _say_volumes(said.volumes, report)
    return rows, named


def _say_volumes(volumes: Iterable[Volume], report: Report) -> None:
    for one in volumes:
        said = f"a number of items is not an access pattern: {volume_text(one)}"
        report.dropped(f"line {one.line}", said, one.line)


def _read(source: Source) -> Imported:
    report = Report()
    text, keys = without_key_tables(source.text)
    items = SaidOfItems()
    rows, known = requests_of(text, report, items=items)
    name = table_name(source.filename)
    translated = to_patterns(rows, known, TABLE)
    for one in translated.left:
        report.dropped(f"line {one.row.line}", f"not imported: {one.reason}", one.row.line)
    if not translated.patterns:
        but = ", and its tables of keys are not read" if keys else ""
        raise DocumentInvalid(
            f"the file has no access patterns{but}; write one per line, such as: orders of a customer, newest first",
            code="document.no_model",
        )
    _say_keys(keys, report)
    document = _document(name, known, translated.patterns)
    _say_volumes(items.add_to(document), report)
    made_of = imported(document, report)
    for _, entity in made_of.design.entities():
        for overload in entity.overloads:
            written = ", ".join(f"{name} = {text}" for name, text in overload.keys.items())
            report.guess(
                f"{entity.name}: {written}, the simplest possible keys", part=overload.id, path="", confidence=0.5
            )
    return Imported(made_of.design, tuple(report.lines), tuple(report.guesses))


def _say_keys(tables: Iterable[KeyColumns], report: Report) -> None:
    for one in tables:
        named = and_list(one.names)
        said = f"the keys in this table ({named}) are not read: a list of access patterns gets the simplest keys"
        report.dropped(f"line {one.line}", said, one.line)


def _settled(row: Row, report: Report) -> Row:
    """Return a row without questions: each has its first answer, and a note says so; words that filled no slot are
    noted too.
    """
    place = f"line {row.line}"
    for slot, question in tuple(row.questions):
        if getattr(row, slot).question is None:
            continue
        if question.choices:
            report.note(place, f"{question.text} Assumed: {question.choices[0].label}", row.line)
            row = answered(row, slot, question.choices[0])
        else:
            report.note(place, f"{question.text} Left out", row.line)
            row = left_open(row, slot)
    if row.unread_words:
        report.note(place, f"not understood: {', '.join(row.unread_words)}", row.line)
    if row.operation.value is Act.UPDATE and not row.changes.value:
        report.note(place, "the line does not specify what the update changes", row.line)
    return row


def _document(name: str, known: Nouns, patterns: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the design: an entity with the simplest keys for each noun, the relations, and the patterns."""
    table = {
        "name": TABLE,
        "partition_key": key("PK"),
        "sort_key": key("SK"),
        "settings": {"billing": "PAY_PER_REQUEST"},
        "entities": [_entity(one.name, known) for one in known.entities],
    }
    return {
        "name": name,
        "tables": [table],
        "relations": relations_of(known),
        "access_patterns": numbered(patterns),
    }


def relations_of(known: Nouns) -> list[dict[str, Any]]:
    """Return the relations that lines name, in the document's terms."""
    return [
        {"parent": one.parent, "child": one.child, "kind": "many_to_many" if one.via else "one_to_many"}
        | ({"name": one.via} if one.via else {})
        for one in known.relations
    ]


def numbered(patterns: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return patterns with codes, those without one after the others; one by its own id is a GetItem."""
    made: list[Mapping[str, Any]] = []
    taken = {str(one.get("code", "")) for one in patterns}
    codes = (f"A{number}" for number in count(1))
    for one in patterns:
        code = one.get("code") or next(each for each in codes if each not in taken)
        intent = one.get("intent", {})
        is_item = intent.get("one") and intent.get("given") == [id_name(str((*one.get("entities", ()), "")[0]))]
        operation = {"operation": str(Operation.GET)} if is_item else {}
        made.append({**one, **operation, "name": _RATED.sub("", one["name"]), "code": code})
    return made


def attribute_of(noun: AttributeNoun) -> dict[str, Any]:
    """Return an attribute that lines name, in the document's terms."""
    is_enum = bool(noun.values) and not noun.sort
    values: dict[str, Any] = {"format": "enum", "values": list(noun.values)} if is_enum else {}
    return {"name": noun.name, **noun.sort.typed, **values}


def _entity(name: str, known: Nouns) -> dict[str, Any]:
    """Return an entity: one that belongs to another is in the item collection of that one."""
    identity = id_name(name)
    owner = next((one for one in known.relations if one.child == name and not one.via and one.parent != name), None)
    attributes = {identity: {"name": identity, "type": "S", "format": "id"}}
    for one in known.attributes:
        if one.entity == name:
            attributes.setdefault(one.name, attribute_of(one))
    label = name.upper()
    own = f"{label}#{{{identity}}}"
    owning = f"{owner.parent.upper()}#{{{id_name(owner.parent)}}}" if owner is not None else own
    keys = {"PK": owning, "SK": own if owner is not None else label}
    return {
        "name": name,
        "identity": [identity],
        "attributes": list(attributes.values()),
        "overloads": [{"index": None, "keys": keys}],
    }


def _said_plainly(text: str) -> str:
    """Return a line without remarks; a user story is reduced to what its user needs."""
    text = _REMARK.sub("", text)
    if story := _STORY.fullmatch(text):
        wanted, count = re.subn(r"\b(?:my|our)\s+([\w-]+)", rf"\1 of a {story[1]}", story[2], count=1)
        text = wanted if count else story[2]
    for pattern, by in _SAID_OTHERWISE:
        text = pattern.sub(by, text)
    return text


IMPORTER: Final = Importer("patterns", "a list of access patterns", _claims, _read)
