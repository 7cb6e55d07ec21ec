"""PynamoDB models: a class for each table and entity, a function for each access pattern as far as the library goes."""
