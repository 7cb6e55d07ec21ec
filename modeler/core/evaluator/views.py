"""What a read returns of each item: the source of its attributes, the filter, the projection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.patterns import ALL_ATTRIBUTES
from modeler.core.design.tables import IndexKind
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import Bindings, expression_values
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.evaluator.scope import PatternScope
from modeler.core.expressions.checks import filter_key_problems
from modeler.core.expressions.evaluate import predicate, project
from modeler.core.expressions.names import resolved
from modeler.core.expressions.nodes import Condition, Dialect, ExpressionKind, Name, Path, Projection
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.references import attribute_names
from modeler.core.items.item_collections import Entry, projected_names
from modeler.core.values.attribute_values import AttributeValue, Item

ALL_OF_GSI: Final = (
    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index "
    "{} because its projection type is not ALL"
)


@dataclass(frozen=True, slots=True)
class View:
    """A filter and a projection, compiled. `fetches`: an LSI must get base items for what it does not project.
    `projected`: without a projection, what the index projects is returned, whatever was fetched for the filter.
    """

    keeps: Callable[[Item], bool]
    paths: Projection
    fetches: bool
    refusals: tuple[Refusal, ...] = ()
    problems: tuple[str, ...] = ()
    projected: tuple[str, ...] | None = None

    def source(self, scope: PatternScope, entry: Entry) -> Item:
        """The attributes available to filter and projection: the entry's, or the whole item's if they are fetched."""
        stored = scope.database.item(scope.table.name, entry.key) if self.fetches else None
        return stored.item if stored else entry.item

    def shown(self, item: Item) -> Item:
        """What is returned of an item: all of it without a projection. facts/expressions#projections."""
        if self.paths:
            return project(self.paths, item)
        if self.projected is None:
            return item
        return {name: item[name] for name in self.projected if name in item}


def view_of(scope: PatternScope, bindings: Bindings, *, may_filter_keys: bool) -> View:
    """The view of one call. A Query's filter must not name a key of the queried table or index; other reads may.

    facts/expressions#conditions.
    """
    try:
        paths = projection_paths(scope)
        node = filter_of(scope)
        values = expression_values(scope.pattern, bindings) if node else {}
        return view_through(scope, node, paths, values, may_filter_keys=may_filter_keys)
    except Invalid as error:
        return _refused(error)


def view_through(
    scope: PatternScope,
    node: Condition | None,
    paths: Projection,
    values: Mapping[str, AttributeValue],
    *,
    may_filter_keys: bool,
) -> View:
    """The view for a filter and a projection whose names are resolved. Raises Invalid."""
    filtered = attribute_names(node, scope.pattern.names) if node else ()
    keeps = predicate(node, names=scope.pattern.names, values=values) if node else _everything
    if node and not may_filter_keys:
        wrong = tuple(filter_key_problems(node, scope.index.key_names, scope.pattern.names))
        if wrong:
            return View(_everything, (), False, tuple(Refusal("filter.key", sentence) for sentence in wrong))
    projected = projected_names(scope.table, scope.index)
    if projected is None:
        return View(keeps, paths, False)
    wants_all = ALL_ATTRIBUTES in scope.pattern.projection
    if scope.index.kind is IndexKind.GSI:
        refusals = (Refusal("projection.all_attributes", ALL_OF_GSI.format(scope.index.name)),) if wants_all else ()
        return View(keeps, paths, False, refusals)
    wanted = {*filtered, *(attribute_names(paths) if paths else ())}
    return View(keeps, paths, wants_all or not wanted <= set(projected), projected=None if wants_all else projected)


def filter_of(scope: PatternScope) -> Condition | None:
    """The filter as nodes, in the document's dialect. Raises ExpressionInvalid."""
    if not scope.pattern.filter.strip():
        return None
    return parse_condition(scope.pattern.filter, Dialect.LITERAL, ExpressionKind.FILTER)


def projection_paths(scope: PatternScope) -> Projection:
    """The projection as paths of names; a text that is an attribute's name is one name, whatever characters it has.

    None for all attributes. Raises ExpressionInvalid.
    """
    known = {attribute.name for entity in scope.table.entities for attribute in entity.attributes}
    known.update(name for index in scope.table.all_indexes for name in index.key_names)
    paths: list[Path] = []
    for text in scope.pattern.projection:
        if text in known:
            paths.append(Path((Name(text),)))
        elif text != ALL_ATTRIBUTES:
            paths += named_paths(parse_projection(text), scope.pattern.names)
    return tuple(paths)


def named_paths(paths: Projection, names: Mapping[str, str]) -> Projection:
    """Paths with each `#name` replaced by its attribute. Raises ExpressionInvalid."""
    return tuple(
        Path(tuple(step if isinstance(step, int) else Name(step) for step in resolved(path, names))) for path in paths
    )


def _everything(item: Item) -> bool:
    return True


def _refused(error: Invalid) -> View:
    undefined = "is not defined; attribute value: :"
    if undefined in error.message:
        name = error.message.partition(undefined)[2]
        return View(_everything, (), False, problems=(f"the parameter {name} has no value",))
    return View(_everything, (), False, (Refusal(error.code, error.message),))
