"""The house on the web: sockets, sign-in, the API, and the limits on what one address may ask."""
