"""Rules about how tables are run: TTL, streams, backups, quotas, and mutes."""
