"""Items of live tables that a command reads, with the credentials of the person who runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exporter.provisioning.at_terminal import own_endpoint
from exporter.provisioning.aws import DynamoDB
from exporter.rehearsals.live_asked import LiveAsked, LivePlace
from exporter.rehearsals.live_items import LiveReader, with_live
from exporter.rehearsals.live_reading import LiveWork, read_live
from modeler.core.design.model import Design


def read_live_items(
    before: Design, tables: Mapping[str, str], asked: LiveAsked, place: LivePlace
) -> tuple[Design, Mapping[str, Any]]:
    """Return the design with masked items of live tables, and what was read. Raises Missing, Invalid, Conflict."""
    endpoint = own_endpoint(place.url, place.region, place.access_key)
    reader = LiveReader(before)
    dynamodb = DynamoDB(endpoint, is_own=not endpoint.url)
    *_, seen = (LiveWork(), *read_live(dynamodb, reader, tables, asked, lambda _: None))
    return with_live(before, reader.found), {**seen.as_json(), "endpoint": endpoint.name}
