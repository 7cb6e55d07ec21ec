"""Views for signing in, workspaces, API tokens, and links to a design."""
