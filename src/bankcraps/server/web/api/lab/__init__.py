"""Questions to the lab over HTTP: asking, waiting, events, pictures and problems."""
