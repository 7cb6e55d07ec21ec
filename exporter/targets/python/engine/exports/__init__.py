"""A backfill from exports of tables to Amazon S3, which reads nothing from the tables."""
