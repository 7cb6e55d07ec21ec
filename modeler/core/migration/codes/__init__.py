"""Every code of a change."""

from __future__ import annotations

from typing import Final

from modeler.core.migration.codes.code import ChangeCode
from modeler.core.migration.codes.of_entities import ENTITIES
from modeler.core.migration.codes.of_settings import SETTINGS
from modeler.core.migration.codes.of_tables import INDEXES, TABLES

CODES: Final[tuple[ChangeCode, ...]] = (*TABLES, *INDEXES, *ENTITIES, *SETTINGS)
"""All of them, by what they are about."""
