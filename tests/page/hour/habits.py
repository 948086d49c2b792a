"""The bets, the words and the keys of people at a table."""

AMOUNTS = (
    5, 5, 6, 7, 10, 10, 12, 13, 15, 18, 20, 22, 24, 25, 25, 30, 33, 35, 40, 48, 50, 60, 66, 75, 100, 125, 137,
    200, 600, "7.50",
)  # fmt: skip
"""Dollars that people bet: even ones, odd ones, too much and half dollars."""

SENTENCES = """\
odds max
max odds on my come bets
2x odds
double odds on everything
$10 odds on the pass line
press my 8
press the 6 by 6
$12 on the 6
18 each on the 6 and 8
32 across
22 inside
across 64
place the 4 for 10
5 on the 9 and 10
yo for 5
5 hard 8
hard ways for 20
$8 horn
horn high 12 for 10
10 c and e
any craps 5
5 any seven
whirl for 10
hop the 4-2 for 5
5 on the hop 3-3
hop the sixes
buy the 4 for 20
buy the 10 for 45
lay the 4 for 40
60 no 6
lay 10 for 82
fire bet for 5
5 fire
take my 8 down
take down my odds
everything off
turn my 6 off
all on
my place bets off
25 come
15 don't come
same bet
down all
half press my 6
no 4 for 41
10 field and 5 yo
take 6 off my 8
regress my 6 to 6
lay 10 odds behind my don't pass
6 on the 8, working
big 6 for 10
""".splitlines()
"""Sentences that people say, right and wrong ones."""

KEYS = "pdcf456890yoru"
"""The keys that bet or act."""
