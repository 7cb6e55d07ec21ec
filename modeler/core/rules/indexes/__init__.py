"""Rules about secondary indexes and projections."""
