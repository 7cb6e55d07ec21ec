"""Keys: what they say, what they tell apart, what a query of them catches."""

from dataclasses import replace

from modeler.core.design.items import Entity, SizeFact
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, gsi, item, key, overload, pattern, with_own_ids
from tests.modeler.core.rules.cases.case import Case

ID = attribute("id", format="id")


def entity(name, *overloads, attributes=(), **more):
    """An entity with the attribute id, and a type attribute, so that nothing else is said of it."""
    own = (attribute("id", format="id"), attribute("kind", values={name: 1.0}, format="enum"))
    more = {"identity": ("id",), **more}
    return Entity(f"e-{name}", name, (*own, *attributes), tuple(overloads), **more)


def keys(pk, sk="", index=None, when=""):
    """An overload of the table's own key, or of GSI1."""
    if index is None:
        return overload(None, when, PK=pk, **({"SK": sk} if sk else {}))
    return overload(index, when, **{f"{index}PK": pk, f"{index}SK": sk})


def design(*entities, patterns=(), indexes=(), sort=True, **settings):
    table = Table("t", "app", key("PK"), key("SK") if sort else (), tuple(indexes), tuple(entities), settings=settings)
    return with_own_ids(Design("Case", tables=(table,), patterns=tuple(patterns)))


def renamed(made, **fields):
    """The design with fields of its one table replaced."""
    return replace(made, tables=(replace(made.tables[0], **fields),))


USER = entity("User", keys("USER#{id}", "PROFILE"))
BARE = entity("Order", keys("{id}", "ORDER"))
PREFIXED = entity("Order", keys("ORDER#{id}", "ORDER"))
GET_BARE = pattern("GetItem", key=conditions(PK="{id}", SK="ORDER"), entities=("Order",))
GET_BOTH = pattern("Query", "P2", key=conditions(PK="{id}"), entities=("Order", "User"))

PREFIXES = (
    Case("keys.no_type_prefix", design(USER, BARE, patterns=(GET_BARE,)), design(USER, PREFIXED), says="{id}"),
    Case("keys.no_type_prefix", design(USER, BARE, patterns=(GET_BARE, GET_BOTH)), design(BARE)),
)

FEED = entity("Post", keys("USER#{owner}", "{at}#{id}"), attributes=(attribute("owner", format="id"),
              attribute("at", format="iso")), identity=("at", "id"))  # fmt: skip
ALONE = replace(FEED, overloads=(keys("FEED#{owner}", "{at}#{id}"),))
READ_FEED = pattern("Query", key=conditions(PK="USER#{owner}", SK={"between": ["{from}", "{to}"]}), entities=("Post",))
LATER_FEED = pattern("Query", "P3", key=conditions(PK="USER#{owner}", SK={">": "{at}"}), entities=("Post",))
GSI_FEED = replace(FEED, overloads=(keys("POST#{id}", "A"), keys("ALL#{owner}", "{at}", "GSI1")))
GSI_USER = replace(USER, overloads=(*USER.overloads, keys("ALL#{id}", "USER", "GSI1")))
GSI_APART = replace(USER, overloads=(*USER.overloads, keys("USERS#{id}", "USER", "GSI1")))

# Of an index sorted by a fact of the items, nobody asks for a prefix.
BY_AGE = Index("i-age", "by-age", IndexKind.LSI, key("PK"), key("age"))
AGED = tuple(
    replace(one, attributes=(*one.attributes, attribute("age", format="date"), attribute("owner", format="id")),
            overloads=(keys("USER#{owner}", f"{one.name}#{{id}}"), overload("by-age", age="{age}")))
    for one in (USER, FEED)
)  # fmt: skip
DATED = tuple(replace(one, overloads=(one.overloads[0], overload("by-age", age="{owner}"))) for one in AGED)

SORT_PREFIXES = (
    Case("keys.sk_no_type_prefix", design(*DATED, indexes=(BY_AGE,)), design(*AGED, indexes=(BY_AGE,))),
    Case("keys.sk_no_type_prefix", design(USER, FEED, patterns=(READ_FEED,)), design(USER, ALONE), says="User"),
    Case("keys.sk_no_type_prefix", design(USER, FEED, patterns=(LATER_FEED,)), design(FEED)),
    Case(
        "keys.sk_no_type_prefix",
        design(GSI_USER, GSI_FEED, indexes=(gsi(),)),
        design(GSI_APART, GSI_FEED, indexes=(gsi(),)),
    ),
)

KEYLESS = tuple(replace(one, overloads=()) for one in (USER, PREFIXED))
NONE_YET = (
    Case("keys.none_yet", design(*KEYLESS), design(USER, KEYLESS[1]), Severity.ERROR, "User and Order"),
    Case("keys.none_yet", design(*KEYLESS, indexes=(gsi(),)), design(KEYLESS[0]), Severity.ERROR),
)

UNTYPED = replace(USER, attributes=(ID,))
TYPES = (
    Case("keys.no_type_attribute", design(UNTYPED, PREFIXED), design(USER, PREFIXED), Severity.ADVICE, "User"),
    Case("keys.no_type_attribute", design(UNTYPED, PREFIXED, stream="KEYS_ONLY"), design(UNTYPED), Severity.WARNING),
    Case(
        "keys.no_type_attribute",
        design(UNTYPED, PREFIXED),
        design(replace(UNTYPED, attributes=(ID, attribute("entityType"))), PREFIXED),
    ),
)

NAMED = tuple(replace(one, overloads=(overload(None, userId="A#{id}", SK="B"),)) for one in (USER, PREFIXED))
NAMES = (
    Case(
        "keys.entity_named_key",
        renamed(design(*NAMED), partition_key=key("userId")),
        renamed(design(NAMED[0]), partition_key=key("userId")),
        says="userId",
    ),
    Case("keys.entity_named_key", renamed(design(*NAMED), partition_key=key("userId")), design(USER, PREFIXED)),
)

TOKEN = entity("Token", keys("TOKEN#{id}"))
CHILD = entity("Line", keys("ORDER#{order}"), attributes=(attribute("order", format="id"),), identity=("order",))
LIST = pattern("Query", key=conditions(PK="TOKEN#{id}"), entities=("Token",), items_returned=9)
GET_TOKEN = pattern("GetItem", key=conditions(PK="TOKEN#{id}"), entities=("Token",))
LINES = replace(CHILD, identity=("id",), per_parent=SizeFact(3, 9))
GET_LINE = pattern("GetItem", "P2", key=conditions(PK="ORDER#{order}"), entities=("Line",))
NO_SORT = (
    Case("keys.no_sort_key", design(TOKEN, LINES, patterns=(GET_TOKEN,), sort=False), design(TOKEN, sort=False)),
    Case("keys.no_sort_key", design(LINES, patterns=(GET_LINE,), sort=False), design(USER, PREFIXED)),
    Case("keys.no_sort_key", design(TOKEN, CHILD, sort=False), design(TOKEN, sort=False), says="2 entities"),
    Case("keys.no_sort_key", design(replace(CHILD, per_parent=SizeFact(3, 9)), sort=False), design(USER, PREFIXED)),
    Case(
        "keys.no_sort_key",
        design(TOKEN, patterns=(LIST,), sort=False),
        design(TOKEN, patterns=(GET_TOKEN,), sort=False),
        says="lists 9 items",
    ),
)

LINE = entity("Line", keys("ORDER#{order}", "LINE#{id}"), attributes=(attribute("order", format="id"),))
EVENT = entity("Event", keys("ORDER#{order}", "EVENT#{id}"), attributes=(attribute("order", format="id"),))
ROOT = entity(
    "Order", keys("ORDER#{order}", "META"), attributes=(attribute("order", format="id"),), identity=("order",)
)
AMONG_ORDERS = replace(ROOT, overloads=(keys("SHOP#{shop}", "ORDER#{order}"),), attributes=(
    attribute("order", format="id"), attribute("shop", format="id")))  # fmt: skip
SHOP = entity("Shop", keys("SHOP#{id}", "META"))
WHOLE = pattern("Query", key=conditions(PK="ORDER#{order}"), entities=("Line", "Event"))
PART = pattern("Query", key=conditions(PK="ORDER#{order}", SK={"begins_with": "LINE#"}), entities=("Line",))
ROOTS = (
    Case("keys.no_root_item", design(LINE, EVENT, patterns=(WHOLE,)), design(LINE, EVENT, patterns=(PART,))),
    Case("keys.no_root_item", design(LINE, EVENT, patterns=(WHOLE,)), design(ROOT, LINE, EVENT, patterns=(WHOLE,))),
    Case("keys.no_root_item", design(SHOP, LINE, EVENT, patterns=(WHOLE,)),
         design(AMONG_ORDERS, LINE, EVENT, patterns=(WHOLE,))),
)  # fmt: skip

CLASH = entity("Bill", keys("USER#{id}", "PROFILE"))
DAILY = entity("Visit", keys("USER#{user}", "VISIT#{day}"), attributes=(attribute("user", format="id"),
               attribute("day", format="date")))  # fmt: skip
DAILY_GET = pattern("GetItem", key=conditions(PK="USER#{user}", SK="VISIT#{day}"), entities=("Visit",))
DAILY_LIST = pattern("Query", "P2", key=conditions(PK="USER#{user}", SK={"begins_with": "VISIT#"}), entities=("Visit",))
OF_PARENT = (attribute("userId", format="ulid"), attribute("at", format="iso"))
EVENT = entity("Event", keys("EV#{userId}", "EVENT#{at}"), identity=("eventId",),
               attributes=(*OF_PARENT, attribute("eventId", format="ulid")))  # fmt: skip
OWN_ID = entity("Event", keys("EV#{eventUid}", "EVENT#{at}"), identity=("at", "userId"),
                attributes=(attribute("eventUid", format="ulid"), *OF_PARENT))  # fmt: skip
CUT = replace(DAILY, overloads=(keys("USER#{user}", "VISIT#{id:first(4)}"),))
UNIQUE = (
    Case("keys.collision", design(USER, CLASH), design(USER, PREFIXED), Severity.ERROR, "both have the key USER#a"),
    Case(
        "keys.not_unique",
        design(DAILY, patterns=(DAILY_GET, DAILY_LIST)),
        design(replace(DAILY, overloads=(keys("USER#{user}", "VISIT#{day}#{id}"),))),
        Severity.ERROR,
        "both have USER#a / VISIT#",
    ),
    Case("keys.not_unique", design(EVENT), design(OWN_ID), Severity.ERROR, "eventId is not in the key"),
    Case("keys.not_unique", design(CUT), design(replace(CUT, identity=("user",)), USER), says="id is not in the key"),
)

MAIL = attribute("email", format="email")
LINK = attribute("pageUrl", format="text")
NOTE = attribute("note", format="text")
PART_OF = attribute("part", format="id")
TITLED = entity("Page", keys("PAGE#{note}#{id}", "A"), attributes=(NOTE,))
READ_TITLED = pattern("GetItem", key=conditions(PK="PAGE#{note}#{id}", SK="A"), entities=("Page",))
DELIMITERS = (
    Case(
        "keys.delimiter_in_value",
        design(TITLED, patterns=(READ_TITLED,)),
        design(replace(TITLED, overloads=(keys("PAGE#{id}#{note}", "A"),))),
        says="can contain '#'",
    ),
    Case(
        "keys.delimiter_in_value",
        design(
            replace(TITLED, overloads=(keys("PAGE#{id}{kind}", "A"),), attributes=(ID, attribute("kind", format="id")))
        ),
        design(replace(TITLED, attributes=(ID, attribute("note"))), USER),
        says="no recognizable end",
    ),
)

BY_MAIL = entity("User", keys("MAIL#{email}", "A"), attributes=(MAIL,), identity=("email",))
READ_MAIL = pattern("GetItem", key=conditions(PK="MAIL#{address}", SK="A"), entities=("User",))
CASES_OF_LETTERS = (
    Case(
        "keys.case_not_normalised",
        design(BY_MAIL, patterns=(READ_MAIL,)),
        design(replace(BY_MAIL, overloads=(keys("MAIL#{email:lower}", "A"),))),
        Severity.ADVICE,
        "email",
    ),
    Case(
        "keys.case_not_normalised",
        design(entity("User", keys("USER#{handle}", "A"), attributes=(attribute("handle", format="id"),))),
        design(entity("User", keys("USER#{handle}", "A"), attributes=(attribute("handle", format="slug"),)), PREFIXED),
    ),
    Case(
        "keys.case_not_normalised",
        design(entity("Page", keys("PAGE#{title}", "A"), attributes=(attribute("title", format="text"),))),
        design(entity("Page", keys("PAGE#{pageUrl}", "A"), attributes=(LINK,))),
    ),
)

COUNTED = entity("Ticket", keys("TICKET#{number}", "A"), attributes=(attribute("number", format="sequence"),))
COUNTED_IN_SORT = replace(COUNTED, overloads=(keys("TICKET#{id}", "N#{number:pad(9)}"),))
SEQUENCES = (
    Case("keys.sequential_id", design(COUNTED), design(COUNTED_IN_SORT), Severity.ADVICE, "comes from a counter"),
    Case(
        "keys.sequential_id",
        design(replace(COUNTED, attributes=(attribute("number", "N", source="counter"),))),
        design(replace(COUNTED, attributes=(attribute("number", format="ulid"),))),
    ),
)


def click(source, form="iso", user="id", **more):
    made = entity("Click", keys("USER#{user}", "CLICK#{at}"), identity=("at",),
                  attributes=(attribute("user", format=user), attribute("at", format=form, source=source)))  # fmt: skip
    put = pattern("PutItem", entities=("Click",), extra=more)
    return design(made, patterns=(put,))


RETRIES = (
    Case("keys.clock_in_key", click("clock", delivery="at_least_once"), click("payload", delivery="at_least_once")),
    Case("keys.clock_in_key", click("", "uuid4", delivery="at_least_once"), click("clock", delivery="once")),
    Case("keys.clock_in_key", click("", "shard(9)", delivery="at_least_once"), click("clock")),
    # The id of another thing was made long before.
    Case("keys.clock_in_key", click("", "ulid", delivery="at_least_once"),
         click("payload", user="ulid", delivery="at_least_once")),
)  # fmt: skip


def caught(condition, *others, parameters=None, **more):
    """A query of orders that have a day in their key, beside other entities of the same partition."""
    order = entity("Order", keys("USER#{user}", "ORDER#{day}#{id}"), identity=("day", "id"), attributes=(
                   attribute("user", format="id"), attribute("day", format="date")))  # fmt: skip
    made = {"PK": "USER#{user}"} | ({"SK": condition} if condition else {})
    query = pattern("Query", key=conditions(**made), entities=("Order",), parameters=parameters or {}, **more)
    return design(order, *others, patterns=(query,))


def other(sk, *attributes, name="Other"):
    return entity(name, keys("USER#{id}", sk), attributes=attributes)


ALL_ORDERS = {"between": ["ORDER#", "ORDER#~"]}
DAYS = {"between": ["ORDER#{from}", "ORDER#{to}"]}
ITEM = other("ORDER#{day}#ITEM#{id}", attribute("day", format="date"))
CATCHES = (
    Case("query.prefix_catches_entity", caught(DAYS, ITEM), caught(DAYS, other("PROFILE")), Severity.ERROR, "ORDER#2"),
    Case("query.prefix_catches_entity", caught({">=": "ORDER#{day}"}, other("PROFILE")),
         caught({"<=": "ORDER#{day}"}, other("PROFILE"))),
    Case("query.prefix_catches_entity", caught({"<": "ORDER#{day}"}, other("META")),
         caught({">": "ORDER#{day}"}, other("META"))),
    Case("query.prefix_catches_entity", caught(ALL_ORDERS, other("ORDERLINE#{id}", name="Line"), ITEM),
         caught(ALL_ORDERS, other("ORDERLINE#{id}"))),
    Case("query.prefix_catches_entity", caught(None, other("PROFILE")),
         caught({"begins_with": "ORDER#"}, other("PROFILE"))),
    Case("query.prefix_catches_entity", caught({"begins_with": "O"}, other("OLD#{id}"), other("ORDER", name="Odd")),
         caught({"between": ["{a}", "{b}"]}, other("PROFILE"), parameters={"a": "ORDER#1", "b": "ORDER#2"})),
    Case("query.prefix_catches_entity", caught(DAYS, ITEM, filter="id = :id"), caught({"<": "{x}"}, other("META")),
         Severity.WARNING),
)  # fmt: skip

PHONED = entity("User", keys("USER#{id}", "A"), keys("PHONE#{phone}", "USER", "GSI1"),
                attributes=(attribute("phone", format="phone", optional=0.4),))  # fmt: skip
DECLARED = replace(
    PHONED, overloads=(PHONED.overloads[0], keys("PHONE#{phone}", "USER", "GSI1", "attribute_exists(phone)"))
)
REQUIRED = replace(PHONED, attributes=(ID, attribute("phone", format="phone")))
LACKING = replace(REQUIRED, items=(item("u1", id="a", phone="+49 1"), item("u2", id="b")))
BY_OPENED = Index("i-open", "openAlarms", IndexKind.GSI, key("openedOn"))
ALARM = entity("Alarm", keys("ALARM#{id}", "A"), overload("openAlarms", openedOn="{openedOn}"),
               attributes=(attribute("openedOn", format="date"),),
               items=(item("a1", id="a", openedOn="2026-01-01"), item("a2", id="b")))  # fmt: skip
SPARSE = (
    Case(
        "index.unintended_sparse",
        design(PHONED, indexes=(gsi(),)),
        design(DECLARED, indexes=(gsi(),)),
        says="40% of items",
    ),
    Case(
        "index.unintended_sparse",
        design(LACKING, indexes=(gsi(),)),
        design(REQUIRED, indexes=(gsi(),)),
        says="1 of 2 samples",
    ),
    Case(
        "index.unintended_sparse",
        design(ALARM, indexes=(BY_OPENED,)),
        design(replace(ALARM, items=()), indexes=(BY_OPENED,)),
        Severity.ADVICE,
        "1 of 2 samples",
    ),
)

AS_NUMBER = replace(USER, attributes=(*USER.attributes, attribute("size", "N")))
AS_TEXT = replace(PREFIXED, attributes=(*PREFIXED.attributes, attribute("size")))
MIXED = replace(AS_NUMBER, items=(item("a", id="a", size=1), item("b", id="b", size="big")))
TWO_TYPES = (
    Case(
        "item.attribute_two_types",
        design(AS_NUMBER, AS_TEXT),
        design(AS_NUMBER, replace(AS_TEXT, attributes=AS_NUMBER.attributes)),
        says="N in User",
    ),
    Case("item.attribute_two_types", design(MIXED), design(replace(MIXED, items=MIXED.items[:1]))),
)


def twice(other, when="", first="A#{id}", first_when=""):
    """Two indexes with one key attribute, and what an entity writes into it for each."""
    indexes = tuple(gsi(name, key("sharedPK"), key("sharedSK")) for name in ("GSI1", "GSI2"))
    written = (
        overload("GSI1", first_when, sharedPK=first, sharedSK="{id}"),
        overload("GSI2", when, sharedPK=other, sharedSK="{id}"),
    )
    return design(entity("User", keys("USER#{id}", "PROFILE"), *written), indexes=indexes)


SHARED = (
    Case(
        "keys.two_values",
        twice("B#{id}"),
        twice("A#{id}"),
        says="User writes A#{id} into sharedPK for GSI1, and B#{id} for GSI2",
    ),
    Case(
        "keys.two_values",
        twice("B#{id}", "kind = 'x'", first_when="id = 'a'"),
        twice("B#{id}", "kind = 'x'", first_when="kind = 'y'"),
    ),
)


CASES = (
    *NONE_YET,
    *PREFIXES,
    *SORT_PREFIXES,
    *TYPES,
    *NAMES,
    *NO_SORT,
    *ROOTS,
    *UNIQUE,
    *DELIMITERS,
    *CASES_OF_LETTERS,
    *SEQUENCES,
    *RETRIES,
    *CATCHES,
    *SPARSE,
    *TWO_TYPES,
    *SHARED,
)
