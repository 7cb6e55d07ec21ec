"""Terraform configuration for the AWS provider."""
