"""Two houses that differ from the books in what their layouts show."""

_ODDS = '{ 2 = "6 to 1", 3 = "3 to 1", 11 = "3 to 1", 12 = "6 to 1" }'
_LIMIT = "{ 2 = 3, 3 = 3, 11 = 3, 12 = 3 }"

CRAPLESS = f"""
id = "crapless"
title = "Crapless"
about = "Every total but the 7 is a point."
extends = "classic"

[come_out]
naturals = [7]
craps = []
points = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]

[wagers]
dont_pass = false
dont_pass_odds = false
dont_come = false
dont_come_odds = false
pass_odds = {{ pays = {_ODDS}, limit = {_LIMIT} }}
come_odds = {{ pays = {_ODDS}, limit = {_LIMIT} }}
place = {{ pays = {{ 2 = "11 to 2", 3 = "11 to 4", 11 = "11 to 4", 12 = "11 to 2" }} }}
buy = {{ pays = {_ODDS} }}
lay = {{ pays = {{ 2 = "1 to 6", 3 = "1 to 3", 11 = "1 to 3", 12 = "1 to 6" }} }}
"""

HANDS = """
id = "hands"
title = "Hands"
about = "Every wager on a shooter's hand."
extends = "classic"

[wagers.fire]
name = "Fire"
made = "new_shooter"
counts = "points"
among = [4, 5, 6, 8, 9, 10]
pays = { 4 = "24 to 1", 5 = "249 to 1", 6 = "999 to 1" }
paid = "at_end"
ends = "hand"

[wagers.make_em_all]
name = "Make 'Em All"
made = "after_seven"
counts = "totals"
among = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
pays = { 10 = "175 to 1" }
paid = "at_once"
ends = "seven"

[wagers.tall]
name = "Tall"
made = "after_seven"
counts = "totals"
among = [8, 9, 10, 11, 12]
pays = { 5 = "34 to 1" }
paid = "at_once"
ends = "seven"

[wagers.small]
name = "Small"
made = "after_seven"
counts = "totals"
among = [2, 3, 4, 5, 6]
pays = { 5 = "34 to 1" }
paid = "at_once"
ends = "seven"

[wagers.repeater]
name = "Repeater"
made = "after_seven"
counts = "totals"
need = { 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 8 = 6, 9 = 5, 10 = 4, 11 = 3, 12 = 2 }
paid = "at_once"
ends = "seven"
[wagers.repeater.pays]
2 = "40 to 1"
3 = "50 to 1"
4 = "65 to 1"
5 = "80 to 1"
6 = "90 to 1"
8 = "90 to 1"
9 = "80 to 1"
10 = "65 to 1"
11 = "50 to 1"
12 = "40 to 1"
"""
