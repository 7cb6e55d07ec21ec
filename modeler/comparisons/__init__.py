"""Two designs, or two revisions of one, compared: at once or in a job."""
