#!/usr/bin/env python3
import aws_cdk as cdk

from small_stack import SmallStack

app = cdk.App()
SmallStack(app, "SmallStack", env=cdk.Environment(region="eu-central-1"), description="Small.")
app.synth()
