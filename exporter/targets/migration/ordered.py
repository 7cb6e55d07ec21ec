"""The deployments of a migration as templates: a folder for each, in order, with the command that applies it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from exporter.targets import target
from exporter.targets.base import Export, ExportFile, Loss, markdown_code, safe_name
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.core.migration import coded_changes
from modeler.core.migration.deployments import Deployment, Deployments, deployments
from modeler.core.migration.steps import Step, StepAction

COMMANDS: Final = {
    "cloudformation": (
        "aws cloudformation deploy --stack-name STACK --template-file {folder}/{first}",
        "aws cloudformation deploy --stack-name STACK --template-file {folder}/{first} --no-execute-changeset",
    ),
    "sam": (
        "sam deploy --resolve-s3 --stack-name STACK --template-file {folder}/{first}",
        "sam deploy --resolve-s3 --stack-name STACK --template-file {folder}/{first} --no-execute-changeset",
    ),
    "cdk-typescript": ("cp -R {folder}/. . && npm install && npx cdk deploy", "npx cdk diff"),
    "cdk-python": ("cp -R {folder}/. . && pip install -r requirements.txt && npx aws-cdk deploy", "npx aws-cdk diff"),
    "terraform": ("cp {folder}/*.tf . && terraform init && terraform apply", "terraform plan"),
    "pulumi-python": ("cp -R {folder}/. . && pip install -r requirements.txt && pulumi up", "pulumi preview"),
    "pulumi-typescript": ("cp -R {folder}/. . && npm install && pulumi up", "pulumi preview"),
    "serverless": ("cp -R {folder}/. . && npx serverless deploy", "npx serverless package"),
}
"""Targets, with the command that applies a folder in the place of the last one, and the one that only shows it."""

ORDERED: Final = tuple(COMMANDS)


def ordered_templates(before: Design, after: Design, names: Sequence[str] = ORDERED) -> Export:
    """Return the templates of each deployment for some targets, with a README.md.

    Raises Invalid if a target has no ordered form, or if no table, index or setting changes.
    """
    if unknown := [name for name in names if name not in COMMANDS]:
        known = ", ".join(ORDERED)
        raise Invalid(f"{unknown[0]!r} has no ordered templates; these have: {known}", path="target")
    found = deployments(before, after)
    if not found.each:
        raise Invalid("no table, index or setting changes, so there is nothing to deploy", path="")
    files: list[ExportFile] = []
    losses: dict[Loss, None] = {}
    firsts: dict[tuple[str, int], str] = {}
    for name in names:
        for one in found.each:
            made = target(name).build(one.design)
            folder = f"{name}/{folder_of(one)}"
            files += (ExportFile(f"{folder}/{file.path}", file.text, file.binary) for file in made.files)
            firsts[name, one.number] = made.files[0].path
            losses |= dict.fromkeys(made.report)
    text = "\n".join(_readme(before, after, found, names, firsts, losses))
    return Export((ExportFile("README.md", text), *files), tuple(losses))


def folder_of(one: Deployment) -> str:
    """Return the name of the folder of a deployment: its number, and what it changes."""
    step = one.step
    words = [step.action.value, *(step.creates or step.deletes or (step.place,))]
    if step.deletes and not step.creates:
        words[0] = "delete_index"
    elif step.creates:
        words[0] = "create_index"
    elif step.action is StepAction.SET:
        words = ["set", next(iter(step.settings)), step.place]
    return f"{one.number:02}-{safe_name('-'.join(words).lower(), otherwise='step')}"


def _readme(
    before: Design,
    after: Design,
    found: Deployments,
    names: Sequence[str],
    firsts: dict[tuple[str, int], str],
    losses: Iterable[Loss],
) -> Iterator[str]:
    count = len(found.each)
    yield f"# {markdown_code(after.name)}: {count} {'deployment' if count == 1 else 'deployments'} in order"
    yield ""
    yield "Written by Keysheet. DynamoDB creates or deletes one GSI of a table at a time: each folder makes one change."
    yield "Apply a folder when everything above it is done. STACK is the name of the stack that is deployed."
    yield ""
    yield "## What changes"
    yield ""
    for coded in coded_changes(before, after):
        yield f"- {markdown_code(coded.difference.message)}: {coded.effect.label} ({coded.code.id})"
    for one in found.each:
        yield from _deployment(one, names, firsts)
    if found.later:
        yield from ("", "## Then", "", *map(_line, found.later))
    yield from ("", "## Not in these files", "")
    yield from (f"- {markdown_code(loss.path)}: {markdown_code(loss.message)}" for loss in losses)
    yield ""


def _deployment(one: Deployment, names: Sequence[str], firsts: dict[tuple[str, int], str]) -> Iterator[str]:
    yield from ("", f"## {one.number}. {markdown_code(one.step.do)}", "")
    if one.earlier:
        yield from ("First:", "", *map(_line, one.earlier), "")
    for name in names:
        apply, show = (
            text.format(folder=f"{name}/{folder_of(one)}", first=firsts[name, one.number]) for text in COMMANDS[name]
        )
        yield from (f"{target(name).title}:", "", "```sh", apply, f"# shows the change only: {show}", "```", "")
    if one.step.effort:
        yield f"- Takes: {markdown_code(one.step.effort)}"
    yield f"- Continue when: {markdown_code(one.step.gate or 'it is deployed')}"
    yield f"- Rollback: {markdown_code(one.step.way_back or 'deploy the folder before this one')}"


def _line(step: Step) -> str:
    gate = f"; continue when {markdown_code(step.gate)}" if step.gate else ""
    effort = f"; takes {markdown_code(step.effort)}" if step.effort else ""
    return f"- {markdown_code(step.do)}{effort}{gate}"
