"""The registry of rules, in the order of their subjects. A new rule is one function, named in its module's RULES."""

from typing import Final

from modeler.core.rules import (
    catches,
    collisions,
    expressions,
    indexes,
    items,
    keys,
    names,
    reads,
    schemas,
    settings,
    unknown_names,
    writes,
)
from modeler.core.rules.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    *names.RULES,
    *schemas.RULES,
    *keys.RULES,
    *unknown_names.RULES,
    *collisions.RULES,
    *indexes.RULES,
    *items.RULES,
    *expressions.RULES,
    *reads.RULES,
    *catches.RULES,
    *writes.RULES,
    *settings.RULES,
)
"""Every rule. One id can stand twice, for two kinds of place."""

RULES_VERSION: Final = 1
"""Counted up when a rule changes what it says, so that what was computed before is computed again."""
