"""A supervisor does acts of the book from their forms, and players theirs.

The acts come from the house. At the end the log holds every act. The forms of all acts at all houses are in
web/tests/forms.test.ts.
"""

import re
from collections import Counter

import pytest
from playwright.async_api import expect
from tests.browser.conftest import caught_up
from tests.browser.hands_on import CrewPage, answer_to
from tests.server.live import a_table

SOME_DICE = (slice(-2, None), slice(2), slice(-1, None), slice(1), slice(1, 2), slice(2, 3))
"""The dice to name: both that are in play, or the one that is missing."""

FORMS = ("decide", "warn", "own_limits", "issue_token", "post_sign", "no_roll", "die_lost", "correct", "void")
"""Acts of the crew whose forms have each kind of field at least once."""

FILLED_WITH = {
    "cents": "25",
    "tokens": "25",
    "limits": ("5", "500", "5"),
    "throw": ("2", "3"),
    "text": "the dice touched a hand",
    "signed_cents": "25",
}


@pytest.mark.some
async def test_an_act_with_each_kind_of_field_is_done_from_its_form(visiting):
    table = a_table("nsw", dice="entered", pace="boxperson", limits="5:500")
    async with visiting(table) as (house, come, books), house.at() as watching:
        boss = await come("House", passphrase=house.passphrase)
        ann, bob = await come("Ann"), await come("Bob")
        for one in (ann, bob):
            await one.sit(500)
        crew = await CrewPage.at(boss)
        acts = Acts(boss, (ann, bob), (await house.get(f"/api/tables/{house.table}/acts")).json())
        await refusals_are_told_at_their_button(crew)
        await acts.are_no_others(boss)
        await crew.see_to_a_shooter(ann)
        await acts.of_a_player(ann, "choose")
        await bob.bet("hard 8", 5)  # it stays, and is voided in the end
        await ann.bet("field", 5)
        await disputes(ann)
        await acts.are_done("decide", "warn", "own_limits", "issue_token", "post_sign")
        await crew.close_betting()
        await acts.are_done("no_roll", "die_lost")
        await close_with_wagers(crew, acts, ann, bob)
        await crew.enter(6, 5)
        await acts.are_done("correct", "void")
        await books.agree_with(ann, bob)
        done = await in_the_log(watching, max(boss.done, boss.heard))
    assert {*FORMS, "offer", "choose", "dispute"} <= done
    assert acts.unexplained == []


async def refusals_are_told_at_their_button(crew):
    """Nobody has the dice, so the betting cannot close: the sentence stands right below its button."""
    console = crew.page.get_by_label("The crew's chairs", exact=True)
    close = console.get_by_role("button", name="No more bets", exact=True)
    await expect(close).to_be_disabled()
    await close.click(force=True)
    told = console.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+ \w+"))
    await expect(told).to_have_count(1)
    await expect(crew.page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_have_count(1)
    apart = "(told, button) => told.getBoundingClientRect().top - button.getBoundingClientRect().bottom"
    assert 0 <= await told.evaluate(apart, await close.element_handle()) < 40
    await told.get_by_role("button", name="Close this").click()
    await expect(told).to_have_count(0)


async def close_with_wagers(crew, acts, shooter, other):
    """Close the betting. Make a wager to throw for and choose dice first: acts may have taken either away.

    Each of these steps may change the shooter or the dice, so they are tried again.
    """
    for player in (other, shooter):
        await player.bet("field", 5)
    refused = ""
    for _ in range(3):
        await crew.see_to_a_shooter(shooter)
        await acts.of_a_player(shooter, "choose")
        await caught_up(crew.visitor, shooter, other)
        refused = await crew.tries_to_close()
        if not refused:
            return
    raise AssertionError(refused)


async def disputes(player):
    await player.page.get_by_role("button", name=re.compile("^Disputes")).click()
    await player.page.get_by_label("What it is about").fill("the dice touched a hand")
    await player.page.get_by_role("button", name="Raise a dispute", exact=True).click()
    await expect(player.page.get_by_text("“the dice touched a hand”").first).to_be_visible()


async def in_the_log(watching, last):
    """Return the types of all acts of which a spectator has heard, up to an entry of the log."""
    done, seq = set(), 0
    while seq < last:
        message = await watching.until("happened")
        seq = message["seq"]
        done |= {item["entry"]["event"]["type"] for item in message["items"] if "event" in item["entry"]}
    return done


class Acts:
    """The acts of a house, and their forms on the page.

    Attributes:
        forms: the forms of the acts that the book allows, by their types.
        never: the names of those that it rules out.
        refusals: what the house last said to an act that has not been done.
        unexplained: the acts that were refused without words.
    """

    def __init__(self, boss, players, forms):
        self._boss, self._players = boss, players
        self.forms = {form["type"]: form for form in forms if not form.get("never")}
        self.never = [form["name"] for form in forms if form.get("never")]
        self._tried = Counter()
        self.refusals, self.unexplained = {}, []

    async def are_no_others(self, boss):
        """The console has no button for what the book rules out, and says why."""
        console = boss.page.get_by_label("The crew's chairs", exact=True)
        for name in self.never:
            await expect(console.get_by_role("button", name=name, exact=True)).to_have_count(0)
        said = console.get_by_text("the book of this house rules out")
        await expect(said).to_have_count(1 if self.never else 0)
        for name in self.never:
            await said.click()
            await expect(console.get_by_role("listitem").filter(has_text=name)).to_be_visible()
            await said.click()

    async def are_done(self, *acts):
        """Do the acts of the crew that are possible now."""
        console = self._boss.page.get_by_label("The crew's chairs", exact=True)
        for act in acts:
            button = console.get_by_role("button", name=self.forms[act]["name"], exact=True).first
            assert await self._is_done(self._boss, act, button), f"{act}: {self.refusals[act]}"

    async def of_a_player(self, player, *acts):
        """Do acts of a player from their buttons."""
        part = player.page.get_by_role("group", name="Chips, dice and your place")
        for act in acts:
            button = part.get_by_role("button", name=self.forms[act]["name"], exact=True)
            await caught_up(self._boss, *self._players)
            if not await button.count():
                continue
            if self.forms[act]["roles"] or not self.forms[act]["fields"]:
                await player.asks(button.click())
            else:
                await self._is_done(player, act, button)

    async def _is_done(self, visitor, act, button):
        """Try an act with one choice of dice or wager after the other. Return whether the house did it."""
        chosen = {"dice", "wager"} & {field["kind"] for field in self.forms[act]["fields"]}
        for _ in range(len(SOME_DICE) if chosen else 1):
            if await self._try(visitor, act, button):
                return True
        return False

    async def _try(self, visitor, act, button):
        """Fill in the form of an act and send it. Return whether the house did it."""
        form = self.forms[act]
        await caught_up(self._boss, *self._players)
        if await button.get_attribute("aria-expanded") == "false":
            await button.click()
        send = visitor.page.get_by_role("button", name=form["name"], exact=True)
        drawn = visitor.page.locator("form").filter(has=send)
        fields = {field["kind"]: field for field in form["fields"]}
        if {"player", "wager"} <= set(fields):
            lying = drawn.get_by_role("group", name="Which wager").get_by_role("radio")
            if there := await lying.count():
                await lying.nth(self._tried[act] % there).check()
        for field in form["fields"]:
            if {"player", "wager"} <= set(fields) and field["kind"] in ("player", "wager"):
                continue
            if field["required"] or field["kind"] in ("dice", "cents"):
                await self._fill(drawn, field, self._tried[act])
        self._tried[act] += 1
        await drawn.locator("button.main").click()
        done, refused = await answer_to(drawn)
        if refused:
            self.refusals[act] = refused
            if len(refused.split()) < 3:
                self.unexplained.append((act, refused))
        return bool(done)

    async def _fill(self, drawn, field, times):
        """Fill in a field with something that fits it, and with something else the next time."""
        kind, label = field["kind"], re.compile(f"^{re.escape(field['label'])}")
        if kind in ("limits", "throw"):
            parts = drawn.get_by_role("group", name=label).locator("input, select")
            for part, one in zip(await parts.all(), FILLED_WITH[kind], strict=True):
                await (part.fill(one) if kind == "limits" else part.select_option(one))
        elif kind == "dice":
            group = drawn.get_by_role("group", name=label)
            chosen = group.get_by_role("button", pressed=True)
            # Dice that were chosen before go first.
            while await chosen.count():
                await chosen.first.click()
            for die in (await group.get_by_role("button").all())[SOME_DICE[times % len(SOME_DICE)]]:
                await die.click()
        elif kind in ("player", "person"):
            await self._choose_person(
                drawn.get_by_label(label), [c["value"] for c in field["choices"]], times
            )
        elif kind == "signed_cents":
            await drawn.get_by_role("textbox", name=label).fill(FILLED_WITH[kind])
        elif kind in ("choice", "wager", "die", "dispute"):
            await self._choose(drawn.get_by_label(label), times)
        else:
            words = [FILLED_WITH[kind], *(choice["value"] for choice in field["choices"])]
            await drawn.get_by_label(label).fill(words[times % len(words)])

    @staticmethod
    async def _choose_person(select, choices, times):
        """Choose Bob if he is there, and one of the roles the next time."""
        there = [await one.get_attribute("value") for one in await select.locator("option").all()]
        wanted = ["Bob", *choices][times % (1 + len(choices))]
        people = [name for name in there if name.strip()]
        if people:
            await select.select_option(wanted if wanted in people else people[0])

    @staticmethod
    async def _choose(select, times):
        """Choose the reason that lets a die leave the table, a die that has left it, or any."""
        options = [
            (await option.get_attribute("value"), await option.inner_text())
            for option in await select.locator("option").all()
        ][1:]
        first = [value for value, words in options if value == "off_table" or "off the table" in words]
        if first or options:
            await select.select_option(first[0] if first else options[times % len(options)][0])
