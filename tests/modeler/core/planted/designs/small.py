"""A small design: one table."""

from tests.modeler.core.planted.shape import Document, house, table


def small(
    name: str,
    entities: list[Document],
    indexes: list[Document],
    patterns: list[Document],
    settings: Document | None = None,
    tenant: str = "",
) -> Document:
    """Return a design with one table, `app`; `settings` are the table's, `tenant` names the tenants that share it."""
    more = {"settings": {"tenant": {"attribute": tenant, "isolation": "pool"}}} if tenant else {}
    return house(name, [table("app", entities, indexes, **(settings or {}))], patterns, **more)
