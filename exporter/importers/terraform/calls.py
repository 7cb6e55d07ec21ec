"""Calls of modules on disk and of the registry's module for tables: what each instance creates and returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.support.folders import inside
from exporter.importers.terraform.expressions import Evaluator
from exporter.importers.terraform.hcl import ParsedBlock, tokens
from exporter.importers.terraform.loops import instances
from exporter.importers.terraform.modules import Module, Modules
from exporter.importers.terraform.references import ModulePlace
from exporter.importers.terraform.registry_module import arguments_of, is_known, scaling_of, unknown_of, unread_of
from exporter.importers.terraform.resource_kinds import READ, REPLICA, RESOURCE_POLICY, TABLE, TARGET, ParsedResource
from exporter.importers.terraform.terms import EvaluationWork
from modeler.core.errors import DocumentInvalid

RESOURCES_MAX: Final = 20_000
CALLS_MAX: Final = 500
DEPTH_MAX: Final = 8
_META: Final = frozenset({"source", "version", "providers", "count", "for_each", "depends_on"})

type Values = Mapping[str, Callable[[Any], Any]]


@dataclass(slots=True)
class Instance:
    """One instance of a module: its evaluator, its folder, and its calls by name and suffix, each made once."""

    evaluator: Evaluator
    module: Module
    modules: Modules | None
    context: Context
    depth: int = 0
    providers: str = ""
    """The `providers` of the call that made this instance, and of those around it, as written."""
    _calls: dict[str, dict[str, Instance | Mapping[str, Any]]] | None = None

    def resources(self) -> Iterator[ParsedResource]:
        """Return what this module and the modules that it calls create; what is not read is reported."""
        for block in self.module.blocks:
            if block.type == "module" and block.labels:
                yield from self._of_call(block)
            elif block.type == "resource" and len(block.labels) == 2:
                yield from self._of_resource(block)

    def _region_of(self, block: ParsedBlock) -> str:
        """Return the Region of the provider that a resource names; '' if it is not known."""
        if "provider" not in block.attributes:
            return ""
        alias = _written(block, "provider").rpartition(".")[2]
        for one in self.module.blocks:
            is_meant = (
                one.type == "provider" and one.labels == ("aws",) and {"alias", "region"} <= one.attributes.keys()
            )
            if is_meant and text_of(self.evaluator.value(one.attributes["alias"], "provider.alias")) == alias:
                region = self.evaluator.value(one.attributes["region"], "provider.region")
                return "" if isinstance(region, Unresolved) else text_of(region)
        return ""

    def _of_resource(self, block: ParsedBlock) -> Iterator[ParsedResource]:
        kind, label = block.labels
        address = self.evaluator.place.named(f"{kind}.{label}")
        if kind not in READ:
            yield ParsedResource(kind, address, {})
            return
        for suffix, bound in instances(self.evaluator, block, address):
            path = f"{address}{suffix}"
            with self.evaluator.binding(bound):
                values = self.evaluator.block(block, path, self.context.lines.put)
            region = self._region_of(block) if kind == REPLICA else ""
            provider = f"{_written(block, 'provider')} {text_of(values.get('region'))} {self.providers}".strip()
            yield ParsedResource(kind, path, values, region, provider)

    def _of_call(self, block: ParsedBlock) -> Iterator[ParsedResource]:
        address = self.evaluator.place.named(f"module.{block.labels[0]}")
        for suffix, made in self.called(block.labels[0]).items():
            if isinstance(made, Instance):
                yield from made.resources()
            else:
                provider = f"{self.providers} {_written(block, 'providers')}".strip()
                yield from self._of_registry(made, f"{address}{suffix}", block.line, provider)

    def _of_registry(
        self, inputs: Mapping[str, Any], address: str, line: int, provider: str
    ) -> Iterator[ParsedResource]:
        arguments = arguments_of(inputs)
        if arguments is None:
            self.context.report.dropped(address, "it creates no table; left out", line)
            return
        lines = self.context.lines
        lines.carry(inputs, arguments)
        yield ParsedResource(TABLE, address, arguments, provider=provider)
        for scaled in scaling_of(inputs):
            lines.carry(inputs, scaled)
            yield ParsedResource(TARGET, address, scaled)
        if inputs.get("resource_policy") is not None:
            policy = {"resource_arn": placeholder(f"{address}.arn"), "policy": inputs["resource_policy"]}
            lines.carry(inputs, policy)
            yield ParsedResource(RESOURCE_POLICY, f"{address}.resource_policy", policy)
        for name in unknown_of(inputs):
            said = f"{text_of(inputs[name])[:80]} is known only at apply; left out"
            self.context.report.dropped(f"{address}.{name}", said, lines.of(inputs, name))
        for name in unread_of(inputs):
            said = "Keysheet does not read this input of the module; left out"
            self.context.report.dropped(f"{address}.{name}", said, lines.of(inputs, name))

    def called(self, name: str) -> dict[str, Instance | Mapping[str, Any]]:
        """Return the instances of a call by their suffix: of a module on disk, or the inputs of the registry's module.

        A call of another module is reported once and has none.
        """
        if self._calls is None:
            self._calls = {}
        if name not in self._calls:
            self._calls[name] = {}  # A call whose values depend on its own outputs ends here.
            self._calls[name] = dict(self._made(self.evaluator.calls[name]))
        return self._calls[name]

    def _made(self, block: ParsedBlock) -> Iterator[tuple[str, Instance | Mapping[str, Any]]]:
        address = self.evaluator.place.named(f"module.{block.labels[0]}"[:200])
        source = block.attributes.get("source")
        where = text_of(self.evaluator.value(source, f"{address}.source")) if source is not None else ""
        is_registry = is_known(where)
        target = None if is_registry else self._on_disk(where, address, block)
        if not is_registry and target is None:
            return
        for suffix, bound in instances(self.evaluator, block, address):
            self._count(address)
            if is_registry:
                with self.evaluator.binding(bound):
                    yield suffix, self.evaluator.block(block, f"{address}{suffix}", self.context.lines.put)
            elif target is not None:
                yield suffix, self._child(target, block, f"{address}{suffix}", bound)

    def _count(self, address: str) -> None:
        self.evaluator.work.modules += 1
        if self.evaluator.work.modules > CALLS_MAX or self.depth >= DEPTH_MAX:
            said = f"{address}: more than {CALLS_MAX} calls of modules, or more than {DEPTH_MAX} within each other"
            raise DocumentInvalid(said, path=address, code="document.too_large")

    def _on_disk(self, source: str, address: str, block: ParsedBlock) -> Module | None:
        """Return the module that a path names; None, reported, if it is not on disk or was not given."""
        said = ""
        target = (
            inside(self.module.folder, source) if source.startswith(("./", "../")) or source in (".", "..") else None
        )
        if not source.startswith("."):
            shown = f" ({source[:120]})" if source else ""
            said = f"this module is not on disk{shown} and nothing is fetched"
        elif self.modules is None:
            said = (
                f"only one file was given; import the folder that holds it and {source[:120]}, or a zip of that folder"
            )
        elif target is None:
            said = f"{source[:120]} is outside the folder that was given; import a folder that holds both"
        elif target not in self.modules.folders():
            said = (
                f"{source[:120]} has no Terraform files in the folder that was given; import a folder that holds both"
            )
        else:
            return self.modules.module(target)
        also = "; what it creates is not in the design (the JSON of terraform show -json has it)"
        self.context.report.dropped(address, said + also, block.line)
        return None

    def _child(self, module: Module, block: ParsedBlock, address: str, bound: Mapping[str, Any]) -> Instance:
        caller = self.evaluator
        outer = caller.bound

        def lent(tree: Any) -> Callable[[Any], Any]:
            return lambda asking: caller.borrowed(tree, {**outer, **bound}, f"{address}")

        inputs = {name: lent(tree) for name, tree in block.attributes.items() if name not in _META}
        made = instance(module, self.modules, self.context, inputs, caller.work, address, self.depth + 1)
        made.providers = f"{self.providers} {_written(block, 'providers')}".strip()
        return made

    def output(self, name: str, suffix: str, output: str) -> Any:
        """Return an output of a call; None if it is not known here."""
        made = self.called(name).get(suffix)
        if isinstance(made, Instance):
            block = made.evaluator.outputs.get(output)
            if block is None or "value" not in block.attributes:
                return None
            return made.evaluator.borrowed(block.attributes["value"], {}, f"{made.evaluator.place.address}.{output}")
        if made is None or not output.startswith("dynamodb_table_"):
            return None
        address = f"{self.evaluator.place.named(f'module.{name}')}{suffix}"
        is_name = output == "dynamodb_table_id" and not isinstance(made.get("name"), Unresolved)
        return made.get("name") if is_name else placeholder(f"{address}.{output.removeprefix('dynamodb_table_')}")


def _written(block: ParsedBlock, name: str) -> str:
    """Return an argument that names providers, without quotes; '' if the block has none."""
    return "".join(map(str, tokens(block.attributes[name]))).strip('"') if name in block.attributes else ""


def instance(
    module: Module,
    modules: Modules | None,
    context: Context,
    inputs: Values,
    work: EvaluationWork,
    address: str = "",
    depth: int = 0,
) -> Instance:
    """Return an instance of a module with the values that are given to it."""
    file_of = partial(modules.text_of, module.folder) if modules is not None else None
    place = ModulePlace(address, module.folder, inputs, file_of=file_of)
    made = Instance(Evaluator(module.blocks, context.report, place, work), module, modules, context, depth)
    made.evaluator.place = replace(place, outputs=made.output)
    return made
