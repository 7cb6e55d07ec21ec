"""What surrounds the tables of a design: the Regions they stand in, engines beside AWS, roles, network, compliance.

Read as leniently as `facts` reads: what is not of the expected shape is as if absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.design.usage_settings import number, text, texts

STRONG: Final = "STRONG"
ALL_ACTIONS: Final = "dynamodb:*"


@dataclass(frozen=True, slots=True)
class GlobalTable:
    """A table in several Regions, its own first; `strong` where reads are strongly consistent over Regions (MRSC),
    with at most one `witness`, a Region that votes and holds no replica.
    """

    regions: tuple[str, ...]
    strong: bool = False
    witness: str = ""


def global_table(design: Design, table: Table) -> GlobalTable | None:
    """``settings.replicas`` [Regions] with ``settings.multi_region_consistency`` (``EVENTUAL``, the default, or
    ``STRONG``) and ``settings.witness``, a Region; None: one Region.
    """
    replicas = texts(table.settings.get("replicas"))
    witness = text(table.settings.get("witness"))
    strong = text(table.settings.get("multi_region_consistency")).upper() == STRONG
    if not replicas and not witness and not strong:
        return None
    return GlobalTable(tuple(dict.fromkeys((design.region, *replicas))), strong, witness)


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """An index for similarity search over a list of numbers. facts/limits#vector-indexes."""

    name: str
    dimensions: float | None
    hash_keys: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()


def vector_indexes(table: Table) -> tuple[VectorIndex, ...]:
    """``settings.vector_indexes``: ``[{"name", "attribute", "dimensions", "hash": [names], "filters": [names]}]``."""
    return tuple(
        VectorIndex(
            text(raw.get("name")), number(raw.get("dimensions")), texts(raw.get("hash")), texts(raw.get("filters"))
        )
        for raw in _mappings(table.settings.get("vector_indexes"))
    )


def engines(design: Design) -> frozenset[str]:
    """``settings.engines``: where the design must run besides AWS, as endpoints name their kind (``ministack``,
    ``dynamodb-local``, ``localstack``).
    """
    return frozenset(one.lower() for one in texts(design.settings.get("engines")))


@dataclass(frozen=True, slots=True)
class Role:
    """An IAM role of the application: its actions, and the leading keys that it is kept to ('' operator: none).

    `place` is its position in ``settings.iam.roles``.
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


def roles(design: Design) -> tuple[Role, ...]:
    """``settings.iam``: ``{"roles": [{"name": "app", "actions": ["dynamodb:Query"], "admin": false,
    "leading_keys": {"operator": "ForAllValues:StringLike", "values": ["TENANT#${aws:PrincipalTag/tenantId}#*"]}}]}``.
    """
    return tuple(_role(raw, number) for number, raw in enumerate(raw_roles(design)))


def raw_roles(design: Design) -> tuple[Mapping[str, Any], ...]:
    """The roles as they stand in the document."""
    raw = design.settings.get("iam")
    return tuple(_mappings(raw.get("roles"))) if isinstance(raw, Mapping) else ()


def _role(raw: Mapping[str, Any], place: int) -> Role:
    keys = raw.get("leading_keys")
    leading: Mapping[str, Any] = keys if isinstance(keys, Mapping) else {}
    values = texts(leading.get("values"))
    operator = text(leading.get("operator")) or ("ForAllValues:StringEquals" if values else "")
    name = text(raw.get("name")) or f"role {place + 1}"
    return Role(name, texts(raw.get("actions")), raw.get("admin") is True, operator, values, place)


@dataclass(frozen=True, slots=True)
class Network:
    """How DynamoDB is reached: does anything run in a VPC, is there a gateway endpoint, and a policy on it?"""

    vpc: bool = True
    endpoint: bool = False
    endpoint_policy: bool = False


def network(design: Design) -> Network:
    """``settings.network``: ``{"vpc": true, "endpoint": true, "endpoint_policy": true}``; with a VPC by default."""
    raw = design.settings.get("network")
    given: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
    return Network(given.get("vpc") is not False, given.get("endpoint") is True, given.get("endpoint_policy") is True)


def compliance(design: Design, table: Table) -> tuple[str, ...]:
    """``settings.compliance`` of the table, else of the design: the regimes that its data falls under (``PCI-DSS``)."""
    return texts(table.settings.get("compliance")) or texts(design.settings.get("compliance"))


def _mappings(raw: Any) -> Iterator[Mapping[str, Any]]:
    yield from (one for one in raw if isinstance(one, Mapping)) if isinstance(raw, list | tuple) else ()
