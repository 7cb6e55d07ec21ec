"""Which items belong to one kind, where a file has only items: facets, a type attribute, or the
literals in their keys.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from exporter.importers.inference.declared_templates import DeclaredModel
from exporter.importers.inference.index_conditions import separating
from exporter.importers.inference.key_templates import is_overloaded
from exporter.importers.support.rows import StoredRow
from modeler.core.design.tables import Table

_TYPE_ATTRIBUTES: Final = (
    "entitytype", "type", "entity", "itemtype", "et", "edbe", "typename", "recordtype", "kind", "objecttype",
    "modeltype", "modelname", "entityname", "doctype", "documenttype", "class", "discriminator",
)  # fmt: skip
_LITERAL: Final = re.compile(r"[#$/|]?([A-Za-z][A-Za-z_-]*?)(?:#|::|:|\||/|~|(?=\d+$)|$)")
_SOFT: Final = re.compile(r"([A-Za-z]+)[_.-](?=.)")
"""A word before a mark that values contain too: it indicates a kind only if several items share it."""
_HARD: Final = re.compile(r"#|::|[:|/~]")
_FACTS_MAX: Final = 3
"""Facts at the start of a key, one after another, that are skipped."""
_KINDS_MAX: Final = 500
_PREFIXES_MAX: Final = 6
_SPLIT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Facet:
    """A Workbench view: a name, its aliases for the keys, the attributes that it shows."""

    name: str
    path: str
    aliases: Mapping[str, str]
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows taken to be one entity. `reason` says why, `confidence` how certain that is (1: the file specifies it)."""

    name: str
    rows: tuple[StoredRow, ...]
    reason: str
    confidence: float
    model: DeclaredModel | None = None
    facet: Facet | None = None
    type_attribute: str = ""
    path: str = ""


@dataclass(slots=True)
class Groups:
    """All groups of a table, and the rows that belong to none."""

    found: list[RowGroup] = field(default_factory=list)
    unassigned: list[StoredRow] = field(default_factory=list)


def group_rows(
    table: Table, rows: Sequence[StoredRow], models: Mapping[str, DeclaredModel], facets: Sequence[Facet], path: str
) -> Groups:
    """Put every row in exactly one group, or in unassigned. What the file specifies takes precedence over inference."""
    groups = Groups()
    by_facet: dict[str, list[StoredRow]] = {}
    for row in rows:
        by_facet.setdefault(row.facet, []).append(row)
    named = {facet.name for facet in facets}
    left = [row for row in rows if row.facet not in named]
    for facet in facets:
        members = tuple(by_facet.pop(facet.name, ()))
        if members:
            type_attribute = _type_attribute(members, table)
            reason = f"the facet {facet.name}"
            model = models.get(facet.name)
            groups.found.append(RowGroup(facet.name, members, reason, 1.0, model, facet, type_attribute, facet.path))
    left = left if _is_one_kind(left, table, models) else _by_type(table, left, models, groups, path)
    if not groups.found:
        left = _by_facet(table, left, facets, models, groups)
    groups.found = [part for group in groups.found for part in _by_prefix(group, table)]
    _add_empty(models, facets, groups)
    if left:
        _by_keys(table, left, groups, path)
    elif not groups.found:
        groups.found.append(
            RowGroup(table.name, (), "the table has no items; one entity represents it", 0.3, path=path)
        )
    return groups


def _by_facet(
    table: Table, rows: list[StoredRow], facets: Sequence[Facet], models: Mapping[str, DeclaredModel], groups: Groups
) -> list[StoredRow]:
    """Group rows beside facets by the one facet whose attributes are nearest to theirs; return the others."""
    keys = {key for index in table.all_indexes for key in index.key_names}
    shown = {facet.name: set(facet.attributes) - keys for facet in facets}
    members: dict[str, list[StoredRow]] = {}
    left = []
    for row in rows:
        own = set(row.item) - keys
        far = sorted((len(own ^ shown[name]), name) for name in shown if own & shown[name])
        if far and (len(far) == 1 or far[0][0] < far[1][0]):
            members.setdefault(far[0][1], []).append(row)
        else:
            left.append(row)
    for facet in facets:
        if found := tuple(members.get(facet.name, ())):
            reason = f"their attributes are those of the facet {facet.name}"
            model = models.get(facet.name)
            groups.found.append(RowGroup(facet.name, found, reason, _SPLIT, model, facet, "", facet.path))
    return left


def _by_type(
    table: Table, rows: list[StoredRow], models: Mapping[str, DeclaredModel], groups: Groups, path: str
) -> list[StoredRow]:
    """Group by a type attribute; return the rows that do not have it."""
    attribute = _type_attribute(rows, table, models)
    if not attribute:
        return rows
    kinds: dict[str, list[StoredRow]] = {}
    for row in rows:
        if (text := _text(row, attribute)) is not None:
            kinds.setdefault(text, []).append(row)
    names = {group.name for group in groups.found}
    for kind, members in kinds.items():
        model = models.get(kind)
        reason = f"the model {kind}" if model else f"{attribute} is {kind!r}"
        name = kind if kind not in names else f"{kind} ({attribute})"
        confidence = 1.0 if model else 0.9
        groups.found.append(RowGroup(name, tuple(members), reason, confidence, model, None, attribute, path))
    return [row for row in rows if _text(row, attribute) is None]


def _type_attribute(rows: Sequence[StoredRow], table: Table, models: Mapping[str, DeclaredModel] | None = None) -> str:
    """Return the attribute that names each item's kind, if nearly every row has one and it has few values."""
    keys = set(table.base.key_names)
    names = Counter(name for row in rows for name in row.item if name not in keys)
    by_word = sorted(
        (name for name in names if _word(name) in _TYPE_ATTRIBUTES),
        key=lambda name: _TYPE_ATTRIBUTES.index(_word(name)),
    )
    for name in by_word:
        kinds = {_text(row, name) for row in rows} - {None}
        known = bool(models) and bool(kinds & models.keys()) if models else False
        if known or (names[name] >= 0.8 * len(rows) and 0 < len(kinds) <= min(_KINDS_MAX, max(len(rows), 1))):
            return name
    return ""


def _by_prefix(group: RowGroup, table: Table) -> Iterator[RowGroup]:
    """Split a kind whose keys begin with different words, unless an attribute distinguishes them."""
    names = [name for name in table.base.key_names if is_overloaded(name)]
    shapes: dict[tuple[tuple[str, bool], ...], list[StoredRow]] = {}
    for row in group.rows:
        shapes.setdefault(tuple(_literal(row, name) for name in names), []).append(row)
    is_sure = all(word and sure for shape in shapes for word, sure in shape)
    if (
        group.model
        or group.facet
        or not is_sure
        or not 1 < len(shapes) <= _PREFIXES_MAX
        or _is_told(group, shapes, table)
    ):
        yield group
        return
    for shape, rows in shapes.items():
        others = {word for other in shapes if other != shape for word, _ in other}
        own = [word for word, _ in shape if word not in others] or [word for word, _ in shape]
        words = " ".join(dict.fromkeys(own))
        reason = f"{group.reason} and its keys begin with {words}"
        yield replace(group, name=f"{group.name} {words}", rows=tuple(rows), reason=reason, confidence=_SPLIT)


def _is_told(group: RowGroup, shapes: Mapping[tuple[tuple[str, bool], ...], list[StoredRow]], table: Table) -> bool:
    every = frozenset(key for index in table.all_indexes for key in index.key_names)
    rarest = min(shapes.values(), key=len)
    paths = {row.path for row in rarest}
    return separating(group.rows, [row.path in paths for row in group.rows], every) is not None


def _is_one_kind(rows: Sequence[StoredRow], table: Table, models: Mapping[str, DeclaredModel]) -> bool:
    """Do the keys each hold one fact of items of one shape? Then an attribute `kind` is one of these facts."""
    if models or any(is_overloaded(name) for name in table.base.key_names) or len(rows) < 2:
        return False
    return len({frozenset(row.item) for row in rows}) == 1


def _word(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _text(row: StoredRow, name: str) -> str | None:
    value = row.item.get(name)
    return str(value.data) if value is not None and value.type == "S" and value.data else None


def _add_empty(models: Mapping[str, DeclaredModel], facets: Iterable[Facet], groups: Groups) -> None:
    """Add entities that the file names but has no items of."""
    seen = {group.model.name for group in groups.found if group.model}
    for model in models.values():
        if model.name not in seen:
            groups.found.append(RowGroup(model.name, (), f"the model {model.name}", 1.0, model, path=model.path))
    known = {_singular(group.name) for group in groups.found}
    for facet in facets:
        if _singular(facet.name) not in known:
            known.add(_singular(facet.name))
            reason = f"the facet {facet.name} has no items"
            groups.found.append(RowGroup(facet.name, (), reason, 1.0, None, facet, "", facet.path))


def _singular(name: str) -> str:
    return name.lower().removesuffix("s")


def _by_keys(table: Table, rows: list[StoredRow], groups: Groups, path: str) -> None:
    """Group by the literals that the keys begin with. Without literals there is one kind of item, named
    after the table.
    """
    shapes: dict[tuple[str, ...], list[StoredRow]] = {}
    # A key named after a fact (DeviceID, State#Date) holds that fact; the text that it begins with is not a kind of
    # item, unless the attributes of the items change with it.
    named = not is_overloaded(table.partition_key[0].name)
    columns = [_kind_words(rows, name) for name in table.base.key_names]
    if named:
        none = [("", False)] * len(rows)
        columns = [none, *(column if _tells_kinds(rows, column) else none for column in columns[1:])]
    words = Counter(word for column in columns for word, _ in column)
    told = []
    for row, found in zip(rows, zip(*columns, strict=True), strict=True):
        shape = tuple(word if is_sure or words[word] > 1 else "" for word, is_sure in found)
        shapes.setdefault(shape, []).append(row)
        told.append((" ".join(shape), any(shape)))
    literal = {shape: members for shape, members in shapes.items() if any(shape)}
    # Upper-case words and words before a delimiter are kinds, however many there are; other words can be values.
    sure = sum(1 for shape in literal for word in shape if word.isupper())
    most = len(rows) if sure >= len(literal) or _tells_kinds(rows, told) else max(1, len(rows) // 2, 3)
    if sum(map(len, literal.values())) < 0.5 * len(rows) or len(literal) > most:
        taken = {group.name for group in groups.found}
        if taken:
            groups.unassigned.extend(rows)
            return
        reason = "all its items have the same kind of key"
        groups.found.append(RowGroup(table.name, tuple(rows), reason, 0.7, None, None, "", path))
        return
    groups.unassigned.extend(row for shape, members in shapes.items() if not any(shape) for row in members)
    names = _shape_names(literal, {group.name for group in groups.found})
    for shape, members in literal.items():
        described = " and ".join(
            f"{name} begins with {text!r}" for name, text in zip(table.base.key_names, shape, strict=True) if text
        )
        confidence = 0.8 if len(members) > 2 and all(word.isupper() for word in shape) else 0.6
        groups.found.append(RowGroup(names[shape], tuple(members), described, confidence, None, None, "", path))


def _tells_kinds(rows: Sequence[StoredRow], words: Sequence[tuple[str, bool]]) -> bool:
    """Do items with different words have different attributes, and items with one word similar ones? Then the words are
    kinds, not values.
    """
    if len(words) != len(rows) or not all(word and is_sure for word, is_sure in words):
        return False
    shapes: dict[str, set[frozenset[str]]] = {}
    for row, (word, _) in zip(rows, words, strict=True):
        shapes.setdefault(word, set()).add(frozenset(row.item))
    every = [shape for found in shapes.values() for shape in found]
    return len(shapes) > 1 and len(every) == len(set(every)) and len(shapes) < len(rows)


def _literal(row: StoredRow, name: str) -> tuple[str, bool]:
    """Return the word that a key begins with, and whether it cannot be a value: a delimiter follows, or
    it is upper case.
    """
    return _first_word(_text(row, name))


def _first_word(text: str | None) -> tuple[str, bool]:
    found = (_LITERAL.match(text) or _SOFT.match(text)) if text else None
    if found is None or text is None:
        return "", False
    if found.re is _LITERAL and found.end() < len(text) and found.end() == found.end(1) and not found[1].isupper():
        # Before digits: the word of p-ada7 is p.
        found = _SOFT.match(text) or found
    if found.re is _SOFT:
        return found[1], found[1].isupper()
    word = found[1].rstrip("_-") or found[1]
    return word, found.end() < len(text) or found.end() > found.end(1) or word.isupper()


def _kind_words(rows: Sequence[StoredRow], name: str) -> list[tuple[str, bool]]:
    """Return the word of each row's key that names its kind, as `_literal` does: the first that is not
    a fact of the item.
    """
    texts = [_text(row, name) for row in rows]
    for _ in range(_FACTS_MAX):
        found = [_first_word(text) for text in texts]
        if not _is_fact(rows, name, texts, found):
            return found
        parts = [_HARD.split(text, 1) if text else [] for text in texts]
        texts = [part[1] if len(part) > 1 else None for part in parts]
    return [("", False)] * len(rows)


def _is_fact(
    rows: Sequence[StoredRow], key: str, texts: Sequence[str | None], words: Sequence[tuple[str, bool]]
) -> bool:
    """Do these texts begin with an attribute of each item (a tenant, a state) rather than with its kind?

    Kinds of items have different attributes; items that differ only in a fact have the same attributes.
    """
    told: set[str] | None = None
    shapes: dict[str, set[frozenset[str]]] = {}
    for row, text, (word, _) in zip(rows, texts, words, strict=True):
        if not word:
            continue
        here = {name for name, value in row.item.items() if name != key and value.data in (word, text)}
        told = here if told is None else told & here
        if not told:
            return False
        shapes.setdefault(word, set()).add(frozenset(row.item))
    every = Counter(shape for found_shapes in shapes.values() for shape in found_shapes)
    return len(shapes) > 1 and max(every.values()) > 1


def _shape_names(shapes: Mapping[tuple[str, ...], object], taken: set[str]) -> dict[tuple[str, ...], str]:
    """Return a name for each shape: the first or the last literal if it is unique, else all of them."""
    last = Counter(shape[-1] for shape in shapes)
    first = Counter(shape[0] for shape in shapes)
    names: dict[tuple[str, ...], str] = {}
    for shape in shapes:
        candidates = [
            shape[0] if shape[0] and first[shape[0]] == 1 else "",
            shape[-1] if shape[-1] and last[shape[-1]] == 1 else "",
            " ".join(dict.fromkeys(filter(None, shape))),
        ]
        # One letter says less than a word.
        ranked = sorted(filter(None, candidates), key=lambda name: len(name) < 2)
        name = next((name for name in ranked if name not in taken), f"{ranked[0]} {len(taken) + 1}")
        taken.add(name)
        names[shape] = name
    return names
