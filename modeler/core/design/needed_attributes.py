"""The attributes that a read needs: those of its projection and its filter."""

from __future__ import annotations

from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Placeholder, paths_of
from modeler.core.expressions.parse import parse_condition


def needed_attributes(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that a read uses in its projection and filter; none required if it lists none."""
    listed = {path.split(".")[0].split("[")[0] for path in pattern.projection if path != ALL_ATTRIBUTES}
    names = {pattern.names.get(name, name) for name in listed}
    if pattern.filter.strip():
        try:
            for path in paths_of(parse_condition(pattern.filter)):
                first = path.parts[0]
                unknown = isinstance(first, Placeholder) and first.text not in pattern.names
                names |= set() if unknown else {name_of(path, pattern.names)}
        except ExpressionInvalid:
            return frozenset(names)
    return frozenset(names)
