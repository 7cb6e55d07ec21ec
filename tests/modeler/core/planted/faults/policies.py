"""Faults of settings that DynamoDB rejects or that have no effect: Regions, policies, TTL."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Edits, Fault

REGIONS: Final = ("settings.feature_limits",)
POLICY: Final = ("security.resource_policy",)
BROAD: Final = ("security.broad_policy",)
SCALING: Final = ("capacity.autoscaling",)
FIVE: Final = {"read": 5, "write": 5}
SCALED: Final = {"read": {"min": 5, "max": 500, "target": 70}, "write": {"min": 5, "max": 500, "target": 70}}
OWN: Final = {"AWS": "arn:aws:iam::111122223333:role/reader"}
HOUSEHOLD: Final = {"StringEquals": {"aws:PrincipalOrgID": "o-1234567890"}}


def policy(**fields: Any) -> Edits:
    """A policy of one statement; None removes a member."""
    made = {"Effect": "Allow", "Principal": OWN, "Action": "dynamodb:GetItem", "Resource": "*", **fields}
    statement = {name: value for name, value in made.items() if value is not None}
    return {"shop/settings.resource_policy": {"Version": "2012-10-17", "Statement": [statement]}}


FAULTS: Final = (
    Fault("a replica in its own Region", REGIONS, SHOP, {"shop/settings.replicas": ["us-east-1", "eu-west-1"]},
          {"shop/settings.replicas": ["us-east-2", "eu-west-1"]}),
    Fault("two replicas in one Region", REGIONS, MAGAZINE,
          {"magazine/settings.replicas": ["eu-west-1", "eu-west-1"], "M8/intent": {"approximate": True}},
          {"magazine/settings.replicas": ["eu-west-1", "eu-west-2"]}),
    Fault("a replica in a Region by its common name", REGIONS, SHOP, {"shop/settings.replicas": ["Ireland"]},
          {"shop/settings.replicas": ["us-gov-west-1"]}),
    Fault("a witness of eventual consistency", REGIONS, SHOP,
          {"shop/settings.replicas": ["us-east-2"], "shop/settings.witness": "us-west-2"},
          {"shop/settings.replicas": ["us-east-2", "us-west-2"]}),
    Fault("a key that does not encrypt", REGIONS, BANK,
          {"bank/settings.encryption": {"type": "AWS_MANAGED", "key": "alias/bank"}},
          {"bank/settings.encryption": {"type": "CUSTOMER", "key": "alias/bank"}}),
    Fault("a policy for everybody", POLICY, SHOP, policy(Principal="*"), policy(Principal="*", Condition=HOUSEHOLD)),
    Fault("a policy for all of AWS", POLICY, SHOP, policy(Principal={"AWS": ["*"]}),
          policy(Principal="*", Effect="Deny")),
    Fault("a policy for everybody at one hour", POLICY, SHOP,
          policy(Principal="*", Condition={"DateLessThan": {"aws:CurrentTime": "2027-01-01T00:00:00Z"}}),
          policy(Principal="*", Condition={"StringEquals": {"aws:SourceVpce": "vpce-1a2b3c4d"}})),
    Fault("a policy for nobody", POLICY, SHOP, policy(Principal=None), policy()),
    Fault("a policy with a small effect", POLICY, SHOP, policy(Effect="allow"), policy(Effect="Deny")),
    Fault("a policy about S3", POLICY, SHOP, policy(Action=["s3:GetObject"]), policy(Action=["dynamodb:Get*"])),
    Fault("a policy that is a sentence", POLICY, SHOP, {"shop/settings.resource_policy": "Readers may read"}, policy()),
    Fault("a policy without a statement", POLICY, SHOP,
          {"shop/settings.resource_policy": {"Version": "2012-10-17"}}, policy()),
    Fault("a policy for everything", BROAD, SHOP, policy(Action="dynamodb:*"), policy(Action="dynamodb:Get*")),
    Fault("a policy that allows deletions of the table", BROAD, SHOP,
          policy(Action=["dynamodb:GetItem", "dynamodb:DeleteTable"]),
          policy(Action=["dynamodb:GetItem", "dynamodb:DeleteItem"])),
    Fault("a policy for all that begins with D", BROAD, SHOP, policy(Action="dynamodb:D*"),
          policy(Action="dynamodb:D*", Effect="Deny")),
    Fault("a policy for all but one action", BROAD, SHOP, policy(Action=None, NotAction="dynamodb:Scan"),
          policy(Action=None, NotAction=["dynamodb:*Table", "dynamodb:*Policy"])),
    Fault("auto scaling on demand", SCALING, SHOP, {"shop/settings.auto_scaling": SCALED}, {}),
    Fault("auto scaling of an index on demand", SCALING, SHOP, {"GSI1/auto_scaling": SCALED},
          {"GSI1/auto_scaling": SCALED, "GSI2/auto_scaling": SCALED, "GSI1/provisioned": FIVE,
           "GSI2/provisioned": FIVE, "shop/settings.auto_scaling": SCALED, "shop/settings.provisioned": FIVE,
           "shop/settings.billing": "PROVISIONED"}),
    Fault("TTL on an attribute that nobody has", ("ttl.bad_attribute",), CHAT,
          {"chat/settings.ttl_attribute": "expires_at"}, {}),
    Fault("TTL without an entity that expires", ("ttl.bad_attribute",), SHOP, {"shop/settings.ttl_attribute": "gone"},
          {"Order:note": "gone N epoch_seconds ?.1", "shop/settings.ttl_attribute": "gone", "S3/purpose": "admin",
           "S4/purpose": "admin", "S5/purpose": "job"}),
)  # fmt: skip
