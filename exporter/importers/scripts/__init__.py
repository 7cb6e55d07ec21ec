"""Sources in TypeScript and JavaScript, by their syntax tree: nothing is run, imported, or looked up."""
