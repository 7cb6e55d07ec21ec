"""Cases of mutes that do nothing."""

from dataclasses import replace

from modeler.core.design.model import Mute
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import DESIGN
from tests.modeler.core.rules.cases.case import Case


def muted(*mutes):
    """The design with mutes."""
    return replace(DESIGN, mutes=mutes)


CASES: tuple[Case, ...] = (
    Case(
        "settings.mute_without_place",
        muted(Mute("index.unused", "tables.app-main.indexes.GSI9", "soon"), Mute("index.unused", "", "soon", "gone")),
        muted(Mute("index.unused", "tables.app-main.indexes.GSI1", "soon"), Mute("index.unused", "", "soon", "i-GSI1")),
        Severity.ADVICE,
        "is muted at tables.app-main.indexes.GSI9, which is no longer in the design",
    ),
    Case(
        "settings.mute_without_reason",
        muted(Mute("index.unused", "tables.app-main", " ")),
        muted(Mute("index.unused", "tables.app-main", "a reserve")),
        Severity.ADVICE,
    ),
)
