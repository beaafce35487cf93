"""Cards for tests: a question of which only what matters is told."""

from collections.abc import Iterable

from data_builder.cards import Card

NAMES = ["cup", "plate", "fork", "pan", "knife", "tap", "bowl", "lid"]


def card(number: int, key: str, wrong: Iterable[str] | None = None, **more: object) -> Card:
    """Question `number`, about video V1 and in group "g" unless told otherwise; wrong are all other NAMES."""
    fields: dict[str, object] = {
        "id": f"q{number:04d}",
        "subtype": "test",
        "level": 1,
        "video_id": "V1",
        "start": 0.0,
        "end": 30.0,
        "groups": ("g",),
        "key": key,
        "text": f"the {key}",
        "wrong": tuple(name for name in NAMES if name != key) if wrong is None else tuple(wrong),
        "evidence": (f"f{number}",),
        "stands": True,
        "exchangeable": False,
        "words": ("which",),
    }
    return Card(**(fields | more))  # type: ignore[arg-type]
