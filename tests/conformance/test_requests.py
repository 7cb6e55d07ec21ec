"""Generated requests, legal and ill-formed: an engine answers as the evaluator does. `make conformance` runs more."""

from contextlib import closing

import pytest

from exporter.provisioning.endpoints import EndpointKind
from tests.conformance.engines import Wire
from tests.conformance.runner import Runner, described, run, tables

SEED = 20261122
CASES = {EndpointKind.MINISTACK: 1000, EndpointKind.DYNAMODB_LOCAL: 700}


@pytest.mark.conformance(cases=1)
@pytest.mark.parametrize("kind", CASES, ids=str)
def test_an_engine_and_the_evaluator_agree_but_for_what_is_listed(kind, request):
    """Always the same cases, so that a test that passed does not fail by chance in a commit that changed nothing."""
    fixture = "sandbox_url" if kind is EndpointKind.MINISTACK else "dynamodb_local_url"
    made = tables(SEED, 16, several=kind is EndpointKind.MINISTACK)
    with closing(Wire(request.getfixturevalue(fixture))) as wire:
        tally = run(Runner(wire, kind, made), CASES[kind], SEED)
    assert [described(*one) for one in tally.unknown] == []
    assert tally.count >= CASES[kind]
    wanted = {"GetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchGetItem", "BatchWriteItem"}
    assert wanted | {"TransactGetItems", "TransactWriteItems", "whole index"} <= tally.cases.keys()
