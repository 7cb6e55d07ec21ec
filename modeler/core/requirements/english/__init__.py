"""English sentences as rows: a lexicon of closed classes, a grammar of chunks, and rules that fill slots."""
