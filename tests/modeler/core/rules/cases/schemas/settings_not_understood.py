"""Cases of values and names that are kept and exported, but not used. Unknown members of settings are a person's notes,
unless they are close to a known one; an intent has no notes.
"""

from dataclasses import replace

from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import (
    DESIGN,
    ORDER_KEY,
    attribute,
    pattern,
    with_attribute,
    with_pattern,
    with_settings,
)
from tests.modeler.core.rules.cases.case import Case

RULE = "settings.not_understood"
TENANT = {"attribute": "customerId", "isolation": "pool"}


def of_design(**settings):
    """The design with settings of its own."""
    return replace(DESIGN, settings=settings)


def of_pattern(**facts):
    """The design with a read that has these facts."""
    return with_pattern(pattern("GetItem", "F1", key=ORDER_KEY, extra=facts))


def of_step(**facts):
    """The design with a batch whose step has these facts."""
    step = pattern("GetItem", "F3", key=ORDER_KEY, extra=facts)
    return with_pattern(pattern("BatchGetItem", "F2", steps=(replace(step, id="p-step"),)))


def case(trigger, near, says):
    """Advice with this text."""
    return Case(RULE, trigger, near, Severity.ADVICE, says)


CASES: tuple[Case, ...] = (
    case(of_pattern(intent={"sort": "orderDate"}), of_pattern(intent={"order_by": "orderDate"}), "intent.sort of F1"),
    case(
        with_settings(consumers=[{"name": "mailer"}]),
        with_settings(stream="NEW_IMAGE", stream_consumers=[{"name": "mailer"}], team="berths"),
        "there is no such setting; stream_consumers is one",
    ),
    case(of_design(trafic="flat"), of_design(traffic="flat", note="x"), "traffic is one"),
    case(
        with_attribute(attribute("x", "N", "epoch_milliseconds")),
        with_attribute(attribute("x", "N", "epoch_millis")),
        'The format "epoch_milliseconds" of Order.x is ignored',
    ),
    case(
        of_design(live="yes"), of_design(live=False), 'settings.live of Orders is ignored: "yes" is not true or false'
    ),
    case(
        of_design(tenant={**TENANT, "isolation": "Shared"}),
        of_design(tenant={**TENANT, "isolation": " Pool ", "plan": "gold"}),
        '"Shared" is not pool or silo',
    ),
    case(
        of_design(tenant={**TENANT, "largest": "30%"}),
        of_design(tenant={**TENANT, "largest": 0.3}),
        '"30%" is not a number from 0 to 1',
    ),
    case(of_design(tenant={"isolation": "pool"}), of_design(tenant=TENANT), "it has no attribute"),
    case(
        of_design(engines=["localstack", "x"]), of_design(engines="LocalStack"), 'engines[1] of Orders is ignored: "x"'
    ),
    case(
        of_design(iam={"roles": [{"name": "app", "admin": "true"}]}),
        of_design(iam={"roles": [{"name": "app", "admin": True, "arn": 7}], "path": "/app/"}),
        "settings.iam.roles[0].admin",
    ),
    case(
        of_design(prices={"us-east-1": {"storage_gb_month.standard": "cheap"}}),
        of_design(prices={"us-east-1": {"storage_gb_month.standard": "0.2"}}),
        '"cheap" is not a number of dollars',
    ),
    case(
        of_design(prices={"us-east-1": {"storage": 0.2}}),
        of_design(prices={"xx-moon-1": {"backup.restore_gb": 0.2}}),
        "the price list has no such entry",
    ),
    case(of_design(traffic="weekly"), of_design(traffic="Office Hours"), '"weekly" is not flat, diurnal'),
    case(of_design(traffic={"hours": [1] * 23}), of_design(traffic={"hours": [1] * 24}), "24 or 168 numbers"),
    case(of_design(traffic={"steps": True}), of_design(traffic={"shape": "spiky", "steps": True}), "settings.traffic"),
    case(
        with_settings(ops={"previous_peak": 700}),
        with_settings(ops={"previous_peak": {"read": 700}, "runbook": {"page": 3}}),
        "settings.ops.previous_peak of app-main is ignored: 700 is not an object",
    ),
    case(with_settings(ops={"backups_kept": "12"}), with_settings(ops={"backups_kept": 12}), "a number of at least 0"),
    case(
        with_settings(stream_consumers=[{"name": "index", "kind": "lamda"}], stream="KEYS_ONLY"),
        with_settings(stream_consumers=[{"name": "index", "kind": "Lambda", "batch": 10}], stream="KEYS_ONLY"),
        '"lamda" is not lambda, reader or kinesis',
    ),
    case(
        with_settings(stream_consumers={"name": "index"}, stream="KEYS_ONLY"),
        with_settings(stream_consumers=[], serverless={"stage": "dev"}),
        "is not a list",
    ),
    case(with_settings(gsi_quota=25.5), with_settings(gsi_quota=25), "25.5 is not a whole number"),
    case(of_pattern(skew={"hottest": 30}), of_pattern(skew={"hottest": 0.3}), "skew.hottest of F1 is ignored: 30"),
    case(of_pattern(skew={"attribute": "customerId"}), of_pattern(skew={"zipf": 1.1}), "it has no hottest or zipf"),
    case(
        of_pattern(follows={"times": 2}),
        of_pattern(follows={"code": "A2", "times": 2, "same_key": False, "seen": "trace"}),
        "follows of F1 is ignored: it has no code",
    ),
    case(
        of_pattern(intent={"direction": ["descending", "up"]}),
        of_pattern(intent={"direction": ["descending", "Newest First"]}),
        'intent.direction[1] of F1 is ignored: "up" is not ascending, descending or newest first',
    ),
    case(of_step(intent={"upsert": "true"}), of_step(intent={"upsert": True}), '"true" is not true or false'),
)
