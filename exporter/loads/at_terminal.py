"""A load that a command sends, with the credentials of the person who runs it. Its tables are removed at the end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from exporter.loads.asked import LoadAsked, LoadTarget, announcement, refuse_small_budget
from exporter.loads.stocking import stock_of, stocked_plan
from exporter.provisioning.at_terminal import own_endpoint
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import refuse_unmakeable, run_prefix
from exporter.provisioning.run_tags import RUN_TAG
from modeler.core.design.model import Design


def send_load(
    design: Design, asked: LoadAsked, place: LoadTarget, is_confirmed: bool
) -> tuple[list[str], Mapping[str, Any] | None]:
    """Announce a load as sentences and, if it is confirmed, send it and return its report. Raises Invalid, Conflict."""
    endpoint = own_endpoint(place.url, place.region, place.access_key)
    refuse_unmakeable(design, endpoint.trust)
    stock = stock_of(stocked_plan(design, asked, endpoint))
    refuse_small_budget(asked, stock)
    sentences = list(announcement(asked, endpoint, len(design.tables), stock))
    return sentences, _report(design, asked, endpoint) if is_confirmed else None


def _report(design: Design, asked: LoadAsked, endpoint: Endpoint) -> Mapping[str, Any]:
    # Imported here: numpy takes longer to import than most commands take to run.
    from exporter.loads.proving import LoadProof, created, removed

    run = uuid.uuid4().hex
    prefix = run_prefix(endpoint.name_prefix, design.name, run[:10])
    proof = LoadProof.of(design, asked, endpoint, prefix, {RUN_TAG: run})
    dynamodb = DynamoDB(endpoint, is_own=not endpoint.url)
    try:
        for _ in created(dynamodb, proof, run):
            pass
        steps = proof.run(dynamodb)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                report: Mapping[str, Any] = end.value
                return report
    finally:
        removed(dynamodb, proof, run)
