"""Java, AWS SDK v2 Enhanced Client: a bean with its keys, a schema, and a repository per entity, plus pom.xml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

from exporter.targets.access_code.entity_plan import EntityPlan, entity_plans
from exporter.targets.access_code.key_reading import ECMA, key_readings
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, safe_name
from exporter.targets.java.entity import bean, carried_index, schema
from exporter.targets.java.enums import enum_of
from exporter.targets.java.repository import IMPORTS, method, repository
from exporter.targets.support.literals import Language, slash_comment
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design
from modeler.core.values.attribute_values import AttributeType

PACKAGE: Final = "access"
RUNTIME: Final = ("Keys.java", "Values.java", "Changes.java")
SDK: Final = "2.39.0"
_RELEASE: Final = "17"
_FOLDER: Final = f"src/main/java/{PACKAGE}"
_POM: Final = "http://maven.apache.org/POM/4.0.0"


def _file(name: str, body: str) -> ExportFile:
    return ExportFile(f"{_FOLDER}/{name}.java", f"package {PACKAGE};\n\n{body.lstrip()}")


def _pom(design: Design) -> ExportFile:
    root = ElementTree.Element("project", {"xmlns": _POM})
    artifact = safe_name(design.name).lower().replace("_", "-")
    for name, text in (("modelVersion", "4.0.0"), ("groupId", PACKAGE), ("artifactId", artifact), ("version", "1.0.0")):
        ElementTree.SubElement(root, name).text = text
    properties = ElementTree.SubElement(root, "properties")
    ElementTree.SubElement(properties, "maven.compiler.release").text = _RELEASE
    ElementTree.SubElement(properties, "project.build.sourceEncoding").text = "UTF-8"
    dependencies = ElementTree.SubElement(root, "dependencies")
    for name in ("dynamodb", "dynamodb-enhanced"):
        dependency = ElementTree.SubElement(dependencies, "dependency")
        for key, text in (("groupId", "software.amazon.awssdk"), ("artifactId", name), ("version", SDK)):
            ElementTree.SubElement(dependency, key).text = text
    ElementTree.indent(root)
    return ExportFile("pom.xml", ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n")


def _losses(entities: tuple[EntityPlan, ...], patterns: tuple[PatternPlan, ...]) -> Iterator[Loss]:
    yield Loss("design", "settings of tables, findings, mutes, rates, and sample items are not part of code")
    for plan in entities:
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}"
        for where, message in plan.losses():
            yield Loss(where, message)
        revealed = {name for one in key_readings(plan, ECMA) for name in one.attributes}
        if names := [name for name in plan.only_in_keys if name not in revealed]:
            yield Loss(path, f"{', '.join(names)}: only in keys, which do not reveal it: an item that is read lacks it")
        for one in plan.keys:
            if not carried_index(one.index):
                yield Loss(
                    f"{path}.{one.index.name}",
                    f"{one.index.name} has multi-attribute keys: the low-level client queries it",
                )
        if enums := [name for name in plan.fields if enum_of(plan, name)]:
            yield Loss(path, f"{', '.join(enums)}: an enumeration; an item with another value cannot be read")
        if null := [one.name for one in plan.entity.attributes if one.type is AttributeType.NULL]:
            yield Loss(
                path, f"{', '.join(null)}: a bean cannot distinguish NULL from a missing value; it is not written"
            )
    for pattern in patterns:
        for note in (*([f"no method: {pattern.problem}"] if pattern.problem else []), *pattern.notes):
            yield Loss(f"access_patterns.{pattern.pattern.label}", note)


def _methods(patterns: list[PatternPlan], losses: list[Loss]) -> list[str]:
    found: list[str] = []
    for pattern in patterns:
        try:
            found.append(method(pattern))
        except Unsupported as reason:
            losses.append(Loss(f"access_patterns.{pattern.pattern.label}", f"no method: {reason}"))
    return found


_LOCAL: Final = ("client", "table", "request", "changes", "after", "keys", "writes", "p")
"""Names that the bodies of methods use."""


@by_key
def _build(design: Design) -> Export:
    entities = entity_plans(design, Language.JAVA)
    patterns = pattern_plans(design, entities, Language.JAVA, ["client"], _LOCAL)
    losses = list(_losses(entities, patterns))
    files = [ExportFile(f"{_FOLDER}/{name}", runtime_file("java", name)) for name in RUNTIME]
    for plan in entities:
        files.append(_file(plan.name, bean(plan)))
        if plan.base is not None:
            own = [one for one in patterns if one.entity is plan and not one.members and not one.problem]
            files += [
                _file(f"{plan.name}Table", schema(plan)),
                _file(f"{plan.name}Repository", repository(plan, _methods(own, losses))),
            ]
    known = {one.name for one in entities if one.base is not None}
    others = [
        one
        for one in patterns
        if not one.problem and (one.members or one.entity is None or one.entity.name not in known)
    ]
    if methods := _methods(others, losses):
        files.append(_file("SeveralRepository", _several(methods)))
    note = slash_comment(header(design, "Java, AWS SDK v2 Enhanced Client", losses))
    info = ExportFile(f"{_FOLDER}/package-info.java", f"{note}package {PACKAGE};\n")
    return Export((_pom(design), info, *files), tuple(losses))


def _several(methods: list[str]) -> str:
    return (
        f"{IMPORTS}\n/** Access patterns of several entities: one method each. */\n"
        "public final class SeveralRepository {\n  private final DynamoDbClient client;\n\n"
        "  public SeveralRepository(DynamoDbClient client) {\n    this.client = client;\n  }\n\n"
        + "\n".join(methods)
        + "}\n"
    )


TARGET: Final = Target(
    "java",
    "Java (AWS SDK v2 Enhanced Client)",
    ("pom.xml", f"{_FOLDER}/<Entity>.java", f"{_FOLDER}/<Entity>Repository.java"),
    "text/x-java",
    _build,
    TargetKind.CODE,
)
