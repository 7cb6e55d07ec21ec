"""Help in the product: terms with drawings, and a search in the documentation."""
