"""Files that `arbitree init` writes."""
