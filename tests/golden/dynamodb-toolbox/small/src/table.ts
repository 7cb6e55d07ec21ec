import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox";

const options = { marshallOptions: { removeUndefinedValues: true } };
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), options);

/** Names of the tables; an environment variable overrides each. */
export const tableNames = {
  app: process.env.APP_TABLE ?? "app",
};

export const app = new Table({
  name: tableNames.app,
  documentClient: client,
  partitionKey: { name: "PK", type: "string" },
  sortKey: { name: "SK", type: "string" },
  indexes: {
    GSI1: { type: "global", partitionKey: { name: "GSI1PK", type: "string" } },
  },
});
