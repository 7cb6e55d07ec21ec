"""The hard limits that load meets: a partition, a collection, a scan's segments, a stream's readers.

facts/limits#items.
"""

import pytest

from modeler.core import limits
from modeler.core.documents import reading
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import pattern, with_own_ids, with_pattern, with_settings
from tests.modeler.core.rules.cases.capacity.growth import children
from tests.modeler.core.rules.cases.keys.heat import LSI, call, events, indexed, put
from tests.modeler.core.rules.test_hard_limits import Limit, found


def reads(peak):
    """Strong reads of one small item, so many a second."""
    get = call("GetItem", "R", peak, entities=["Event"], key={"PK": "ALL", "SK": "META"}, consistent=True)
    return events("ALL", [get], sk="META", identity=[], count=1)


def scan(segment, total):
    """A scan in segments."""
    design = with_pattern(pattern("Scan", extra={"segment": segment, "total_segments": total, "purpose": "job"}))
    return reading.load(reading.dump(with_own_ids(design)))


def readers(count, **settings):
    listed = [{"name": f"reader-{n}", "kind": "reader", "needs": "new"} for n in range(count)]
    return with_settings(stream="NEW_IMAGE", stream_consumers=listed, **settings)


def collection(items):
    """Children of one parent in a table with an LSI."""
    return children(count=items, indexes=[LSI])


LIMITS = (
    Limit(
        "writes of a partition",
        "1.6",
        "heat.partition_over_limit",
        events("ALL", [put(1_000)], count=1_000),
        events("ALL", [put(1_001)], count=1_000),
    ),
    Limit("reads of a partition", "1.6", "heat.partition_over_limit", reads(3_000), reads(3_001)),
    Limit(
        "writes of an index partition",
        "1.6",
        "heat.index_partition_over_limit",
        indexed("ALL", 1_000),
        indexed("ALL", 1_001),
    ),
    Limit(
        "segments of a scan",
        "1.4",
        "ap.fields_do_not_fit",
        scan(0, limits.SCAN_SEGMENTS_MAX),
        scan(0, limits.SCAN_SEGMENTS_MAX + 1),
    ),
    Limit("a segment of a scan", "1.4", "ap.fields_do_not_fit", scan(3, 4), scan(4, 4)),
    Limit("readers of a stream", "1.7", "stream.too_many_consumers", readers(2), readers(3), Severity.WARNING),
    Limit(
        "readers of a global table's stream",
        "1.7",
        "stream.too_many_consumers",
        readers(1, replicas=["eu-west-1"]),
        readers(2, replicas=["eu-west-1"]),
        Severity.WARNING,
    ),
    Limit("bytes of a collection", "1.2", "collection.lsi_10gb", collection(2_000_000), collection(200_000_000_000)),
)


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_at_the_limit_there_is_no_finding_of_this_severity(limit):
    assert [one.message for one in found(limit.at, limit)] == []


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_beyond_the_limit_there_is_one(limit):
    assert found(limit.beyond, limit)
