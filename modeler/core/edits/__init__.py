"""Changes to a design as data, and how typed edits and fixes become changes."""
