"""The table's clock, as people say it. It is passed in with events; nothing here reads one."""

__all__ = ["clock_time"]


def clock_time(seconds: int) -> str:
    """A time as it is said: `14:05`, or `14:05:30`.

    >>> clock_time(50700), clock_time(50730)
    ('14:05', '14:05:30')
    """
    minutes, rest = divmod(seconds, 60)
    clock = f"{minutes // 60}:{minutes % 60:02}"
    return f"{clock}:{rest:02}" if rest else clock
