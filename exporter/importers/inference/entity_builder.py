"""From a group of rows to an entity: attributes, overloads, and logical sample items that render to the stored keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from exporter.importers.inference.declared_templates import is_unrendered
from exporter.importers.inference.entities import RowGroup
from exporter.importers.inference.key_only import read_back
from exporter.importers.inference.key_templates import Pool, is_overloaded
from exporter.importers.inference.overloads import InferredOverload, column, infer_cells
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow, attribute_names, without_empty_index_keys
from modeler.core.algebra.template_match import match
from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.parts import INFERRED, part_id
from modeler.core.design.tables import Table
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates as keys
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.key_formats import value_text
from modeler.core.limits import PARTITION_KEY_BYTES_MAX
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_NAMED = 0.9
"""From this confidence up, a group's name comes from the file, not from its keys."""
_FIRST_WORD = re.compile(r"[A-Z]?[a-z]+|.+", re.DOTALL)
_SHAPES_TRIED = 100
_ROWS_SHOWN = 1000
_PATHS_SHOWN = 200
_SHARE_IN_KEYS = 0.2
_GUESSED_FORMATS = ("uuid4", "uuid7", "ulid", "date", "iso", "email", "id")


@dataclass(frozen=True, slots=True)
class DeclaredFacts:
    """What the file declares about a table's attributes, and what literals in keys mean."""

    types: Mapping[str, AttributeType]
    formats: Mapping[str, str]
    prefixes: Mapping[str, str]
    key_templates: Mapping[str, str]
    shown: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The texts after a literal of a key (`CUST`) in a group where they differ: they are values, not kinds of items."""
    only_one: bool = False
    """Is there only one entity, so that every declared attribute belongs to it?"""


def _first_word(name: str) -> str:
    found = _FIRST_WORD.match(name)
    return found[0] if found else name


def build_entity(table: Table, group: RowGroup, facts: DeclaredFacts, report: Report) -> Entity:
    """Return an entity whose items render to exactly the keys that the rows have, or carry `stored_keys` if they do
    not.
    """
    identity = part_id(table.id, "entity", group.name)
    unrendered = [_unrendered(row, group, report) for row in group.rows]
    kept = (
        replace(row, item={name: value for name, value in row.item.items() if name not in names})
        for row, names in zip(group.rows, unrendered, strict=True)
    )
    group = replace(group, rows=tuple(without_empty_index_keys(row, table, report) for row in kept))
    pool = _pool(table, group, facts)
    cells = infer_cells(table, group, pool, _known_templates(table, group, facts))
    overloads = tuple(_overload(cell, number, group, identity) for number, cell in enumerate(cells))
    attributes = tuple(_attributes(table, group, facts, cells, pool, identity))
    entity = Entity(identity, group.name, attributes, overloads)
    items = tuple(_items(table, entity, group, pool, unrendered, report))
    if group.confidence < 1:
        sentence = f"{group.name}: {_many(len(group.rows), 'item')}, because {group.reason}"
        report.guess(sentence, part=identity, path=group.path, confidence=group.confidence)
    _report_templates(table, replace(entity, items=items), group, pool, report)
    return replace(entity, items=items)


def _overload(cell: InferredOverload, number: int, group: RowGroup, identity: str) -> Overload:
    """Return a cell with its id, marked as inferred unless the file specifies all of its templates."""
    declared = group.model.templates if group.model else {}
    is_declared = not cell.when and all(declared.get(name) == text for name, text in cell.keys.items())
    provenance = "" if is_declared else INFERRED
    return Overload(
        part_id(identity, "overload", f"{number} {cell.index}"), cell.index, cell.keys, cell.when, provenance
    )


def literal_prefixes(table: Table, groups: Sequence[RowGroup]) -> dict[str, str]:
    """Map the first literal of a partition key to an entity: ``c`` to customer, if a customer's key begins with it."""
    prefixes: dict[str, str] = {}
    name = table.partition_key[0].name
    sort = table.sort_key[0].name if table.sort_key else ""
    shortest = sorted(groups, key=lambda group: len(group.name))
    for roots_only in (True, False):
        for group in shortest:
            for row in group.rows[:20]:
                text = value_text(row.item[name]) if name in row.item else None
                prefix = text.split("#", 1)[0].lower() if text and "#" in text else ""
                root = not sort or row.item.get(sort) == row.item.get(name)
                if " " in group.name and group.confidence < _NAMED:
                    # The name is made of several key literals, so it adds no information.
                    continue
                if prefix and root:
                    prefixes.setdefault(prefix, group.name)
                elif prefix and not roots_only and group.name.lower().startswith(prefix):
                    # o#1 is the order of an orderItem.
                    prefixes.setdefault(prefix, _first_word(group.name))
    for group in shortest if all(group.confidence >= _NAMED for group in groups) else ():
        for length in range(1, min(3, len(group.name))):
            prefixes.setdefault(group.name[:length].lower(), group.name)
    return prefixes


def shown_values(table: Table, groups: Sequence[RowGroup]) -> dict[str, frozenset[str]]:
    """Map the literal before a segment of a key to the segment's texts, from groups in which they differ."""
    shown: dict[str, set[str]] = {}
    names = [key for index in table.all_indexes for key in index.key_names if is_overloaded(key)]
    for group in groups:
        found: dict[tuple[str, int, str], set[str]] = {}
        for row in group.rows[:_ROWS_SHOWN]:
            for name in names:
                pieces = (value_text(row.item[name]) or "").split("#") if name in row.item else []
                for at, (before, text) in enumerate(pairwise(pieces)):
                    found.setdefault((name, at, before), set()).add(text)
        for (_, _, before), texts in found.items():
            if len(texts) > 1 and before.isupper():
                shown.setdefault(before, set()).update(texts)
    return {before: frozenset(texts) for before, texts in shown.items()}


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _unrendered(row: StoredRow, group: RowGroup, report: Report) -> frozenset[str]:
    """Return the keys that the tool stored as an unfilled template: the template defines their value."""
    declared = group.model.templates if group.model else {}
    names = [
        name
        for name, value in row.item.items()
        if name in declared and value.type == "S" and (not value.data or is_unrendered(value.data))
    ]
    for name in names:
        was = row.item[name].data
        report.converted(
            f"{row.path}.{name}", f"the template {was!r} was stored unfilled; the key is made from {declared[name]}"
        )
    return frozenset(names)


def _pool(table: Table, group: RowGroup, facts: DeclaredFacts) -> Pool:
    present = Counter(name for row in group.rows for name in row.item)
    overloaded = {key for index in table.all_indexes for key in index.key_names if is_overloaded(key)}
    # A rare attribute cannot explain keys that all items have, and thousands of such attributes would fill the memory.
    columns = {
        name: column(group.rows, name)
        for name, count in present.items()
        if name not in overloaded and name != group.type_attribute and count >= _SHARE_IN_KEYS * len(group.rows)
    }
    return Pool(columns, facts.prefixes, group.name, frozenset(present), shown=facts.shown)


def _known_templates(table: Table, group: RowGroup, facts: DeclaredFacts) -> dict[str, str]:
    """Return what the file specifies for the group's keys, by key attribute; a group without rows has nothing else."""
    templates: dict[str, str] = {}
    declared = group.model.templates if group.model else {}
    aliases = group.facet.aliases if group.facet else {}
    base = frozenset(table.base.key_names)
    plain = facts.types if facts.only_one else group.facet.attributes if group.facet else ()
    for index in table.all_indexes:
        for name in index.key_names:
            if name in templates:
                continue
            if name in declared:
                templates[name] = declared[name]
            elif group.model and name in group.model.types:
                templates[name] = keys.print_template((keys.Reference(name),))
            elif name in facts.key_templates and name in base:
                templates[name] = facts.key_templates[name]
            elif not group.rows and index.is_base:
                templates |= _from_alias(name, aliases.get(name, ""))
            elif not group.rows and name not in base and not is_overloaded(name) and name in plain:
                templates[name] = keys.print_template((keys.Reference(name),))
    return templates


def _from_alias(key: str, alias: str) -> dict[str, str]:
    """Return a template from a facet's key alias: ``SubId#SKU`` becomes ``{SubId}#{SKU}``."""
    words = alias.split("#") if alias and all(alias.split("#")) else [key]
    parts: list[keys.LiteralText | keys.Reference] = []
    for word in words:
        parts += [keys.LiteralText("#"), keys.Reference(word)] if parts else [keys.Reference(word)]
    return {key: keys.print_template(tuple(parts))}


def _attributes(
    table: Table, group: RowGroup, facts: DeclaredFacts, cells: Sequence[InferredOverload], pool: Pool, identity: str
) -> list[Attribute]:
    """Return attributes that rows have, that the file declares for the group, and that templates refer to."""
    templates = [(name, keys.parse(text).attributes) for cell in cells for name, text in cell.keys.items()]
    referred = dict.fromkeys(name for _, attributes in templates for name in attributes)
    declared = list(group.model.types) if group.model else list(group.facet.attributes) if group.facet else []
    rendered = {name for name, attributes in templates if attributes != (name,)}
    every = {key for index in table.all_indexes for key in index.key_names}
    present = dict.fromkeys(attribute_names(group.rows))
    used = {*present, *declared}
    known = (name for name in facts.types if name in used and (name not in every or name in present))
    names = dict.fromkeys([*referred, *known, *present])
    if facts.only_one:
        names |= dict.fromkeys(name for name in facts.types if name not in every)
    names |= dict.fromkeys(name for name in declared if name not in every)
    kinds: dict[str, Counter[AttributeType]] = {}
    for row in group.rows:
        for name, value in row.item.items():
            kinds.setdefault(name, Counter())[value.type] += 1
    return [
        _attribute(name, group, facts, pool, identity, name in referred, kinds.get(name, Counter()))
        for name in names
        if name not in rendered or name in referred
    ]


def _attribute(
    name: str,
    group: RowGroup,
    facts: DeclaredFacts,
    pool: Pool,
    identity: str,
    in_key: bool,
    kinds: Counter[AttributeType],
) -> Attribute:
    declared = (group.model.types.get(name) if group.model else None) or facts.types.get(name)
    kind = kinds.most_common(1)[0][0] if kinds else declared or AttributeType.S
    # An attribute that templates refer to and no item has exists only inside the keys. Any other is never present.
    key_only = name in pool.found or (in_key and bool(group.rows) and not kinds)
    share = 1.0 if key_only or not group.rows else round(kinds.total() / len(group.rows), 2)
    held = (pool.found.get(name) or column(group.rows, name)) if in_key else ()
    texts = [text for text in held if text is not None]
    form = facts.formats.get(name) or pool.formats.get(name) or _guessed_format(name, kind, texts)
    identity = part_id(identity, "attribute", name)
    return Attribute(identity, name, kind, form, optional=share, key_only=key_only)


def _guessed_format(name: str, kind: AttributeType, texts: list[str]) -> str:
    """Return the narrowest format that fits every value; the format of key segments decides what a key can collide
    with.
    """
    if kind is not AttributeType.S or not texts or max(map(len, texts)) > PARTITION_KEY_BYTES_MAX:
        return ""
    distinct = list(dict.fromkeys(texts))
    whole = keys.parse(keys.print_template((keys.Reference(name),)))
    for word in _GUESSED_FORMATS:
        attribute = Attribute("", name, kind, word)
        form = format_of(attribute)
        lengths = all(form.min_length <= len(text) <= (form.max_length or len(text)) for text in distinct)
        quick = lengths and all(form.characters.allows(text) for text in distinct)
        # The exact shape is checked on a limited number of values: it costs more than characters and lengths.
        tried = distinct[:_SHAPES_TRIED]
        if quick and all(match(whole, text, {name: attribute}) is not None for text in tried):
            return word
    return ""


def _items(
    table: Table, entity: Entity, group: RowGroup, pool: Pool, unrendered: Sequence[frozenset[str]], report: Report
) -> list[SampleItem]:
    write = item_writer(table, entity)
    every = {key for index in table.all_indexes for key in index.key_names}
    own = {attribute.name for attribute in entity.attributes}
    items = []
    differing: dict[tuple[str, ...], list[str]] = {}
    placed: dict[tuple[AttributeValue | None, ...], list[str]] = {}
    for number, row in enumerate(group.rows):
        found = {
            name: AttributeValue(AttributeType.S, text)
            for name, column in pool.found.items()
            if (text := column[number]) is not None
        }
        values = {name: value for name, value in row.item.items() if name not in every or name in own}
        read = found or (read_back(entity, row.item) if group.model else {})
        sample = SampleItem(part_id(entity.id, "item", str(number)), {**values, **read})
        stored = write(sample).item
        placed.setdefault(tuple(map(stored.get, table.base.key_names)), []).append(row.path)
        carried = {name: value for name, value in row.item.items() if name in every}
        known = every - unrendered[number]
        if names := tuple(sorted(name for name in known if stored.get(name) != carried.get(name))):
            sample = replace(sample, stored_keys=carried)
            differing.setdefault(names, []).append(row.path)
        items.append(sample)
    for names, paths in differing.items():
        _report_differing(entity.name, names, paths, report)
    for paths in placed.values() if differing else ():
        for path in paths[:-1][:_PATHS_SHOWN]:
            report.converted(
                path, f"{entity.name}: the templates give it the key of {paths[-1]}; an export has one of them"
            )
    return items


def _report_differing(entity: str, names: Sequence[str], paths: Sequence[str], report: Report) -> None:
    """Report the items whose stored keys differ from those that the templates make, which every view shows."""
    others = f" also {', '.join(paths[1:_PATHS_SHOWN])}" if len(paths) > 1 else ""
    others += f", and {len(paths) - _PATHS_SHOWN:,} more" if len(paths) > _PATHS_SHOWN else ""
    said = (
        f"{entity}: {', '.join(names)} of {_many(len(paths), 'item')} is not what the templates make; "
        f"the design shows the templates' keys and keeps the stored ones beside them{';' if others else ''}{others}"
    )
    report.converted(paths[0], said)


def _report_templates(table: Table, entity: Entity, group: RowGroup, pool: Pool, report: Report) -> None:
    declared = group.model.templates if group.model else {}
    for overload in entity.overloads:
        inferred = {
            name: text
            for name, text in overload.keys.items()
            if name not in declared and keys.parse(text).attributes != (name,)
        }
        if inferred and group.rows:
            written = ", ".join(f"{name} = {text}" for name, text in inferred.items())
            written += f", when {overload.when}" if overload.when else ""
            where = overload.index or table.name
            confidence = {1: 0.5, 2: 0.7}.get(len(group.rows), 0.9)
            sentence = f"{group.name} in {where}: {written}"
            report.guess(sentence, part=overload.id, path=group.path, confidence=confidence)
        elif inferred:
            report.guess(
                f"{group.name} in {overload.index or table.name}: {overload.keys}, from the facet's key aliases",
                part=overload.id, path=group.path, confidence=0.4,
            )  # fmt: skip
    if pool.found:
        names = ", ".join(pool.found)
        report.guessed(group.path, f"{group.name}: not stored as attributes, read back from the keys: {names}")
