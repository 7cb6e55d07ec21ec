"""`make endpoints`: whole proofs on each emulator, and what it is trusted for, tried. Prints a table; exits with 1 if
one cannot do what its trust says, or if a row of a proof differs.

Engines are started here: the sandbox, DynamoDB Local and moto, which is declared without a kind. Others, such as a
LocalStack that runs already, are named: `python -m tests.conformance.endpoints localstack=http://127.0.0.1:4566`.
"""

from __future__ import annotations

import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused
from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind
from exporter.provisioning.plan import RunPlan, make_plan, run_prefix
from exporter.provisioning.proof import Ground, prove, put_back
from exporter.provisioning.run_tags import RUN_TAG
from modeler.examples import example
from tests.conformance.engines import EngineMissing, dynamodb_local, ministack, moto

EXAMPLES: Final = ("order-management", "saas-projects", "parcel-tracking")
STARTED: Final[Mapping[EndpointKind, tuple[str, Callable[[Path], Any]]]] = {
    EndpointKind.MINISTACK: ("ministack (the sandbox)", ministack),
    EndpointKind.DYNAMODB_LOCAL: ("DynamoDB Local", dynamodb_local),
    EndpointKind.OTHER: ("moto", moto),
}
PREFIX: Final = "endpoints-"
TAG: Final = {"Key": RUN_TAG, "Value": "tried"}
HASH: Final = {"AttributeName": "PK", "KeyType": "HASH"}


@contextmanager
def proved_on(dynamodb: DynamoDB, name: str) -> Iterator[tuple[RunPlan, Ground]]:
    """The tables of an example, filled; they are removed afterwards."""
    design, run = example(name).design, uuid.uuid4().hex
    trust = dynamodb.endpoint.trust
    plan = make_plan(design, prefix=run_prefix(PREFIX, name, run[:10]), trust=trust, tags={RUN_TAG: run})
    try:
        for one in plan.tables:
            tables.create(dynamodb, one, run, was_recorded=False)
            list(tables.wait_active(dynamodb, one.name))
        list(tables.seed(dynamodb, plan))
        yield plan, Ground(design, dynamodb, plan.names, trust)
    finally:
        for one in plan.tables:
            list(tables.remove(dynamodb, one.name, run))


def statuses(dynamodb: DynamoDB) -> Counter[str]:
    """How many patterns of the examples agree, differ, or were not compared; `units`: with their units."""
    found: Counter[str] = Counter()
    for name in EXAMPLES:
        with proved_on(dynamodb, name) as (plan, ground):
            for pattern in plan.patterns:
                proof = prove(ground, pattern, plan.seed)
                put_back(ground, proof.written, plan.seed)
                row = proof.row.as_json()
                found[row["status"]] += 1
                found["units"] += bool(row["units_compared"])
    return found


def features(dynamodb: DynamoDB) -> dict[str, bool]:
    """What an endpoint can do, of what a trust can say, by trying it on a table that is removed afterwards."""
    name = f"{PREFIX}features-{uuid.uuid4().hex[:10]}"
    plain = {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [HASH],
        "AttributeDefinitions": _strings("PK"),
    }
    try:
        if not _works(lambda: bool(dynamodb.call("create_table", **plain, Tags=[TAG]))):
            dynamodb.call("create_table", **plain)
        arn = str((dynamodb.describe(name) or {})["TableArn"])
        list(tables.wait_active(dynamodb, name))
        return {feature: _works(attempt) for feature, attempt in _attempts(dynamodb, plain, arn).items()}
    finally:
        dynamodb.delete(name)


def _attempts(dynamodb: DynamoDB, plain: Mapping[str, Any], arn: str) -> dict[str, Callable[[], bool]]:
    """Requests by feature, on a table that exists."""
    name, several = plain["TableName"], [{"AttributeName": key, "KeyType": "HASH"} for key in ("A", "B")]
    index = {"IndexName": "GSI1", "KeySchema": several, "Projection": {"ProjectionType": "ALL"}}
    caller = {"RoleArn": "arn:aws:iam::000000000000:role/tried", "RoleSessionName": "tried"}

    def asked(method: str, **settings: Any) -> bool:
        return bool(dynamodb.call(method, TableName=name, **settings))

    def with_several() -> bool:
        other = {**plain, "TableName": f"{name}-several", "AttributeDefinitions": _strings("PK", "A", "B")}
        dynamodb.call("create_table", **other, GlobalSecondaryIndexes=[index])
        return dynamodb.delete(f"{name}-several")

    ttl = {"Enabled": True, "AttributeName": "expires"}
    recovery = {"PointInTimeRecoveryEnabled": True}
    return {
        "tags": lambda: TAG in dynamodb.call("list_tags_of_resource", ResourceArn=arn).get("Tags", ()),
        "ttl": lambda: asked("update_time_to_live", TimeToLiveSpecification=ttl),
        "recovery": lambda: asked("update_continuous_backups", PointInTimeRecoverySpecification=recovery),
        "multi_attribute_keys": with_several,
        "sts": lambda: "Credentials" in dynamodb.ask_service("sts", "assume_role", **caller),
    }


def _strings(*names: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def _works(attempt: Callable[[], bool]) -> bool:
    try:
        return attempt()
    except (RequestRefused, EndpointUnreachable, KeyError):
        return False


def judged(label: str, kind: EndpointKind, url: str) -> tuple[str, list[str]]:
    """A row of the table, and what is wrong."""
    dynamodb = DynamoDB(Endpoint(label, kind, "us-east-1", url, "", "", PREFIX, TRUST[kind]))
    found, can = statuses(dynamodb), features(dynamodb)
    wrong = [f"{label}: {found['differ']} access patterns differ"] if found["differ"] else []
    cells = [label, str(found["agree"]), str(found["differ"]), str(found["not_compared"]), str(found["units"])]
    for name, works in can.items():
        is_trusted = bool(getattr(TRUST[kind], name, False))
        cells.append(f"{'yes' if works else 'no'}{', trusted' if is_trusted else ''}")
        if is_trusted and not works:
            wrong.append(f"{label} is trusted for {name} and cannot do it")
    return f"| {' | '.join(cells)} |", wrong


def main(arguments: Sequence[str]) -> int:
    """Try the named endpoints, or start each engine and try it."""
    named = [one.partition("=") for one in arguments]
    engines = (
        [(kind, kind, lambda _log, at=url: nullcontext(at)) for kind, _, url in named]
        if named
        else [(kind, label, start) for kind, (label, start) in STARTED.items()]
    )
    columns = ("endpoint", "agree", "differ", "not compared", "with units", "tags", "TTL", "PITR")
    heads = (*columns, "multi-attribute keys", "STS")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    wrong: list[str] = []
    with TemporaryDirectory() as folder:
        for kind, label, start in engines:
            try:
                with start(Path(folder, f"{kind}.log")) as url:
                    row, more = judged(label, EndpointKind(kind), url)
            except EngineMissing as missing:
                wrong.append(f"{label}: {missing}")
                continue
            print(row, flush=True)
            wrong += more
    print(*wrong, sep="\n", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
