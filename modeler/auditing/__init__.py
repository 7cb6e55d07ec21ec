"""The audit log: written by services as part of what they do, read by owners and by the person concerned."""
