"""Strategy: designs of tables alone, with whatever settings infrastructure formats carry, and how two are compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.documents.tables_json import table_document
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS

UNITS = st.integers(1, 40_000)
NAMES = st.one_of(st.from_regex(r"[A-Za-z0-9_.-]{3,20}", fullmatch=True), st.sampled_from(EVIL_TEXTS))
ATTRIBUTES = st.sampled_from(
    ["PK", "SK", "GSI1PK", "GSI1SK", "status", "total", "when", "null", "on", "1", "ünï", "a b"]
)
TYPES = {"total": "N", "when": "B", "1": "N"}


def keys(names: list[str]) -> list[dict[str, str]]:
    return [{"name": name, "type": TYPES.get(name, "S")} for name in names]


def units() -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({"read": UNITS, "write": UNITS})


@st.composite
def scalings(draw: st.DrawFn) -> dict[str, Any]:
    sides = draw(st.lists(st.sampled_from(["read", "write"]), min_size=1, unique=True))
    made: dict[str, Any] = {}
    for side in ("read", "write"):
        if side in sides:
            least = draw(UNITS)
            cooldowns = {"scale_in_cooldown": st.integers(0, 900), "scale_out_cooldown": st.integers(0, 900)}
            made[side] = {"min": least, "max": least + draw(UNITS), "target": draw(st.sampled_from([20, 62.5, 70, 90]))}
            made[side] |= draw(st.fixed_dictionaries({}, optional=cooldowns))
    return made


@st.composite
def indexes(draw: st.DrawFn, name: str, kind: str, provisioned: bool, most: int) -> dict[str, Any]:
    names = draw(st.lists(ATTRIBUTES, min_size=2, max_size=2 * most, unique=True))
    cut = draw(st.integers(1, len(names) - 1)) if most > 1 else 1
    partition, sort = names[:cut][:4], names[cut:][:4]
    if draw(st.booleans()) and kind == "GSI":
        sort = []
    projection = draw(st.sampled_from([
        {"type": "ALL"}, {"type": "KEYS_ONLY"}, {"type": "INCLUDE", "attributes": ["x", "y z"]},
    ]))  # fmt: skip
    made: dict[str, Any] = {"name": name, "kind": kind, "partition_key": keys(partition), "sort_key": keys(sort)}
    made["projection"] = projection
    if kind == "GSI" and provisioned:
        made["provisioned"] = draw(units())
        made |= draw(st.fixed_dictionaries({}, optional={"auto_scaling": scalings()}))
    if kind == "GSI" and not provisioned:
        made |= draw(st.fixed_dictionaries({}, optional={"on_demand_maximum": units()}))
    if kind == "GSI":
        made |= draw(st.fixed_dictionaries({}, optional={"warm_throughput": units()}))
    return made


def settings(provisioned: bool) -> st.SearchStrategy[dict[str, Any]]:
    needed: dict[str, Any] = {"billing": st.just("PROVISIONED" if provisioned else "PAY_PER_REQUEST")}
    optional: dict[str, Any] = {
        "ttl_attribute": NAMES,
        "stream": st.sampled_from(["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"]),
        "table_class": st.sampled_from(["STANDARD", "STANDARD_INFREQUENT_ACCESS"]),
        "deletion_protection": st.booleans(),
        "contributor_insights": st.just(True),
        "point_in_time_recovery": st.just(True),
        "encryption": st.sampled_from([
            {"type": "AWS_OWNED"}, {"type": "AWS_MANAGED"},
            {"type": "CUSTOMER", "key": "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"},
        ]),
        "tags": st.dictionaries(NAMES, NAMES, min_size=1, max_size=3),
        "resource_policy": st.fixed_dictionaries({"Version": st.just("2012-10-17"), "Id": NAMES}),
        "warm_throughput": units(),
    }  # fmt: skip
    if provisioned:
        needed["provisioned"] = units()
        optional["auto_scaling"] = scalings()
    else:
        optional["on_demand_maximum"] = units()
    return st.fixed_dictionaries(needed, optional=optional)


@st.composite
def infrastructure_designs(draw: st.DrawFn, *, several: bool = True, warm: bool = True) -> Design:
    """Tables with keys, indexes and settings; `several`: keys of several attributes, `warm`: warm throughput too."""
    tables = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        provisioned = draw(st.booleans())
        partition, sort = draw(st.lists(ATTRIBUTES, min_size=2, max_size=2, unique=True))
        globals_ = draw(st.lists(NAMES, max_size=2, unique=True))
        made = [draw(indexes(one, "GSI", provisioned, 4 if several else 1)) for one in globals_]
        for one in draw(st.lists(NAMES.filter(lambda one: one not in globals_), max_size=1)):  # noqa: B023 # used at once
            local = draw(indexes(one, "LSI", provisioned, 1))
            other = [key for key in local["sort_key"] if key["name"] != partition] or keys([sort])
            made.append({**local, "partition_key": keys([partition]), "sort_key": other})
        table: dict[str, Any] = {"name": name, "partition_key": keys([partition]), "sort_key": keys([sort])}
        table["indexes"] = made
        table["settings"] = draw(settings(provisioned))
        tables.append(table if warm else cold(table))
    return from_document({"keysheet": 1, "name": "Generated", "region": "eu-west-1", "tables": tables})


def cold(table: dict[str, Any]) -> dict[str, Any]:
    """The table without warm throughput."""

    def without(raw: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in raw.items() if name != "warm_throughput"}

    return {**table, "settings": without(table["settings"]), "indexes": [without(one) for one in table["indexes"]]}


def said(design: Design) -> list[dict[str, Any]]:
    """Everything that a design says of tables, indexes and settings, without ids."""
    found = []
    for table in design.tables:
        raw = table_document(replace(table, entities=(), unassigned=(), description=""))
        listed = [{k: v for k, v in one.items() if k not in ("id", "description")} for one in raw.get("indexes", ())]
        # Formats list global indexes first.
        listed.sort(key=lambda one: one["kind"])
        found.append({**raw, "id": "", "indexes": listed})
    return found
