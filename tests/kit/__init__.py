"""Parts that tests may import: random houses, tables and sessions, and the laws that hold at all of them.

    from tests.kit.sessions import sessions
    from tests.kit.laws import LAWS

A session is a list of moments: the table before, what somebody did, and what came of it. A law is a function
of a house and a moment that asserts something. Anything that drives the engine can be held to them.
"""
