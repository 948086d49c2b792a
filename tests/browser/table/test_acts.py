"""A supervisor does acts of the book from their forms, and players theirs.

The acts come from the house. The forms of all acts at all houses are in web/tests/forms.test.ts; disputes,
awards and void wagers are played in `hosting/test_host.py`.
"""

import re

import pytest
from playwright.async_api import expect
from tests.browser.hands_on import CrewPage, answer_to
from tests.server.live import a_table

FORMS = {
    "Warn somebody": ("warn", {"Who": "Bob", "Reason": 1}),
    "Limits for one player": ("own_limits", {"Who": "Bob", "Limits": ("5", "500", "5")}),
    "Give a token": ("issue_token", {"Who": "Bob", "Amount": "25"}),
    "Post a notice": ("post_sign", {}),
    "Offer the dice": ("offer", {"To whom": "Ann"}),
    "Choose dice": ("choose", {"Dice": slice(-2, None)}),
    "Correct the throw": ("correct", {"What the dice showed": ("2", "3")}),
    "No roll": ("no_roll", {"Reason": "off_table", "Dice": slice(2)}),
    "Give up a die": ("die_lost", {"Die": 1}),
}
"""Acts in their order, by the names of their buttons: each kind of field, with its label and an answer."""


@pytest.mark.some
async def test_an_act_with_each_kind_of_field_is_done_from_its_form(visiting):
    table = a_table("nsw", dice="entered", pace="boxperson", limits="5:500")
    async with visiting(table) as (house, come, books), house.at() as watching:
        boss = await come("House", passphrase=house.passphrase)
        ann, bob = await come("Ann"), await come("Bob")
        for one in (ann, bob):
            await one.sit(500)
        crew = await CrewPage.at(boss)
        await refusals_are_told_at_their_button(crew)
        await bob.bet("pass", 5)
        await ann.bet("field", 5)
        for name, (act, fields) in FORMS.items():
            if act == "correct":
                await crew.throw(4, 2)
            if act == "no_roll":
                await crew.close_betting()
            await does(ann if act == "choose" else boss, name, fields)
            if act == "offer":
                await ann.page.get_by_role("button", name="Take the dice").click()
        await books.agree_with(ann, bob)
        done, wanted = set(), {act for act, _ in FORMS.values()}
        while not wanted <= done:
            news = await watching.until("happened")
            done |= {item["entry"]["event"]["type"] for item in news["items"] if "event" in item["entry"]}


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


async def does(visitor, name, fields):
    """Open the form of an act, fill it in and send it. The house must do it."""
    page = visitor.page
    await page.get_by_role("button", name=name, exact=True).first.click()
    form = page.locator("form").filter(has=page.get_by_role("button", name=name, exact=True))
    for label, value in fields.items():
        group = form.get_by_role("group", name=re.compile(f"^{label}"))
        if isinstance(value, tuple):
            for part, one in zip(await group.locator("input, select").all(), value, strict=True):
                await (part.fill(one) if label == "Limits" else part.select_option(one))
        elif label == "Dice":
            for die in (await group.get_by_role("button").all())[value]:
                await die.click()
        elif label == "Amount":
            await form.get_by_label(label).fill(value)
        else:
            how = {"index": value} if isinstance(value, int) else {"value": value}
            await form.get_by_label(label).select_option(**how)
    await form.locator("button.main").click()
    done, refused = await answer_to(form)
    assert done, (name, refused)
