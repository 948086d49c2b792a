"""The house on the web: sockets, sign-in, pages of data, and the limits on what one address may ask."""
