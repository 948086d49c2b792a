"""Answers as plain values: distributions, what wagers cost, a session's figures; their JSON, HTML and Arrow."""
