"""The house's sockets and disk: live tables in a database, served to browsers, terminals and programs."""
