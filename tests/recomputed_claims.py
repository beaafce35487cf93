"""What shipped items claim, read from their own sentences: a subtype, an answer, and what the sentence asks about."""

import re
from dataclasses import dataclass
from typing import Any

Item = dict[str, Any]

AT = r"About (?P<at>\d+) seconds? into the clip, "
BETWEEN = r"(?: between (?P<first>\d+) and (?P<last>\d+) seconds? into the clip)?"
HEARD = rf"At the moment a sound like (?P<sound>.+?) is heard{BETWEEN}, "
BEGINS = rf"At the moment a sound like (?P<sound>.+?) begins{BETWEEN}, "
DOING = r"(?P<doing>picking up|putting down or away|handling)"
DOES = r"(?P<does>picking up the|putting the|handling the) (?P<said>.+?)(?: down or away)?"
WHILE = (
    rf"While the camera wearer is (?P<does>picking up the|putting the|handling the) (?P<object>.+?)"
    rf"(?: down or away)?{BETWEEN}, "
)
HAND = r"(?P<hand>left hand|right hand)"
SAID = r"(?P<said>.+)"
LISTED = r"\((?P<listed>.+)\)"
ORDER = r"(?P<said>\d, \d, \d)"
RECIPE = r"the recipe “(?P<recipe>[^“”]+)”"

SENTENCES: dict[str, tuple[str, str]] = {
    "easy_sound_event": (rf"{AT}which sound is heard\?", rf"{AT}a sound like {SAID} is heard\."),
    "easy_action": (rf"{AT}what is the camera wearer doing\?", rf"{AT}the camera wearer does this: {SAID}\."),
    "easy_object": (rf"{AT}which object is the camera wearer {DOING}\?", rf"{AT}the camera wearer is {DOES}\."),
    "easy_sound_object": (
        rf"{HEARD}which object is the camera wearer {DOING}\?",
        rf"{HEARD}the camera wearer is {DOES}\.",
    ),
    "low_sound_movement": (
        rf"{HEARD}what is the camera wearer doing\?",
        rf"{HEARD}the camera wearer does this: {SAID}\.",
    ),
    "low_object_sound": (rf"{WHILE}which sound is heard\?", rf"{WHILE}a sound like {SAID} is heard\."),
    "sound_before": (
        rf"Right before a sound like (?P<sound>.+?) is heard{BETWEEN}, which sound is heard\?",
        rf"Right before a sound like (?P<sound>.+?) is heard{BETWEEN}, a sound like {SAID} is heard\.",
    ),
    "sound_after": (
        rf"Right after a sound like (?P<sound>.+?) is heard{BETWEEN}, which sound is heard\?",
        rf"Right after a sound like (?P<sound>.+?) is heard{BETWEEN}, a sound like {SAID} is heard\.",
    ),
    "sound_count": (
        r"How many separate times is a sound like (?P<sound>.+) heard in the clip\?",
        r"The number of separate times that a sound like (?P<sound>.+) is heard in the clip is (?P<said>\d+)\.",
    ),
    "sound_order": (
        r"In which order are three sounds first heard in the clip: (?P<listed>.+)\?",
        rf"In the clip, three sounds {LISTED} are first heard in the order {ORDER}\.",
    ),
    "longest_sound": (
        r"Which sound goes on longest without a break in the clip\?",
        rf"In the clip, the sound that goes on longest without a break is one like {SAID}\.",
    ),
    "held_object": (
        rf"{AT}which object does the camera wearer's {HAND} touch\?",
        rf"{AT}the camera wearer's {HAND} touches the {SAID}\.",
    ),
    "low_contact": (
        rf"{BEGINS}which object does the camera wearer's {HAND} touch\?",
        rf"{BEGINS}the camera wearer's {HAND} touches the {SAID}\.",
    ),
    "easy_nearest_object": (
        rf"{AT}which object is closest to the (?P<object>.+) in the picture\?",
        rf"{AT}of (?P<four>the .+), the one closest to the (?P<object>.+) in the picture is the {SAID}\.",
    ),
    "nearest_object": (
        rf"{BEGINS}which object is closest to the (?P<object>.+) in the picture\?",
        rf"{BEGINS}of (?P<four>the .+), the one closest to the (?P<object>.+) in the picture is the {SAID}\.",
    ),
    "object_order": (
        r"In which order are three objects first handled in the clip: (?P<listed>.+)\?",
        rf"In the clip, three objects {LISTED} are first handled in the order {ORDER}\.",
    ),
    "object_count": (
        r"How many times does the camera wearer pick up an? (?P<object>.+) in the clip\?",
        r"The number of times that the camera wearer picks up an? (?P<object>.+) in the clip is (?P<said>\d+)\.",
    ),
    "easy_moved_object": (
        rf"{AT}which object is the camera wearer moving\?",
        rf"{AT}the camera wearer is moving the {SAID}\.",
    ),
    "put_where": (
        rf"{AT}the camera wearer puts an object down\. "
        r"On or in which part of the kitchen is it put\?",
        rf"{AT}the place where the camera wearer puts an object down is the {SAID}\.",
    ),
    "taken_where": (
        rf"{AT}the camera wearer picks an object up\. From which part of the kitchen is it taken\?",
        rf"{AT}the place from which the camera wearer takes an object is the {SAID}\.",
    ),
    "moved_after": (
        rf"{AT}the camera wearer puts an object down\. Which object do they pick up next\?",
        rf"{AT}the camera wearer puts an object down, and the next one that they pick up is the {SAID}\.",
    ),
    "moved_before": (
        rf"{AT}the camera wearer picks an object up\. Which object did they put down right before that\?",
        rf"{AT}the camera wearer picks an object up, and the one that they put down right before that is the {SAID}\.",
    ),
    "moved_together": (
        rf"{AT}the camera wearer moves two objects at the same time\. Which two are they\?",
        rf"{AT}the camera wearer moves two objects at the same time: the {SAID}\.",
    ),
    "moved_count": (
        r"In the clip, how many separate times does the camera wearer move the (?P<object>.+)\?",
        r"In the clip, the camera wearer moves the (?P<object>.+) (?P<said>\d+) separate times\.",
    ),
    "moved_order": (
        r"In which order does the camera wearer first move these three objects in the clip: (?P<listed>.+)\?",
        rf"In the clip, the camera wearer first moves three objects {LISTED} in the order {ORDER}\.",
    ),
    "longest_moved": (
        r"In the clip, which object does the camera wearer move for the longest time without putting it down\?",
        r"In the clip, the object that the camera wearer moves for the longest time without putting it down is the "
        rf"{SAID}\.",
    ),
    "easy_goal": (
        r"What activity is the camera wearer working on in the clip\?",
        rf"In the clip, the camera wearer works on this: {SAID}\.",
    ),
    "medium_goal": (
        r"What activity is the camera wearer working on in the clip\?",
        rf"In the clip, the camera wearer works on this: {SAID}\.",
    ),
    "next_activity": (
        r"What activity does the camera wearer work on next, right after the clip\?",
        rf"Right after the clip, the camera wearer works on this: {SAID}\.",
    ),
    "activity_order": (
        r"In which order does the camera wearer begin these three activities in the clip: (?P<listed>.+)\?",
        rf"In the clip, the camera wearer begins three activities {LISTED} in the order {ORDER}\.",
    ),
    "easy_step": (
        rf"Which step of {RECIPE} is the camera wearer carrying out in the clip\?",
        rf"The step of {RECIPE} that the camera wearer is carrying out in the clip is this: “{SAID}”\.",
    ),
    "next_step": (
        rf"Which step of {RECIPE} does the camera wearer carry out next, after the end of the clip\?",
        rf"After the end of the clip, the camera wearer next carries out this step of {RECIPE}: “{SAID}”\.",
    ),
    "step_order": (
        rf"In which order are three steps of {RECIPE} first carried out in the clip: (?P<listed>.+)\?",
        rf"In the clip, three steps of {RECIPE} {LISTED} are first carried out in the order {ORDER}\.",
    ),
    "step_interval": (
        r"When in the clip is this step of a recipe carried out, not counting preparations: “(?P<object>.+)”\?",
        rf"In the clip, the step “(?P<object>.+)” is carried out at these seconds: {SAID}\.",
    ),
    "ingredient_added": (
        rf"{AT}which ingredient does the camera wearer add\?",
        rf"{AT}the camera wearer adds this ingredient: {SAID}\.",
    ),
    "ingredient_amount": (
        r"How many grams of an ingredient does the camera wearer weigh in the clip\?",
        r"The weight in grams of the ingredient that the camera wearer weighs in the clip is (?P<said>\d+)\.",
    ),
    "ingredient_order": (
        r"In which order are three ingredients first added in the clip: (?P<listed>.+)\?",
        rf"In the clip, three ingredients {LISTED} are first added in the order {ORDER}\.",
    ),
    "next_ingredient": (
        r"Which ingredient does the camera wearer add next, after the end of the clip\?",
        rf"After the end of the clip, the camera wearer next adds this ingredient: {SAID}\.",
    ),
    "missing_ingredient": (
        rf"One ingredient of {RECIPE} has not been added yet when the clip ends\. Which one is it\?",
        rf"The ingredient of {RECIPE} that has not been added yet when the clip ends is this: {SAID}\.",
    ),
    "purpose": (
        rf"{AT}what is the purpose of what the camera wearer does\?",
        rf"{AT}the purpose of what the camera wearer does is {SAID}\.",
    ),
    "heard": ("", rf"A sound like {SAID} can be heard during this clip\."),
}
"""For each subtype the question and the statement, as they are worded."""
STEMS = {subtype: re.compile(stem) for subtype, (stem, _) in SENTENCES.items()}
CLAIMS = {subtype: re.compile(claim) for subtype, (_, claim) in SENTENCES.items()}
SAME_CLAIM = {"easy_goal", "medium_goal"}
NUMBERED = re.compile(r"(\d)\. (“[^”]+”|[^;“]+)(?:; |$)")
DOINGS = {
    "picking up the": "picking up",
    "putting the": "putting down or away",
    "handling the": "handling",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sentence asks about; `at` and `stretch` are seconds of the video, None where it names none."""

    at: float | None = None
    stretch: tuple[float, float] | None = None
    sound: str = ""
    doing: str = ""
    object: str = ""
    hand: str = ""
    recipe: str = ""
    listed: tuple[str, ...] = ()
    four: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """That `said` is the answer to the question of a subtype, which the item says is `true` or not."""

    subtype: str
    said: str
    asked: Asked
    true: bool


def claims(item: Item) -> list[Claim]:
    """Everything that an item claims: of each option, or of each statement, whether it is right."""
    answer, start = item["answer"], item["clips"][0]["start"]
    if item["format"] == "statement":
        return [_claim(item["stem"], item["subtype"], start, answer["value"])]
    if item["format"] == "statements":
        told = zip(answer["statements"], answer["truth"], item["meta"]["stated"], strict=True)
        return [_claim(text, stated["subtype"], start, truth) for text, truth, stated in told]
    key, texts = key_of(item), list(options_of(item))
    found = STEMS[item["subtype"]].fullmatch(item["stem"])
    assert found, item["stem"]
    asked = _asked(found.groupdict(), start, tuple(texts))
    return [Claim(item["subtype"], text, asked, text == key) for text in dict.fromkeys([key, *texts])]


def options_of(item: Item) -> list[str]:
    """All the answers that an item shows, or knows."""
    answer = item["answer"]
    return list(answer.get("options") or answer.get("statements") or item["candidates"])


def key_of(item: Item) -> str:
    """The right answer as it is worded; for an item in the formats `statement` and `statements` its question's."""
    answer = item["answer"]
    match answer["kind"]:
        case "choice":
            return str(answer["options"]["ABCDEFGH".index(answer["correct"])])
        case "judgements" if item["format"] == "options":
            [right] = [text for text, true in zip(answer["statements"], answer["truth"], strict=True) if true]
            return str(right)
        case "list":
            return ", ".join(names[0] for names in answer["items"])
        case "interval":
            return f"{answer['start']} - {answer['end']}"
        case "phrase" | "number":
            return str(answer.get("text") or answer["value"])
    return next(str(one["text"]) for one in item["meta"]["options"] if one["label"] == item["meta"]["key"])


def _claim(text: str, subtype: str, start: float, true: bool) -> Claim:
    matching = {name for name, claim in CLAIMS.items() if claim.fullmatch(text)}
    assert subtype in matching, (text, subtype, matching)
    assert len(matching) == 1 or matching == SAME_CLAIM, (text, matching)
    found = CLAIMS[subtype].fullmatch(text)
    assert found
    return Claim(subtype, found["said"], _asked(found.groupdict(), start, ()), true)


def _asked(found: dict[str, str | None], start: float, options: tuple[str, ...]) -> Asked:
    def got(name: str) -> str:
        return found.get(name) or ""

    stretch = (start + int(got("first")), start + int(got("last"))) if got("first") else None
    four = tuple(name.removeprefix("the ") for name in re.split(r", | and (?=the )", got("four")) if name)
    return Asked(
        at=start + int(got("at")) if got("at") else None,
        stretch=stretch,
        sound=got("sound"),
        doing=got("doing") or DOINGS.get(got("does"), ""),
        object=got("object"),
        hand=got("hand"),
        recipe=got("recipe"),
        listed=tuple(name.strip("“”") for _, name in NUMBERED.findall(got("listed"))),
        four=four or options,
    )
