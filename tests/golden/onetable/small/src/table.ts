import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-onetable";
import { Dynamo } from "dynamodb-onetable/Dynamo";
import { CustomerModel } from "./models/Customer.js";

const dynamodb = new DynamoDBClient({});
const options = { marshallOptions: { removeUndefinedValues: true } };
export const client = DynamoDBDocumentClient.from(dynamodb, options);

/** Names of the tables; an environment variable overrides each. */
export const tableNames = {
  app: process.env.APP_TABLE ?? "app",
};

export const appSchema = {
  format: "onetable:1.1.0",
  version: "1.0.0",
  indexes: {
    primary: { hash: "PK", sort: "SK" },
    GSI1: { hash: "GSI1PK", project: "all" },
  },
  models: {
    Customer: CustomerModel,
  },
  params: { typeField: "_type", isoDates: false, timestamps: false },
} as const;

export const app = new Table({
  name: tableNames.app,
  client: new Dynamo({ client: dynamodb }),
  schema: appSchema,
  partial: false,
});
