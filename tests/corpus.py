"""Questions of every kind, each with keys that exclude one another: a family. Every key makes an item of its own."""

from typing import Any, get_args

from reward import Item
from reward.answers import Answer

KINDS = {kind.model_fields["kind"].default for kind in get_args(get_args(Answer)[0])}


def phrases(*names: str) -> list[dict[str, Any]]:
    """One key for each name, the others being the known wrong answers."""
    return [{"kind": "phrase", "text": name, "wrong": [other for other in names if other != name]} for name in names]


def options(*texts: str) -> list[dict[str, Any]]:
    return [{"kind": "choice", "options": texts, "correct": letter} for letter in "ABCD"[: len(texts)]]


def numbers(*values: str, **more: object) -> list[dict[str, Any]]:
    return [{"kind": "number", "value": value, **more} for value in values]


def lists(*orders: str, ordered: bool) -> list[dict[str, Any]]:
    return [{"kind": "list", "items": [[name] for name in order.split(", ")], "ordered": ordered} for order in orders]


def judgements(*statements: str, exactly_one: bool = False) -> list[dict[str, Any]]:
    alone = [tuple(i == true for i in range(len(statements))) for true in range(len(statements))]
    truths = alone if exactly_one else [*alone, (True,) * len(statements), (False,) * len(statements)]
    return [
        {"kind": "judgements", "statements": statements, "truth": truth, "exactly_one": exactly_one} for truth in truths
    ]


YES_NO = [{"kind": "yes_no", "value": value} for value in (True, False)]
FAMILIES: list[tuple[str, list[dict[str, Any]]]] = [
    ("Does the tap run while the pan is on the hob?", YES_NO),
    ("Is there no lid on the pot at the end?", YES_NO),
    ("The person never puts the knife down. Is that true?", YES_NO),
    (
        "Which object does the person pick up first?",
        options("red mug", "blue spoon", "a green bowl", "the white plate"),
    ),
    ("How many times does the door shut?", options("once", "twice", "three times", "never")),
    (
        "What happens after the tap is closed?",
        options("A pan is washed", "No one moves", "The cup is filled", "None of these"),
    ),
    ("When does the kettle click?", options("0:05", "0:15", "1:05", "none of the above")),
    (
        "Which of the statements about the clip are true?",
        judgements("The tap runs.", "A pan clangs.", "Someone speaks."),
    ),
    ("Which sound comes first?", judgements("water", "rustle", "cut / chop", "No sound", exactly_one=True)),
    (
        "Which object on the table by the sink is washed with the sponge?",
        phrases("cup", "plate", "pan", "spoon", "fork"),
    ),
    (
        "What does the person put into the pot after the onions?",
        phrases("salt", "tomato", "rice", "olive oil", "nothing"),
    ),
    ("Where is the knife put down?", phrases("on the board", "in the sink", "next to the hob", "drawer")),
    ("Who wrote the play that is read in the kitchen?", phrases("William Shakespeare", "Oscar Wilde", "Anton Chekhov")),
    ("What colour is the lid that falls?", phrases("red", "blue", "white", "not seen")),
    ("Which word is written on the box?", phrases("the", "no", "A", "none", "correct", "yes", "empty", "3")),
    ("How many plates are on the table?", numbers("0", "1", "2", "3", "4", "10", "12", "100")),
    ("How much warmer is the water at the end, in degrees?", numbers("-3", "0.5", "3.5", "20", "1000")),
    ("How much flour is added?", numbers("1", "2", "5", "0.5", unit="kg", abs_tol=0.1)),
    ("What share of the plates is washed?", numbers("0", "25", "50", "75", "100", unit="%")),
    (
        "In which order do the sounds come?",
        lists("water, rustle, cut", "rustle, water, cut", "cut, rustle, water", ordered=True),
    ),
    (
        "Which sounds can be heard?",
        lists("water", "water, cut", "pan, cut", "pan", "water, pan, cut, rustle", ordered=False),
    ),
    (
        "When does the bell ring?",
        [{"kind": "moment", "seconds": seconds, "tol": 1.0} for seconds in (3, 12, 62, 65, 600)],
    ),
    (
        "When is the pan on the hob?",
        [
            {"kind": "interval", "start": start, "end": end, "min_iou": 0.5}
            for start, end in ((0, 10), (12, 20), (62, 90), (0, 90))
        ],
    ),
    (
        "On which day was the recipe written?",
        [{"kind": "date", "value": value} for value in ("2021-03-14", "2021-12-03", "2019-04", "1999")],
    ),
    (
        "Where is the cup?",
        [
            {"kind": "box", "xyxy": xyxy, "min_iou": 0.5}
            for xyxy in ((10, 10, 50, 60), (100, 100, 220, 180), (0, 0, 400, 300))
        ],
    ),
    (
        "What is the area of the plate with radius r?",
        [{"kind": "expression", "latex": latex} for latex in ("\\pi r^2", "2\\pi r", "\\frac{1}{2}", "x^2+1", "3")],
    ),
    (
        "Why does the person open the window?",
        [
            {"kind": "text", "reference": text}
            for text in ("Because the pan smokes", "To let the cat out", "It is too warm in the kitchen")
        ],
    ),
]
GROUPS = [[Item(question=stem, answer=key) for key in keys] for stem, keys in FAMILIES]
ITEMS = [item for group in GROUPS for item in group]


def bare(item: Item) -> str:
    """The perfect reply without "Answer: "."""
    return item.gold().removeprefix("Answer: ")
