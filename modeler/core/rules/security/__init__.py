"""Rules about access, encryption, and tenants."""
