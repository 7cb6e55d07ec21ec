"""One rule over a change shown: what triggers it, and a near miss that does not."""

from dataclasses import dataclass

from modeler.core.findings import Severity
from tests.modeler.core.migration.changes import Change


@dataclass(frozen=True)
class ChangeCase:
    """`trigger` has the finding (of `severity`, if given; whose message holds `says`), `near` does not."""

    rule: str
    trigger: Change
    near: Change
    severity: Severity | None = None
    says: str = ""
