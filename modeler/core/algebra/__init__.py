"""What key templates can become, and what two of them can share. Every answer is yes with a witness, no, or unknown."""
