"""Import: bytes in, a design and a report out. The first importer in `IMPORTERS` that claims a file reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from exporter.importers import keysheet_json, pattern_list
from exporter.importers.amplify import importer as amplify_importer
from exporter.importers.awslabs import contract
from exporter.importers.awslabs import importer as awslabs_importer
from exporter.importers.beginnings import title_of
from exporter.importers.cloudformation import importer as cloudformation_importer
from exporter.importers.items import csv_items, dynamodb_json
from exporter.importers.key_charts import importer as key_chart_importer
from exporter.importers.libraries import dynamoose, electrodb, onetable, toolbox, typedorm
from exporter.importers.live import describe_table, tables
from exporter.importers.programs import architect, python_source, script_source
from exporter.importers.programs.python_files import python_in
from exporter.importers.scripts.files import scripts_in
from exporter.importers.shell import importer as shell_importer
from exporter.importers.sql import importer as sql_importer
from exporter.importers.support.base import Guess, Imported, Importer, Level, ReportLine
from exporter.importers.support.code_blocks import code_blocks
from exporter.importers.support.folders import Folder, is_zip, located, main_of, refused, unzipped
from exporter.importers.support.json_reading import read_json
from exporter.importers.support.leading_zeros import lost_zeros, typed_numbers
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.parameters import FileParameter, refuse_unknown
from exporter.importers.support.provenance import marked
from exporter.importers.support.source import Source
from exporter.importers.support.throughput import with_units
from exporter.importers.support.unpacking import unpacked
from exporter.importers.terraform import importer as terraform_importer
from exporter.importers.terraform import pulumi_state, pulumi_yaml, show_json
from exporter.importers.workbench import importer as workbench_importer
from modeler.core.design.model import Design
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases import and_list
from modeler.core.rules.schema.settings_not_understood import not_understood

__all__ = [
    "IMPORTERS",
    "FileParameter",
    "Guess",
    "Imported",
    "Importer",
    "Level",
    "ReportLine",
    "import_folder",
    "import_text",
]

IMPORTERS: Final[tuple[Importer, ...]] = (
    keysheet_json.IMPORTER,
    workbench_importer.IMPORTER,
    pulumi_yaml.IMPORTER,
    cloudformation_importer.IMPORTER,
    terraform_importer.IMPORTER,
    show_json.IMPORTER,
    pulumi_state.IMPORTER,
    architect.IMPORTER,
    python_source.IMPORTER,
    describe_table.IMPORTER,
    onetable.IMPORTER,
    electrodb.IMPORTER,
    toolbox.IMPORTER,
    dynamoose.IMPORTER,
    typedorm.IMPORTER,
    amplify_importer.IMPORTER,
    script_source.IMPORTER,
    awslabs_importer.IMPORTER,
    contract.IMPORTER,
    shell_importer.IMPORTER,
    sql_importer.IMPORTER,
    dynamodb_json.IMPORTER,
    csv_items.IMPORTER,
    tables.IMPORTER,
    dynamodb_json.PLAIN,
    key_chart_importer.IMPORTER,
    pattern_list.IMPORTER,
)

_SCRIPTS: Final = (
    onetable.IMPORTER, electrodb.IMPORTER, toolbox.IMPORTER, dynamoose.IMPORTER, typedorm.IMPORTER,
    amplify_importer.IMPORTER, script_source.IMPORTER,
)  # fmt: skip
_OF_CODE: Final = frozenset(
    {
        workbench_importer.IMPORTER, cloudformation_importer.IMPORTER, terraform_importer.IMPORTER, architect.IMPORTER,
        python_source.IMPORTER, describe_table.IMPORTER, *_SCRIPTS, sql_importer.IMPORTER,
    }
)  # fmt: skip
"""What the code of a document is read as; its items and lists are examples, not a design."""
_ALONE: Final = frozenset({"arc", "json", "yaml", "yml", "template", "sql", "graphql", "gql"})
_PEEKS_MAX: Final = 200
_MARKDOWN: Final = frozenset({"md", "markdown"})
_LINE: Final = re.compile(r"line (\d{1,9})\b")
_LANGUAGES: Final = frozenset({"java", "kt", "cs", "go", "rb", "php", "rs", "swift", "scala", "ex", "clj", "fs"})
_KUBERNETES: Final = re.compile(r"^apiVersion:\s*\S+/v\d", re.MULTILINE)
_SERVICES: Final = ("serverless.yml", "serverless.yaml", "serverless.json")
_OTHERS: Final[Mapping[str, str]] = {
    "KeySchema": "one table's description without its name",
    "openapi": "an OpenAPI document",
    "$schema": "a JSON Schema",
}


def import_text(raw: bytes, filename: str = "", given: Mapping[str, str] | None = None) -> Imported:
    """Return the design that a file holds, in any known format; `given` are values for its parameters.

    A zip holds files that belong together. Checks size and depth before parsing. Raises DocumentInvalid with a sentence
    that names the place and the fix: not JSON, not a model, or more than 50,000 items. `filename` names the design
    where the file does not.
    """
    if is_zip(raw):
        return _of_zip(raw, filename, given or {})
    raw, filename = unpacked(raw, filename)
    source = Source(raw, filename, given)
    importer = next((importer for importer in IMPORTERS if importer.claims(source)), None)
    # Scripts are read in a document as they are.
    if source.extension in _MARKDOWN and importer is not shell_importer.IMPORTER:
        read = _of_code_blocks(source)
        if read is not None:
            return read
    if importer is None:
        raise DocumentInvalid(_no_model(source), code="document.no_model")
    return _read(source, importer)


def _of_code_blocks(source: Source) -> Imported | None:
    """Return the design of a document's first blocks of code that create tables; None if it has none."""
    for one in code_blocks(source.text):
        name = f"{source.filename.rpartition('.')[0]}.{one.extension}"
        part = Source(one.text.encode(), name, source.given)
        importer = next((each for each in IMPORTERS if each in _OF_CODE and each.claims(part)), None)
        if importer is None:
            continue
        try:
            read = _read(part, importer)
        except DocumentInvalid:
            continue
        said = f"read from the {one.extension} code of this document, from line {one.line} on; its text is not read"
        return read.with_lines((ReportLine(Level.NOTE, "", said, one.line),))
    return None


def import_folder(folder: Folder, name: str, given: Mapping[str, str] | None = None) -> Imported:
    """Return the design of files that belong together. Lines are numbered as `folder.pieces` says.

    Raises DocumentInvalid with the file and the line in it.
    """
    source = Source(b"", name, given, folder)
    importer = terraform_importer.IMPORTER
    if not importer.claims(source):
        source, importer = _program(folder, name, given)
    try:
        imported = _read(source, importer)
    except DocumentInvalid as error:
        raise refused(error, folder.pieces) from error
    return (
        replace(imported, report=tuple(_placed(line, folder) for line in imported.report))
        if folder.pieces
        else imported
    )


def _placed(line: ReportLine, folder: Folder) -> ReportLine:
    """Return a report line whose path has the line of its own file: ``line 12.attributes`` of files read as one."""
    found = _LINE.match(line.path)
    if found is None:
        return line
    common = int(found[1])
    path = f"line {located(folder.pieces, common)[1]}{line.path[found.end() :]}"
    return replace(line, path=path, line=line.line or common)


def _program(folder: Folder, name: str, given: Mapping[str, str] | None) -> tuple[Source, Importer]:
    """Return the service or the sources that a folder holds. Raises DocumentInvalid if it has neither."""
    main = main_of(folder, _SERVICES)
    if main is not None:
        return Source(folder.bytes_of(main)[0], main, given, folder), cloudformation_importer.IMPORTER
    files = scripts_in(folder)
    if not files and (shells := shell_importer.shells_in(folder)):
        joined = b"".join(folder.bytes_of(one)[0] for one in shells)
        return Source(joined, f"{name.rpartition('.')[0] or name}.sh", given, folder, shells), shell_importer.IMPORTER
    if not files and (files := python_in(folder)):
        joined = b"".join(folder.bytes_of(one)[0] for one in files)
        return Source(joined, f"{name.rpartition('.')[0] or name}.py", given, folder, files), python_source.IMPORTER
    if not files:
        return _only_one(folder, given)
    joined = b"".join(folder.bytes_of(one)[0] for one in files)
    source = Source(joined, f"{name.rpartition('.')[0] or name}.ts", given, folder, files)
    return source, next(one for one in _SCRIPTS if one.claims(source))


def _only_one(folder: Folder, given: Mapping[str, str] | None) -> tuple[Source, Importer]:
    """Return the one file of a folder that is a design by itself. Raises DocumentInvalid if it has none, or several."""
    found: list[tuple[str, Importer]] = []
    for path in [one for one in folder.paths if one.rpartition(".")[2].lower() in _ALONE][:_PEEKS_MAX]:
        try:
            source = Source(folder.peeked(path), path, given)
            found += [(path, one) for one in IMPORTERS if one in _OF_CODE and one.claims(source)][:1]
        except DocumentInvalid:
            continue
    if len(found) == 1:
        path, importer = found[0]
        return Source(folder.bytes_of(path)[0], path, given, folder), importer
    said = (
        "what was given contains no Terraform file (*.tf), no serverless.yml, and no TypeScript, JavaScript, or "
        "Python source with tables or models; "
    )
    if found:
        said += f"it contains {and_list([path for path, _ in found][:5])}: import one of them"
    else:
        said += "import other formats as single files"
    raise DocumentInvalid(said, code="document.no_model")


def _read(source: Source, importer: Importer) -> Imported:
    read = importer.read(source)
    refuse_unknown(source.given, read.parameters)
    imported = marked(replace(read, importer=importer.name))
    if not imported.is_own:
        imported = with_units(imported)
    refuse_too_many(sum(1 for _ in imported.design.items()))
    if not imported.design.name:
        name = source.filename.rsplit("/", 1)[-1].rsplit(".", 1)[0].removesuffix(".tf") or "Imported design"
        imported = replace(imported, design=replace(imported.design, name=name[:255]))
    lines = source.lines if source.raw else ()
    zeros = lost_zeros(typed_numbers(source.text)) if source.raw and imported.design.tables else ()
    imported = imported.with_lines((*lines, *zeros, *_ignored(imported.design)))
    # Two readings of one place report the same.
    return replace(imported, report=tuple(dict.fromkeys(imported.report)))


def _ignored(design: Design) -> tuple[ReportLine, ...]:
    """A line for each setting that the design keeps, but does not use."""
    return tuple(
        ReportLine(Level.NOTE, spot.path, f"{spot.message}; it is kept and exported") for spot in not_understood(design)
    )


def _of_zip(raw: bytes, filename: str, given: Mapping[str, str]) -> Imported:
    """Read the files of a zip; each report line names its file."""
    folder = unzipped(raw)
    stem = filename.rsplit("/", 1)[-1].rsplit(".", 1)[0] or "module"
    imported = import_folder(folder, f"{stem}.tf", given)
    lines = []
    for line in imported.report:
        name, number = located(folder.pieces, line.line)
        lines.append(replace(line, path=f"{name}: {line.path}", line=number) if line.line else line)
    return replace(imported, report=tuple(lines), places={})


def _no_model(source: Source) -> str:
    if begun := title_of(source):
        return (
            f"this is {begun}: it lists requests, and no tables; paste it on the Requirements page of a new design, or "
            "read it with keysheet requirements"
        )
    if source.extension in _LANGUAGES:
        return (
            f"a .{source.extension} source is not read; import what it deploys: the output of aws dynamodb "
            "describe-table, a CloudFormation template, or items of its tables"
        )
    if source.extension in ("yaml", "yml") and _KUBERNETES.search(source.text[:20_000]):
        return (
            "this is a Kubernetes resource, which Keysheet cannot import; use the output of aws dynamodb "
            "describe-table of the table that it makes"
        )
    if source.extension in ("yaml", "yml"):
        return (
            "this YAML file is not a template: use a CloudFormation or SAM template, or a Serverless "
            "Framework service, with tables under Resources"
        )
    if source.text.startswith("$ion_"):
        return "this is Amazon Ion; export the table again as DynamoDB JSON, then import the data files"
    data = source.data or read_json(source.raw)[0]
    known = next((what for member, what in _OTHERS.items() if member in data), "")
    if "exportArn" in data or "dataFileS3Key" in data:
        return "this is the manifest of an export to S3 and has no items; import its data files (data/*.json.gz)"
    members = ", ".join(str(name)[:40] for name in list(data)[:5]) or "none"
    what = (
        f"this is {known}, which Keysheet cannot import yet"
        if known
        else f"this JSON file is not a known model (members: {members})"
    )
    titles = " or ".join(importer.title for importer in IMPORTERS)
    return f'{what}; use {titles} (with "keysheet": 1, or with ModelName and DataModel)'
