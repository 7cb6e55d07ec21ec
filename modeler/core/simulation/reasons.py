"""The reasons that DynamoDB gives for a throttled request. facts/partitions#measurements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from modeler.core.capacity.loads import Direction


class ReachedLimit(StrEnum):
    """Which limit was reached."""

    KEY_RANGE = "KeyRangeThroughputExceeded"
    PROVISIONED = "ProvisionedThroughputExceeded"
    ACCOUNT = "AccountLimitExceeded"
    MAXIMUM = "MaxOnDemandThroughputExceeded"


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One of the 16 reasons: a limit, of a table or an index, for reads or writes."""

    index: bool
    direction: Direction
    limit: ReachedLimit

    def __str__(self) -> str:
        """The reason as DynamoDB spells it, such as IndexWriteProvisionedThroughputExceeded."""
        return f"{'Index' if self.index else 'Table'}{self.direction.value.capitalize()}{self.limit.value}"


REASONS: tuple[Reason, ...] = tuple(
    Reason(index, direction, limit) for index in (False, True) for direction in Direction for limit in ReachedLimit
)
"""All 16."""
