// Small: Pulumi (TypeScript), written by Keysheet.
// Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included

import * as aws from "@pulumi/aws";

const app = new aws.dynamodb.Table(
  "app",
  {
    name: "app",
    billingMode: "PAY_PER_REQUEST",
    hashKey: "PK",
    rangeKey: "SK",
    attributes: [
      { name: "PK", type: "S" },
      { name: "SK", type: "S" },
      { name: "GSI1PK", type: "S" },
    ],
    globalSecondaryIndexes: [
      {
        name: "GSI1",
        keySchemas: [{ attributeName: "GSI1PK", keyType: "HASH" }],
        projectionType: "ALL",
      },
    ],
  },
  { retainOnDelete: true },
);

export const appTableName = app.name;
export const appTableArn = app.arn;
