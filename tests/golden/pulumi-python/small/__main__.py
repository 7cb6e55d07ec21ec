# Small: Pulumi (Python), written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included

import pulumi
import pulumi_aws as aws

app = aws.dynamodb.Table(
    "app",
    name="app",
    billing_mode="PAY_PER_REQUEST",
    hash_key="PK",
    range_key="SK",
    attributes=[
        {"name": "PK", "type": "S"},
        {"name": "SK", "type": "S"},
        {"name": "GSI1PK", "type": "S"},
    ],
    global_secondary_indexes=[
        {
            "name": "GSI1",
            "key_schemas": [{"attribute_name": "GSI1PK", "key_type": "HASH"}],
            "projection_type": "ALL",
        },
    ],
    opts=pulumi.ResourceOptions(retain_on_delete=True),
)

pulumi.export("appTableName", app.name)
pulumi.export("appTableArn", app.arn)
