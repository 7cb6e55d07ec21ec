"""How a table says that this server created it, for a server whose rows were lost."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from exporter.models import ProvisionedTable, ProvisioningRun, TableState
from exporter.provisioning.run_tags import TableOwner, tags_of

_SALT: Final = "keysheet.server"
KNOWN: Final = (TableState.INTENDED, TableState.CREATED, TableState.REMOVING)
"""States of a row whose run still looks after the table."""


def server_marks() -> tuple[str, ...]:
    """Return the values of the tag by which this server knows its tables: the present one first, then those of older
    secret keys. They say nothing about the keys.
    """
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return tuple(salted_hmac(_SALT, "tables", secret=key, algorithm="sha256").hexdigest()[:32] for key in keys)


def run_tags(run: ProvisioningRun) -> dict[str, str]:
    """Return the tags of a run's tables."""
    owner = TableOwner(
        server=server_marks()[0],
        workspace=str(run.design.workspace_id),
        run=str(run.pk),
        design=str(run.design_id),
        revision=run.revision,
        owner=run.by.email if run.by else "",
        expires=run.expires_at,
    )
    return tags_of(owner)


def known_names(endpoint: str) -> set[str]:
    """Return the names of tables on an endpoint that a run still looks after."""
    rows = ProvisionedTable.objects.filter(run__endpoint=endpoint, state__in=KNOWN)
    return set(rows.values_list("name", flat=True))
