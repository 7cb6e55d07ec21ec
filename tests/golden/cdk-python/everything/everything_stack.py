# Everything: CDK stack in Python, written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
# Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used
# Deploy: pip install -r requirements.txt && npx aws-cdk@2 deploy
from __future__ import annotations

from typing import Any

import aws_cdk as cdk
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_kms as kms
from constructs import Construct


class EverythingStack(cdk.Stack):
    """Its tables are attributes, for other stacks to use."""

    def __init__(self, scope: Construct, construct_id: str, **kwargs: Any) -> None:
        super().__init__(scope, construct_id, **kwargs)

        # orders: Orders of customers.
        self.orders_table = dynamodb.Table(
            self,
            "Orders",
            table_name="orders",
            partition_key=dynamodb.Attribute(name="PK", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="SK", type=dynamodb.AttributeType.STRING),
            billing_mode=dynamodb.BillingMode.PROVISIONED,
            read_capacity=10,
            write_capacity=20,
            time_to_live_attribute="expiresAt",
            stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True,
                recovery_period_in_days=14,
            ),
            encryption=dynamodb.TableEncryption.CUSTOMER_MANAGED,
            encryption_key=kms.Key.from_key_arn(
                self,
                "OrdersKey",
                "arn:aws:kms:eu-west-1:111122223333:key/abcd",
            ),
            table_class=dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,
            contributor_insights_specification=dynamodb.ContributorInsightsSpecification(enabled=True),
            deletion_protection=True,
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )
        self.orders_table.add_global_secondary_index(
            index_name="byStatus",
            partition_key=dynamodb.Attribute(name="GSI1PK", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="GSI1SK", type=dynamodb.AttributeType.STRING),
            projection_type=dynamodb.ProjectionType.INCLUDE,
            non_key_attributes=["total", "paid"],
            read_capacity=7,
            write_capacity=8,
            contributor_insights_specification=dynamodb.ContributorInsightsSpecification(enabled=True),
        )
        self.orders_table.add_global_secondary_index(
            index_name="byParts",
            partition_keys=[
                dynamodb.Attribute(name="status", type=dynamodb.AttributeType.STRING),
                dynamodb.Attribute(name="month", type=dynamodb.AttributeType.STRING),
            ],
            sort_keys=[
                dynamodb.Attribute(name="total", type=dynamodb.AttributeType.NUMBER),
                dynamodb.Attribute(name="orderRef", type=dynamodb.AttributeType.STRING),
            ],
            projection_type=dynamodb.ProjectionType.KEYS_ONLY,
            read_capacity=10,
            write_capacity=20,
            contributor_insights_specification=dynamodb.ContributorInsightsSpecification(enabled=True),
        )
        self.orders_table.add_local_secondary_index(
            index_name="byTotal",
            sort_key=dynamodb.Attribute(name="total", type=dynamodb.AttributeType.NUMBER),
            projection_type=dynamodb.ProjectionType.ALL,
        )
        orders_reads = self.orders_table.auto_scale_read_capacity(min_capacity=10, max_capacity=100)
        orders_reads.scale_on_utilization(
            target_utilization_percent=70,
            scale_in_cooldown=cdk.Duration.seconds(60),
            scale_out_cooldown=cdk.Duration.seconds(30),
        )
        orders_writes = self.orders_table.auto_scale_write_capacity(min_capacity=20, max_capacity=200)
        orders_writes.scale_on_utilization(target_utilization_percent=70)
        by_status_reads = self.orders_table.auto_scale_global_secondary_index_read_capacity(
            "byStatus",
            min_capacity=7,
            max_capacity=70,
        )
        by_status_reads.scale_on_utilization(target_utilization_percent=60)
        cdk.Tags.of(self.orders_table).add("cost-centre", "42")
        cdk.Tags.of(self.orders_table).add("team", "orders")
        cdk.CfnOutput(self, "OrdersName", value=self.orders_table.table_name)
        cdk.CfnOutput(self, "OrdersArn", value=self.orders_table.table_arn)
        cdk.CfnOutput(self, "OrdersStreamArn", value=self.orders_table.table_stream_arn)

        # sessions
        self.sessions_table = dynamodb.Table(
            self,
            "Sessions",
            table_name="sessions",
            partition_key=dynamodb.Attribute(name="id", type=dynamodb.AttributeType.STRING),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            max_read_request_units=100,
            max_write_request_units=200,
            encryption=dynamodb.TableEncryption.AWS_MANAGED,
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )
        self.sessions_table.add_global_secondary_index(
            index_name="byUser",
            partition_key=dynamodb.Attribute(name="user", type=dynamodb.AttributeType.STRING),
            projection_type=dynamodb.ProjectionType.INCLUDE,
            non_key_attributes=["seen"],
            max_read_request_units=50,
        )
        cdk.CfnOutput(self, "SessionsName", value=self.sessions_table.table_name)
        cdk.CfnOutput(self, "SessionsArn", value=self.sessions_table.table_arn)
