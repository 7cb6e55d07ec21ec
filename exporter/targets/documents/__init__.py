"""Documents about a design: Markdown, HTML, PDF, JSON Schema, OpenAPI, and SARIF."""
