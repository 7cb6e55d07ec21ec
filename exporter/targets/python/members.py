"""One pattern, or one member of a batch, as code: its table, the code of its parameters, its keys, its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan, PlanKey, plan_key
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.python.signature import Argument, Signature
from exporter.targets.python.templates import key_expression
from exporter.targets.python.texts import Texts
from exporter.targets.python.values import ANNOTATIONS, annotation, native
from exporter.targets.support.literals import python_literal
from modeler.core.design.items import Entity
from modeler.core.design.patterns import KeyCondition
from modeler.core.design.tables import KeyAttribute
from modeler.core.evaluator.fan_out import stored_shards
from modeler.core.evaluator.scope import PatternScope
from modeler.core.keys import templates
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.values.attribute_values import AttributeType

_SHARD: Final = "shard"


@dataclass
class MemberWriter:
    """Writes the parts of one call. `rounds` are the loops that the call needs: (loop variable, what it
    iterates over).
    """

    plan: PatternPlan
    scope: PatternScope
    plans: Mapping[PlanKey, EntityPlan]
    signature: Signature
    is_only_table: bool = True
    rounds: dict[str, tuple[str, str]] = field(default_factory=dict)
    shards: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = self.signature.table(self.plan.table, is_only=self.is_only_table)
        if self.plan.bindings.problems:
            raise Unsupported(self.plan.bindings.problems[0])
        for name in self.plan.bindings.lists:
            self.variable(name)
        for name in self.template_names():
            self._shard_rounds(name)

    @property
    def texts(self) -> Texts:
        """Return a new collector of the expressions of this call."""
        return Texts(self.plan.pattern, self.variable)

    def variable(self, name: str) -> str:
        """Return the code of a parameter: an argument, or the variable of the loop over its values."""
        parameter = self.plan.described(name)
        if parameter.several:
            kind = annotation(parameter.type, parameter.values) if parameter.is_known else "Any"
            example = python_literal([native(one) for one in parameter.examples])
            found = self._argument(name, f"Sequence[{kind}]", example, "one request for each")
            self.rounds.setdefault(name, (f"one_{found.name}", found.name))
            return self.rounds[name][0]
        if name in self.rounds:
            return self.rounds[name][0]
        example = python_literal(native(parameter.examples[0])) if parameter.examples else ""
        kind = annotation(parameter.type, parameter.values) if parameter.is_known else "Any"
        return self._argument(name, kind, example).name

    def is_given(self, name: str) -> bool:
        """Does the pattern give a value, or several, of that parameter?"""
        return name in self.plan.bindings.values or name in self.plan.bindings.lists

    def _argument(self, name: str, annotation: str, example: str, said: str = "") -> Argument:
        return self.signature.argument(name, Argument("", annotation, example, said=said))

    def more(self, name: str, annotation: str, example: str, said: str) -> str:
        """Return the code of an input that the pattern does not name as a parameter, but its function needs."""
        return self.signature.argument(name, Argument("", annotation, example, said=said)).name

    def key(self, condition: KeyCondition) -> list[str]:
        """The code of the values of one key condition. Raises Unsupported."""
        known = {key.name: key for index in self.plan.table.all_indexes for key in index.keys}
        element = known.get(condition.name) or KeyAttribute(condition.name, AttributeType.S)
        if len(condition.templates) != (2 if condition.operator == "between" else 1):
            raise Unsupported(f"{condition.name}: {condition.operator} needs a different number of values")
        return [self._key_value(element, text) for text in condition.templates]

    def _key_value(self, element: KeyAttribute, source: str) -> str:
        template = templates.parse(source)
        for name in self.shards:
            template = _with_variable(template, name)
        made = key_expression(str(template), element.type, self._key_variable, self._formats(template), asked=True)
        if made is None:
            raise Unsupported(f"{element.name}: {template.problem or f'a key of type {element.type} takes one value'}")
        return made

    def _key_variable(self, name: str) -> str:
        return self.shards[name.removesuffix(_MARK)] if name.endswith(_MARK) else self.variable(name)

    def _formats(self, template: KeyTemplate) -> dict[str, str]:
        formats = self.plan.bindings.formats
        return {name: formats[name] for name in template.attributes if name in formats}

    def whole_key(self) -> dict[str, str]:
        """The key of an item, in the order of the schema. Raises Unsupported where it is not named by equality."""
        base = self.plan.table.base
        given = {condition.name: condition for condition in self.plan.pattern.key}
        if set(given) != set(base.key_names) or any(one.operator != "=" for one in given.values()):
            raise Unsupported(f"the key has no value for each of {', '.join(base.key_names)}")
        return {name: self.key(given[name])[0] for name in base.key_names}

    @property
    def clause(self) -> str:
        """Return the `for` clauses of a comprehension over the rounds; '' if there is only one."""
        side_by_side = [(variable, over) for name, (variable, over) in self.rounds.items() if name not in self.shards]
        nested = [(variable, over) for name, (variable, over) in self.rounds.items() if name in self.shards]
        clauses = []
        if len(side_by_side) == 1:
            clauses.append(f"for {side_by_side[0][0]} in {side_by_side[0][1]}")
        elif side_by_side:
            variables, over = (", ".join(part) for part in zip(*side_by_side, strict=True))
            clauses.append(f"for {variables} in zip({over}, strict=True)")
        clauses += [f"for {variable} in {over}" for variable, over in nested]
        return " ".join(clauses)

    def entity(self, entity: Entity) -> EntityPlan:
        """The plan of an entity of this table."""
        return self.plans[plan_key(self.plan.table, entity)]

    def template_names(self) -> list[str]:
        """Return the parameters of the key, in order."""
        texts = [text for condition in self.plan.pattern.key for text in condition.templates]
        return list(dict.fromkeys(name for text in texts for name in templates.parse(text).attributes))

    def _shard_rounds(self, name: str) -> None:
        """Query every shard of a key if a read does not specify one, as the evaluator does."""
        bindings = self.plan.bindings
        is_given = name in bindings.values or name in bindings.lists
        if not is_given and (count := stored_shards(bindings, name)):
            is_number = bindings.attributes[name].type == AttributeType.N
            self.rounds[name] = (f"each_{_SHARD}", f"range({count})" if is_number else f"map(str, range({count}))")
            return
        count = self._shard_count(name)
        if not count:
            return
        if not is_given:
            self.rounds[name] = (f"each_{_SHARD}", f"range({count})")
            self.shards[name] = f"each_{_SHARD}"
        elif name in bindings.values and self.plan.pattern.fan_out == count and self.plan.pattern.operation.is_read:
            self._maybe_all_shards(name, count)

    def _maybe_all_shards(self, name: str, count: int) -> None:
        """Query one shard if it is specified, else all."""
        value = self.plan.bindings.values[name]
        argument = self._argument(name, ANNOTATIONS[value.type], python_literal(native(value)))
        said = f"which shard to query; None: all {count}"
        self.signature.change(argument, annotation=f"{ANNOTATIONS[value.type]} | None", default="None", said=said)
        one = f"[keys.shard(keys.text({argument.name}), {count})]"
        self.rounds[name] = (f"each_{_SHARD}", f"({one} if {argument.name} is not None else map(str, range({count})))")
        self.shards[name] = f"each_{_SHARD}"

    def _shard_count(self, name: str) -> int:
        """Return the number of shards of a parameter that keys use only as a shard; else 0."""
        counts = {
            reference.formats[-1].argument if len(reference.formats) == 1 and reference.formats[0].name == _SHARD else 0
            for condition in self.plan.pattern.key
            for text in condition.templates
            for reference in templates.parse(text).references
            if reference.attribute == name
        }
        return int(counts.pop() or 0) if len(counts) == 1 else 0


_MARK: Final = "\x00shard"


def _with_variable(template: KeyTemplate, name: str) -> KeyTemplate:
    """Return the template with the number of a shard in place of its computation."""
    if template.problem:
        return template
    parts = tuple(
        part if isinstance(part, LiteralText) or part.attribute != name else Reference(name + _MARK)
        for part in template.parts
    )
    return templates.parse(templates.print_template(parts))
