"""PynamoDB's models in a Python source: a class for each entity, and classes for indexes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.programs.designs import Given, GivenEntity
from exporter.importers.programs.pynamodb_attributes import TYPES, WORDS
from exporter.importers.programs.pynamodb_classes import ModelClass, Part, class_of, derives, name_of, with_bases
from exporter.importers.programs.python_files import PythonProgram
from exporter.importers.programs.python_values import PythonConstants
from exporter.importers.support.document_building import OPTIONAL_SHARE
from modeler.core.design.items import Attribute
from modeler.core.phrases import and_list
from modeler.core.values.attribute_values import AttributeType

_INDEXES: Final = {"GlobalSecondaryIndex": "GlobalSecondaryIndexes", "LocalSecondaryIndex": "LocalSecondaryIndexes"}
_NAMED: Final = re.compile(r"(.+): an item of the table .+\.\Z")
_ABOUT: Final = "by its attributes; its keys are made when it is saved."
"""What our exported models say where the design has no description."""


def models_of(program: PythonProgram) -> Iterator[Given]:
    """Yield the tables of the models; models with one table's name share it."""
    classes = {key: class_of(node, file, program) for key, (node, file) in program.classes.items()}
    tables: dict[str, tuple[dict[str, Any], list[GivenEntity], list[ModelClass]]] = {}
    for found in classes.values():
        found.meta = _inherited(found, classes)
        parts = with_bases(found, classes)
        has_key = any(one[1].get("hash_key") is True for one in parts.values())
        is_index = any(derives(found, classes, one) for one in _INDEXES)
        if is_index or not (has_key or derives(found, classes, "Model")):
            continue
        if has_key and "table_name" not in found.meta:
            _name_after_base(found, classes)
        if "table_name" not in found.meta:
            continue
        if not has_key:
            said = f"{found.node.name[:80]} has no hash key; read as what other models are made from"
            found.file.values.context.report.note(found.node.name, said, found.node.lineno)
            continue
        if found.meta["table_name"] == "":
            found.meta = {**found.meta, "table_name": Unresolved(found.node.name)}
        values = found.file.values
        entity = _entity(found, parts, classes, values)
        _say_defaults(found, parts, values)
        key = str(found.meta["table_name"])
        if key in tables:
            if not _is_another_class_of(found, entity, *tables[key][1:], classes):
                tables[key][1].append(entity)
                tables[key][2].append(found)
            _add_indexes(tables[key][0], found, parts, classes, values)
        else:
            tables[key] = (_shape(found, parts, classes, values), [entity], [found])
        _say_unwritten(found, parts, classes, values)
    _say_own([found for found in classes.values() if found.rules is not None])
    for shape, entities, models in tables.values():
        yield f"{entities[0].name}.Meta", shape, _stored(entities, models, classes)


def _name_after_base(found: ModelClass, classes: Mapping[str, ModelClass]) -> None:
    """Name the table of a model after the class of another file that has it: models made from that class share it."""
    base = next((one for one in found.bases if one not in classes and one not in ("", "Model")), "")
    if base:
        said = f"its table is in another file, where {base[:80]} is; the table is named {base[:80]}"
        found.file.values.context.report.guessed(f"{found.node.name}.Meta", said, found.node.lineno)
        found.meta = {**found.meta, "table_name": base.rpartition(":")[2][:255]}


def _is_another_class_of(
    found: ModelClass,
    entity: GivenEntity,
    entities: list[GivenEntity],
    models: list[ModelClass],
    classes: Mapping[str, ModelClass],
) -> bool:
    """Is a model made from another one of its table, with the same attributes and no mark of its own? Its items are
    that one's.
    """
    if entity.overloads or any(word.arg == "discriminator" for word in found.node.keywords):
        return False
    for known, model in zip(entities, models, strict=True):
        key = next(key for key, one in classes.items() if one is model)
        if derives(found, classes, key) and list(known.attributes) == list(entity.attributes):
            said = f"made from {known.name[:80]} with the same table and attributes; read as one entity with it"
            found.file.values.context.report.converted(found.node.name, said, found.node.lineno)
            return True
    return False


def _entity(
    found: ModelClass, parts: Mapping[str, Part], classes: Mapping[str, ModelClass], values: PythonConstants
) -> GivenEntity:
    attributes = list(_attributes(found, parts, classes, values))
    rules = found.rules
    if rules is None:
        return GivenEntity(found.node.name, attributes)
    for name, line in rules.unread:
        said = "this code is not as Keysheet exports it; the template is left out"
        values.context.report.dropped(f"{found.node.name}.RULES.{name}", said, line)
    known = {one.name: one for one in attributes}
    own = []
    for name in rules.attributes:
        one = known.get(name) or Attribute("", name, AttributeType(rules.key_types.get(name, "S")))
        own.append(replace(one, optional=1.0 if name in rules.needed or name not in known else OPTIONAL_SHARE))
    written = [(one.index, one.keys, one.when) for one in rules.overloads]
    about = ast.get_docstring(found.node) or ""
    about = "" if about.endswith(_ABOUT) else about
    named = _NAMED.match(ast.get_docstring(found.file.tree) or "")
    return GivenEntity(named[1] if named else found.node.name, own, written, about)


def _stored(
    entities: list[GivenEntity], models: list[ModelClass], classes: Mapping[str, ModelClass]
) -> list[GivenEntity]:
    """Return the entities of a table, without a class that only holds the table's keys for those made from it."""
    is_own = any(one.overloads for one in entities)
    made_from = {base for one in models for base in one.bases if base in classes}
    bases = [classes[one] for one in made_from]
    return [
        one
        for one, model in zip(entities, models, strict=True)
        if one.overloads or not ((is_own and _is_bare(model)) or (model in bases and _has_keys_alone(one, model)))
    ]


def _has_keys_alone(entity: GivenEntity, model: ModelClass) -> bool:
    """Has an entity no attribute beside the table's keys?"""
    keys = {str(given.get("attr_name") or label) for label, (_, given, _) in model.calls.items()
            if given.get("hash_key") is True or given.get("range_key") is True}  # fmt: skip
    return {one.name for one in entity.attributes} <= keys


def _say_own(models: list[ModelClass]) -> None:
    """Report once what the models that we exported do not hold."""
    if models:
        report, line = models[0].file.values.context.report, models[0].node.lineno
        report.guessed("", "what tells items of one entity apart is not in these models; read from its key", line)
        report.dropped("", "functions of access patterns are code, and are not read; neither are sample items", line)


def _is_bare(model: ModelClass) -> bool:
    return "TableModel" in {base.rpartition(":")[2] for base in model.bases}


def _say_defaults(found: ModelClass, parts: Mapping[str, Part], values: PythonConstants) -> None:
    """Report the values that the program gives where an item has none."""
    named = [label for label, (_, given, _) in parts.items() if {"default", "default_for_new"} & set(given)]
    if named:
        said = f"values by default of {and_list(named)[:300]}: not part of a design; left out"
        values.context.report.dropped(f"{found.node.name}", said, found.node.lineno)


def region_of(program: PythonProgram) -> str:
    """Return the first Region that a model's Meta names; '' for none."""
    metas = (class_of(node, file, program).meta for node, file in program.classes.values())
    return next((one["region"] for one in metas if type(one.get("region")) is str), "")


def _inherited(found: ModelClass, classes: Mapping[str, ModelClass]) -> dict[str, Any]:
    """Return a model's Meta, or that of the nearest class that it is made from."""
    base = found
    for _ in range(20):
        if "table_name" in base.meta:
            break
        base = next((classes[one] for one in base.bases if one in classes), base)
    return base.meta


def _attributes(
    found: ModelClass, parts: Mapping[str, Part], classes: Mapping[str, ModelClass], values: PythonConstants
) -> Iterator[Attribute]:
    for label, (kind, given, line) in parts.items():
        known = _type_of(kind, classes) or _given_type(kind, given)
        if known is None and kind.endswith("Attribute"):
            said = f"the class {kind[:80]} is in another file; read as text"
            values.context.report.guessed(f"{found.node.name}.{label}", said, line)
            known = ("S", "")
        if known is None:
            continue
        word, form = known
        name = str(given.get("attr_name") or label)[:255]
        shares = {} if kind != "DiscriminatorAttribute" else dict.fromkeys(_discriminator(found), 1.0)
        optional = OPTIONAL_SHARE if given.get("null") is True else 1.0
        form = "enum" if shares else form
        yield Attribute("", name, AttributeType(word), form, values=shares, optional=optional)


def _type_of(kind: str, classes: Mapping[str, ModelClass]) -> tuple[str, str] | None:
    """Return type and format of an attribute's class: a known one, or a class of the file that is made from one or
    names its type.
    """
    for _ in range(20):
        if kind in TYPES:
            return TYPES[kind]
        if kind not in classes:
            return None
        if (word := _own_type(classes[kind].node)) is not None:
            return word, ""
        kind = next((base for base in classes[kind].bases if base in classes or base in TYPES), "")
    return None


def _given_type(kind: str, given: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the type that an attribute is given, such as ``OwnAttribute("N")`` of a class in another file."""
    word = given.get("attr_type")
    return (word, "") if kind.endswith("Attribute") and isinstance(word, str) and word in WORDS.values() else None


def _own_type(node: ast.ClassDef) -> str | None:
    for one in node.body:
        if isinstance(one, ast.Assign) and name_of(one.targets[0]) == "attr_type":
            said = one.value.value if isinstance(one.value, ast.Constant) else WORDS.get(name_of(one.value))
            return said if isinstance(said, str) and said in WORDS.values() else None
    return None


def _discriminator(found: ModelClass) -> list[str]:
    said = [word.value for word in found.node.keywords if word.arg == "discriminator"]
    return [one.value for one in said if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _shape(
    found: ModelClass,
    parts: Mapping[str, Part],
    classes: Mapping[str, ModelClass],
    values: PythonConstants,
) -> dict[str, Any]:
    lines, meta = values.context.lines, found.meta
    types: dict[str, str] = {}
    shape: dict[str, Any] = {"TableName": meta["table_name"], "KeySchema": _keys(parts, types, classes)}
    lines.put(shape, None, found.node.lineno)
    lines.put(shape["KeySchema"], None, found.node.lineno)
    mode = str(meta.get("billing_mode") or "")
    units = _units(meta)
    shape["BillingMode"] = (
        "PROVISIONED" if units and "ON_DEMAND" not in mode and mode != "PAY_PER_REQUEST" else "PAY_PER_REQUEST"
    )
    if shape["BillingMode"] == "PROVISIONED":
        shape["ProvisionedThroughput"] = units
    if meta.get("stream_view_type"):
        shape["StreamSpecification"] = {"StreamViewType": meta["stream_view_type"]}
    if isinstance(meta.get("tags"), dict):
        shape["Tags"] = [{"Key": key, "Value": value} for key, value in meta["tags"].items()]
    shape["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]
    _add_indexes(shape, found, parts, classes, values)
    return shape


def _add_indexes(
    shape: dict[str, Any],
    found: ModelClass,
    parts: Mapping[str, Part],
    classes: Mapping[str, ModelClass],
    values: PythonConstants,
) -> None:
    """Add the indexes and the TTL attribute that a model declares; models of one table declare the same, or more."""
    types = {one["AttributeName"]: one["AttributeType"] for one in shape["AttributeDefinitions"]}
    units, mode = _units(found.meta), str(found.meta.get("billing_mode") or "")
    known = {one["IndexName"] for member in _INDEXES.values() for one in shape.get(member, ())}
    for label, (kind, given, _) in parts.items():
        if kind == "TTLAttribute":
            ttl = {"AttributeName": given.get("attr_name") or label, "Enabled": True}
            shape.setdefault("TimeToLiveSpecification", ttl)
        index, member = _index_class(kind, classes)
        if index is None or (index.meta.get("index_name") or label) in known:
            continue
        if _units(index.meta) and not units and not mode:
            said = f"{label} has units and the table has none; read as on demand, without them"
            values.context.report.converted(f"{found.node.name}.{label}", said, index.node.lineno)
        _say_other_types(label, index, parts, classes, values)
        shape.setdefault(member, []).append(_index(label, index, shape["BillingMode"], types, classes))
    shape["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]


def _index_class(kind: str, classes: Mapping[str, ModelClass]) -> tuple[ModelClass | None, str]:
    """Return the class of an index, with the member of CreateTable for it; None for any other class."""
    index = classes.get(kind)
    member = next((_INDEXES[one] for one in _INDEXES if index and derives(index, classes, one)), "")
    return (index, member) if member else (None, "")


def _say_unwritten(
    found: ModelClass, parts: Mapping[str, Part], classes: Mapping[str, ModelClass], values: PythonConstants
) -> None:
    """Report an index whose keys the model has no attributes for: no item that it saves is in it."""
    own = {str(given.get("attr_name") or label) for label, (_, given, _) in parts.items()}
    for label, (kind, _, line) in parts.items():
        index, _ = _index_class(kind, classes)
        for name in _key_names(index, classes) if index is not None else ():
            if name not in own:
                said = f"{label[:80]} has the key {name[:80]}, which {found.node.name} does not have"
                values.context.report.note(
                    f"{found.node.name}.{label}", f"{said}: no item that it saves is in it", line
                )


def _key_names(index: ModelClass, classes: Mapping[str, ModelClass]) -> list[str]:
    parts = with_bases(index, classes)
    return [str(given.get("attr_name") or label) for label, (_, given, _) in parts.items()
            if given.get("hash_key") is True or given.get("range_key") is True]  # fmt: skip


def _say_other_types(
    label: str, index: ModelClass, parts: Mapping[str, Part], classes: Mapping[str, ModelClass], values: PythonConstants
) -> None:
    """Report a key of an index whose type is another one in the model, which DynamoDB has once for each name."""
    own = {str(given.get("attr_name") or name): _type_of(kind, classes) for name, (kind, given, _) in parts.items()}
    for name, (kind, given, line) in with_bases(index, classes).items():
        stored = str(given.get("attr_name") or name)
        here, there = _type_of(kind, classes), own.get(stored)
        if here is not None and there is not None and here[0] != there[0]:
            said = f"{stored[:80]} is of type {here[0]} in {label[:80]} and {there[0]} in the model; read as {there[0]}"
            values.context.report.converted(f"{index.node.name}.{name}", said, line)


def _units(meta: Mapping[str, Any]) -> dict[str, Any]:
    names = {"ReadCapacityUnits": "read_capacity_units", "WriteCapacityUnits": "write_capacity_units"}
    return {member: meta[name] for member, name in names.items() if meta.get(name) is not None}


def _keys(parts: Mapping[str, Part], types: dict[str, str], classes: Mapping[str, ModelClass]) -> list[dict[str, str]]:
    keys = []
    for word, kind in (("hash_key", "HASH"), ("range_key", "RANGE")):
        for label, (what, given, _) in parts.items():
            if given.get(word) is True:
                name = str(given.get("attr_name") or label)
                types.setdefault(name, (_type_of(what, classes) or _given_type(what, given) or ("S", ""))[0])
                keys.append({"AttributeName": name, "KeyType": kind})
    return keys


def _index(
    label: str, index: ModelClass, mode: str, types: dict[str, str], classes: Mapping[str, ModelClass]
) -> dict[str, Any]:
    said = index.meta.get("projection")
    kind, names = said if isinstance(said, tuple) else ("", [])
    word = {"KeysOnlyProjection": "KEYS_ONLY", "IncludeProjection": "INCLUDE"}.get(kind, "ALL")
    projection: dict[str, Any] = {"ProjectionType": word, **({"NonKeyAttributes": names} if word == "INCLUDE" else {})}
    made = {
        "IndexName": index.meta.get("index_name") or label,
        "KeySchema": _keys(with_bases(index, classes), types, classes),
        "Projection": projection,
    }
    return made | (
        {"ProvisionedThroughput": _units(index.meta)} if mode == "PROVISIONED" and _units(index.meta) else {}
    )
