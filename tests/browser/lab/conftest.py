"""One house with a lab for all tests of the lab: its process starts once."""

import asyncio
import json
import shlex
from importlib import import_module

import pytest
import pytest_asyncio
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import visitors
from tests.page.dealing import FREE, QUICK_HASHES
from tests.server.live import a_table, open_house

ZOOMED = (720, 450)
"""A window of 1440 by 900, enlarged to 200 %."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lab_house(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bankcraps.server.people.accounts._HASHER", QUICK_HASHES)
        async with open_house(tmp_path_factory.mktemp("lab"), a_table("nsw"), limits=FREE) as house:
            yield house


@pytest_asyncio.fixture(loop_scope="session")
async def come(chromium, lab_house):
    """Come to the house with the lab: `ann = await come(path="/lab")`."""
    async with visitors(chromium, lab_house) as come:
        yield come


async def answered(visitor):
    """Wait until the page shows the answer to the question that it shows."""
    answer = visitor.page.get_by_role("region", name="The answer")
    await expect(answer).to_have_attribute("aria-busy", "false")
    await expect(answer.locator(".found:not(.stale)")).to_be_visible()


async def figure(visitor, what):
    """A figure of the answer."""
    line = visitor.page.locator("dl div", has=visitor.page.get_by_text(what, exact=True))
    return await line.locator("dd").inner_text()


async def rows(part, name=""):
    """The cells of each row of a part's tables, or of one table, by their heads."""
    table = part.get_by_role("region", name=name, exact=True) if name else part
    found = {}
    for line in await table.get_by_role("row").all():
        head = await line.get_by_role("rowheader").all_inner_texts()
        if head:
            found[head[0]] = await line.get_by_role("cell").all_inner_texts()
    return found


def percent(chance):
    """A chance as the page shows it."""
    return f"{chance:.2%}".replace("%", "\N{NO-BREAK SPACE}%")


async def commanded(part, *more):
    """Run the command that a page or a panel offers to take along, with more options; return its JSON."""
    await part.get_by_text("Take it along").click()
    program, name, *words = shlex.split(await part.get_by_label("Command").input_value())
    assert program == "bankcraps"
    command = import_module(f"bankcraps.cli.commands.{name}").command
    done = await asyncio.to_thread(CliRunner().invoke, command, [*words, *more])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)  # a slow answer says so to standard error


async def opened(visitor, title):
    """Open a panel of a session's page, and wait for its answer."""
    panel = visitor.page.locator("details", has=visitor.page.get_by_text(title, exact=True)).last
    await panel.locator("summary").first.click()
    await expect(panel.locator(".opened")).to_have_attribute("aria-busy", "false")
    await expect(panel.locator(".shown")).to_be_visible()
    return panel
