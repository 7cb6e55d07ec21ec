"""Parts of slots that several kinds of phrases name."""
