// Everything: CDK stack in TypeScript, written by Keysheet.
// Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
// Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used
// Deploy: npm install && npx cdk deploy
import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as kms from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";

export class EverythingStack extends cdk.Stack {
  readonly ordersTable: dynamodb.Table;
  readonly sessionsTable: dynamodb.Table;

  constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);

    // orders: Orders of customers.
    this.ordersTable = new dynamodb.Table(this, "Orders", {
      tableName: "orders",
      partitionKey: { name: "PK", type: dynamodb.AttributeType.STRING },
      sortKey: { name: "SK", type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PROVISIONED,
      readCapacity: 10,
      writeCapacity: 20,
      timeToLiveAttribute: "expiresAt",
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 14 },
      encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: kms.Key.fromKeyArn(this, "OrdersKey", "arn:aws:kms:eu-west-1:111122223333:key/abcd"),
      tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,
      contributorInsightsSpecification: { enabled: true },
      deletionProtection: true,
      removalPolicy: cdk.RemovalPolicy.RETAIN,
    });
    this.ordersTable.addGlobalSecondaryIndex({
      indexName: "byStatus",
      partitionKey: { name: "GSI1PK", type: dynamodb.AttributeType.STRING },
      sortKey: { name: "GSI1SK", type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: ["total", "paid"],
      readCapacity: 7,
      writeCapacity: 8,
      contributorInsightsSpecification: { enabled: true },
    });
    this.ordersTable.addGlobalSecondaryIndex({
      indexName: "byParts",
      partitionKeys: [
        { name: "status", type: dynamodb.AttributeType.STRING },
        { name: "month", type: dynamodb.AttributeType.STRING },
      ],
      sortKeys: [
        { name: "total", type: dynamodb.AttributeType.NUMBER },
        { name: "orderRef", type: dynamodb.AttributeType.STRING },
      ],
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      readCapacity: 10,
      writeCapacity: 20,
      contributorInsightsSpecification: { enabled: true },
    });
    this.ordersTable.addLocalSecondaryIndex({
      indexName: "byTotal",
      sortKey: { name: "total", type: dynamodb.AttributeType.NUMBER },
      projectionType: dynamodb.ProjectionType.ALL,
    });
    const ordersReads = this.ordersTable.autoScaleReadCapacity({ minCapacity: 10, maxCapacity: 100 });
    ordersReads.scaleOnUtilization({
      targetUtilizationPercent: 70,
      scaleInCooldown: cdk.Duration.seconds(60),
      scaleOutCooldown: cdk.Duration.seconds(30),
    });
    const ordersWrites = this.ordersTable.autoScaleWriteCapacity({ minCapacity: 20, maxCapacity: 200 });
    ordersWrites.scaleOnUtilization({ targetUtilizationPercent: 70 });
    const byStatusReads = this.ordersTable.autoScaleGlobalSecondaryIndexReadCapacity("byStatus", {
      minCapacity: 7,
      maxCapacity: 70,
    });
    byStatusReads.scaleOnUtilization({ targetUtilizationPercent: 60 });
    cdk.Tags.of(this.ordersTable).add("cost-centre", "42");
    cdk.Tags.of(this.ordersTable).add("team", "orders");
    new cdk.CfnOutput(this, "OrdersName", { value: this.ordersTable.tableName });
    new cdk.CfnOutput(this, "OrdersArn", { value: this.ordersTable.tableArn });
    new cdk.CfnOutput(this, "OrdersStreamArn", { value: this.ordersTable.tableStreamArn! });

    // sessions
    this.sessionsTable = new dynamodb.Table(this, "Sessions", {
      tableName: "sessions",
      partitionKey: { name: "id", type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      maxReadRequestUnits: 100,
      maxWriteRequestUnits: 200,
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      removalPolicy: cdk.RemovalPolicy.RETAIN,
    });
    this.sessionsTable.addGlobalSecondaryIndex({
      indexName: "byUser",
      partitionKey: { name: "user", type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: ["seen"],
      maxReadRequestUnits: 50,
    });
    new cdk.CfnOutput(this, "SessionsName", { value: this.sessionsTable.tableName });
    new cdk.CfnOutput(this, "SessionsArn", { value: this.sessionsTable.tableArn });
  }
}
