"""Import of NoSQL Workbench models."""
