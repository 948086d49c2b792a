"""Whatever happens at a table, each evening's money is right, and its wagers come to its result."""

from hypothesis import settings
from tests.kit.profiles import examples
from tests.live.people.evenings import hold_evenings
from tests.live.round.test_machine import Evening


class EveningsOfAWalk(Evening):
    """Random walks of a live table, whose log is read as evenings."""

    def teardown(self):
        if hasattr(self, "room"):
            hold_evenings(self.room)


TestEvenings = EveningsOfAWalk.TestCase
TestEvenings.settings = settings(examples(60), stateful_step_count=30)
