"""What a sentence in or around maths says: "The smallest value of $n$ is 5." says 5, "Thus, x^2 is correct." says x^2.

Only sentences that assert their formula lose their words. All others keep them, and so are not read as maths.
"""

import re

CLOSING_WORDS = re.compile(
    r"[.\s]*\bI hope (?:it|this) is correct\b.*|<\|im_(?:start|end)\|>.*", re.IGNORECASE | re.DOTALL
)
HEADING = re.compile(
    r"(?:#{1,6} ?|\*\*)(?:final |the )?(?:solution|answer|result|conclusion|summary)[:*]{0,3}\s{0,3}\n\s{0,9}",
    re.IGNORECASE,
)
SIGN = re.compile(r"(?:[#*\s→⇒⟹➔∴]|=(?!>)|\\(?:Rightarrow|Longrightarrow|implies|therefore)\b){1,20}")
STEP = re.compile(
    r"(?:(?:so|thus|hence|therefore|then|finally|consequently),?:?\s)?"
    r"(?:(?:I|we) (?:(?:can )?(?:conclude|see)|(?:believe|think)(?: that)?)(?: that)?\s)?",
    re.IGNORECASE,
)
FOR_ALL = re.compile(
    r"(?<=\S),? for (?:all|any|every|each)(?: (?:positive|non-?negative|real|natural|integers?|numbers?)){0,3}"
    r" \$?[a-z]\b\$?"
    r"(?: ?\\in ?\\mathbb ?\{? ?[A-Z] ?\}?(?:_\{[^{}]{0,9}\}|\^\{?[+*]\}?)?)?"
)
LEAD_IN = re.compile(
    r"(?:the )?(?:final |correct )?(?:answer|value|result|solutions?|it|this|that"
    r"|domain|range|expression|probability)(?: is| are|'s| equals)(?: :)?\s(?=\S)|we (?:get|have|obtain|find)\s(?=\S)"
    r"|(?:simplifying|simplification|which|this|that) (?:gives|yields)(?: us)?\s(?=\S)",
    re.IGNORECASE,
)
NAMED_THING = re.compile(
    r"(?:the )?(?:point|(?:ordered )?pair|vector|set|interval|number|function)\s{1,3}(?=\$?(?:\\?[({\[]|\d))",
    re.IGNORECASE,
)
SUBJECT = re.compile(r"(?:the|its|their|our|this|all) [\w\s$,'{}\\()-]{0,120}", re.IGNORECASE)
VERBS = (" is ", " are ", " equals ", " is: ", " are: ")
NOT_ASSERTED = re.compile(
    r"\b(?:not|no|never|wrong|incorrect|false|at least|at most|more|less|fewer|about|around|bound|may|might|maybe"
    r"|perhaps|possib\w+|probably|likely|if|unless|whether|or|except|impossible|cannot|doubt\w*|guess\w*)\b|n't\b",
    re.IGNORECASE,
)
ENDING = re.compile(
    r"(?:,? (?:obviously|clearly|of course|for sure|for certain)"
    r"|\$? is (?:(?:the|my) )?(?:(?:final|only|correct|right) )?(?:correct|right|answer|solution|result)"
    r"|(?<=[\w)}\]$]) (?:sq(?:uare|\.)? |cubic )?units?)[.!\s*$]{0,9}$",
    re.IGNORECASE,
)
LONGEST_ENDING = 60
# Where a proof ends, and by what it holds.
PROVED = re.compile(
    r"(?<=[\w)}\]$.])(?:[\s.$]{1,9}|(?=\\q?quad|[∎■□]))(?:\\q?quad\s{0,9}){0,2}(?:\\(?:blacksquare|square|qed|Box)\b|[∎■□]|\bQ\.E\.D\b)[\s.$]{0,9}$"
)
REASON = re.compile(r"(?<=[\w)}\]$]) ?\((?:by|using|via|from) (?:the )?[A-Za-z][A-Za-z’' -]{1,40}\)[\s.$]{0,9}$")


def predicate(text: str) -> str:
    """What a sentence says of its subject; the text itself if it is none. Signs before it ("→ 5") are left out."""
    if found := HEADING.match(text):
        text = text[found.end() :]
    text = SIGN.sub("", text, count=1) if SIGN.match(text) else text
    if found := STEP.match(text):
        text = text[found.end() :]
    if " for " in text:
        text = FOR_ALL.sub(" ", text)
    tail = max(0, len(text) - LONGEST_ENDING)
    if found := PROVED.search(text, tail) or REASON.search(text, tail):
        text = text[: found.start()]
    if found := NAMED_THING.match(text):
        text = text[found.end() :]
    if found := ENDING.search(text, max(0, len(text) - LONGEST_ENDING)):
        text = text[: found.start()]
    return text[found.end() :] if (found := LEAD_IN.match(text)) else _of_subject(text)


def _of_subject(text: str) -> str:
    at, verb = max((text.rfind(verb), verb) for verb in VERBS)
    subject = text[:at]
    stated = at > 0 and SUBJECT.fullmatch(subject) and not NOT_ASSERTED.search(subject)
    return text[at + len(verb) :] if stated else text
