"""What surrounds the tables of a design: the Regions they are in, and the regimes that their data falls under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.tables import Table

ALL_ACTIONS: Final = "dynamodb:*"


@dataclass(frozen=True, slots=True)
class GlobalTable:
    """A table in several Regions, its own first; `strong` where reads are strongly consistent over Regions (MRSC),
    with at most one `witness`, a Region that votes and holds no replica.
    """

    regions: tuple[str, ...]
    strong: bool = False
    witness: str = ""


def global_table(design: Design, table: Table) -> GlobalTable | None:
    """``settings.replicas`` [Regions] with ``settings.multi_region_consistency`` (``EVENTUAL``, the default, or
    ``STRONG``) and ``settings.witness``, a Region; None: one Region.
    """
    own = table.options
    if not own.replicas and not own.witness and not own.strong:
        return None
    return GlobalTable(tuple(dict.fromkeys((design.region, *own.replicas))), own.strong, own.witness)


def compliance(design: Design, table: Table) -> tuple[str, ...]:
    """``settings.compliance`` of the table, else of the design: the regimes that its data falls under (``PCI-DSS``)."""
    return table.options.compliance or design.options.compliance
