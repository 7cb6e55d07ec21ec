import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-onetable";
import { Dynamo } from "dynamodb-onetable/Dynamo";
import type { Keys } from "./keys.js";
import { orderComputed, OrderModel } from "./models/Order.js";
import { SessionModel } from "./models/Session.js";

const dynamodb = new DynamoDBClient({});
const options = { marshallOptions: { removeUndefinedValues: true } };
export const client = DynamoDBDocumentClient.from(dynamodb, options);

/** Names of the tables; an environment variable overrides each. */
export const tableNames = {
  orders: process.env.ORDERS_TABLE ?? "orders",
  sessions: process.env.SESSIONS_TABLE ?? "sessions",
};

/** Keys that a function makes, by model. */
const ordersKeyMakers: Record<string, (item: any) => Keys> = {
  Order: orderComputed,
};

export const ordersSchema = {
  format: "onetable:1.1.0",
  version: "1.0.0",
  indexes: {
    primary: { hash: "PK", sort: "SK" },
    byStatus: { hash: "GSI1PK", sort: "GSI1SK", project: ["total", "paid"] },
    byTotal: { type: "local", hash: "PK", sort: "total", project: "all" },
  },
  models: {
    Order: OrderModel,
  },
  params: { typeField: "_type", isoDates: false, timestamps: false },
} as const;

/** Orders of customers. */
export const orders = new Table({
  name: tableNames.orders,
  client: new Dynamo({ client: dynamodb }),
  schema: ordersSchema,
  partial: false,
  value: (model, field, given) => (given[field] !== undefined ? given[field] : ordersKeyMakers[(model as any).name]?.(given)[field]) as string,
});

export const sessionsSchema = {
  format: "onetable:1.1.0",
  version: "1.0.0",
  indexes: {
    primary: { hash: "id" },
    byUser: { hash: "user", project: ["seen"] },
  },
  models: {
    Session: SessionModel,
  },
  params: { typeField: "_type", isoDates: false, timestamps: false },
} as const;

export const sessions = new Table({
  name: tableNames.sessions,
  client: new Dynamo({ client: dynamodb }),
  schema: sessionsSchema,
  partial: false,
});
