"""Shared by the three TypeScript libraries: fields and keys of an entity, functions, the project's files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys, Resolve, entity_plans
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.access_code.template_writer import constant_text
from exporter.targets.base import ExportFile, Loss, header, safe_name
from exporter.targets.support.literals import (
    Language,
    Style,
    identifiers,
    slash_comment,
    star_comment,
    typescript_literal,
)
from exporter.targets.typescript.nodes import (
    TYPES,
    Code,
    Object,
    TsCall,
    condition_code,
    constant,
    imports,
    member,
    template_code,
    write,
)
from modeler.core.design.model import Design
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.keys import templates
from modeler.core.keys.templates import KeyTemplate
from modeler.core.values.attribute_values import AttributeType, AttributeValue

AWS_SDK: Final = "^3.1162.0"
_DIGITS: Final = 15
_TYPESCRIPT: Final = "^7.0.2"
_NODE_TYPES: Final = "^22.10.2"

_MEMBERS_OF_ALL: Final = frozenset(
    {"__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString"}
    | {"toString", "valueOf"}
)
"""Members of every JavaScript object: a library that looks names up in plain objects always finds them."""

_RUNTIME: Final = ("keys.ts", "requests.ts", "transactions.ts")
_EXPORTED: Final = re.compile(r"^export (?:async )?(?:function|const|class|type|interface) (\w+)", re.MULTILINE)
_OURS: Final = ("client", "dynamodb", "tableNames")
_LOCAL: Final = (
    *_OURS,
    "found",
    "next",
    "after",
    "keys",
    "transaction",
    "needed",
    "text",
    "data",
    "cursor",
    "row",
    "canceled",
    "toComposite",
)
"""Names that function bodies use, whatever the pattern; names of formats only if the pattern uses them."""


def _exported(name: str) -> list[str]:
    """The names that a runtime file exports."""
    return _EXPORTED.findall(runtime_file("typescript", name))


class ModuleInProgress:
    """One file while it is written: its body, and its imports. `entity`: the entity of the file.

    `home`: the folder of the files with stored forms of entities. `renamed`: commands of the AWS SDK whose names a
    library also uses, each with its name here.
    """

    def __init__(
        self, entity: EntityPlan | None = None, *, home: str = "entities", renamed: Mapping[str, str] | None = None
    ) -> None:
        self.entity = entity
        self.home = home
        self.renamed = renamed or {}
        self.used: set[str] = set()
        self._imports: dict[tuple[str, bool], set[str]] = {}
        self._body: list[str] = []

    def need(self, module: str, *names: str, types: bool = False) -> None:
        """Import names that the body uses from another module."""
        self._imports.setdefault((module, types), set()).update(names)

    def parts(self) -> tuple[str, ...]:
        """The top-level parts so far."""
        return tuple(self._body)

    def add(self, text: str) -> None:
        """Add a top-level part of the file."""
        self._body.append(text)

    def text(self, head: str, keys_module: str) -> str:
        """Return the whole file."""
        if self.used:
            self.need(keys_module, *self.used)
        order = sorted(self._imports, key=lambda one: (one[0].startswith("."), one))
        lines = "".join(imports(self._imports[one], one[0], types=one[1]) for one in order)
        return "\n".join(part for part in (head, lines, *self._body) if part)


def _without_marks(plan: EntityPlan, marks: Mapping[str, str], design: Design) -> EntityPlan:
    """Return a plan without the attributes that the library itself writes, as an imported model has them."""
    used = {name for one in plan.keys for name in one.attributes}

    def is_written(name: str) -> bool:
        attribute = plan.entity.attribute(name)
        if name in used or attribute is None or list(attribute.values) != [marks[name]]:
            return False
        return not any(name in str(pattern) for pattern in design.patterns)

    written = {name for name in marks if is_written(name)}
    if not written:
        return plan
    return replace(plan, fields={name: one for name, one in plan.fields.items() if name not in written})


class Project:
    """A design as TypeScript: its plans, and the file of each thing.

    `marks` are the attributes with their values that the library stores in each item of an entity and reads it by.
    """

    def __init__(self, design: Design, marks: Callable[[EntityPlan], Mapping[str, str]] = lambda plan: {}) -> None:
        self.design = design
        self.marks = marks
        plans = entity_plans(design, Language.TYPESCRIPT)
        self.entities = tuple(_without_marks(plan, marks(plan), design) for plan in plans)
        names = [table.name for table in design.tables]
        self.tables = identifiers(names, Style.CAMEL, Language.TYPESCRIPT, ["client", "tableNames"], otherwise="table")
        taken = [*self.tables.values(), *(f"stored{plan.name}" for plan in self.entities)]
        taken += [name for plan in self.entities for name in (f"{plan.variable}Primary", f"is{plan.name}")]
        helpers = [*_OURS, *(name for file in _RUNTIME for name in _exported(file))]
        local = [*_LOCAL, *_exported("requests.ts"), *taken]
        self.patterns = pattern_plans(design, self.entities, Language.TYPESCRIPT, [*taken, *helpers], local)
        self.constants = identifiers(names, Style.CONSTANT, Language.TYPESCRIPT, otherwise="table")

    def of_entity(self, plan: EntityPlan) -> list[PatternPlan]:
        """Return the patterns whose functions are in an entity's file."""
        return [one for one in self.patterns if one.entity is plan and not one.members and not one.problem]

    def others(self) -> list[PatternPlan]:
        """Return the patterns of several entities, or of none."""
        return [one for one in self.patterns if not one.problem and (one.entity is None or one.members)]

    def losses(self) -> Iterator[Loss]:
        """Yield what TypeScript cannot express of the design."""
        yield Loss("design", "settings of tables, findings, mutes, rates, and sample items are not part of code")
        for plan in self.entities:
            for path, message in plan.losses():
                yield Loss(path, message)
            yield from _rounded(plan)
        for pattern in self.patterns:
            path = f"access_patterns.{pattern.pattern.label}"
            if pattern.problem:
                yield Loss(path, f"no function: {pattern.problem}")
            for note in pattern.notes:
                yield Loss(path, note)


def _rounded(plan: EntityPlan) -> Iterator[Loss]:
    """Yield the attributes whose samples have more digits than a number of JavaScript keeps."""
    for name in plan.fields:
        numbers = [value.data for item in plan.entity.items if (value := item.values.get(name)) and value.type == "N"]
        if any(len(str(one).lower().partition("e")[0].strip("-+.0").replace(".", "")) > _DIGITS for one in numbers):
            path = f"tables.{plan.table.name}.entities.{plan.entity.name}.attributes.{name}"
            yield Loss(path, f"{name}: its samples have more than {_DIGITS} digits, which JavaScript's numbers round")


def shadowing(plan: EntityPlan, library: str) -> Iterator[Loss]:
    """Yield attributes that a library treats as members of every object."""
    if names := sorted(_MEMBERS_OF_ALL & set(plan.fields)):
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}.attributes"
        message = f"{library} throws when it is loaded, because every JavaScript object has such a member: rename it"
        yield Loss(path, f"{', '.join(names)}: {message}")


def table_names(project: Project) -> str:
    """Write `tableNames`: the real names, which an environment variable can override."""
    members = [
        (
            project.tables[table.name],
            Code(f"process.env.{project.constants[table.name]}_TABLE ?? {typescript_literal(table.name)}"),
        )
        for table in project.design.tables
    ]
    comment = star_comment(["Names of the tables; an environment variable overrides each."])
    return f"{comment}export const tableNames = {write(Object(members, is_open=True))};\n"


def table_name(project: Project, table: Table) -> Code:
    """Return the real name of a table, as an expression."""
    return Code(member("tableNames", project.tables[table.name]))


def fields_interface(plan: EntityPlan) -> str:
    """Write the attributes of an entity as an interface, for its key functions: any can be missing."""
    lines = [f"  {one.identifier}?: {field_type(plan, one.name)} | undefined;\n" for one in plan.fields.values()]
    comment = star_comment([f"What the keys of {plan.entity.name} are made of: its attributes, if known."])
    return f"{comment}export interface {plan.name}Fields {{\n{''.join(lines)}}}\n"


def field_type(plan: EntityPlan, name: str) -> str:
    """Return the TypeScript type of a field."""
    attribute = plan.fields[name].attribute
    if attribute is None:
        return "any"
    if attribute.type is AttributeType.S and attribute.values:
        return " | ".join(map(typescript_literal, attribute.values))
    return TYPES[attribute.type]


def parameter_type(parameter: Parameter) -> str:
    """Return the TypeScript type of a parameter."""
    if parameter.values:
        found = " | ".join(map(typescript_literal, parameter.values))
        return f"({found})" if parameter.several else found
    return TYPES[parameter.type] if parameter.is_known else "any"


def key_functions(plan: EntityPlan, module: ModuleInProgress) -> Iterator[str]:
    """Write one function per index: what the entity writes into it."""
    module.need("./../keys.js", "Keys", types=True)
    for one in plan.keys:
        what = "the table's own key" if one.index.is_base else one.index.name
        comment = star_comment([f"Returns what {plan.entity.name} writes into {what}; empty if the item is not in it."])
        body = "".join(f"  {line}\n" for line in _key_rows(plan, one, module.used))
        yield f"{comment}export function {one.function}(item: {plan.name}Fields): Keys {{\n{body}}}\n"


def _key_rows(plan: EntityPlan, one: IndexKeys, used: set[str]) -> Iterator[str]:
    resolve = plan.resolver(
        lambda field: member("item", field), lambda function, name: member(f"{function}(item)", name), "undefined"
    )
    used.add("together")
    for node, row in one.branches():
        made = [(key.name, key_value(key, text, resolve, plan.entity.formats, used)) for key, text in row]
        depth = 1 if node is None else 2
        result = write(TsCall("together", (Object(made),)), depth) if made else "{}"
        if node is None:
            yield f"return {result};"
            return
        yield f"if ({condition_code(node, resolve, used)}) {{\n    return {result};\n  }}"
    yield "return {};"


def key_value(
    key: KeyAttribute, text: KeyTemplate, resolve: Resolve, formats: Mapping[str, str], used: set[str]
) -> Code:
    """Return the value of a key attribute: text, or for N and B the value itself."""
    if key.type is not AttributeType.S:
        return Code(resolve(text.plain_reference.attribute) if text.plain_reference else "undefined")
    if not text.references:
        return Code(typescript_literal(constant_text(text)))
    return template_code(text, resolve, formats, used)


def condition_value(pattern: PatternPlan, key: KeyAttribute, source: str, used: set[str]) -> Any:
    """Return the value that a key condition compares with: a template of parameters."""
    text = templates.parse(source)
    if key.type is AttributeType.N:
        if not text.references:
            return constant(AttributeValue(AttributeType.N, source))
        reference = text.plain_reference
        code = resolve_parameter(pattern)(reference.attribute) if reference else "NaN"
        parameter = pattern.parameter(reference.attribute) if reference else None
        return Code(code if parameter and parameter.type is AttributeType.N else f"Number({code})")
    if key.type is AttributeType.B and text.plain_reference:
        return Code(resolve_parameter(pattern)(text.plain_reference.attribute))
    if not text.references:
        return constant_text(text)
    reference = text.plain_reference
    parameter = pattern.parameter(reference.attribute) if reference else None
    if parameter is not None and parameter.type is AttributeType.S:
        return Code(parameter.identifier)
    used.add("needed")
    made = template_code(text, resolve_parameter(pattern), pattern.bindings.formats, used)
    return Code(f"needed({made.text}, {typescript_literal(key.name)})")


def resolve_parameter(pattern: PatternPlan) -> Resolve:
    """Return how a template of a pattern refers to its parameters."""
    return pattern.resolver(member, "undefined")


def doc(pattern: PatternPlan) -> str:
    """The comment of a pattern's function."""
    return star_comment(pattern.about())


def signature(pattern: PatternPlan, item_types: Callable[[EntityPlan], str], *, pages: bool = False) -> str:
    """Return the parameters of a function, as one object; `pages`: with the position to continue from."""
    if not pattern.parameters:
        given = ""
    else:
        names = ", ".join(one.identifier for one in pattern.parameters)
        types = [
            f"{one.identifier}{'?' if one.is_optional else ''}: "
            + (item_types(one.entity) if one.entity else parameter_type(one))
            + ("[]" if one.several and pattern.operation.is_multiple else "")
            + (" | undefined" if one.is_optional else "")
            for one in pattern.parameters
        ]
        given = f"{{ {names} }}: {{ {'; '.join(types)} }}"
        if len(given) + len(pattern.function) > 75:
            given = f"{{ {names} }}: {{\n" + "".join(f"  {one};\n" for one in types) + "}"
    return ", ".join(part for part in (given, "next?: Record<string, any>" if pages else "") if part)


def package(design: Design, library: Mapping[str, str]) -> Iterator[ExportFile]:
    """Return package.json and tsconfig.json."""
    name = safe_name(design.name).lower().replace("_", "-")
    dependencies = {"@aws-sdk/client-dynamodb": AWS_SDK, "@aws-sdk/lib-dynamodb": AWS_SDK, **library}
    body = {
        "name": f"{name}-access",
        "version": "1.0.0",
        "private": True,
        "type": "module",
        "main": "dist/index.js",
        "scripts": {"build": "tsc"},
        "dependencies": dict(sorted(dependencies.items())),
        "devDependencies": {"@types/node": _NODE_TYPES, "typescript": _TYPESCRIPT},
    }
    compiler = {
        "target": "ES2022",
        "module": "NodeNext",
        "strict": True,
        "skipLibCheck": True,
        "types": ["node"],
        "rootDir": "src",
        "outDir": "dist",
    }
    yield ExportFile("package.json", json.dumps(body, indent=2) + "\n")
    yield ExportFile("tsconfig.json", json.dumps({"compilerOptions": compiler, "include": ["src"]}, indent=2) + "\n")
    yield ExportFile("src/keys.ts", runtime_file("typescript", "keys.ts"))


def index_file(project: Project, what: str, losses: Sequence[Loss], modules: Iterable[str]) -> ExportFile:
    """Return `index.ts`: all exports of the package; its head lists what it cannot represent."""
    head = slash_comment(header(project.design, what, losses))
    return ExportFile(
        "src/index.ts", head + "\n" + "".join(f"export * from {typescript_literal(one)};\n" for one in modules)
    )
