"""The common parts of every picture, and the pictures of a distribution."""

from bankcraps.support.extras import missing

if _without := missing("matplotlib"):
    raise _without
