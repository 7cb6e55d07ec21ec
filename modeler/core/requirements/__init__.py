"""Requirements: sentences as rows of slots, questions about them, and access patterns by intent."""
