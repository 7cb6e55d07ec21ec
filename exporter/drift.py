"""A design compared with what stands: a live table's description, or a template. Findings with fixes, and a diff.

::

    imported = import_text(raw, filename)                       # or what the live import has read
    findings = drift_of(design, imported.design, unsaid=imported.unsaid)
    change = drift_change(parts, imported.design, unsaid=imported.unsaid)   # deltas, for the page that shows diffs

A finding's fix makes the design say what stands; `change` does all of that at once. What ought to change is often
what stands, and not the design: `fix` says both ways. `names` are for tables that are called otherwise where they
stand (``{"orders": "orders-prod"}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.updating import INFRASTRUCTURE, OF_INDEX, meaning, same_of_index, same_setting, update_of
from modeler.core.design.model import Design
from modeler.core.design.parts import ROOT, Parts
from modeler.core.design.tables import Table
from modeler.core.documents.tables_json import table_document
from modeler.core.edits.changes import Change
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import Add, Fix, Put, Remove

type _Raw = Mapping[str, Any]

_WORDS: Final[Mapping[str, tuple[Severity, str]]] = {
    "billing": (Severity.WARNING, "what the table costs and when it throttles is another thing than designed"),
    "provisioned": (Severity.WARNING, "units decide when a table throttles, and what it costs"),
    "auto_scaling": (Severity.WARNING, "bounds decide when a table throttles, and what it costs at most"),
    "on_demand_maximum": (Severity.WARNING, "requests above a maximum are throttled"),
    "warm_throughput": (Severity.ADVICE, "warm throughput is what a table takes at once"),
    "ttl_attribute": (Severity.ERROR, "items are deleted by the attribute that time to live names, or never"),
    "point_in_time_recovery": (Severity.WARNING, "without recovery, what is deleted by mistake is gone"),
    "recovery_days": (Severity.ADVICE, "the window is how far back a table can be restored"),
    "stream": (Severity.ERROR, "what reads the stream gets other images than it needs, or none"),
    "table_class": (Severity.ADVICE, "the class decides what storage and requests cost"),
    "encryption": (Severity.WARNING, "who may use the key decides who may read the table"),
    "deletion_protection": (Severity.WARNING, "a table without protection is deleted by one call"),
    "contributor_insights": (Severity.ADVICE, "without insights nobody sees which key is hot"),
    "resource_policy": (Severity.WARNING, "the policy decides who may reach the table"),
    "tags": (Severity.ADVICE, "costs and permissions may go by tags"),
    "replicas": (Severity.WARNING, "writes are paid for in every Region in which the table stands"),
    "multi_region_consistency": (Severity.ERROR, "what a read in another Region may miss is another thing"),
    "witness": (Severity.WARNING, "a strong table needs two replicas and a witness, or three replicas"),
    "kind": (Severity.ERROR, "an index of another kind is another index"),
    "partition_key": (Severity.ERROR, "requests by another key are refused"),
    "sort_key": (Severity.ERROR, "requests by another key are refused"),
    "projection": (Severity.ERROR, "what an index does not project, its readers do not get"),
}
_SHOWN: Final = {name: name.replace("_", " ") for name in (*INFRASTRUCTURE, *OF_INDEX)} | {
    "ttl_attribute": "time to live",
    "point_in_time_recovery": "point-in-time recovery",
}


def drift_of(
    design: Design, actual: Design, *, unsaid: frozenset[str] = frozenset(), names: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """Where a design and what stands say different things, the gravest first; nothing where they mean the same.

    Rules: ``drift.table_missing``, ``drift.table_extra``, ``drift.index_missing``, ``drift.index_extra``,
    ``drift.key`` (of tables and indexes), ``drift.projection``, ``drift.kind``, and one for each setting
    (``drift.billing``, ``drift.ttl``, ...). `facts` hold both sides as ``design`` and ``actual``; `part` and `field`
    are the design's. Of settings in `unsaid` the actual side cannot speak, so they are not compared.
    """
    standing = {table.name: table for table in actual.tables}
    found: list[Finding] = []
    compared = set()
    for table in design.tables:
        name = (names or {}).get(table.name, table.name)
        other = standing.get(name)
        compared.add(name)
        found.extend(_table(table, other, unsaid) if other is not None else [_missing(table, name)])
    found.extend(_extra(table) for table in actual.tables if table.name not in compared)
    return tuple(sorted(found, key=lambda one: (one.severity.rank, one.path, one.rule)))


def drift_change(
    parts: Parts,
    actual: Design,
    *,
    unsaid: frozenset[str] = frozenset(),
    names: Mapping[str, str] | None = None,
    entities_too: bool = False,
) -> Change:
    """The diff of parts from the design to what stands; tables that stand nowhere stay in the design.

    Entities and items that were inferred from a scan are left out, unless they are asked for. Raises DocumentInvalid.
    """
    known = {real: name for name, real in (names or {}).items()}
    tables = tuple(replace(table, name=known.get(table.name, table.name)) for table in actual.tables)
    if not entities_too:
        tables = tuple(replace(table, entities=(), unassigned=()) for table in tables)
    return update_of(parts, replace(actual, tables=tables, patterns=()), unsaid=unsaid)


def _missing(table: Table, name: str) -> Finding:
    return Finding(
        "drift.table_missing",
        Severity.ERROR,
        f"tables.{table.name}",
        f"The table {table.name} is in the design and does not stand{_called(table.name, name)}.",
        "every request to a table that is not there is refused",
        "Make the table, or take it out of the design.",
        part=table.id,
        facts={"design": table.name, "actual": None},
        fixes=(Fix(f"Take {table.name} out of the design", (Remove(table.id),)),),
    )


def _called(name: str, real: str) -> str:
    return "" if name == real else f" as {real}"


def _extra(table: Table) -> Finding:
    fields = {name: value for name, value in _structure(table).items() if name != "id"}
    return Finding(
        "drift.table_extra",
        Severity.WARNING,
        f"tables.{table.name}",
        f"The table {table.name} stands and is not in the design.",
        "what nobody has designed nobody checks, and it is paid for",
        "Take it into the design, or remove it where it stands.",
        facts={"design": None, "actual": table.name},
        fixes=(Fix(f"Take {table.name} into the design", (Add(ROOT, "tables", fields),)),),
    )


def _structure(table: Table) -> dict[str, Any]:
    raw = table_document(replace(table, entities=(), unassigned=()))
    listed = [{name: value for name, value in one.items() if name != "id"} for one in raw.get("indexes", ())]
    return {**raw, **({"indexes": listed} if listed else {})}


def _table(table: Table, actual: Table, unsaid: frozenset[str]) -> Iterator[Finding]:
    mine, theirs = table_document(_bare(table)), table_document(_bare(actual))
    path = f"tables.{table.name}"
    for name in ("partition_key", "sort_key"):
        if not same_of_index(name, mine, theirs, {}):
            yield _difference("key", name, path, table.id, name, mine.get(name), theirs.get(name))
    ours, standing = mine.get("settings") or {}, theirs.get("settings") or {}
    for name in INFRASTRUCTURE:
        if name in unsaid or same_setting(name, ours, standing) or _is_of_billing(name, ours, standing):
            continue
        rule = name.removesuffix("_attribute")
        both = _said(name, ours), _said(name, standing)
        found = _difference(rule, name, path, table.id, f"settings.{name}", *both, raw=standing.get(name))
        if name == "encryption" and (ours.get(name) or {}).get("type") == "AWS_MANAGED":
            found = _of_somebody(found, standing.get(name) or {})
        yield _with_units(found, mine, theirs) if name == "billing" else found
    yield from _indexes(mine, theirs, path, table.id, unsaid)


def _of_somebody(finding: Finding, standing: _Raw) -> Finding:
    """A key by its ARN may be AWS's own for DynamoDB, which is what the design says: no description tells."""
    if standing.get("type") != "CUSTOMER" or ":key/" not in str(standing.get("key")):
        return finding
    said = f"Encryption: the design says AWS's own key, and {standing['key']} stands, which may be that one."
    why = "an ARN does not say whose key it is: kms:DescribeKey does (KeyManager)"
    return replace(finding, severity=Severity.ADVICE, message=said[:400], why=why)


_OF_MODE: Final = ("provisioned", "auto_scaling", "on_demand_maximum")


def _with_units(finding: Finding, mine: _Raw, theirs: _Raw) -> Finding:
    """The finding of another billing mode, whose fix brings the units and bounds of that mode along."""
    settings = theirs.get("settings") or {}
    edits = [Put(finding.part, f"settings.{name}", settings.get(name)) for name in _OF_MODE]
    standing = {index["name"]: index for index in reversed(theirs.get("indexes") or ())}
    for index in mine.get("indexes") or ():
        if other := standing.get(index["name"]):
            edits += [Put(index["id"], name, other.get(name)) for name in _OF_MODE]
    (fix,) = finding.fixes
    return replace(finding, fixes=(Fix(fix.label, (*fix.edits, *edits)),))


def _bare(table: Table) -> Table:
    return replace(table, entities=(), unassigned=())


def _is_of_billing(name: str, mine: _Raw, theirs: _Raw) -> bool:
    """Units of another billing mode are no second difference beside the mode itself."""
    return name in _OF_MODE and not same_setting("billing", mine, theirs)


def _said(name: str, settings: _Raw) -> Any:
    """What a side says: its own words, where they mean anything."""
    found = meaning(name, settings)
    return found if name in ("billing", "stream", "provisioned") else (None if found is None else settings.get(name))


def _difference(
    rule: str, name: str, path: str, part: str, field: str, mine: Any, theirs: Any, raw: Any = None
) -> Finding:
    severity, why = _WORDS[name]
    value = theirs if raw is None else raw
    label = f"Let the design say what stands: {_shown(theirs)}"
    return Finding(
        f"drift.{rule}",
        severity,
        f"{path}.{field}",
        f"{_SHOWN[name].capitalize()}: the design says {_shown(mine)}, and {_shown(theirs)} stands.",
        why,
        "Change what stands to what is designed, or let the design say what stands.",
        part=part,
        field=field,
        facts={"design": mine, "actual": theirs},
        fixes=(Fix(label[:200], (Put(part, field, value if value not in ([], {}) else None),)),),
    )


def _shown(value: Any) -> str:
    if value in (None, "", [], {}):
        return "nothing"
    match value:
        case bool():
            return "on" if value else "off"
        case list() if all(isinstance(one, Mapping) and "name" in one for one in value):
            return " + ".join(f"{one['name']} ({one.get('type', 'S')})" for one in value)[:200]
        case list():
            return ", ".join(map(str, value))[:200]
        case Mapping():
            return ", ".join(f"{name} {_inner(one)}" for name, one in value.items())[:200]
    return str(value)[:200]


def _inner(value: Any) -> str:
    return f"({_shown(value)})" if isinstance(value, Mapping | list) else str(value)


def _indexes(mine: _Raw, theirs: _Raw, path: str, table: str, unsaid: frozenset[str]) -> Iterator[Finding]:
    standing = {index["name"]: index for index in reversed(theirs.get("indexes") or ())}
    settings = theirs.get("settings") or {}
    same_mode = same_setting("billing", mine.get("settings") or {}, settings)
    for index in mine.get("indexes") or ():
        place = f"{path}.indexes.{index['name']}"
        other = standing.pop(index["name"], None)
        if other is None:
            if not index.get("reserve"):
                yield _index_missing(index, place)
            continue
        for name in OF_INDEX:
            if name in unsaid or (name in _OF_MODE and not same_mode) or same_of_index(name, index, other, settings):
                continue
            rule = "key" if name.endswith("_key") else name
            yield _difference(rule, name, place, index["id"], name, index.get(name), other.get(name))
    for name, other in standing.items():
        yield _index_extra(other, f"{path}.indexes.{name}", table)


def _index_missing(index: _Raw, path: str) -> Finding:
    return Finding(
        "drift.index_missing",
        Severity.ERROR,
        path,
        f"The index {index['name']} is in the design and does not stand.",
        "a query of an index that is not there is refused",
        "Make the index (a local one only with its table), or take it out of the design.",
        part=index["id"],
        facts={"design": index["name"], "actual": None},
        fixes=(Fix(f"Take {index['name']} out of the design", (Remove(index["id"]),)),),
    )


def _index_extra(index: _Raw, path: str, table: str) -> Finding:
    fields = {name: value for name, value in index.items() if name != "id"}
    return Finding(
        "drift.index_extra",
        Severity.WARNING,
        path,
        f"The index {index['name']} stands and is not in the design.",
        "every write that it takes part in is paid for once more",
        "Take it into the design, or remove it where it stands.",
        part=table,
        facts={"design": None, "actual": index["name"]},
        fixes=(Fix(f"Take {index['name']} into the design", (Add(table, "indexes", fields),)),),
    )
