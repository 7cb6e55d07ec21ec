"""What a design says beyond its tables, typed: tenants, roles, network, environment, engines.

Read once for each design (`Design.options`), leniently: what is not of the expected shape is as if absent, and stays in
`Design.settings`, from which documents and exports are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from modeler.core.design.cost_scenarios import WhatIf, read_what_if
from modeler.core.design.lenient import mapping, mappings, number, share, text, texts, word
from modeler.core.design.table_settings import Traffic, read_traffic

ISOLATIONS: Final = ("pool", "silo")
ENGINES: Final = ("ministack", "dynamodb-local", "localstack")
WITHOUT_MULTI_ATTRIBUTE_KEYS: Final = frozenset({"dynamodb-local", "localstack"})
"""Engines that reject a GSI whose partition or sort key is several attributes."""


@dataclass(frozen=True, slots=True)
class Tenancy:
    """``settings.tenant`` of a design: the attribute that names the tenant, ``pool`` or ``silo``, the entities that
    all tenants ``shared``, the share of the largest tenant, and whether IAM (LeadingKeys) keeps tenants apart.
    """

    attribute: str
    isolation: str = "pool"
    shared: tuple[str, ...] = ()
    admin_indexes: tuple[str, ...] = ()
    largest: float | None = None
    iam: bool = False

    @property
    def is_pooled(self) -> bool:
        """Do tenants share tables, so that keys tell them apart?"""
        return self.isolation == "pool"


@dataclass(frozen=True, slots=True)
class ApplicationRole:
    """An IAM role of the application: its actions, and the leading keys to which it is restricted (operator '': none).

    `place` is its path in ``settings.iam.roles``.
    """

    name: str
    actions: tuple[str, ...]
    admin: bool = False
    operator: str = ""
    leading_keys: tuple[str, ...] = ()
    place: int = 0

    def may(self, action: str) -> bool:
        """May the role do this (``dynamodb:Scan``)? Actions of a policy are case-insensitive, with * and ?."""
        return any(fnmatchcase(action.lower(), allowed.lower()) for allowed in self.actions)


@dataclass(frozen=True, slots=True)
class Network:
    """How DynamoDB is reached: does anything run in a VPC, is there a gateway endpoint, and a policy on it?"""

    vpc: bool = True
    endpoint: bool = False
    endpoint_policy: bool = False


@dataclass(frozen=True)
class DesignSettings:
    """The settings of a design. `raw_roles` and `prices` are as they are in the document. `budget` is in dollars per
    month; 0 is a budget too.
    """

    environment: str = ""
    live: bool = False
    traffic: Traffic | None = None
    tenancy: Tenancy | None = None
    roles: tuple[ApplicationRole, ...] = ()
    raw_roles: tuple[Mapping[str, Any], ...] = ()
    network: Network = Network()
    engines: frozenset[str] = frozenset()
    compliance: tuple[str, ...] = ()
    prices: Mapping[str, Any] = field(default_factory=dict)
    budget: float | None = None
    scenarios: tuple[WhatIf, ...] = ()


def read_design_settings(raw: Mapping[str, Any]) -> DesignSettings:
    """The settings that are understood."""
    listed = mappings(mapping(raw.get("iam")).get("roles"))
    network = mapping(raw.get("network"))
    return DesignSettings(
        environment=text(raw.get("environment")),
        live=raw.get("live") is True,
        traffic=read_traffic(raw.get("traffic")),
        tenancy=_tenancy(mapping(raw.get("tenant"))),
        roles=tuple(_role(one, place) for place, one in enumerate(listed)),
        raw_roles=listed,
        network=Network(
            network.get("vpc") is not False, network.get("endpoint") is True, network.get("endpoint_policy") is True
        ),
        engines=frozenset(word(one, ENGINES) for one in texts(raw.get("engines"))) - {""},
        compliance=texts(raw.get("compliance")),
        prices=mapping(raw.get("prices")),
        budget=number(raw.get("budget")),
        scenarios=tuple(map(read_what_if, mappings(raw.get("scenarios")))),
    )


def _tenancy(raw: Mapping[str, Any]) -> Tenancy | None:
    """``{"attribute": "tenantId", "isolation": "pool", "shared": [...], "admin_indexes": [...], "largest": 0.3,
    "iam": true}``; None: no tenants.
    """
    attribute = text(raw.get("attribute"))
    if not attribute:
        return None
    return Tenancy(
        attribute,
        word(raw.get("isolation"), ISOLATIONS) or "pool",
        texts(raw.get("shared")),
        texts(raw.get("admin_indexes")),
        share(raw.get("largest")),
        raw.get("iam") is True,
    )


def _role(raw: Mapping[str, Any], place: int) -> ApplicationRole:
    """``{"name": "app", "actions": ["dynamodb:Query"], "admin": false, "leading_keys": {"operator":
    "ForAllValues:StringLike", "values": ["TENANT#${aws:PrincipalTag/tenantId}#*"]}}``.
    """
    leading = mapping(raw.get("leading_keys"))
    values = texts(leading.get("values"))
    operator = text(leading.get("operator")) or ("ForAllValues:StringEquals" if values else "")
    name = text(raw.get("name")) or f"role {place + 1}"
    return ApplicationRole(name, texts(raw.get("actions")), raw.get("admin") is True, operator, values, place)
