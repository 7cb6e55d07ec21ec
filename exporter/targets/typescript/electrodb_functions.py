"""Access patterns as functions of ElectroDB."""

from __future__ import annotations

from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.document_client import need_of_entity
from exporter.targets.typescript.electrodb_chains import key_of, query_chain, write_chain
from exporter.targets.typescript.electrodb_conditions import where
from exporter.targets.typescript.electrodb_keys import index_names, is_entity, library_keys
from exporter.targets.typescript.key_reading import is_partial
from exporter.targets.typescript.library_project import ModuleInProgress, Project, doc, signature
from exporter.targets.typescript.nodes import Code, Object, member, write
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Name

LIBRARY: Final = "electrodb"


def function(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    """The function of a pattern. Raises Unsupported."""
    match pattern.operation:
        case Operation.GET:
            body = _get(pattern, _entity(pattern, module), module)
        case Operation.QUERY | Operation.SCAN:
            body = _query(pattern, _entity(pattern, module), module)
        case Operation.PUT | Operation.UPDATE | Operation.DELETE:
            parts = write_chain(pattern, _entity(pattern, module), module)
            body = f"  await {_chain([*parts, '.go()'])};\n"
        case Operation.TRANSACT_WRITE:
            body = _write_transaction(pattern, module)
        case Operation.TRANSACT_GET:
            body = _get_transaction(pattern, module)
        case _:
            raise Unsupported(f"a {pattern.operation} is one request, not a chain of an entity")
    for parameter in pattern.parameters:
        if parameter.entity is not None:
            module.need(LIBRARY, "CreateEntityItem", types=True)
    is_page = pattern.operation in {Operation.QUERY, Operation.SCAN}
    given = signature(pattern, _item_type, pages=is_page)
    given = given.replace("next?: Record<string, any>", "next?: string")
    return f"{doc(pattern)}export async function {pattern.function}({given}) {{\n{body}}}\n"


def _entity(pattern: PatternPlan, module: ModuleInProgress) -> EntityPlan:
    """Return the one entity of a pattern, imported. Raises Unsupported where ElectroDB does not have it."""
    entity = pattern.entity
    if entity is None or entity.base is None:
        raise Unsupported("it does not name exactly one entity with a key of the table")
    if not is_entity(entity):
        raise Unsupported("ElectroDB does not support the keys of its table")
    if pattern.index.name not in index_names(entity):
        raise Unsupported("the entity has no such index in ElectroDB")
    need_of_entity(module, entity, entity.name)
    return entity


def _item_type(plan: EntityPlan) -> str:
    return f"CreateEntityItem<typeof {plan.name}>"


def _chain(parts: list[str]) -> str:
    return "\n    ".join(parts)


def _get(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> str:
    options: list[tuple[str, Any]] = [("consistent", True)] if pattern.pattern.consistent else []
    if pattern.paths:
        options.append(("attributes", _attributes(pattern, entity)))
    go = f".go({write(Object(options))})" if options else ".go()"
    chain = _chain([entity.name, f".get({write(key_of(pattern, entity, module), 2)})", go])
    return f"  const {{ data }} = await {chain};\n  return data;\n"


def _attributes(pattern: PatternPlan, entity: EntityPlan) -> list[str]:
    found = [path.parts[0].text for path in pattern.paths if len(path.parts) == 1 and isinstance(path.parts[0], Name)]
    if len(found) < len(pattern.paths) or not set(found) <= set(entity.fields):
        raise Unsupported("the projection requests something inside a document, or that the entity does not have")
    return [entity.fields[name].identifier for name in found]


def _query(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> str:
    one = pattern.pattern
    parts = [entity.name]
    if pattern.operation is Operation.SCAN:
        parts.append(".scan")
    else:
        parts += query_chain(pattern, entity, module)
    if pattern.filter is not None:
        parts.append(where(pattern, entity, pattern.filter))
    options: list[tuple[str, Any]] = []
    if is_partial(pattern):
        options.append(("data", "includeKeys"))
    elif pattern.paths:
        options.append(("attributes", _attributes(pattern, entity)))
    options += [("consistent", True)] if one.consistent else []
    options += [("order", "desc")] if one.descending else []
    options += [("limit", one.limit)] if one.limit else [("pages", "all")]
    options.append(("cursor", Code("next ?? null")))
    parts.append(f".go({write(Object(options), 2)})")
    head = f"  const {{ data, cursor }} = await {_chain(parts)};\n"
    reading = _keys_to_read(pattern, entity)
    if not reading:
        return f"{head}  return {{ items: data, next: cursor }};\n"
    comment = f"  // {pattern.index.name} does not project every attribute: what its keys contain is read from them.\n"
    module.need(LIBRARY, "createConversions")
    place = member(f"createConversions({entity.name}).byAccessPattern", reading)
    read = f"  const {{ toComposite }} = {place}.fromKeys;\n"
    row = "({ ...toComposite(row), ...row })"
    return f"{head}{comment}{read}  return {{ items: data.map((row) => {row}), next: cursor }};\n"


def _keys_to_read(pattern: PatternPlan, entity: EntityPlan) -> str:
    """Return the index of ElectroDB by which rows of a partial projection are read back; '' if there is none."""
    if not is_partial(pattern):
        return ""
    names = index_names(entity)
    own = [one for one in entity.keys if one.index is pattern.index or one.index.is_base]
    natural = [one for one in own if library_keys(entity, one) is not None]
    if not any(one.index.is_base for one in natural):
        return ""
    return names[next((one for one in natural if not one.index.is_base), natural[0]).index.name]


def _write_transaction(pattern: PatternPlan, module: ModuleInProgress) -> str:
    chains = ["".join([*write_chain(one, _entity(one, module), module), ".commit()"]) for one in pattern.members]
    module.need(LIBRARY, "createWriteTransaction")
    module.need("./../transactions.js", "TransactionCanceled")
    head = f"  const {{ canceled, data }} = await {_transaction('createWriteTransaction', pattern, chains)};\n"
    return f"{head}  if (canceled) throw new TransactionCanceled(data);\n"


def _get_transaction(pattern: PatternPlan, module: ModuleInProgress) -> str:
    keyed = [*([pattern] if pattern.pattern.key else []), *pattern.members]
    if any(one.paths for one in keyed):
        raise Unsupported("one of its reads has a projection")
    entities = [_entity(one, module) for one in keyed]
    chains = [
        f"{entity.name}.get({write(key_of(one, entity, module), 3)}).commit()"
        for one, entity in zip(keyed, entities, strict=True)
    ]
    module.need(LIBRARY, "createGetTransaction")
    head = f"  const {{ data }} = await {_transaction('createGetTransaction', pattern, chains)};\n"
    return f"{head}  return data.map((one) => one.item);\n"


def _transaction(call: str, pattern: PatternPlan, chains: list[str]) -> str:
    keyed = [*([pattern] if pattern.pattern.key else []), *pattern.members]
    names = ", ".join(dict.fromkeys(one.entity.name for one in keyed if one.entity is not None))
    lines = "".join(f"    {chain},\n" for chain in chains)
    return f"{call}({{ {names} }}, ({{ {names} }}) => [\n{lines}  ]).go()"
