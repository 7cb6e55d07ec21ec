"""What speaks for a slot, and what against it: without evidence, its reading is a question."""
