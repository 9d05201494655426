"""Ways to work inside what people have: a package for each. None is imported by anything else of arbitree."""
