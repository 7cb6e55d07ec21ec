#!/usr/bin/env node
import * as cdk from "aws-cdk-lib";
import { SmallStack } from "../lib/small-stack";

const app = new cdk.App();
new SmallStack(app, "SmallStack", { env: { region: "eu-central-1" }, description: "Small." });
