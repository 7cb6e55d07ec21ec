"""IAM: parliament has nothing to say of a policy nor cfn-lint of the template, and what a tenant is allowed is its
own items and no other's, judged item for item as IAM would.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType

import jsonschema
from cfnlint import core as cfn
from cfnlint.api import lint

from exporter.targets.policies.policies import pooled
from modeler.core.items.materialize import item_writer
from tests.doors.checks import Door

TEXTS = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}
CONDITION = {"type": "object", "additionalProperties": {"type": "object"}}
STATEMENT = {
    "type": "object",
    "required": ["Sid", "Effect", "Action"],
    "properties": {
        "Sid": {"type": "string", "pattern": "^[0-9A-Za-z]+$"},
        "Effect": {"enum": ["Allow", "Deny"]},
        "Action": {**TEXTS, "items": {"type": "string", "pattern": "^[a-z]+:[A-Z][A-Za-z]+$"}},
        "Resource": TEXTS,
        "Principal": {},
        "Condition": CONDITION,
    },
    "additionalProperties": False,
}
POLICY = {
    "type": "object",
    "required": ["Version", "Statement"],
    "properties": {
        "Version": {"const": "2012-10-17"},
        "Statement": {"type": "array", "items": STATEMENT, "minItems": 1},
    },
    "additionalProperties": False,
}
"""The grammar of the JSON policy language (IAM User Guide), as far as policies here use it; no action is a pattern."""


def check(door: Door) -> str:
    policies = sorted((door.folder / "policies").glob("*.json"))
    for path in policies:
        document = json.loads(path.read_text("utf-8"))
        jsonschema.validate(document, POLICY)
        _names_what_it_can(document)
        if "Principal" not in document["Statement"][0]:
            assert parliament_says(path.read_text("utf-8")) == [], path.name
    if not policies:
        return "no table that IAM can name"
    found = lint((door.folder / "roles.template.json").read_text("utf-8"), rules=_rules(), regions=["us-east-1"])
    assert [f"{match.rule.id} {match.message} {match.path}" for match in found] == []
    return f"parliament and cfn-lint take {len(policies)} policies; {_tenants_are_apart(door)}"


def _names_what_it_can(document) -> None:
    for statement in document["Statement"]:
        if "*" in statement.get("Resource", ()):
            assert not {"dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem"} & set(statement["Action"])
            wide = {"dynamodb:DescribeLimits", "dynamodb:ListTables", "dynamodb:ListStreams"}
            assert set(statement["Action"]) <= wide


@cache
def _parliament() -> ModuleType:
    if "pkg_resources" not in sys.modules:
        # parliament asks setuptools, which has dropped the module, for the path of two files of its own.
        stand_in = ModuleType("pkg_resources")
        vars(stand_in)["resource_filename"] = lambda package, name: str(
            Path(str(sys.modules[package].__file__)).with_name(name)
        )
        sys.modules["pkg_resources"] = stand_in
    with warnings.catch_warnings():
        # Its own source warns, and it leaves its files to be closed by the collector.
        warnings.simplefilter("ignore")
        import parliament

        gc.collect()
    return parliament


def parliament_says(text: str) -> list[str]:
    """What parliament finds in a policy."""
    return [f"{one.issue} {one.detail}" for one in _parliament().analyze_policy_string(text).findings]


@cache
def _rules() -> object:
    return cfn.get_rules([], [], [])


def allows(policy, action: str, resource: str, leading: str, tags: dict[str, str]) -> bool:
    """Would IAM allow this request, of one leading key? As far as the policies here go."""
    return any(
        f"dynamodb:{action}" in statement["Action"]
        and resource in statement["Resource"]
        and all(
            any(_like(pattern, leading, tags) for pattern in patterns)
            for patterns in (statement.get("Condition", {}).get("ForAllValues:StringLike") or {}).values()
        )
        for statement in policy["Statement"]
        if statement["Effect"] == "Allow"
    )


def _like(pattern: str, text: str, tags: dict[str, str]) -> bool:
    def part(found: re.Match[str]) -> str:
        match found[0]:
            case "*":
                return ".*"
            case "?":
                return "."
        if found[1] in ("*", "?", "$"):
            return re.escape(found[1])
        return re.escape(tags[found[1].removeprefix("aws:PrincipalTag/")])

    written = ""
    position = 0
    for found in re.finditer(r"\$\{([^}]+)\}|[*?]", pattern):
        written += re.escape(pattern[position : found.start()]) + part(found)
        position = found.end()
    return re.fullmatch(written + re.escape(pattern[position:]), text, re.DOTALL) is not None


def _tenants_are_apart(door: Door) -> str:
    tenancy = pooled(door.design)
    path = door.folder / "policies" / "tenant-reader.json"
    if tenancy is None or not path.exists():
        return "no tenants"
    policy = json.loads(path.read_text("utf-8"))
    names = {resource for statement in policy["Statement"] for resource in statement["Resource"]}
    asked = 0
    for table, entity in door.design.entities():
        for sample in entity.items:
            item = item_writer(table, entity)(sample).item
            tenant = sample.values.get(tenancy.attribute)
            if tenant is None or entity.name in tenancy.shared:
                continue
            for index in table.all_indexes:
                leading = item.get(index.key_names[0])
                ending = f"table/{table.name}" if index.is_base else f"table/{table.name}/index/{index.name}"
                resource = next((name for name in names if name.endswith(ending)), "")
                if leading is None or not resource:
                    continue
                other = {tenancy.attribute: f"{tenant.data}x"}
                assert not allows(policy, "Query", resource, str(leading.data), other), (entity.name, index.name)
                own = {tenancy.attribute: str(tenant.data)}
                asked += allows(policy, "Query", resource, str(leading.data), own)
    assert asked
    return f"{asked} keys are their own tenant's and no other's"
