#!/usr/bin/env python3
import aws_cdk as cdk

from everything_stack import EverythingStack

app = cdk.App()
EverythingStack(
    app,
    "EverythingStack",
    env=cdk.Environment(region="eu-west-1"),
    description="Everything. One of each.",
)
app.synth()
