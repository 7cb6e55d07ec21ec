import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox";

const options = { marshallOptions: { removeUndefinedValues: true } };
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), options);

/** Names of the tables; an environment variable overrides each. */
export const tableNames = {
  orders: process.env.ORDERS_TABLE ?? "orders",
  sessions: process.env.SESSIONS_TABLE ?? "sessions",
};

/** Orders of customers. */
export const orders = new Table({
  name: tableNames.orders,
  documentClient: client,
  partitionKey: { name: "PK", type: "string" },
  sortKey: { name: "SK", type: "string" },
  indexes: {
    byStatus: {
      type: "global",
      partitionKey: { name: "GSI1PK", type: "string" },
      sortKey: { name: "GSI1SK", type: "string" },
    },
    byParts: {
      type: "global",
      partitionKeys: [{ name: "status", type: "string" }, { name: "month", type: "string" }],
      sortKeys: [{ name: "total", type: "number" }, { name: "orderRef", type: "string" }],
    },
    byTotal: { type: "local", sortKey: { name: "total", type: "number" } },
  },
});

export const sessions = new Table({
  name: tableNames.sessions,
  documentClient: client,
  partitionKey: { name: "id", type: "string" },
  indexes: {
    byUser: { type: "global", partitionKey: { name: "user", type: "string" } },
  },
});
