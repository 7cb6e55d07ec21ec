"""IAM: least-privilege policies of a design as JSON documents, trust policies, and the roles as a template."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, text_block
from exporter.targets.policies.arns import ACCOUNT, place_losses
from exporter.targets.policies.policies import Policies, declared_losses, key_losses, policies, pooled, tenant_losses
from exporter.targets.policies.roles import TRUSTED, template, trust
from exporter.targets.policies.tenants import tag
from modeler.core.design.model import Design

MANAGED_MAX: Final = 6144
"""Maximum characters of a managed policy, not counting whitespace (IAM User Guide, "IAM and AWS STS quotas")."""

_WHAT: Final = {
    "reader": "reads items of every table and queries its indexes; Scan only if an access pattern scans",
    "reader-limited": "reads without the attributes marked as sensitive; a request must name its attributes",
    "writer": "writes items; an application that also reads needs the reader policy too",
    "admin": "manages tables without access to items; cannot delete a table",
    "deny-table-deletion": "denies the deletion of tables, whatever else is allowed; attach it to everyone",
    "tenant-reader": "reads the items of one tenant, and items shared by all tenants",
    "tenant-writer": "writes the items of one tenant; use it together with the tenant reader",
    "stream-reader": "reads the streams of the tables",
    "vpc-endpoint": "the policy of a gateway endpoint: these tables, for principals of this account",
}


def _losses(design: Design, made: Policies) -> Iterator[Loss]:
    yield Loss(
        "design", "access to tables and items only; other permissions that an application needs are not included"
    )
    yield from place_losses(design)
    yield from tenant_losses(design)
    yield from declared_losses(design)
    yield from key_losses(design)
    for name, document in made.items():
        size = len(json.dumps(document, separators=(",", ":"), ensure_ascii=False))
        if size > MANAGED_MAX:
            said = f"{size:,} characters; a managed policy can have {MANAGED_MAX:,}; split it by tables"
            yield Loss(f"policies.{name}", said)


def _readme(design: Design, made: Policies, losses: tuple[Loss, ...]) -> str:
    lines = header(design, "IAM policies", ())
    lines += [
        "",
        f"Replace {ACCOUNT} with your account, and {TRUSTED} with the principal that may assume the roles.",
        "roles.template.json is a CloudFormation template that fills in the account; the principal is a parameter.",
        "",
    ]
    for name in made:
        lines.append(f"policies/{name}.json: {_WHAT.get(name, 'a role that the design declares')}")
    tenancy = pooled(design)
    if tenancy is not None:
        name = tag(tenancy.attribute)
        lines += [
            "",
            f"A tenant's session carries the tenant id as the session tag {name}. Assume the role with only that tag,",
        ]
        lines += ["from a service that has authenticated the caller. trust/tenant.json requires the tag."]
    lines += ["", "Not in these files:", *(f"{loss.path}: {loss.message}" for loss in losses)]
    return text_block(lines)


def _build(design: Design) -> Export:
    made = policies(design)
    losses = tuple(_losses(design, made))
    tenancy = pooled(design)
    files = [ExportFile("README.txt", _readme(design, made, losses))]
    files += [ExportFile(f"policies/{name}.json", _dumped(document)) for name, document in made.items()]
    if made:
        files.append(ExportFile("trust/service.json", _dumped(trust(TRUSTED))))
        if "tenant-reader" in made or "tenant-writer" in made:
            files.append(ExportFile("trust/tenant.json", _dumped(trust(TRUSTED, tenancy))))
        files.append(ExportFile("roles.template.json", _dumped(template(design, made, tenancy, losses))))
    return Export(tuple(files), losses)


def _dumped(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


TARGET: Final = Target(
    "iam",
    "IAM policies and roles",
    ("policies/<role>.json", "trust/<who>.json", "roles.template.json", "README.txt"),
    "application/json",
    _build,
    TargetKind.SECURITY,
)
