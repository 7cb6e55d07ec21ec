"""The history of a design: its changes, its versions, undo and redo."""
