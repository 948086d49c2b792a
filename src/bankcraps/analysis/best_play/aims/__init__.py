"""The aims of a best play.

- `to_goal`: the best chance to reach a goal, also before a deadline.
- `least_time`: the fewest throws at a given chance.
- `least_cost`: so much action at the least cost.
- `still_playing`: to last some throws with so much at risk on each.
- `at_the_end`: a utility of what is taken home, with `utilities` and `taking_home`.
"""
