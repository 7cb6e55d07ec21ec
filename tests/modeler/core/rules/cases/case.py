"""One rule shown: a design that triggers it, and a near miss that does not. Gathered by test_every_rule.py.

Each subject has a module here with a tuple CASES. Several cases of one rule are welcome.
"""

from dataclasses import dataclass

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.findings import Finding, Severity


@dataclass(frozen=True)
class Case:
    """`trigger` has the finding (of `severity`, if given; whose message holds `says`), `near` does not."""

    rule: str
    trigger: Design
    near: Design
    severity: Severity | None = None
    says: str = ""


def found(design: Design, rule: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in analyse(design).findings if finding.rule == rule]


def read(**document) -> Design:
    """A design from the fields of its document."""
    return from_document({"keysheet": 1, "name": "Case", **document})
