"""The people of a house: accounts and names, roles and money from the house, and their own limits."""
