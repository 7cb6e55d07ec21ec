"""Everything: models for PynamoDB 6, written by Keysheet.

models: a class for each table and entity; saving one makes its keys. patterns: a function for each pattern.
"""
# Not in this file: design: sample items, sizes, and rates are not part of models
# Not in this file: access_patterns: a limit is how many items the library returns, not how many DynamoDB examines
# Not in this file: tables.orders.indexes.byParts: PynamoDB does not support multi-attribute keys; the index is left out
# Not in this file: tables.orders.settings.auto_scaling: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.contributor_insights: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.deletion_protection: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.encryption: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.point_in_time_recovery: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.recovery_days: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.table_class: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.tags: a model cannot represent it; create the table with another target
# Not in this file: tables.orders.settings.ttl_attribute: a model cannot represent it; create the table with another target
# Not in this file: tables.sessions.settings.encryption: a model cannot represent it; create the table with another target
# Not in this file: tables.sessions.settings.on_demand_maximum: a model cannot represent it; create the table with another target
