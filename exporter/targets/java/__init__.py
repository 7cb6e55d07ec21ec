"""Access code in Java for the AWS SDK v2 Enhanced Client."""
