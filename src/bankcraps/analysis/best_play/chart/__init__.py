"""The play as a system: `charting` says what it bets in each position, `first` which first bets are best."""
