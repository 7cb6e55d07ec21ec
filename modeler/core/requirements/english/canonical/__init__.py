"""The sentences that rows are written as, and how they are read back."""
