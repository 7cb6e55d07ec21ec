// Small: CDK stack in TypeScript, written by Keysheet.
// Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
// Deploy: npm install && npx cdk deploy
import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";

export class SmallStack extends cdk.Stack {
  readonly appTable: dynamodb.Table;

  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);

    // app
    this.appTable = new dynamodb.Table(this, "App", {
      tableName: "app",
      partitionKey: { name: "PK", type: dynamodb.AttributeType.STRING },
      sortKey: { name: "SK", type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      removalPolicy: cdk.RemovalPolicy.RETAIN,
    });
    this.appTable.addGlobalSecondaryIndex({
      indexName: "GSI1",
      partitionKey: { name: "GSI1PK", type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.ALL,
    });
    new cdk.CfnOutput(this, "AppName", { value: this.appTable.tableName });
    new cdk.CfnOutput(this, "AppArn", { value: this.appTable.tableArn });
  }
}
