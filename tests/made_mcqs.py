"""Multiple-choice questions for tests, made here."""

from collections.abc import Sequence

from data_builder.convert.mcq import Mcq
from reward.item import Clip


def mcq(
    stem: str, options: Sequence[str], correct: int = 0, *, id: str = "1", video: str = "P01-1", subtype: str = "file"
) -> Mcq:
    """A question of the set "set" about one whole video; its kitchen is the part of the video's name before a dash."""
    clips = (Clip(video_id=video, start=0),)
    kitchen = video.partition("-")[0]
    return Mcq(id, "set", subtype, f"file.json:{id}", stem, tuple(options), correct, clips, kitchen=kitchen)
