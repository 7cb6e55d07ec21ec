"""What runs a generated migration on AWS: an image, a CloudFormation template with ECS tasks, and a state machine."""
