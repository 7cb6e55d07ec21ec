"""Cases of resource policies, replicas and keys that do not encrypt."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import DESIGN, with_settings
from tests.modeler.core.rules.cases.case import Case

ERROR, WARNING = Severity.ERROR, Severity.WARNING
ALLOWED = {"Effect": "Allow", "Principal": {"AWS": "111122223333"}, "Action": "dynamodb:Query"}


def policy(**fields):
    return with_settings(resource_policy={"Version": "2012-10-17", "Statement": {**ALLOWED, **fields}})


CASES = (
    Case("security.resource_policy", policy(Principal="*"), policy(), ERROR,
         "Statement 1 of the resource policy of app-main allows everybody"),
    Case("security.resource_policy", with_settings(resource_policy={"Statement": ["x"]}),
         policy(Effect="${Effect}", Action={"Ref": "Actions"}), ERROR, "is not an object"),
    Case("security.resource_policy", with_settings(resource_policy="none"), with_settings(resource_policy="")),
    Case("security.broad_policy", policy(Action="dynamodb:*"), policy(Action=["dynamodb:*Item"]), WARNING,
         "statement 1 allows everything"),
    Case("security.broad_policy", policy(Action=["dynamodb:Update*"]), policy(Action="dynamodb:*", Effect="Deny"),
         WARNING, "statement 1 allows UpdateTable"),
    Case("security.broad_policy", policy(Action=None, NotAction="dynamodb:Scan"), policy(Action=None, NotAction="*"),
         WARNING, "everything but dynamodb:Scan"),
    Case("settings.feature_limits", with_settings(replicas=[DESIGN.region, "eu-west-1"]),
         with_settings(replicas=["eu-west-1"]), ERROR, "its own Region"),
    Case("settings.feature_limits", with_settings(replicas=["eu-west-1", "eu-west-1"]),
         with_settings(replicas=["eu-west-1", "${Second}"]), ERROR, "two replicas"),
    Case("settings.feature_limits", with_settings(encryption={"type": "AWS_OWNED", "key": "alias/x"}),
         with_settings(encryption={"type": "CUSTOMER", "key": "alias/x"}), WARNING, "names the key alias/x"),
    Case("settings.feature_limits", with_settings(replicas=["us-east-2"], witness="us-west-2"),
         with_settings(replicas=["us-east-2"]), ERROR, "has the witness"),
)  # fmt: skip
