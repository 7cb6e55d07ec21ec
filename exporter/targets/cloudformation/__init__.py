"""CloudFormation, SAM, and Serverless Framework templates."""
