"""Pulumi programs in TypeScript and Python."""
