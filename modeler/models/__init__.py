"""Rows: a design in its parts, the log of its changes, what was computed of it, and the jobs that compute."""

from modeler.models.designs import Analysis, Change, Design, Snapshot
from modeler.models.jobs import Job
from modeler.models.rows import (
    ROWS,
    AccessPattern,
    Attribute,
    Entity,
    Index,
    Overload,
    PartRow,
    SampleItem,
    Table,
)
from modeler.models.versions import Version

__all__ = [
    "ROWS",
    "AccessPattern",
    "Analysis",
    "Attribute",
    "Change",
    "Design",
    "Entity",
    "Index",
    "Job",
    "Overload",
    "PartRow",
    "SampleItem",
    "Snapshot",
    "Table",
    "Version",
]
