"""Dealing by people: they pay, take and move the wagers, and a box checks them.

The engine settles each throw at once, as everywhere, so state, hashes, replay and audit are the same as at
any other table. Beside the state the room keeps the *open work of the dealers*:

- A throw opens a task for each wager that it pays, takes, moves or returns, and one for the puck. A task
  knows what is right, whose it is, how the wager lay before, and what the engine did to it (`work`).
- The chairs are those of the book. The stickperson has the centre, and a base dealer each end of the table:
  the books name the role of the dealer once, so such a table has a second chair of it, for the right end.
  A chair that no person holds is the automatic crew's, which deals at once: it gets no tasks.
- People see the table as the dealers have left it: an undealt wager lies where it lay, and its chips are in
  nobody's rail. Nobody may bet, take down or leave with chips that are not dealt yet (`work`).
- A dealer says what they do with a wager. What is right closes the task. What is wrong is refused with the
  drill's reasons where the table is `strict`. Where it is `free`, it happens: the house pays or takes the
  difference, and the box sees what was right beside what was dealt. The log keeps both.
- The payments last until the work is done. The box may let it go: the automatic crew does the rest. It also
  does the work of a chair that its dealer gave up or that was taken back.
- A correction or an invalid outcome settles the throw again, and the crew carries it out at once: the open
  tasks end without a verdict. So does what is open for a seat whose wagers change otherwise.

Nothing here is stored: tasks and scores follow from the entries of the log, as everything at a table does.
"""
