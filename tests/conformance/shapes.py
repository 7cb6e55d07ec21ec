"""Small designs of every kind of key and index, and strategies for items and access patterns over them."""

from dataclasses import replace

from hypothesis import strategies as st

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from modeler.core.values.json_values import to_dynamodb_json

TEXTS = ["a", "A", "ab", "b", "a#", "é", "z", "￮", "😀", "~"]
NUMBERS = ["-20", "-2", "0", "1", "1.5", "10", "100", "9007199254740993"]
BINARIES = [b"\x00", b"\x7f", b"\x80", b"\xff\x01", b"a"]
KEYS = {
    "S": st.sampled_from(TEXTS).map(string),
    "N": st.sampled_from(NUMBERS).map(number),
    "B": st.sampled_from(BINARIES).map(lambda data: AttributeValue(AttributeType.B, data)),
}
PARTITIONS = {"S": st.sampled_from(["p", "q"]).map(string), "N": st.sampled_from(["1", "2"]).map(number)}
VALUES = st.one_of(
    KEYS["S"],
    KEYS["N"],
    KEYS["B"],
    st.booleans().map(lambda flag: AttributeValue(AttributeType.BOOL, flag)),
    st.just(AttributeValue(AttributeType.NULL, True)),
    st.sets(st.sampled_from(TEXTS), min_size=1, max_size=3).map(
        lambda members: AttributeValue(AttributeType.SS, tuple(sorted(members)))
    ),
    st.lists(KEYS["N"], max_size=3).map(lambda members: AttributeValue(AttributeType.L, tuple(members))),
    KEYS["S"].map(lambda one: AttributeValue(AttributeType.M, (("in", one),))),
)
FILLERS = st.sampled_from([0, 10, 900, 1100, 3900, 4200, 9000]).map(lambda length: string("x" * length))


def keys(*pairs: str) -> tuple[KeyAttribute, ...]:
    """Key elements: `name:type`."""
    return tuple(KeyAttribute(name, AttributeType(type_)) for name, type_ in (pair.split(":") for pair in pairs))


def index(name, kind, partition, sort, projection="ALL", include=()):
    projected = Projection(ProjectionType(projection), tuple(include))
    return Index(name, name, IndexKind(kind), keys(*partition), keys(*sort), projected)


TABLES = (
    Table(
        "texts",
        "texts",
        keys("PK:S"),
        keys("SK:S"),
        indexes=(
            index("GSI1", "GSI", ["G1:S"], ["S1:N"]),
            index("LSI1", "LSI", ["PK:S"], ["L1:S"], "KEYS_ONLY"),
        ),
    ),
    Table(
        "numbers",
        "numbers",
        keys("PK:N"),
        keys("SK:N"),
        indexes=(
            index("GSI1", "GSI", ["G1:S"], ["L1:S"], "INCLUDE", ["a"]),
            index("GSI2", "GSI", ["S1:N"], [], "KEYS_ONLY"),
        ),
    ),
    Table("binaries", "binaries", keys("PK:S"), keys("SK:B"), indexes=(index("GSI1", "GSI", ["SK:B"], ["PK:S"]),)),
    Table("alone", "alone", keys("PK:S"), (), indexes=()),
)
SEVERAL = Table(
    "several",
    "several",
    keys("PK:S"),
    keys("SK:S"),
    indexes=(index("GSI1", "GSI", ["G1:S", "G2:S"], ["S1:N", "L1:S"], "KEYS_ONLY"),),
)
INDEX_KEYS = {"G1": PARTITIONS["S"], "G2": PARTITIONS["S"], "S1": KEYS["N"], "L1": KEYS["S"]}


@st.composite
def items(draw, table):
    """Up to ten items of a table, of which some have what its indexes want."""
    found = {}
    for number_of in range(draw(st.integers(0, 10))):
        values = {key.name: draw(PARTITIONS[key.type]) for key in table.partition_key}
        values |= {key.name: draw(KEYS[key.type]) for key in table.sort_key}
        for name, strategy in INDEX_KEYS.items():
            if draw(st.booleans()):
                values[name] = draw(strategy)
        if draw(st.booleans()):
            values["a"] = draw(VALUES)
        if draw(st.booleans()):
            values["n"] = draw(KEYS["N"])
        values["filler"] = draw(FILLERS)
        found[tuple(values[key.name] for key in table.base.keys)] = SampleItem(f"i{number_of}", values)
    return tuple(found.values())


@st.composite
def key_conditions(draw, place, *, whole=False):
    """Key conditions of a Query, or a whole key; with the parameters that they speak of."""
    found, parameters = [], {}

    def add(key, operator, strategies):
        names = [f"p{len(parameters) + place_of}" for place_of in range(len(strategies))]
        parameters.update({name: to_dynamodb_json(draw(one)) for name, one in zip(names, strategies, strict=True)})
        found.append(KeyCondition(key.name, operator, tuple(f"{{{name}}}" for name in names)))

    for key in place.partition_key:
        add(key, "=", [PARTITIONS.get(key.type, KEYS[key.type])])
    for key in place.sort_key:
        operator = "=" if whole else draw(st.sampled_from(["", "=", "<", "<=", ">", ">=", "between", "begins_with"]))
        if not operator:
            break
        add(key, operator, [KEYS[key.type]] * (2 if operator == "between" else 1))
        if operator != "=":
            break
    return tuple(found), parameters


FILTERS = (
    "",
    "attribute_exists(a)",
    "attribute_not_exists(n) OR n > :low",
    "NOT a = :a",
    "size(filler) >= 10",
    "contains(a, :text) AND n BETWEEN :low AND :high",
    "a IN (:a, :text)",
    "attribute_type(a, 'S') OR begins_with(filler, 'xx')",
    "n <> :low",
)
KEYED = (Operation.GET, Operation.BATCH_GET, Operation.TRANSACT_GET)
PARAMETERS = {"low": {"N": "0"}, "high": {"N": "10"}, "text": {"S": "a"}, "a": {"S": "ab"}}


@st.composite
def reads(draw, table):
    """A read of any kind."""
    operation = draw(st.sampled_from([Operation.QUERY] * 4 + [Operation.SCAN, *KEYED]))
    place = draw(st.sampled_from(table.all_indexes))
    if operation in KEYED:
        place = table.base
    projection = draw(st.sampled_from([(), ("a",), ("n", "filler"), ("PK",), ("a[0]", "n"), ("*",)]))
    pattern = AccessPattern(
        "read",
        "R",
        "a read",
        operation,
        table=table.name,
        index=None if place.is_base else place.name,
        projection=projection,
        consistent=draw(st.booleans()),
    )
    if operation is not Operation.SCAN:
        key, parameters = draw(key_conditions(place, whole=operation is not Operation.QUERY))
        pattern = replace(pattern, key=key, parameters=parameters)
    if operation in (Operation.QUERY, Operation.SCAN):
        filtered = {"filter": draw(st.sampled_from(FILTERS)), "parameters": {**pattern.parameters, **PARAMETERS}}
        limit = draw(st.sampled_from([None, None, 1, 2, 5]))
        pattern = replace(
            pattern, **filtered, limit=limit, descending=operation is Operation.QUERY and draw(st.booleans())
        )
    return pattern


CONDITIONS = ("", "attribute_exists(PK)", "attribute_not_exists(PK)", "n > :low", "a = :a OR size(filler) < 11")
UPDATES = (
    "SET a = :a",
    "SET n = if_not_exists(n, :low) + :high, filler = :text",
    "REMOVE a, filler",
    "ADD n :high",
    "SET G1 = :text REMOVE S1",
    "REMOVE L1 SET a = :a ADD n :high",
    "SET G1 = :p",
    "",
)


@st.composite
def writes(draw, table):
    """A write of one item, of any kind, with its own expressions."""
    operation = draw(st.sampled_from([Operation.PUT, Operation.UPDATE, Operation.UPDATE, Operation.DELETE]))
    key, parameters = draw(key_conditions(table.base, whole=True))
    condition = draw(st.sampled_from(CONDITIONS))
    pattern = AccessPattern(
        "write",
        "W",
        "a write",
        operation,
        table=table.name,
        key=key,
        if_=condition,
        parameters={**PARAMETERS, "p": {"S": "p"}, **parameters},
    )
    if operation is Operation.UPDATE:
        return replace(pattern, update=draw(st.sampled_from(UPDATES)))
    if operation is Operation.PUT:
        stored = {name: to_dynamodb_json(draw(one)) for name, one in INDEX_KEYS.items() if draw(st.booleans())}
        parameters = {**parameters, **PARAMETERS, **stored, "filler": to_dynamodb_json(draw(FILLERS))}
        return replace(pattern, parameters=parameters)
    return pattern


@st.composite
def transactions(draw, table):
    """Up to three writes together; two of one item are refused."""
    steps = tuple(replace(draw(writes(table)), id=f"s{place}") for place in range(draw(st.integers(1, 3))))
    return AccessPattern("txn", "T", "a transaction", Operation.TRANSACT_WRITE, table=table.name, steps=steps)


@st.composite
def sequences(draw, table):
    """Reads and writes one after the other, each on what the one before left."""
    members = draw(st.lists(st.one_of(writes(table), reads(table)), min_size=2, max_size=4))
    steps = tuple(replace(step, id=f"s{place}") for place, step in enumerate(members))
    return AccessPattern("steps", "Q", "a sequence", Operation.STEPS, table=table.name, steps=steps)


def design_with(table, sample_items):
    """A design of one table whose items belong to no entity."""
    return Design("Conformance", tables=(replace(table, unassigned=tuple(sample_items)),))


TASK = Entity(
    "task",
    "Task",
    attributes=(
        Attribute("id", "id", AttributeType.S, "id"),
        Attribute("status", "status", AttributeType.S, "enum"),
        Attribute("rank", "rank", AttributeType.N),
        Attribute("note", "note", AttributeType.S),
    ),
    overloads=(
        Overload("base", None, {"PK": "TASK#{id}", "SK": "META"}),
        Overload("status", "GSI1", {"GSI1PK": "STATUS#{status}", "GSI1SK": "{rank:pad(4)}#{id}"}),
        Overload("open", "GSI2", {"GSI2PK": "OPEN", "GSI2SK": "{rank:pad(4)}"}, "status = 'OPEN' AND rank < 50"),
    ),
    identity=("id",),
)
TASKS = Table(
    "tasks",
    "tasks",
    keys("PK:S"),
    keys("SK:S"),
    indexes=(
        index("GSI1", "GSI", ["GSI1PK:S"], ["GSI1SK:S"], "INCLUDE", ["status"]),
        index("GSI2", "GSI", ["GSI2PK:S"], ["GSI2SK:S"], "KEYS_ONLY"),
    ),
    entities=(TASK,),
)
STATUSES = st.sampled_from(["OPEN", "DONE"]).map(string)
RANKS = st.sampled_from(["0", "7", "49", "50", "1200"]).map(number)


@st.composite
def tasks(draw):
    """Up to four tasks, some without a rank."""
    made = []
    for place in range(draw(st.integers(1, 4))):
        values = {"id": string(f"t{place}"), "status": draw(STATUSES)}
        if draw(st.booleans()):
            values["rank"] = draw(RANKS)
        made.append(SampleItem(f"t{place}", values))
    return tuple(made)


@st.composite
def intents(draw):
    """An update of a task by intent: what is set, removed and added, and a condition."""
    changes = {
        "set": draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "status": st.sampled_from(["OPEN", "DONE"]),
                    "rank": st.sampled_from(["3", "60"]),
                    "note": st.just("hello"),
                },
            )
        ),
        "if_": draw(st.sampled_from(["", "status = 'OPEN'", "attribute_exists(PK)", "rank >= :least"])),
    }
    if "rank" not in changes["set"]:
        extra = draw(st.sampled_from([{}, {"remove": ("rank",)}, {"add": {"rank": "1"}}]))
        changes.update(extra)
    return AccessPattern(
        "intent",
        "I",
        "an intent",
        Operation.UPDATE,
        table="tasks",
        entities=("Task",),
        key=(KeyCondition("PK", "=", ("TASK#{id}",)), KeyCondition("SK", "=", ("META",))),
        parameters={"id": draw(st.sampled_from(["t0", "t1", "t9"])), "least": {"N": "7"}},
        **changes,
    )


def with_tasks(made):
    """The design of tasks, holding these."""
    entity = replace(TASK, items=made)
    return Design("Tasks", tables=(replace(TASKS, entities=(entity,)),))
