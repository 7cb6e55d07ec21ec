import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const dynamodb = new DynamoDBClient({});
const options = { marshallOptions: { removeUndefinedValues: true } };
export const client = DynamoDBDocumentClient.from(dynamodb, options);

/** Names of the tables; an environment variable overrides each. */
export const tableNames = {
  orders: process.env.ORDERS_TABLE ?? "orders",
  sessions: process.env.SESSIONS_TABLE ?? "sessions",
};
