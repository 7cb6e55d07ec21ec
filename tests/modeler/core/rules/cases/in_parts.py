"""Reads and writes in parts, as the planted faults have them: shards, promises, contained indexes, other tenants."""

from modeler.core.documents.reading import from_document
from modeler.core.findings import Severity
from tests.modeler.core.planted.faults.in_parts import FAULTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import call, changed
from tests.modeler.core.rules.cases.case import Case

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE
PLANTED = {fault.name: fault for fault in FAULTS}


def planted(name, severity, says=""):
    """The case of a planted fault."""
    fault = PLANTED[name]
    faulty, near = fault.faulty_document(), fault.near_document()
    return Case(fault.rules[0], from_document(faulty), from_document(near), severity, says)


def ranked(projection):
    """Customers by their points, which are the sort key of an index."""
    keys = {"partition_key": [{"name": "RANKS", "type": "S"}], "sort_key": [{"name": "RANK", "type": "N"}]}
    points = {"name": "POINTS", "kind": "GSI", "projection": projection, **keys}
    rank = {"index": "POINTS", "keys": {"RANKS": "ALL#{customerId:shard(2)}", "RANK": "{loyaltyPoints}"}}
    asked = call("X1", "Points", "Query", "Customer", {"RANKS": "ALL#{shard}"}, index="POINTS", fan_out=2, returns=20,
                 projection=["loyaltyPoints"], parameters={"shard": ["0", "1"]})  # fmt: skip
    more = {"shop/indexes+": points, "Customer/overloads+": rank, "/access_patterns+": asked}
    return from_document(changed(SHOP, more))


CASES = (
    Case("index.projection_too_thin", ranked({"type": "KEYS_ONLY"}), ranked({"type": "ALL"}), ADVICE, "only as a key"),
    planted("four of eight shards by their numbers", ERROR, "F6 reads 4 of the 8 shards of Trip in GSI1PK"),
    planted("four of eight shards by the number of calls", ERROR),
    planted("an order with its lines, one after the other", WARNING, "and declares: No order without its lines"),
    planted("an author and a handle in two requests", WARNING, "makes 2 writes"),
    planted("an account leaves its entries", WARNING, "nothing deletes its Entry items"),
    planted("an index of orders without a sort key", WARNING, "GSI3 holds what GSI1 holds too"),
    planted("an index of comments that are in the table", WARNING, "GSI3 holds what magazine holds too"),
    planted(
        "an IAM condition that continues the tenant", ERROR, "reaches tenants whose id begins with that of another"
    ),
    planted("an IAM condition without a tenant", ERROR, "reaches every tenant by COMPANY#*"),
    planted("a production table that one request deletes", WARNING),
    planted("orders read strongly that may be a minute old", WARNING, "may be 60 seconds old"),
    planted("all entries copied by a scan each hour", WARNING, "for a job"),
    planted("a count that two Regions write", WARNING),
    planted("sessions are read with the expired ones", WARNING),
    planted("numbers of several widths in order", ERROR),
    planted("120 customers in one transaction", ERROR, "names 120 items"),
    planted("the newest orders from the oldest on", WARNING, "promises the newest items first"),
    planted("the oldest open orders from the newest on", WARNING, "reads in descending order"),
    planted("an example in a state that there is not", WARNING, "its example"),
    planted("an example total that is a word", WARNING, "total is a number"),
    planted("an example time as it is said", WARNING, "its example 1 June is not one"),
    planted("a retry makes another vote", WARNING, "voteId"),
)
