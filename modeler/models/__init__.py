"""Models: a design as parts, the log of its changes, its analyses, branches, the jobs, its
comments, and the audit log.
"""

from modeler.models.audit import AuditEvent, AuditKind
from modeler.models.branches import Approval, Branch
from modeler.models.comments import Comment, Notice, NoticeKind, Thread
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
    Relation,
    SampleItem,
    Table,
)
from modeler.models.versions import Version

__all__ = [
    "ROWS",
    "AccessPattern",
    "Analysis",
    "Approval",
    "Attribute",
    "AuditEvent",
    "AuditKind",
    "Branch",
    "Change",
    "Comment",
    "Design",
    "Entity",
    "Index",
    "Job",
    "Notice",
    "NoticeKind",
    "Overload",
    "PartRow",
    "Relation",
    "SampleItem",
    "Snapshot",
    "Table",
    "Thread",
    "Version",
]
