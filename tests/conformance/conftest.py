"""Real engines to hold the evaluator against: the built-in sandbox, and DynamoDB Local where Java and npm are there."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind
from exporter.provisioning.plan import RunPlan, make_plan, run_prefix
from exporter.provisioning.proof import Ground
from exporter.provisioning.run_tags import RUN_TAG
from modeler.core.design.model import Design
from tests.conformance.engines import EngineMissing, dynamodb_local
from tests.ground.stores import STORES


@dataclass
class Engine:
    """An endpoint of one kind, and the tables that a test has made on it."""

    dynamodb: DynamoDB

    @property
    def trust(self):
        return self.dynamodb.endpoint.trust

    def holding(self, design: Design) -> tuple[RunPlan, Ground]:
        """The tables of a design, made and filled."""
        run = uuid.uuid4().hex
        prefix = run_prefix("conformance-", design.name, run[:10])
        plan = make_plan(design, prefix=prefix, trust=self.trust, tags={RUN_TAG: run})
        for one in plan.tables:
            tables.create(self.dynamodb, one, run, was_recorded=False)
            list(tables.wait_active(self.dynamodb, one.name))
        self.fill(plan)
        return plan, Ground(design, self.dynamodb, plan.names, self.trust)

    def fill(self, plan: RunPlan) -> None:
        """Make the tables hold exactly the seed of a plan."""
        for _ in tables.seed(self.dynamodb, plan):
            pass


def engine_at(url: str, kind: EndpointKind) -> Engine:
    endpoint = Endpoint(str(kind), kind, "us-east-1", url, "", "", "conformance-", TRUST[kind])
    return Engine(DynamoDB(endpoint))


@pytest.fixture(scope="session")
def dynamodb_local_url() -> Iterator[str]:
    """The address of DynamoDB Local; skips with a reason where it cannot be had."""
    try:
        with dynamodb_local(STORES.folder / "dynamodb-local.log") as url:
            yield url
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session", params=[EndpointKind.MINISTACK, EndpointKind.DYNAMODB_LOCAL], ids=str)
def engine(request) -> Engine:
    """Each engine in turn."""
    fixture = "sandbox_url" if request.param is EndpointKind.MINISTACK else "dynamodb_local_url"
    return engine_at(request.getfixturevalue(fixture), request.param)
