"""Tables: the lobby, bets and their explanations, bots, dealing and closing."""
