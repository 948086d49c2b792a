"""The past of tables and of people's evenings, from the logs."""
