"""Words of a line: the lexicon, tokens, verbs, and the nouns that belong together."""
