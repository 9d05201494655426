"""arbitree scores what language models write by walking a decision graph of small questions."""
