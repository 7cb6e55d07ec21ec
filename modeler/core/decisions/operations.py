"""How to fill keys of existing items, and what throttles a table.

facts/limits#throughput, facts/limits#features, facts/throughput#throttling.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from modeler.core.limits import HOT_SHARE

LARGE_GIGABYTES: Final = 1024.0
"""From a terabyte on, a backfill does not use the table's own units."""
DISTRIBUTED_GIGABYTES: Final = 100.0
"""From here on one worker is too slow: the segments of a scan are distributed. Our judgment."""
CALM_SHARE: Final = 0.50
"""Consumed share of provisioned units: below this, the table as a whole has spare units."""


class BackfillWay(StrEnum):
    """How history gets its new keys."""

    NONE = "none"
    SCAN = "parallel_scan"
    GLUE = "glue"
    EXPORT_IMPORT = "export_import"
    EXPORT_BULK_PUT = "export_bulk_put"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class BackfillChoice:
    """The way to fill, the lettered case that decided, the reason as a sentence, and what to watch."""

    way: BackfillWay
    case: str
    reason: str
    watch: str = ""


def backfill(
    *,
    gigabytes: float | None = None,
    same_table: bool = True,
    target_exists: bool = True,
    spare_units: float | None = None,
    items_have_keys: bool = False,
    analytic: bool = False,
    only_changes: bool = False,
) -> BackfillChoice:
    """Which mechanism fills keys that stored items lack.

    `gigabytes` of the items to process (None: unknown, then assumed to be less than a terabyte); `same_table`: keys are
    added to existing items; `target_exists`: an import is then impossible; `spare_units`: write units/s that live
    traffic leaves (None: enough, as on demand); `analytic`: a transform over many items; `only_changes`: history is not
    needed. facts/limits#features (import only into a new table, StartBulkPutItems), 3.3.
    """
    if only_changes:
        return _STREAM
    if items_have_keys:
        return _NONE
    large = gigabytes is not None and gigabytes > LARGE_GIGABYTES
    starved = spare_units is not None and spare_units <= 0
    if large or starved:
        why = f"{gigabytes:,.0f} GB are more than a terabyte" if large else "live traffic leaves no units for it"
        return _off_table(why, exists=same_table or target_exists)
    if analytic and not same_table:
        return _GLUE
    return _scan(gigabytes, same_table=same_table)


_STREAM: Final = BackfillChoice(
    BackfillWay.STREAM,
    "f",
    "a stream contains every future change, and none from before",
    "records are kept for 24 hours and can be delivered twice",
)
_NONE: Final = BackfillChoice(
    BackfillWay.NONE, "a", "every item has the attributes of the key, so building the index includes them"
)
_GLUE: Final = BackfillChoice(
    BackfillWay.GLUE,
    "c",
    "less than a terabyte, and the transform needs many items at the same time: a Glue job",
    "it uses the units of both tables; give it a share of them",
)


def _off_table(why: str, *, exists: bool) -> BackfillChoice:
    if exists:
        return BackfillChoice(
            BackfillWay.EXPORT_BULK_PUT,
            "e",
            f"{why}: export to S3, transform, and load with StartBulkPutItems or throttled puts",
            "the export needs point-in-time recovery; the puts use write units",
        )
    return BackfillChoice(
        BackfillWay.EXPORT_IMPORT,
        "d",
        f"{why}, and the table is new: export to S3, transform, import",
        (
            "the export needs point-in-time recovery; the import creates the table, and changes made in the "
            "meantime follow afterward"
        ),
    )


def _scan(gigabytes: float | None, *, same_table: bool) -> BackfillChoice:
    write = "conditional updates" if same_table else "conditional puts"
    harness = ""
    if gigabytes is not None and gigabytes > DISTRIBUTED_GIGABYTES:
        harness = ", its segments distributed by a Step Functions map"
    return BackfillChoice(
        BackfillWay.SCAN,
        "b",
        f"a parallel Scan in segments with {write}{harness}",
        "limit its rate, keep a checkpoint for each segment",
    )


class ThrottleCause(StrEnum):
    """Why requests are throttled."""

    HOT_KEY = "hot_key"
    CAPACITY = "capacity"
    INDEX = "index"
    RAMP = "ramp"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The cause, the lettered case that decided ('' if none did), the reason, and what to do next."""

    cause: ThrottleCause
    case: str
    reason: str
    remedy: str


def throttle_cause(
    *,
    consumed: float | None = None,
    leading_share: float | None = None,
    index_throttled: bool = False,
    base_throttled: bool = True,
    ramp_minutes: float | None = None,
) -> Diagnosis:
    """What throttles a table, from three measurements.

    `consumed`: consumed ÷ provisioned of the throttled table or index (on demand: ÷ its previous throughput), 0 to 1
    and above; `leading_share`: the share of requests on the key, or the very few keys, that lead in Contributor
    Insights; `index_throttled`, `base_throttled`: which of the two counts throttle events; `ramp_minutes`: in how many
    minutes the traffic at least doubled (None: it did not). facts/limits#throughput, facts/throughput#throttling.
    """
    if index_throttled and not base_throttled:
        return _INDEX
    leads = leading_share is not None and leading_share >= HOT_SHARE
    if leads and (consumed is None or consumed < 1):
        return _hot_key(consumed, leading_share or 0)
    if ramp_minutes is not None and ramp_minutes <= RAMP_MINUTES:
        return _RAMP
    if consumed is not None and consumed >= 1 and leading_share is not None and not leads:
        return Diagnosis(
            ThrottleCause.CAPACITY,
            "b",
            f"{consumed:.0%} of provisioned capacity is consumed, and no key leads",
            "raise the units, or switch to on demand",
        )
    return _look_further(consumed, leading_share)


RAMP_MINUTES: Final = 30.0
"""On-demand supports a doubling of its peak within half an hour, and no more. facts/limits#throughput."""
_INDEX: Final = Diagnosis(
    ThrottleCause.INDEX,
    "c",
    "the table is not throttled but an index is, which throttles writes to the table",
    "raise the units of the index, or give its partition key more values",
)
_RAMP: Final = Diagnosis(
    ThrottleCause.RAMP,
    "d",
    "traffic more than doubled within half an hour, faster than capacity follows",
    "choose on-demand with warm throughput, or raise capacity before the rise",
)


def _hot_key(consumed: float | None, leading: float) -> Diagnosis:
    """Below half of the capacity it is clear (case a); between half and all of it the leading key still decides."""
    calm = consumed is not None and consumed < CALM_SHARE
    spent = "" if consumed is None else f" while {consumed:.0%} of the capacity is consumed"
    return Diagnosis(
        ThrottleCause.HOT_KEY,
        "a" if calm else "",
        f"{leading:.0%} of the requests go to the leading keys{spent}",
        "shard the leading key, or use a finer-grained entity as the key; more capacity does not help one partition",
    )


def _look_further(consumed: float | None, leading: float | None) -> Diagnosis:
    if consumed is None:
        step = "compare consumed with provisioned units first"
    elif leading is None:
        step = "check in Contributor Insights which keys lead"
    elif leading >= HOT_SHARE:
        step = "compare the units of the leading key with 1,000 writes/s and 3,000 reads/s: both may apply"
    else:
        step = "look at single minutes: averages hide peaks"
    return Diagnosis(ThrottleCause.UNKNOWN, "", "the measurements do not point to one cause", step)
