"""The reason for the end of a connection to a house, as a sentence."""

from http import HTTPStatus

from websockets.exceptions import ConnectionClosed, InvalidStatus

from bankcraps.client.reading import UnreadableError

__all__ = ["final_reason", "reason"]


def reason(error: Exception) -> str:
    """Return why a connection ended."""
    match error:
        case InvalidStatus():
            return f"it answers {error.response.status_code}"
        case ConnectionClosed():
            return (error.rcvd.reason if error.rcvd else "") or "the connection dropped"
        case UnreadableError():
            return f"this program cannot read what the house says: {error}"
        case _:
            return str(error) or type(error).__name__


def final_reason(error: Exception, *, at_home: bool) -> str:
    """Return why there is no sense in another try, or an empty text.

    Args:
        error: the error that ended the connection.
        at_home: whether it was the address that the client was given first. Another server may be there.
    """
    if isinstance(error, UnreadableError):
        return reason(error)
    if not isinstance(error, InvalidStatus) or not at_home:
        return ""
    status = error.response.status_code
    # From 500 on it is the server that fails, and another try may help.
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ""
    return f"the house answers {status}: it has no such table, or does not let you in"
