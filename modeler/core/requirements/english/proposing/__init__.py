"""The attributes that a line itself names or plainly implies, where no design says which there are."""
