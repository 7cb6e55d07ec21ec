"""Cases of settings: throughput, quotas, Regions, vector indexes, GSI keys that an engine refuses."""

from dataclasses import replace

from modeler.core.design.patterns import Rate
from modeler.core.design.tables import Capacity
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import (
    DESIGN,
    ORDER_KEY,
    TABLE,
    gsi,
    key,
    lsi,
    pattern,
    with_index,
    with_own_ids,
    with_pattern,
    with_settings,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case

ERROR, WARNING = Severity.ERROR, Severity.WARNING
PROVISIONED = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}}
UNITS = Capacity(5, 5)


def provisioned(settings=PROVISIONED, units=UNITS):
    """The design with provisioned units, on its indexes too."""
    return with_table(settings=settings, indexes=tuple(replace(one, capacity=units) for one in TABLE.indexes))


def first_index(**fields):
    """The design with fields of GSI1 replaced."""
    return with_table(indexes=(replace(TABLE.indexes[0], **fields), *TABLE.indexes[1:]))


def with_vectors(*listed, **settings):
    return with_settings(vector_indexes=list(listed), **settings)


def vector(name="by-meaning", **fields):
    return {"name": name, "attribute": "embedding", "dimensions": 1024, **fields}


STRONG = {"multi_region_consistency": "STRONG", "replicas": ["us-east-2", "us-west-2"]}


def strong(**settings):
    return with_settings(**{**STRONG, **settings})


def also(design, *patterns, **fields):
    """A design with more patterns, and fields of its table replaced."""
    tables = tuple(replace(table, **fields) for table in design.tables)
    return replace(design, tables=tables, patterns=(*design.patterns, *patterns))


def transacting(operation):
    step = pattern("GetItem" if "Get" in operation else "UpdateItem", "S", key=ORDER_KEY, set={"note": "x"})
    return pattern(operation, steps=(step,), extra={"invariant": "both or none"})


def on_engines(design, *names):
    return replace(design, settings={"engines": list(names)})


TWO = with_index(gsi("GSI3", (*key("customerId"), *key("status")), key("orderDate")))
CASES: tuple[Case, ...] = tuple(
    replace(case, trigger=with_own_ids(case.trigger), near=with_own_ids(case.near))
    for case in (
        Case(
            "settings.throughput_shape",
            provisioned({"billing": "PROVISIONED"}),
            provisioned(),
            ERROR,
            "no read and write",
        ),
        Case(
            "settings.throughput_shape",
            provisioned(units=Capacity(5)),
            provisioned(),
            ERROR,
            "GSI1 and GSI2 have no write units",
        ),
        Case(
            "settings.throughput_shape",
            provisioned({**PROVISIONED, "provisioned": {"read": 0, "write": 5}}),
            provisioned({**PROVISIONED, "provisioned": {"read": 1, "write": 5}}),
        ),
        Case("settings.throughput_shape", first_index(capacity=UNITS), first_index(capacity=Capacity())),
        Case(
            "settings.throughput_shape",
            first_index(capacity=Capacity(settings={"on_demand_maximum": {"read": 0}})),
            first_index(capacity=Capacity(settings={"on_demand_maximum": {"read": 1}})),
            ERROR,
            "GSI1 has a maximum of less than 1 read unit",
        ),
        Case(
            "settings.throughput_shape",
            with_settings(warm_throughput={"read": 11_999, "write": 4_000}),
            with_settings(warm_throughput={"read": 12_000, "write": 4_000}),
            ERROR,
            "lower than the 12,000",
        ),
        Case(
            "settings.throughput_shape",
            provisioned({**PROVISIONED, "warm_throughput": {"read": 4, "write": 5}}),
            provisioned({**PROVISIONED, "warm_throughput": {"read": 5, "write": 5}}),
        ),
        Case(
            "settings.quota",
            with_pattern(pattern("GetItem", key=ORDER_KEY, per_second=Rate(9, 80_001))),
            with_pattern(pattern("GetItem", key=ORDER_KEY, per_second=Rate(9, 79_000))),
            WARNING,
            "Patterns need 40,002 read units/s from app-main",
        ),
        Case(
            "settings.quota",
            provisioned({**PROVISIONED, "provisioned": {"read": 40_000, "write": 5}}, Capacity(20_001, 5)),
            provisioned({**PROVISIONED, "provisioned": {"read": 40_000, "write": 5}}, Capacity(20_000, 5)),
            WARNING,
            "80,002 provisioned read units",
        ),
        Case("settings.feature_limits", strong(ttl_attribute="ttl"), strong(), ERROR, "has TTL"),
        Case(
            "settings.feature_limits",
            strong(ttl_attribute="ttl"),
            with_settings(replicas=["eu-west-1"], ttl_attribute="ttl"),
        ),
        Case(
            "settings.feature_limits",
            also(strong(), indexes=(*TABLE.indexes, lsi(reserve=True))),
            strong(),
            ERROR,
            "LSI",
        ),
        Case("settings.feature_limits", also(strong(), transacting("TransactWriteItems")), strong(), ERROR, "P1"),
        Case(
            "settings.feature_limits",
            also(strong(), transacting("TransactGetItems")),
            also(strong(), transacting("BatchGetItem")),
        ),
        Case(
            "settings.feature_limits",
            strong(replicas=["us-east-2", "eu-west-1"]),
            strong(),
            ERROR,
            "do not belong to one Region set",
        ),
        Case(
            "settings.feature_limits",
            strong(replicas=["us-east-2"]),
            strong(replicas=["us-east-2"], witness="us-west-2"),
            ERROR,
            "2 Regions",
        ),
        Case("settings.feature_limits", with_settings(recovery_days=0), with_settings(recovery_days=1)),
        Case(
            "settings.feature_limits",
            with_vectors(*(vector(f"v{n}") for n in range(6))),
            with_vectors(*(vector(f"v{n}") for n in range(5))),
            ERROR,
            "6 vector indexes",
        ),
        Case("settings.feature_limits", with_vectors(vector(dimensions=4097)), with_vectors(vector(dimensions=4096))),
        Case("settings.feature_limits", with_vectors(vector(dimensions=0)), with_vectors(vector(dimensions=1))),
        Case(
            "settings.feature_limits",
            with_vectors(vector(filters=[f"f{n}" for n in range(19)], hash=["a", "b"])),
            with_vectors(vector(filters=[f"f{n}" for n in range(18)], hash=["a"])),
        ),
        Case(
            "settings.feature_limits",
            also(provisioned({**PROVISIONED, "vector_indexes": [vector()]})),
            with_vectors(vector()),
        ),
        Case(
            "settings.feature_limits",
            also(with_vectors(vector()), pattern("Query", index="by-meaning")),
            also(with_vectors(vector()), pattern("Query", "P2", index="GSI1", key=DESIGN.patterns[1].key)),
            ERROR,
            "P1 reads the vector index by-meaning with Query",
        ),
        Case("index.multi_attribute_shape", on_engines(TWO, "dynamodb-local"), TWO, WARNING, "dynamodb-local rejects"),
        Case("index.multi_attribute_shape", on_engines(TWO, "localstack"), on_engines(TWO, "ministack"), WARNING),
        Case("index.multi_attribute_shape", on_engines(TWO, "localstack"), on_engines(DESIGN, "localstack"), WARNING),
        Case(
            "index.gsi_count",
            also(with_index(*(gsi(f"G{n:03}") for n in range(19))), settings={"gsi_quota": 25}),
            with_index(*(gsi(f"G{n:03}") for n in range(18))),
            WARNING,
            "21 GSIs; the quota is 25",
        ),
    )
)
