"""Building blocks: key layouts with the access patterns that they bring, each a small design of its own."""
