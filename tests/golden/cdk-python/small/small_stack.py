# Small: CDK stack in Python, written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
# Deploy: pip install -r requirements.txt && npx aws-cdk@2 deploy
from __future__ import annotations

from typing import Any

import aws_cdk as cdk
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct


class SmallStack(cdk.Stack):
    """Its tables are attributes, for other stacks to use."""

    def __init__(self, scope: Construct, construct_id: str, **kwargs: Any) -> None:
        super().__init__(scope, construct_id, **kwargs)

        # app
        self.app_table = dynamodb.Table(
            self,
            "App",
            table_name="app",
            partition_key=dynamodb.Attribute(name="PK", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="SK", type=dynamodb.AttributeType.STRING),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )
        self.app_table.add_global_secondary_index(
            index_name="GSI1",
            partition_key=dynamodb.Attribute(name="GSI1PK", type=dynamodb.AttributeType.STRING),
            projection_type=dynamodb.ProjectionType.ALL,
        )
        cdk.CfnOutput(self, "AppName", value=self.app_table.table_name)
        cdk.CfnOutput(self, "AppArn", value=self.app_table.table_arn)
