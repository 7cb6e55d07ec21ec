"""Settings whose values are kept and exported, but not used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from modeler.core.cost.tariffs import TableClass, Tariff
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import ROOT
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.fields.misreading import Misread, meant, misread, no_such, shown
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.settings import DESIGN_SETTINGS, KEPT_FOR_EXPORT, TABLE_SETTINGS
from modeler.core.fields.shapes import Field
from modeler.core.fields.table import PATTERN
from modeler.core.fixes import Fix, put
from modeler.core.keys.attribute_formats import FORMATS, is_format
from modeler.core.rules.support.context import Call, RuleContext, entity_path, table_path
from modeler.core.rules.support.rule import ADVICE, Scope, Spot, rule

_ID: Final = "settings.not_understood"
_TITLE: Final = "Value of a setting is not understood"
_WHY: Final = "The value is kept and exported, but no finding, capacity or cost takes it into account"
_FIX: Final = "Write an allowed value, or remove the setting"
_SOURCES: Final = "docs/glossary.md#words"


def _shapes(fields: tuple[Field, ...]) -> dict[str, Open]:
    return {one.name: one.shape for one in fields if isinstance(one.shape, Open)}


_OF_DESIGN: Final = _shapes(DESIGN_SETTINGS)
_OF_TABLE: Final = _shapes(TABLE_SETTINGS)
_OF_PATTERN: Final = _shapes(PATTERN)
_TARIFFS: Final = frozenset(tariff.key(table_class) for tariff in Tariff for table_class in TableClass)


@rule(_ID, ADVICE, Scope.DESIGN, title=_TITLE, why=_WHY, fix=_FIX, sources=_SOURCES, fixes=True)
def in_design(context: RuleContext) -> Iterator[Spot]:
    yield from _of_design(context.design)


@rule(_ID, ADVICE, Scope.TABLE, title=_TITLE, why=_WHY, fix=_FIX, sources=_SOURCES, fixes=True)
def in_table(context: RuleContext, table: Table) -> Iterator[Spot]:
    yield from _of_table(table)


@rule(_ID, ADVICE, Scope.PATTERN, title=_TITLE, why=_WHY, fix=_FIX, sources=_SOURCES, fixes=True)
def in_pattern(context: RuleContext, call: Call) -> Iterator[Spot]:
    for spot in _of_pattern(call.pattern, call.label, call.path):
        yield replace(spot, part=call.top.id)


@rule(_ID, ADVICE, Scope.ENTITY, title=_TITLE, why=_WHY, fix=_FIX, sources=_SOURCES)
def in_entity(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    yield from _of_entity(table, entity)


def not_understood(design: Design) -> Iterator[Spot]:
    """The same places of a whole design, for the report of an import."""
    yield from _of_design(design)
    for table in design.tables:
        yield from _of_table(table)
        for entity in table.entities:
            yield from _of_entity(table, entity)
    for call in RuleContext(design).calls:
        yield from _of_pattern(call.pattern, call.label, call.path)


def _of_design(design: Design) -> Iterator[Spot]:
    yield from _spots(design.settings, _OF_DESIGN, design.name, ROOT, "settings.")
    yield from _unknown(design.settings, DESIGN_SETTINGS, design.name, ROOT)
    for region, given in design.options.prices.items():
        for name in given if isinstance(given, Mapping) else ():
            if name not in _TARIFFS:
                message = f"The price {shown(name)} of {region} is ignored: the price list has no such entry"
                yield Spot(message, f"settings.prices.{region}.{name}", ROOT, "settings.prices")


def _of_table(table: Table) -> Iterator[Spot]:
    yield from _spots(table.settings, _OF_TABLE, table.name, table.id, "settings.", f"{table_path(table)}.")
    yield from _unknown(table.settings, TABLE_SETTINGS, table.name, table.id, f"{table_path(table)}.")


def _of_entity(table: Table, entity: Entity) -> Iterator[Spot]:
    for one in entity.attributes:
        if not is_format(one.format):
            problem = no_such("format", one.format, FORMATS)
            message = f"The format {shown(one.format)} of {entity.name}.{one.name} is ignored: {problem}"
            path = f"{entity_path(table, entity)}.{one.name}.format"
            yield Spot(message, path, one.id, "format", {"allowed": sorted(FORMATS)})


def _of_pattern(pattern: AccessPattern, label: str, path: str) -> Iterator[Spot]:
    return _spots(pattern.extra, _OF_PATTERN, label, pattern.id, "", f"{path}.")


def _unknown(
    raw: Mapping[str, Any], fields: tuple[Field, ...], owner: str, part: str, place: str = ""
) -> Iterator[Spot]:
    """One spot for each setting that no field is called, and that is close to one. Others can be a person's notes."""
    known = [one.name for one in fields]
    for name in (one for one in raw if one not in known and one not in KEPT_FOR_EXPORT and meant(one, known)):
        message = f"settings.{name} of {owner} is ignored: {no_such('setting', name, known)}"
        yield Spot(message, f"{place}settings.{name}", part, f"settings.{name}", {"allowed": known})


def _spots(
    raw: Mapping[str, Any], shapes: Mapping[str, Open], owner: str, part: str, prefix: str, place: str = ""
) -> Iterator[Spot]:
    """One spot for each value that is not understood, below `place`."""
    for name, value in raw.items():
        shape = shapes.get(name)
        for one in misread(shape, value) if shape is not None else ():
            field = f"{prefix}{name}"
            path = f"{field}{one.path}"
            message = f"{path} of {owner} is ignored: {one.problem}"
            yield Spot(
                message, f"{place}{path}", part, field, {"allowed": one.allowed}, fixes=_fixes(one, value, part, field)
            )


def _fixes(one: Misread, value: Any, part: str, field: str) -> tuple[Fix, ...]:
    """The correction, where it is clear what is meant."""
    if one.meant is None:
        return ()
    return put(f"Write {shown(one.meant)} instead", part, field, one.corrected(value))


RULES = (in_design, in_table, in_entity, in_pattern)
