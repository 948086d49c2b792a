"""The clients at live tables, over WebSockets."""
