"""The map as it was: at a revision, between two, an entry's own past, and back."""
