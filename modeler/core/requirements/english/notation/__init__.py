"""Requests as code writes them: signatures, fields of GraphQL, SQL, rows of a table."""
