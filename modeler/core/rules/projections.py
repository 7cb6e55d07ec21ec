"""Rules to come."""

from __future__ import annotations

from modeler.core.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
