"""Which calls give which key attribute of a table: what must change with a key template."""

from __future__ import annotations

from operator import itemgetter

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Table
from modeler.core.rules.support.context import RuleContext


class KeyReaders:
    """The calls of a table that give a key attribute, by its name and the entity they are about, in their order."""

    def __init__(self, context: RuleContext, table: Table) -> None:
        self._names = {entity.name for entity in table.entities}
        self._found: dict[tuple[str, str | None], dict[int, tuple[AccessPattern, KeyCondition]]] = {}
        for number, call in enumerate(context.calls_on(table)):
            if call.pattern.key:
                self._add(number, call.pattern)

    def _add(self, number: int, pattern: AccessPattern) -> None:
        # Of two conditions on one attribute the first counts; who names no entity is about all of them.
        for condition in reversed(pattern.key):
            for entity in pattern.entities or (None,):
                self._found.setdefault((condition.name, entity), {})[number] = (pattern, condition)

    def of(self, entity: Entity, name: str) -> list[tuple[AccessPattern, KeyCondition]]:
        """The calls that give this key attribute and may be about this entity."""
        own = self._found.get((name, entity.name), {})
        every = self._found.get((name, None), {}) if entity.name in self._names else {}
        return [one for _, one in sorted((own | every).items(), key=itemgetter(0))]


def key_readers(context: RuleContext, table: Table) -> KeyReaders:
    """The calls that give a table's keys, gathered once in a run."""
    return context.once(("readers of keys", id(table)), lambda: KeyReaders(context, table))
