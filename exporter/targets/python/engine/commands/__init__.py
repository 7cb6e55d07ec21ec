"""What the commands take, and what can be required of a migration."""
