// Everything: Pulumi (TypeScript), written by Keysheet.
// Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
// Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used

import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";

// Orders of customers.
// Auto scaling changes the units of indexes, and changes can be ignored only for all indexes together:
// remove them from the ignored changes while you add or change an index.
const orders = new aws.dynamodb.Table(
  "orders",
  {
    name: "orders",
    billingMode: "PROVISIONED",
    readCapacity: 10,
    writeCapacity: 20,
    hashKey: "PK",
    rangeKey: "SK",
    tableClass: "STANDARD_INFREQUENT_ACCESS",
    deletionProtectionEnabled: true,
    streamEnabled: true,
    streamViewType: "NEW_AND_OLD_IMAGES",
    tags: { "cost-centre": "42", team: "orders" },
    attributes: [
      { name: "PK", type: "S" },
      { name: "SK", type: "S" },
      { name: "GSI1PK", type: "S" },
      { name: "GSI1SK", type: "S" },
      { name: "status", type: "S" },
      { name: "month", type: "S" },
      { name: "total", type: "N" },
      { name: "orderRef", type: "S" },
    ],
    globalSecondaryIndexes: [
      {
        name: "byStatus",
        keySchemas: [
          { attributeName: "GSI1PK", keyType: "HASH" },
          { attributeName: "GSI1SK", keyType: "RANGE" },
        ],
        projectionType: "INCLUDE",
        nonKeyAttributes: ["total", "paid"],
        readCapacity: 7,
        writeCapacity: 8,
      },
      {
        name: "byParts",
        keySchemas: [
          { attributeName: "status", keyType: "HASH" },
          { attributeName: "month", keyType: "HASH" },
          { attributeName: "total", keyType: "RANGE" },
          { attributeName: "orderRef", keyType: "RANGE" },
        ],
        projectionType: "KEYS_ONLY",
        readCapacity: 10,
        writeCapacity: 20,
      },
    ],
    localSecondaryIndexes: [{ name: "byTotal", rangeKey: "total", projectionType: "ALL" }],
    ttl: { attributeName: "expiresAt", enabled: true },
    pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 14 },
    serverSideEncryption: {
      enabled: true,
      kmsKeyArn: "arn:aws:kms:eu-west-1:111122223333:key/abcd",
    },
  },
  {
    ignoreChanges: ["readCapacity", "writeCapacity", "globalSecondaryIndexes"],
    protect: true,
    retainOnDelete: true,
  },
);

new aws.dynamodb.ContributorInsights("orders", { tableName: orders.name });

new aws.dynamodb.ContributorInsights("orders-by-status", {
  tableName: orders.name,
  indexName: "byStatus",
});

new aws.dynamodb.ContributorInsights("orders-by-parts", {
  tableName: orders.name,
  indexName: "byParts",
});

const ordersReadScaling = new aws.appautoscaling.Target("orders-read", {
  serviceNamespace: "dynamodb",
  resourceId: pulumi.concat("table/", orders.name),
  scalableDimension: "dynamodb:table:ReadCapacityUnits",
  minCapacity: 10,
  maxCapacity: 100,
});

new aws.appautoscaling.Policy("orders-read", {
  name: "orders-read-utilization",
  policyType: "TargetTrackingScaling",
  serviceNamespace: ordersReadScaling.serviceNamespace,
  resourceId: ordersReadScaling.resourceId,
  scalableDimension: ordersReadScaling.scalableDimension,
  targetTrackingScalingPolicyConfiguration: {
    targetValue: 70,
    scaleInCooldown: 60,
    scaleOutCooldown: 30,
    predefinedMetricSpecification: { predefinedMetricType: "DynamoDBReadCapacityUtilization" },
  },
});

const ordersWriteScaling = new aws.appautoscaling.Target("orders-write", {
  serviceNamespace: "dynamodb",
  resourceId: pulumi.concat("table/", orders.name),
  scalableDimension: "dynamodb:table:WriteCapacityUnits",
  minCapacity: 20,
  maxCapacity: 200,
});

new aws.appautoscaling.Policy("orders-write", {
  name: "orders-write-utilization",
  policyType: "TargetTrackingScaling",
  serviceNamespace: ordersWriteScaling.serviceNamespace,
  resourceId: ordersWriteScaling.resourceId,
  scalableDimension: ordersWriteScaling.scalableDimension,
  targetTrackingScalingPolicyConfiguration: {
    targetValue: 70,
    predefinedMetricSpecification: { predefinedMetricType: "DynamoDBWriteCapacityUtilization" },
  },
});

const ordersByStatusReadScaling = new aws.appautoscaling.Target("orders-by-status-read", {
  serviceNamespace: "dynamodb",
  resourceId: pulumi.concat("table/", orders.name, "/index/byStatus"),
  scalableDimension: "dynamodb:index:ReadCapacityUnits",
  minCapacity: 7,
  maxCapacity: 70,
});

new aws.appautoscaling.Policy("orders-by-status-read", {
  name: "orders-by-status-read-utilization",
  policyType: "TargetTrackingScaling",
  serviceNamespace: ordersByStatusReadScaling.serviceNamespace,
  resourceId: ordersByStatusReadScaling.resourceId,
  scalableDimension: ordersByStatusReadScaling.scalableDimension,
  targetTrackingScalingPolicyConfiguration: {
    targetValue: 60,
    predefinedMetricSpecification: { predefinedMetricType: "DynamoDBReadCapacityUtilization" },
  },
});

const sessions = new aws.dynamodb.Table(
  "sessions",
  {
    name: "sessions",
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attributes: [
      { name: "id", type: "S" },
      { name: "user", type: "S" },
    ],
    globalSecondaryIndexes: [
      {
        name: "byUser",
        keySchemas: [{ attributeName: "user", keyType: "HASH" }],
        projectionType: "INCLUDE",
        nonKeyAttributes: ["seen"],
        onDemandThroughput: { maxReadRequestUnits: 50 },
      },
    ],
    onDemandThroughput: { maxReadRequestUnits: 100, maxWriteRequestUnits: 200 },
    serverSideEncryption: { enabled: true },
  },
  { retainOnDelete: true },
);

export const ordersTableName = orders.name;
export const ordersTableArn = orders.arn;
export const ordersStreamArn = orders.streamArn;
export const sessionsTableName = sessions.name;
export const sessionsTableArn = sessions.arn;
