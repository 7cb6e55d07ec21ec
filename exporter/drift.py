"""A design compared with what is deployed: a live table's description, or a template. Findings with fixes, and a diff.

::

    imported = import_text(raw, filename)                       # or what the live import has read
    findings = drift_of(design, imported.design, unsaid=imported.unsaid)
    change = drift_change(parts, imported.design, unsaid=imported.unsaid)   # deltas, for the page that shows diffs

A finding's fix changes the design to match what is deployed; `change` does that for all findings. Often it is the
deployment that should change, and not the design: the text of `fix` names both ways. `names` are for tables that have
different names where they are deployed (``{"orders": "orders-prod"}``).
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
from modeler.core.fixes import AddPart, Fix, Put, RemovePart

type _Raw = Mapping[str, Any]

_WORDS: Final[Mapping[str, tuple[Severity, str]]] = {
    "billing": (Severity.WARNING, "Cost and throttling differ from the design"),
    "provisioned": (Severity.WARNING, "Units determine when a table throttles, and what it costs"),
    "auto_scaling": (Severity.WARNING, "Bounds determine when a table throttles, and its maximum cost"),
    "on_demand_maximum": (Severity.WARNING, "Requests above a maximum are throttled"),
    "warm_throughput": (Severity.ADVICE, "Warm throughput is what a table can serve immediately"),
    "ttl_attribute": (Severity.ERROR, "Items expire by the attribute that time to live names, or never"),
    "point_in_time_recovery": (Severity.WARNING, "Without recovery, data deleted by mistake is lost"),
    "recovery_days": (Severity.ADVICE, "The window is how far back a table can be restored"),
    "stream": (Severity.ERROR, "Consumers of the stream get the wrong item images, or none"),
    "table_class": (Severity.ADVICE, "The table class determines what storage and requests cost"),
    "encryption": (Severity.WARNING, "Who may use the key determines who can read the table"),
    "deletion_protection": (Severity.WARNING, "Without protection, a single call deletes the table"),
    "contributor_insights": (Severity.ADVICE, "Without insights, hot keys are not visible"),
    "resource_policy": (Severity.WARNING, "The policy determines who can access the table"),
    "tags": (Severity.ADVICE, "Costs and permissions can depend on tags"),
    "replicas": (Severity.WARNING, "Writes are billed in every Region that has a replica"),
    "multi_region_consistency": (Severity.ERROR, "Reads in another Region can miss different writes"),
    "witness": (Severity.WARNING, "A strongly consistent table needs two replicas and a witness, or three replicas"),
    "kind": (Severity.ERROR, "An index cannot change its kind: it must be created again"),
    "partition_key": (Severity.ERROR, "Requests by a different key are refused"),
    "sort_key": (Severity.ERROR, "Requests by a different key are refused"),
    "projection": (Severity.ERROR, "Reads of an index do not return attributes that it does not project"),
}
_SHOWN: Final = {name: name.replace("_", " ") for name in (*INFRASTRUCTURE, *OF_INDEX)} | {
    "ttl_attribute": "time to live",
    "point_in_time_recovery": "point-in-time recovery",
}


def drift_of(
    design: Design, actual: Design, *, unsaid: frozenset[str] = frozenset(), names: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """Return where a design and what is deployed differ, the most severe first; nothing where they mean the same.

    Rules: ``drift.table_missing``, ``drift.table_extra``, ``drift.index_missing``, ``drift.index_extra``, ``drift.key``
    (of tables and indexes), ``drift.projection``, ``drift.kind``, and one for each setting (``drift.billing``,
    ``drift.ttl``, ...). `facts` hold both sides as ``design`` and ``actual``, and the place of what is deployed as
    ``actual_path`` and ``actual_part``, its part there; `part` and `field` are the design's.
    Settings in `unsaid` are not compared, because the actual side cannot specify them.
    """
    standing = {table.name: table for table in actual.tables}
    found: list[Finding] = []
    compared = set()
    for table in design.tables:
        name = (names or {}).get(table.name, table.name)
        other = standing.get(name)
        compared.add(name)
        if other is None:
            found.append(_missing(table, name))
        else:
            found.extend(_with_places(one, table, other) for one in _table(table, other, unsaid))
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
    """Return the diff of parts from the design to what is deployed; tables that are not deployed stay in the design.

    Entities and items that were inferred from a scan are left out, unless `entities_too`. Raises DocumentInvalid.
    """
    known = {real: name for name, real in (names or {}).items()}
    tables = tuple(replace(table, name=known.get(table.name, table.name)) for table in actual.tables)
    if not entities_too:
        tables = tuple(replace(table, entities=(), unassigned=()) for table in tables)
    return update_of(parts, replace(actual, tables=tables, patterns=()), unsaid=unsaid)


def _with_places(finding: Finding, table: Table, actual: Table) -> Finding:
    """Return the finding with the place of the other side: its table can have a different name, and has other ids."""
    rest = finding.path.removeprefix(f"tables.{table.name}")
    ids = {f".indexes.{index.name}": index.id for index in actual.indexes}
    part = next((one for place, one in ids.items() if rest == place or rest.startswith(f"{place}.")), actual.id)
    return replace(finding, facts={**finding.facts, "actual_path": f"tables.{actual.name}{rest}", "actual_part": part})


def _missing(table: Table, name: str) -> Finding:
    return Finding(
        "drift.table_missing",
        Severity.ERROR,
        f"tables.{table.name}",
        f"The table {table.name} is in the design but is not deployed{_called(table.name, name)}",
        "Every request to a missing table is refused",
        "Create the table, or remove it from the design",
        part=table.id,
        facts={"design": table.name, "actual": None},
        fixes=(Fix(f"Remove {table.name} from the design", (RemovePart(table.id),)),),
    )


def _called(name: str, real: str) -> str:
    return "" if name == real else f" as {real}"


def _extra(table: Table) -> Finding:
    fields = {name: value for name, value in _structure(table).items() if name != "id"}
    return Finding(
        "drift.table_extra",
        Severity.WARNING,
        f"tables.{table.name}",
        f"The table {table.name} is deployed but is not in the design",
        "This table is not in the design, so no rule checks it, and it costs money",
        "Add it to the design, or delete the deployed table",
        facts={
            "design": None,
            "actual": table.name,
            "actual_path": f"tables.{table.name}",
            "actual_part": table.id,
        },
        fixes=(Fix(f"Add {table.name} to the design", (AddPart(ROOT, "tables", fields),)),),
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
        both = _side_value(name, ours), _side_value(name, standing)
        found = _difference(rule, name, path, table.id, f"settings.{name}", *both, raw=standing.get(name))
        if name == "encryption" and (ours.get(name) or {}).get("type") == "AWS_MANAGED":
            found = _of_somebody(found, standing.get(name) or {})
        yield _with_units(found, mine, theirs) if name == "billing" else found
    yield from _indexes(mine, theirs, path, table.id, unsaid)


def _of_somebody(finding: Finding, standing: _Raw) -> Finding:
    """The design may specify AWS's own DynamoDB key, and a key's ARN may be that key: the description does not tell."""
    if standing.get("type") != "CUSTOMER" or ":key/" not in str(standing.get("key")):
        return finding
    said = f"Encryption: the design specifies AWS's own key; deployed is {standing['key']}, which may be that key"
    why = "An ARN does not show who owns the key: kms:DescribeKey does (KeyManager)"
    return replace(finding, severity=Severity.ADVICE, message=said[:400], why=why)


_OF_MODE: Final = ("provisioned", "auto_scaling", "on_demand_maximum")


def _with_units(finding: Finding, mine: _Raw, theirs: _Raw) -> Finding:
    """Return the finding of a different billing mode, with a fix that also sets the units and bounds of that mode."""
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
    """Units of a different billing mode are not a second difference in addition to the mode itself."""
    return name in _OF_MODE and not same_setting("billing", mine, theirs)


def _side_value(name: str, settings: _Raw) -> Any:
    """Return a side's value: in its own spelling if it has any effect."""
    found = meaning(name, settings)
    return found if name in ("billing", "stream", "provisioned") else (None if found is None else settings.get(name))


def _difference(
    rule: str, name: str, path: str, part: str, field: str, mine: Any, theirs: Any, raw: Any = None
) -> Finding:
    severity, why = _WORDS[name]
    value = theirs if raw is None else raw
    label = f"Change the design to match what is deployed: {_value_text(theirs)}"
    return Finding(
        f"drift.{rule}",
        severity,
        f"{path}.{field}",
        f"{_SHOWN[name].capitalize()}: the design has {_value_text(mine)}; deployed is {_value_text(theirs)}",
        why,
        "Change what is deployed to match the design, or change the design",
        part=part,
        field=field,
        facts={"design": mine, "actual": theirs},
        fixes=(Fix(label[:200], (Put(part, field, value if value not in ([], {}) else None),)),),
    )


def _value_text(value: Any) -> str:
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
    return f"({_value_text(value)})" if isinstance(value, Mapping | list) else str(value)


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
        f"The index {index['name']} is in the design but is not deployed",
        "A query of a missing index is refused",
        "Create the index (a local index only with its table), or remove it from the design",
        part=index["id"],
        facts={"design": index["name"], "actual": None},
        fixes=(Fix(f"Remove {index['name']} from the design", (RemovePart(index["id"]),)),),
    )


def _index_extra(index: _Raw, path: str, table: str) -> Finding:
    fields = {name: value for name, value in index.items() if name != "id"}
    return Finding(
        "drift.index_extra",
        Severity.WARNING,
        path,
        f"The index {index['name']} is deployed but is not in the design",
        "Every write of an item in the index costs additional write units",
        "Add it to the design, or delete the deployed index",
        part=table,
        facts={"design": None, "actual": index["name"]},
        fixes=(Fix(f"Add {index['name']} to the design", (AddPart(table, "indexes", fields),)),),
    )
