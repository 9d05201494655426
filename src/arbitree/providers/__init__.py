"""Codecs of model servers: a question becomes a request, a response becomes a reply. Nothing here sends anything."""
