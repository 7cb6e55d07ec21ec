"""Small: models for PynamoDB 6, written by Keysheet.

models: a class for each table and entity; saving one makes its keys. patterns: a function for each pattern.
"""
# Not in this file: design: sample items, sizes, and rates are not part of models
# Not in this file: access_patterns: a limit is how many items the library returns, not how many DynamoDB examines
