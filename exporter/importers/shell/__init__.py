"""Shell scripts that create tables with the AWS CLI."""
