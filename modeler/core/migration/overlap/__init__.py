"""What readers and writers of both designs need of an item while both are deployed."""
