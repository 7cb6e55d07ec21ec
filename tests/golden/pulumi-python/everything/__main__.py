# Everything: Pulumi (Python), written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
# Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used

import pulumi
import pulumi_aws as aws

# Orders of customers.
# Auto scaling changes the units of indexes, and changes can be ignored only for all indexes together:
# remove them from the ignored changes while you add or change an index.
orders = aws.dynamodb.Table(
    "orders",
    name="orders",
    billing_mode="PROVISIONED",
    read_capacity=10,
    write_capacity=20,
    hash_key="PK",
    range_key="SK",
    table_class="STANDARD_INFREQUENT_ACCESS",
    deletion_protection_enabled=True,
    stream_enabled=True,
    stream_view_type="NEW_AND_OLD_IMAGES",
    tags={"cost-centre": "42", "team": "orders"},
    attributes=[
        {"name": "PK", "type": "S"},
        {"name": "SK", "type": "S"},
        {"name": "GSI1PK", "type": "S"},
        {"name": "GSI1SK", "type": "S"},
        {"name": "status", "type": "S"},
        {"name": "month", "type": "S"},
        {"name": "total", "type": "N"},
        {"name": "orderRef", "type": "S"},
    ],
    global_secondary_indexes=[
        {
            "name": "byStatus",
            "key_schemas": [
                {"attribute_name": "GSI1PK", "key_type": "HASH"},
                {"attribute_name": "GSI1SK", "key_type": "RANGE"},
            ],
            "projection_type": "INCLUDE",
            "non_key_attributes": ["total", "paid"],
            "read_capacity": 7,
            "write_capacity": 8,
        },
        {
            "name": "byParts",
            "key_schemas": [
                {"attribute_name": "status", "key_type": "HASH"},
                {"attribute_name": "month", "key_type": "HASH"},
                {"attribute_name": "total", "key_type": "RANGE"},
                {"attribute_name": "orderRef", "key_type": "RANGE"},
            ],
            "projection_type": "KEYS_ONLY",
            "read_capacity": 10,
            "write_capacity": 20,
        },
    ],
    local_secondary_indexes=[{"name": "byTotal", "range_key": "total", "projection_type": "ALL"}],
    ttl={"attribute_name": "expiresAt", "enabled": True},
    point_in_time_recovery={"enabled": True, "recovery_period_in_days": 14},
    server_side_encryption={
        "enabled": True,
        "kms_key_arn": "arn:aws:kms:eu-west-1:111122223333:key/abcd",
    },
    opts=pulumi.ResourceOptions(
        ignore_changes=["read_capacity", "write_capacity", "global_secondary_indexes"],
        protect=True,
        retain_on_delete=True,
    ),
)

aws.dynamodb.ContributorInsights("orders", table_name=orders.name)

aws.dynamodb.ContributorInsights("orders-by-status", table_name=orders.name, index_name="byStatus")

aws.dynamodb.ContributorInsights("orders-by-parts", table_name=orders.name, index_name="byParts")

orders_read_scaling = aws.appautoscaling.Target(
    "orders-read",
    service_namespace="dynamodb",
    resource_id=pulumi.Output.concat("table/", orders.name),
    scalable_dimension="dynamodb:table:ReadCapacityUnits",
    min_capacity=10,
    max_capacity=100,
)

aws.appautoscaling.Policy(
    "orders-read",
    name="orders-read-utilization",
    policy_type="TargetTrackingScaling",
    service_namespace=orders_read_scaling.service_namespace,
    resource_id=orders_read_scaling.resource_id,
    scalable_dimension=orders_read_scaling.scalable_dimension,
    target_tracking_scaling_policy_configuration={
        "target_value": 70,
        "scale_in_cooldown": 60,
        "scale_out_cooldown": 30,
        "predefined_metric_specification": {
            "predefined_metric_type": "DynamoDBReadCapacityUtilization",
        },
    },
)

orders_write_scaling = aws.appautoscaling.Target(
    "orders-write",
    service_namespace="dynamodb",
    resource_id=pulumi.Output.concat("table/", orders.name),
    scalable_dimension="dynamodb:table:WriteCapacityUnits",
    min_capacity=20,
    max_capacity=200,
)

aws.appautoscaling.Policy(
    "orders-write",
    name="orders-write-utilization",
    policy_type="TargetTrackingScaling",
    service_namespace=orders_write_scaling.service_namespace,
    resource_id=orders_write_scaling.resource_id,
    scalable_dimension=orders_write_scaling.scalable_dimension,
    target_tracking_scaling_policy_configuration={
        "target_value": 70,
        "predefined_metric_specification": {
            "predefined_metric_type": "DynamoDBWriteCapacityUtilization",
        },
    },
)

orders_by_status_read_scaling = aws.appautoscaling.Target(
    "orders-by-status-read",
    service_namespace="dynamodb",
    resource_id=pulumi.Output.concat("table/", orders.name, "/index/byStatus"),
    scalable_dimension="dynamodb:index:ReadCapacityUnits",
    min_capacity=7,
    max_capacity=70,
)

aws.appautoscaling.Policy(
    "orders-by-status-read",
    name="orders-by-status-read-utilization",
    policy_type="TargetTrackingScaling",
    service_namespace=orders_by_status_read_scaling.service_namespace,
    resource_id=orders_by_status_read_scaling.resource_id,
    scalable_dimension=orders_by_status_read_scaling.scalable_dimension,
    target_tracking_scaling_policy_configuration={
        "target_value": 60,
        "predefined_metric_specification": {
            "predefined_metric_type": "DynamoDBReadCapacityUtilization",
        },
    },
)

sessions = aws.dynamodb.Table(
    "sessions",
    name="sessions",
    billing_mode="PAY_PER_REQUEST",
    hash_key="id",
    attributes=[{"name": "id", "type": "S"}, {"name": "user", "type": "S"}],
    global_secondary_indexes=[
        {
            "name": "byUser",
            "key_schemas": [{"attribute_name": "user", "key_type": "HASH"}],
            "projection_type": "INCLUDE",
            "non_key_attributes": ["seen"],
            "on_demand_throughput": {"max_read_request_units": 50},
        },
    ],
    on_demand_throughput={"max_read_request_units": 100, "max_write_request_units": 200},
    server_side_encryption={"enabled": True},
    opts=pulumi.ResourceOptions(retain_on_delete=True),
)

pulumi.export("ordersTableName", orders.name)
pulumi.export("ordersTableArn", orders.arn)
pulumi.export("ordersStreamArn", orders.stream_arn)
pulumi.export("sessionsTableName", sessions.name)
pulumi.export("sessionsTableArn", sessions.arn)
