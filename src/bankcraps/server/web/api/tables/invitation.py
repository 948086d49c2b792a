"""The link to a table or an exam, also as a QR code for phones."""

from urllib.parse import urlsplit

import msgspec
import qrcode

__all__ = ["Invitation", "invitation", "invitation_to"]

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_LONGEST = 500


class Invitation(msgspec.Struct, frozen=True):
    """The link to a table or an exam.

    Attributes:
        link: the address of its page.
        everywhere: whether other devices can open it; if not, it works only on the machine of the house.
        rows: a QR code of the link, row by row, from the top: "1" is dark, "0" is light. It has no border.
    """

    link: str
    everywhere: bool
    rows: list[str]


def invitation(table: str, asked_at: str, house: str) -> Invitation:
    """Return the link to a table. The arguments are those of `invitation_to`, with the table's id."""
    return invitation_to(f"/tables/{table}", asked_at, house)


def invitation_to(path: str, asked_at: str, house: str) -> Invitation:
    """Return the link to a page of the house.

    Args:
        path: the page.
        asked_at: where the page that asks found the house.
        house: the address of the house. It replaces an address that only this machine understands.
    """
    base = house if _is_local(asked_at) and house and not _is_local(house) else asked_at
    link = f"{base[:_LONGEST].rstrip('/')}{path}"
    code = qrcode.QRCode(border=0)
    code.add_data(link)
    code.make(fit=True)
    rows = ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]
    return Invitation(link, not _is_local(base), rows)


def _is_local(address: str) -> bool:
    return urlsplit(address).hostname in _LOOPBACK
