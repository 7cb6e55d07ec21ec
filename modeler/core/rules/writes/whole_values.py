"""Maps and lists that several writes replace as a whole. facts/choices#write-guard, facts/expressions#updates."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Function, Set, walk
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.memo import of_part
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.version_fixes import guards
from modeler.core.rules.support.write_targets import actions_of, written_by
from modeler.core.values.attribute_values import AttributeType

_DOCUMENTS = frozenset({AttributeType.M, AttributeType.L})


@rule(
    "write.whole_map",
    WARNING,
    Scope.TABLE,
    title="Writes of a whole map overwrite each other",
    why="A caller that read the map before the other wrote it puts its own copy back: the other's members are lost",
    fix="Set single members (SET a.b = :v), or require the version that was read",
    sources="facts/choices#write-guard, facts/expressions#updates",
)
def whole_map(context: RuleContext, table: Table) -> Iterator[Spot]:
    writers: dict[tuple[str, str], list[tuple[Call, bool]]] = {}
    for call in context.calls_on(table):
        if call.pattern.operation is Operation.UPDATE:
            for entity in written_by(context, call):
                for name, whole in _written(entity, call.pattern):
                    writers.setdefault((entity.name, name), []).append((call, whole))
    for entity in table.entities:
        for name in entity.attributes_by_name if writers else ():
            found = writers.get((entity.name, name), [])
            replacing = [call for call, whole in found if whole and not guards(table, call.pattern)]
            others = list(dict.fromkeys(call.label for call, _ in found))
            if replacing and len(others) > 1:
                first = replacing[0]
                message = f"{first.label} replaces {name} of {entity.name} as a whole, and {_also(others, first)}"
                path, facts = f"{entity_path(table, entity)}.{name}", {"attribute": name}
                yield Spot(message, path, entity.attributes_by_name[name].id, "type", facts)


def _also(labels: list[str], call: Call) -> str:
    rest = [label for label in labels if label != call.label]
    return f"{and_list(rest)} {'writes' if len(rest) == 1 else 'write'} it too"


@of_part
def _documents(entity: Entity) -> frozenset[str]:
    return frozenset(one.name for one in entity.attributes if one.type in _DOCUMENTS)


def _written(entity: Entity, pattern: AccessPattern) -> Iterator[tuple[str, bool]]:
    """The maps and lists that an update writes, and whether it replaces them whatever they hold."""
    held = _documents(entity)
    for path in pattern.set if held else ():
        top = path.split(".", 1)[0].split("[", 1)[0]
        if top in held:
            yield top, top == path
    for action in actions_of(pattern) if held else ():
        name = name_of(action.path, pattern.names)
        if name in held:
            kept = isinstance(action, Set) and any(isinstance(one, Function) for one in walk(action.value))
            yield name, isinstance(action, Set) and len(action.path.parts) == 1 and not kept


RULES = (whole_map,)
