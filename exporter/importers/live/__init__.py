"""Import of tables as they are deployed, with their items masked on request."""
