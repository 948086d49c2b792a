"""A system of the lab sits down as a bot at a table that a person opens."""

import re
from urllib.parse import urlencode

import pytest
from playwright.async_api import expect
from tests.browser.lab.test_lab import ZOOMED, answered
from tests.page.dealing import FREE
from tests.server.live import a_table

from bankcraps.server.bots import bots as bot_names

pytestmark = pytest.mark.some


async def test_a_system_in_words_sits_down_at_a_table_with_the_limits_of_the_question(visiting, monkeypatch):
    monkeypatch.setattr(bot_names, "_USUAL", ("Ann", "Bea"))  # Ann is a person here, so that one name is free
    async with visiting(a_table("classic"), limits=FREE) as (_, come, _books):
        ann = await come("Ann")
        words = "when come_out: pass 10"
        asked = {"rules": "nsw", "strategy": words, "limits": "5:300", "bankroll": 150, "throws": 9}
        await ann.go(f"/lab?{urlencode(asked)}")
        await answered(ann)
        await ann.page.get_by_role("link", name="Sit it down at a table").click()
        form = ann.page.get_by_role("region", name="Open a table")
        await expect(form.get_by_role("combobox", name=re.compile("^House"))).to_have_value("nsw")
        await expect(form.get_by_label("Minimum ($)")).to_have_value("5")
        await expect(form.get_by_label("Maximum ($)")).to_have_value("300")
        await expect(form.get_by_text(words)).to_be_visible()
        await expect(form.get_by_label("Chips ($)")).to_have_value("150")
        await expect(form.get_by_label("Name", exact=True)).to_have_value("Bea")
        assert await ann.axe() == []
        await form.get_by_role("button", name="Open the table").click()
        await expect(ann.page).to_have_url(re.compile("/tables/"))
        bots = ann.page.get_by_role("region", name="Bots")
        await expect(bots.get_by_role("listitem")).to_contain_text("plays when come out: pass 10")
        await bots.get_by_role("button", name="Add a bot").click()
        await expect(bots.get_by_label("Name")).to_have_value(re.compile(r"(Ann|Bea)\d+"))  # Bea plays here


RING = 5
"""The ring around what has the focus is so wide, in pixels (`base.css`)."""

CUT = """ring => {
    const scroll = document.querySelector('.scroll');
    const inside = scroll.getBoundingClientRect();
    const buttons = [...scroll.querySelectorAll('button, a, summary')].filter(one => one.checkVisibility());
    const rings = buttons.filter(one => {
        const { left, right } = one.getBoundingClientRect();
        return left - ring < inside.left || right + ring > inside.left + scroll.clientWidth;
    });
    const sign = document.querySelector('header .sign');
    const words = sign.scrollWidth > sign.clientWidth || sign.scrollHeight > sign.clientHeight ? [sign] : [];
    return [...rings, ...words].map(one => one.textContent.trim());
}"""
"""The parts beside the felt that are cut off: rings of buttons, and the sign of the table."""


async def test_at_200_percent_no_ring_and_no_sign_of_a_table_is_cut(visiting):
    async with visiting(a_table("nsw", title="Friday at Ann and Bob"), limits=FREE) as (_, come, _books):
        ann = await come("Ann", ZOOMED)
        await ann.go()
        await expect(ann.page.get_by_text("sealed dice")).to_be_visible()
        await expect(ann.page.get_by_role("button", name="Statistics")).to_be_visible()
        assert await ann.page.evaluate(CUT, RING) == []
