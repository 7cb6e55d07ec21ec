"""What the commands take, what they export, and what can be required of a migration."""
