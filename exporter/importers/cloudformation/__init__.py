"""Import of CloudFormation, SAM, and Serverless Framework templates."""
