"""The words around a time or a date: whether they leave it as it stands, or make a bound or a guess of it."""

import re
from collections.abc import Sequence

from reward.plain import wordset

ABOUT = wordset("about around approximately approx roughly circa nearly almost ~ ≈ sim ish estimated c ca")
ARTICLES = wordset("the a an")
DASHES = wordset("- – —")
MARKS = wordset("( ) [ ] : = . , ; ! - – — | .. ...") | {"\n"}
# What is said stands for itself at the start of a text, and right after one of these or of the kind's own words,
ANCHORS = wordset("at @ is are was were be on that exactly precisely just think believe say answer occurs happens")
ANCHORS |= wordset("it's it’s that's that’s") | MARKS - DASHES - {")", "]"}
# and it may be followed by these, or go on as CLAUSE does.
TRAILING = MARKS | wordset("in into of the this that clip clips video recording footage exactly precisely")
ANSWERING = wordset("the my correct right final answer . !")
"""How "X is the answer" and "X is correct" go on."""
CLAUSE = wordset("when as while where he she they it someone somebody : . , ; ! ( ) - – — |") | {"\n"}
OR_SO = re.compile(r"\bor so\W{0,9}$", re.IGNORECASE)
DOUBTED = re.compile(
    r"\b(?:mistakes?|misconception|myth|fallacy|used to (?:be|think|say|believe|guess)|formerly|once thought"
    r"|(?:many|some|most|few|other|several)(?: (?:people|others|viewers|students))? (?:say|think|believe|claim|guess)"
    r"|(?:people|others) (?:say|think|believe|claim|guess)|(?:everyone|everybody|someone) (?:says|thinks|claims)"
    r"|presumably|supposedly|allegedly|(?:random|wild|best|educated|first|my|me|a|would) guess"
    r"|(?:far|long way) from (?=\W{0,3}\d)|in (?:a|my) dreams?|(?:might|may|could) be|opposite of)\b"
    r"|\b(?:max|maximum|minimum|tops|on average|and a bit)\W{0,9}$",
    re.IGNORECASE,
)
"""What says of an answer that it is another one's, a former one, a guess or a bound."""
SHORTEST_DOUBT = 4
# Several times or dates are a range or an enumeration when nothing but these stands before and between them.
OPENINGS = wordset("between from either both during")
JOINTS = wordset("to or and until till through thru at - – — -- -> --> → ~ , ; | & / either maybe .. ...") | {"\n"}
JOINTS |= ABOUT | ARTICLES
# Any of these may make a bound, a guess or something else of it.
QUALIFYING = wordset(
    "before after until till than least most over under later earlier ago between during within every each per or nor"
    " if unless except minus plus maybe perhaps possibly probably might may could likely seems appears unsure guess"
    " somewhere sometime should either both last duration length long lasts lasted lasting total onwards onward frame"
    " frames percent am pm a.m p.m o'clock o’clock % ° + * / ^ × ÷ ± < > ≤ ≥ ? versus vs end half quarter"
)


def or_so(text: str) -> bool:
    """Whether a text ends with "or so", which a tolerance leaves open where a guess is wrong."""
    return OR_SO.search(text, max(0, len(text) - 20)) is not None


def doubted(text: str) -> bool:
    """Whether a text that holds an answer may say that it is none: "a common mistake is X", "X, presumably"."""
    return len(text) > SHORTEST_DOUBT and DOUBTED.search(text) is not None


def stands(
    before: Sequence[str],
    after: Sequence[str],
    own: frozenset[str],
    *,
    clause: frozenset[str] = CLAUSE,
    qualifying: frozenset[str] = QUALIFYING,
    about: bool = False,
) -> bool:
    """Whether the words before and after what a reply says leave it as it is.

    `own`: the words that a kind adds, such as "seconds"; `clause`: how a text may go on; `about`: whether "about 75 s"
    says 75 s.
    """
    if before[-1:] == ["<"] and after[:1] == [">"]:
        before, after = before[:-1], after[1:]  # as in a template
    if not (qualifying.isdisjoint(before) and qualifying.isdisjoint(after)):
        return False
    if about:
        before, after = _without(ABOUT, before), _without(ABOUT, after)
    elif not (ABOUT.isdisjoint(before) and ABOUT.isdisjoint(after)):
        return False
    last = next((word for word in reversed(before) if word not in ARTICLES and word not in DASHES), "at")
    if last not in ANCHORS and last not in own and after[:1] != ["into"]:
        return False
    if after[:1] == ["is"] and ANSWERING.issuperset(after[1:]):
        return True
    return not after or after[0] in clause or all(word in TRAILING or word in own for word in after)


def _without(ignored: frozenset[str], around: Sequence[str]) -> list[str]:
    return [word for word in around if word not in ignored]
