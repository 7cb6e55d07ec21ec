#!/usr/bin/env node
import * as cdk from "aws-cdk-lib";
import { EverythingStack } from "../lib/everything-stack";

const app = new cdk.App();
new EverythingStack(app, "EverythingStack", {
  env: { region: "eu-west-1" },
  description: "Everything. One of each.",
});
