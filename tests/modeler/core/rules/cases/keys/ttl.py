"""Items that expire."""

from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, item, pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import design, entity, keys

TTL = attribute("ttl", "N", "epoch_seconds")


def session(held=TTL, *values, name="Session", patterns=(), settings=None, more=(), **fields):
    """An entity that expires, in a table that knows it."""
    items = tuple(item(f"i{number}", id=f"s{number}", ttl=value) for number, value in enumerate(values))
    made = entity(name, keys("S#{id}", "META"), attributes=(*((held,) if held else ()), *more), items=items, **fields)
    return design(made, patterns=patterns, **({"ttl_attribute": "ttl"} if settings is None else settings))


BAD = (
    Case("ttl.bad_attribute", session(attribute("ttl")), session(), Severity.ERROR, "type S"),
    Case("ttl.bad_attribute", session(attribute("ttl", "N", "epoch_millis")), session(attribute("ttl", "N"))),
    Case("ttl.bad_attribute", session(TTL, 1780302600000), session(TTL, 1780302600), says="milliseconds"),
    Case("ttl.bad_attribute", session(None, "2026-06-01"), session(None, 1780302600), says="of type S"),
    Case("ttl.bad_attribute", session(TTL, 1262304000), session(TTL, 1780302600), says="five years"),
    Case("ttl.bad_attribute", session(None, settings={"ttl_attribute": "meta.ttl"}),
         session(attribute("meta.ttl", "N"), settings={"ttl_attribute": "meta.ttl"}), says="inside"),
    Case("ttl.bad_attribute", session(None, settings={"ttl_attribute": "PK"}), session(TTL), says="is a key"),
    Case("ttl.bad_attribute", session(None), session(TTL), Severity.WARNING, "which no entity has"),
)  # fmt: skip


def claim(operation="PutItem", **fields):
    return pattern(operation, **{"entities": ("Lock",), "key": (), **fields})


def lock(**fields):
    name = fields.pop("name", "Lock")
    return session(name=name, patterns=(claim(entities=(name,), **fields),))


NOT_THERE = "attribute_not_exists(PK)"
CLAIMS = (
    Case("ttl.correctness", lock(if_=NOT_THERE), lock(if_=f"{NOT_THERE} OR ttl < :now", parameters={"now": 1780302600}),
         Severity.WARNING, "can remain for days"),
    Case("ttl.correctness", lock(if_=f"{NOT_THERE} AND {NOT_THERE}"), lock(if_=NOT_THERE, name="Order")),
    Case("ttl.correctness", lock(if_=NOT_THERE, name="Seat", extra={"intent": {"expects_gone": True}}),
         lock(if_=NOT_THERE, name="Seat")),
    Case("ttl.correctness", lock(condition=NOT_THERE),
         lock(condition=f"{NOT_THERE} OR #t < :now", names={"#t": "ttl"}, values={":now": {"N": "1"}})),
    Case("ttl.correctness", lock(if_=NOT_THERE), session(name="Lock", patterns=(claim(if_=NOT_THERE),), settings={})),
)  # fmt: skip


def listing(held=TTL, more=(), when="", **fields):
    made = entity("Session", keys("U#{user}", "S#{id}", None, when),
                  attributes=(attribute("user", format="id"), *((held,) if held else ()), *more))  # fmt: skip
    query = pattern("Query", **{"key": conditions(PK="U#{user}"), "entities": ("Session",), **fields})
    return design(made, patterns=(query,), ttl_attribute="ttl")


def got(held=TTL, **intent):
    asked = pattern("GetItem", key=conditions(PK="S#{id}", SK="META"), entities=("Session",), extra={"intent": intent})
    return session(held, patterns=(asked,))


STATE = attribute("state", format="enum", values={"ACTIVE": 0.9, "DELETED": 0.1})
OFFER = attribute("state", format="enum", values={"ACTIVE": 0.9, "EXPIRED": 0.1})
NOW = {"now": "1780302600"}
READS = (
    Case("ttl.read_without_filter", listing(),
         listing(filter="attribute_not_exists(ttl) OR ttl > :now", parameters=NOW), Severity.WARNING, "ttl is past"),
    Case("ttl.read_without_filter", listing(filter="id <> :id"), listing(extra={"purpose": "job"})),
    Case("ttl.read_without_filter", listing(more=(STATE,)), listing(more=(STATE,), filter="state = :s")),
    Case("ttl.read_without_filter", listing(None, (STATE,)), listing(None, (OFFER,))),
    Case("ttl.read_without_filter", listing(None, (STATE,)), listing(None, (STATE,), when="state = 'ACTIVE'"),
         says="marked as deleted"),
    Case("ttl.read_without_filter", listing(None, (attribute("deletedAt", format="iso"),)), listing(None)),
    Case("ttl.read_without_filter", got(expects_gone=True), got(expects_gone=False), Severity.WARNING),
    Case("ttl.read_without_filter", got(), got(expects_gone=False), Severity.ADVICE),
    Case("ttl.read_without_filter", listing(projection=("user",)),
         listing(filter="#t > :now", names={"#t": "ttl"}, values={":now": {"N": "1"}})),
)  # fmt: skip

LACKING = (
    Case("ttl.missing", session(None), session(), Severity.ADVICE, "has no ttl"),
    Case("ttl.missing", session(None, settings={}), session(None, settings={}, name="Audit"), says="no TTL attribute"),
    Case("ttl.missing", session(None, name="Log", retention=30), session(name="Log", retention=30), says="30 days"),
    Case("ttl.missing", session(None, name="PasswordResets"), session(None, name="Block")),
    Case("ttl.missing", session(attribute("ttl"), settings={}), session(None, name="Clock")),
)


def ended(*, written="{ttl}", **fields):
    made = entity("Session", keys("U#{user}", written), attributes=(attribute("user", format="id"), TTL))
    query = pattern("Query", **{"key": conditions(PK="U#{user}"), "entities": ("Session",), **fields})
    return design(made, patterns=(query,), ttl_attribute="ttl")


def until(operator, *texts):
    return {"key": conditions(PK="U#{user}", SK={operator: texts if len(texts) > 1 else texts[0]})}


ENDED = (
    Case("ttl.read_of_expired", listing(filter="ttl < :now", parameters=NOW),
         listing(filter="ttl > :now", parameters=NOW), Severity.WARNING, "TTL deletes those"),
    Case("ttl.read_of_expired", listing(filter=":now >= ttl", parameters=NOW),
         listing(filter="ttl < :end", parameters={"end": "1780302600"})),
    Case("ttl.read_of_expired", listing(filter="ttl BETWEEN :from AND :now", parameters={**NOW, "from": "1780302000"}),
         listing(filter="ttl < :now", parameters=NOW, extra={"purpose": "job"})),
    Case("ttl.read_of_expired", ended(**until("<=", "{now}")), ended(**until(">", "{now}"))),
    Case("ttl.read_of_expired", ended(**until("between", "{from}", "{now}")), ended(**until("<=", "{until}"))),
    Case("ttl.read_of_expired", ended(**until("<", "{now}")), ended(written="{ttl}#{id}", **until("<", "{now}"))),
)  # fmt: skip


def dated(name, entity_name="Order"):
    held = attribute(name, "N", "epoch_seconds")
    return session(held, name=entity_name, settings={"ttl_attribute": name})


MEANINGS = (
    Case("ttl.other_meaning", dated("createdAt"), dated("expiresAt"), Severity.WARNING, "every item is deleted"),
    Case("ttl.other_meaning", dated("updated_at"), dated("createdTtl")),
    Case("ttl.other_meaning", dated("lastLogin"), dated("lastDay")),
    Case("ttl.other_meaning", design(ttl_attribute="created"), design(ttl_attribute="expired"), Severity.WARNING),
    Case("ttl.other_meaning", dated("dueDate"), dated("endDate", "Session"), Severity.ADVICE, "ask for later"),
    Case("ttl.other_meaning", dated("check_out"), dated("purgeDate")),
    Case("ttl.other_meaning", dated("deadline"), dated("endOfLife")),
)

CASES = (*BAD, *CLAIMS, *READS, *LACKING, *ENDED, *MEANINGS)
