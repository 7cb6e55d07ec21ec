"""Why an index does not contain an item: its entity has no keys there, no condition holds, or an attribute is
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modeler.core.design.items import BASE, Entity, Overload
from modeler.core.design.tables import Index, Table
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.keys.templates import parse
from modeler.core.phrases import and_list
from modeler.core.values.attribute_values import Item


def absence_reader(table: Table, index: Index, entity: Entity | None) -> Callable[[Item], str]:
    """Return a function from the values of an item that the index does not contain, keys included, to the reason: half
    a sentence.
    """
    own = frozenset(table.base.key_names) if not index.is_base else frozenset()
    keys = tuple(key.name for key in index.keys if key.name not in own)
    overloads = entity.overloads_of(BASE if index.is_base else index.name) if entity else ()
    cells = tuple((compile_condition(one.when), one) for one in overloads)

    def why(values: Item) -> str:
        if not cells:
            missing = [name for name in keys if name not in values]
            return f"no keys in {index.name}" if missing else _other(index)
        for holds, overload in cells:
            if holds is None or holds(values):
                lacking = tuple(dict.fromkeys(_lacking(overload, keys, values)))
                return _missing(lacking) if lacking else _other(index)
        if len(cells) == 1:
            return f"{cells[0][1].when.strip()} does not hold"
        return f"none of its {len(cells)} conditions holds"

    return why


def _lacking(overload: Overload, keys: tuple[str, ...], values: Item) -> Iterator[str]:
    for key in keys:
        names = parse(overload.keys[key]).attributes if key in overload.keys else (key,)
        yield from (name for name in names if name not in values or values[name].data in ("", b""))


def _missing(names: tuple[str, ...]) -> str:
    return f"{and_list(names)} {'is' if len(names) == 1 else 'are'} missing"


def _other(index: Index) -> str:
    return f"{' or '.join(index.key_names)} is empty or has another type"
