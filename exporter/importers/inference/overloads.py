"""What a group of rows writes into each index: the templates, plus the condition for a sparse or a split index."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from exporter.importers.inference.entities import RowGroup
from exporter.importers.inference.index_conditions import Split, separating
from exporter.importers.inference.key_templates import Column, Pool, infer_template, is_overloaded
from exporter.importers.support.rows import StoredRow
from modeler.core.design.items import BASE
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.keys import templates as keys
from modeler.core.keys.key_formats import value_text
from modeler.core.values.attribute_values import AttributeType

_SHAPES_MAX: Final = 6
_SHAPE: Final = re.compile(r"^[A-Za-z][A-Za-z_]*(?=[#:|/~])|[A-Z][A-Z_]+(?=[#:|/~]|$)|[#:|/~]")


@dataclass(frozen=True, slots=True)
class InferredOverload:
    """An overload before it has an id: the index's name (None: the table), templates by key attribute, a condition."""

    index: str | None
    keys: Mapping[str, str]
    when: str = ""


def column(rows: Sequence[StoredRow], name: str) -> Column:
    """The texts of one attribute, row by row."""
    return tuple(value_text(row.item[name]) if name in row.item else None for row in rows)


def infer_cells(table: Table, group: RowGroup, pool: Pool, known: Mapping[str, str]) -> list[InferredOverload]:
    """Return the overloads of a group's rows, the table's own first. `known` are templates that the file specifies.

    Every template gives each row exactly the key that it has; what is read back from keys has joined the pool.
    """
    every = frozenset(key for index in table.all_indexes for key in index.key_names)
    base = frozenset(table.base.key_names)
    aliases = group.facet.aliases if group.facet else {}
    cells: list[InferredOverload] = []
    written: dict[str, str] = {}
    for index in table.all_indexes:
        own = [key for key in index.keys if index.is_base or key.name not in base]
        if not own:
            # An inverted index of the table's own key attributes: an entity writes nothing into it.
            continue
        label = BASE if index.is_base else index.name
        if made := _conditional(own, group.rows, pool, every, known, is_base=index.is_base):
            cells += [InferredOverload(label, texts, when) for texts, when in made]
            continue
        texts = {key.name: text for key in own if (text := known.get(key.name) or written.get(key.name))}
        for key in own:
            text = "" if key.name in texts else _template(key, group.rows, pool, aliases.get(key.name, ""))
            if text or (index.is_base and key.name not in texts and group.rows):
                texts[key.name] = text or _reference_template(key.name)
        written |= texts
        if not index.is_base and not _is_in([key.name for key in own], group, texts):
            continue
        cells.append(InferredOverload(label, texts))
    return cells


def _template(
    key: KeyAttribute, rows: Sequence[StoredRow], pool: Pool, alias: str = "", *, is_probe: bool = False
) -> str:
    texts = column(rows, key.name)
    if key.type is AttributeType.S and any(texts):
        return infer_template(key.name, texts, pool, alias, is_probe=is_probe)
    return keys.print_template((keys.Reference(key.name),)) if any(key.name in row.item for row in rows) else ""


def _is_in(own: list[str], group: RowGroup, texts: Mapping[str, str]) -> bool:
    """Does any row have the whole key of an index? Without rows, what the file declares decides."""
    if not all(name in texts for name in own):
        return False
    declared = group.model.templates if group.model else {}
    return not group.rows or any(all(name in row.item or name in declared for name in own) for row in group.rows)


def _conditional(
    own: Sequence[KeyAttribute],
    rows: Sequence[StoredRow],
    pool: Pool,
    every: frozenset[str],
    known: Mapping[str, str],
    *,
    is_base: bool,
) -> list[tuple[dict[str, str], str]]:
    """Return the overloads when one cannot serve all rows: some are not in the index, or their keys have two shapes."""
    overloaded = [key.name for key in own if is_overloaded(key.name) and key.type is AttributeType.S]
    if not overloaded or any(key.name in known for key in own) or len(rows) < 2:
        return []
    inside = [all(key.name in row.item for key in own) for row in rows]
    if not is_base and not all(inside):
        return _sparse(own, rows, inside, pool, every)
    shapes = [tuple(_shape(row, name) for name in overloaded) for row in rows]
    if not 1 < len(set(shapes)) <= _SHAPES_MAX or not all(inside):
        return []
    return _split_by_shape(own, rows, shapes, pool, every)


def _sparse(
    own: Sequence[KeyAttribute], rows: Sequence[StoredRow], inside: list[bool], pool: Pool, every: frozenset[str]
) -> list[tuple[dict[str, str], str]]:
    if _any_part(own, rows, inside):
        return []
    if _is_one_template(own, rows, pool):
        return []
    split = separating(rows, inside, every)
    named = [key.name for key in own if is_overloaded(key.name)]
    made = _part(own, rows, inside, split, pool, named) if split else {}
    return [(made, split.when)] if split and made else []


def _is_one_template(own: Sequence[KeyAttribute], rows: Sequence[StoredRow], pool: Pool) -> bool:
    """Does one template per overloaded key serve all rows, including those that lack the key?"""
    whole = pool.subset([True] * len(rows))
    overloaded = [key for key in own if is_overloaded(key.name) and key.type is AttributeType.S]
    differing = [key for key in overloaded if len({_shape(row, key.name) for row in rows if key.name in row.item}) > 1]
    return all(
        _template(key, rows, whole, is_probe=True) != _reference_template(key.name) for key in (differing or overloaded)
    )


def _any_part(own: Sequence[KeyAttribute], rows: Sequence[StoredRow], inside: list[bool]) -> bool:
    """Does a row have part of the key, but not all of it?"""
    return any(not held and any(key.name in row.item for key in own) for row, held in zip(rows, inside, strict=True))


def _split_by_shape(
    own: Sequence[KeyAttribute],
    rows: Sequence[StoredRow],
    shapes: list[tuple[str, ...]],
    pool: Pool,
    every: frozenset[str],
) -> list[tuple[dict[str, str], str]]:
    if _is_one_template(own, rows, pool):
        return []
    # The shape with the most parts is the special case; the plainest goes last, and needs no condition.
    order = sorted(dict.fromkeys(shapes), key=lambda shape: -sum(map(len, shape)))
    made: list[tuple[dict[str, str], str]] = []
    trial = pool.subset([True] * len(rows))
    overloaded = [key.name for key in own if is_overloaded(key.name)]
    named = [name for name in overloaded if len({_shape(row, name) for row in rows}) > 1]
    for shape in order:
        mask = [one == shape for one in shapes]
        split = separating(rows, mask, every) if shape != order[-1] else None
        texts = _part(own, rows, mask, split, trial, named)
        if not texts or (split is None and shape != order[-1]):
            return []
        made.append((texts, split.when if split else ""))
    pool.join(trial, [True] * len(rows))
    return made


def _part(
    own: Sequence[KeyAttribute],
    rows: Sequence[StoredRow],
    mask: list[bool],
    split: Split | None,
    pool: Pool,
    named: Sequence[str],
) -> dict[str, str]:
    """Return the templates of some rows; {} if one of `named` must remain the key itself."""
    fixed = frozenset({split.attribute}) if split and split.is_fixed else frozenset()
    some = pool.subset(mask, fixed)
    chosen = list(compress(rows, mask))
    texts = {key.name: _template(key, chosen, some) for key in own}
    if any(texts[name] == _reference_template(name) for name in named):
        return {}
    pool.join(some, mask)
    return texts


def _reference_template(name: str) -> str:
    return keys.print_template((keys.Reference(name),))


def _shape(row: StoredRow, name: str) -> str:
    text = value_text(row.item[name]) if name in row.item else None
    return "".join(_SHAPE.findall(text or ""))
