"""How long a server asks to be left alone, in a Retry-After header."""

import re
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime


def retry_after(value: str | None, sent: str | None = None) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3); None for none, or one that says nothing.

    A date counts from the response's own Date, `sent`, so that clocks that differ do not matter.
    """
    if value is None:
        return None
    if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", value.strip()):
        return float(value)
    with suppress(ValueError, TypeError, OverflowError):
        until = parsedate_to_datetime(value).timestamp()
        try:
            now = parsedate_to_datetime(sent or "").timestamp()
        except (ValueError, TypeError):
            now = time.time()
        return max(0.0, until - now)
    return None
