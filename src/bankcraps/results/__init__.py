"""Answers as plain values: distributions, wager costs, a session's figures; their JSON, HTML and Arrow."""
