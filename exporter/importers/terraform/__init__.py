"""Import of Terraform configuration, plans, and state."""
