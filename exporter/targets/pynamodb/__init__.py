"""PynamoDB models: a class for each table and entity, and a function for each access pattern that the
library supports.
"""
