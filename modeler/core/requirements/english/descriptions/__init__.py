"""Lines that say what an entity has or belongs to, and ask for nothing: "a member has a name and an email"."""
