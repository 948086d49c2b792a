"""Read what the page of a table shows to a player."""

import re
from dataclasses import dataclass, field

from tests.browser.conftest import cents

READ = """() => {
    const text = one => one.textContent.replace(/\\s+/g, ' ').trim();
    const seen = one => one.getClientRects().length > 0;
    const list = document.querySelector('#wagers');
    return {
        sums: Object.fromEntries([...document.querySelectorAll('section.rail dl div')].map(
            one => [text(one.querySelector('dt')), text(one.querySelector('dd'))])),
        wagers: [...(list?.querySelectorAll('li') ?? [])].map(one => ({
            name: text(one.querySelector('b')),
            sum: text(one.querySelector('.sum')),
            off: text(one.querySelector('em') ?? document.createElement('i')),
            says: [...one.querySelectorAll('.prospects > span')].map(some => text(some)),
            idle: [...one.querySelectorAll('.prospects > small')].map(text).join(' '),
        })),
        stacks: [...document.querySelectorAll('.stack[data-on]')].map(one => [
            one.dataset.on, text(one.querySelector('.place') ?? one), text(one.querySelector('.sum'))]),
        spots: [...new Set([...document.querySelectorAll('[data-wager]')].map(one => one.dataset.wager))],
        lines: [...document.querySelectorAll('[aria-label="What happened"] ol li')].map(text),
        point: text(document.querySelector('.stick .where b')),
        phase: text(document.querySelector('.stick .where')),
        awaits: text(document.querySelector('.stick .awaits') ?? document.createElement('i')),
        call: text(document.querySelector('.stick .call')),
        moving: document.querySelector('.dice.rolling') !== null,
        refused: [...document.querySelectorAll('[role=alert]')].filter(seen).map(text).filter(Boolean),
        offered: [...document.querySelectorAll('[role=alert] button.main')].map(text),
        scrolls: document.documentElement.scrollWidth > innerWidth,
    };
}"""

PROMISE = re.compile(r"(?P<words>.*?) on (?P<on>[\d, -]+)$")
DOES = "(wins|loses|is|are|goes|go|comes|come|ties|tie|has|have|win|lose|stays|stay)"
RESULT = re.compile(r"Your (\$[\d.]+)( odds)? on (?:the )?(.+?) " + DOES + r"\b(.*)")
THROWN = re.compile(r"([1-6])-([1-6]): ")


@dataclass(frozen=True)
class Promise:
    """The page's promise for a wager: what the next throw does to it.

    Attributes:
        name, stake: the wager and its cents.
        on: the effect of each total or throw, in the page's words; those left out do nothing.
    """

    name: str
    stake: int
    on: dict = field(default_factory=dict)

    def of(self, throw):
        """The page's words for a throw: "wins $7", or nothing."""
        a, b = sorted(throw)
        return self.on.get(f"{a}-{b}") or self.on.get(str(a + b)) or ""

    def net(self, throw):
        """The cents that the player wins or loses by a throw."""
        words = self.of(throw)
        sums = [cents(one) for one in re.findall(r"\$[\d,.]*\d", words)]
        if not words.startswith("wins"):
            return -sum(sums)
        return sums[0] - sum(sums[1:])


def promises(page):
    """Each wager that the page lists, with its promise for the next throw."""
    found = {}
    for one in page["wagers"]:
        on = {}
        for says in one["says"]:
            match = PROMISE.fullmatch(says)
            if match:
                on |= dict.fromkeys(re.split(r",\s*", match["on"].strip()), match["words"])
        found[one["name"]] = Promise(one["name"], cents(one["sum"]), on)
    return found


@dataclass
class Came:
    """The result of a wager, as the page shows it."""

    net: int = 0
    paid: list = field(default_factory=list)
    words: list = field(default_factory=list)
    fee: int = 0

    def add(self, other):
        """Add the result of another part of the same wager."""
        self.net += other.net
        self.fee += other.fee
        self.paid += other.paid
        self.words += other.words


def came(page):
    """The results of the last throw for the player's wagers, from the page's list of what happened."""
    found = {}
    since = next((at for at, line in enumerate(page["lines"]) if THROWN.match(line)), 0)
    for line in reversed(page["lines"][:since]):
        match = RESULT.match(line)
        if match:
            stake, odds, name, verb, rest = match.groups()
            one = found.setdefault(f"odds on {name}" if odds else name, Came())
            one.words.append(f"{verb}{rest}")
            if verb in ("loses", "lose"):
                one.net -= cents(stake)
            elif verb in ("wins", "win"):
                sum_ = cents(re.findall(r"\$[\d,.]*\d", rest)[0])
                one.net += sum_
                one.paid.append((cents(stake), sum_))
            continue
        match = re.match(r"You pay (\$[\d,.]+) commission (?:again )?for (?:the )?([^,]+)", line)
        if match:
            found.setdefault(match[2], Came()).fee += cents(match[1])
    return found
