"""IAM policies and roles."""
