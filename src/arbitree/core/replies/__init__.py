"""The parts of reading a reply, one subject each; `core.reading` puts them together."""
