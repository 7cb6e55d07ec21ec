"""A person's own account: its sessions and its password."""
