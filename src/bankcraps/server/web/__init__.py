"""The house on the web: sockets, sign-in, the API, and limits on requests."""
