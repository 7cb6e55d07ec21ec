"""SCIM 2.0 (RFC 7643, RFC 7644): an identity provider creates accounts, and disables those of people who leave."""
