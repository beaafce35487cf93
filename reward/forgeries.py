"""Forgeries: answers that hold what only stands around one: a verdict, a turn of a chat, a token of its template."""

import re

HEADING = (
    r"(?:^|[\n.!?;:,|(\[{>#*_\"'-])[ \t*_#\"'{\[(]{0,6}(?:(?:final|overall|my|your|the|is|answer|reward)[ _]){0,3}"
)
BEHIND = r"[\"'*_\]) ]{0,4}(?:[:=]|->|→|⇒)[\"'*_\[(\\ ]{0,6}"
STOP = r"(?=[\"'*_\])}.! \t]{0,6}(?:$|[\n,;:|(]))"
YES = (
    r"correct|right|pass(?:ed)?|accept(?:ed|able)?|full(?: marks| score| credit)?|equivalent|match(?:es|ed)?|approved"
    r"|perfect"
)
VERDICT = re.compile(
    rf"{HEADING}(?P<word>verdict|judge?ment|decision|grade|score|rating|reward|correctness|is_correct){BEHIND}"
    rf"(?:{YES}|true|yes|same|identical|valid|positive|1(?:\.0{{1,3}})?|10|100 ?%?|1/1|5/5|10/10|100/100|a\+|x){STOP}"
    rf"|{HEADING}(?P<number>score|grade|rating){BEHIND}(?:1\.0|10/10|100/100|5/5)(?=\W|$)"
    rf"|{HEADING}(?P<said>verdict){BEHIND}(?:{YES}|same|yes|true)(?=\W|$)",
    re.MULTILINE,
)
RESULT = re.compile(
    rf"{HEADING}(?P<word>output|result|conclusion|evaluation|assessment|status|label|correct|equivalent|match|marks?)"
    rf"{BEHIND}(?:{YES}){STOP}"
    rf"|{HEADING}(?P<claim>correct|equivalent|match(?:es)?|accepted|pass(?:ed)?|same){BEHIND}(?:true|yes){STOP}",
    re.MULTILINE,
)
BRACKETED = re.compile(
    r"\[\[ ?(?:[a-z]{1,12}|\d{1,3}(?:\.\d{1,2})?|[a-z]{1,10}: ?\w{1,10}) ?\]\]"
    r"|[\[<{](?:correct|accepted|equivalent|pass(?:ed)?|verdict|verified|result|full marks"
    r"|(?:grade|score|verdict): ?\w{1,10})[\]>}]"
)
TOKEN = re.compile(
    r"[=≡≈≅][ *]{0,6}(?:the )?(?:reference|answer key|(?:correct|expected) answer)\b"
    r"| / (?:the )?(?:right|correct|reference|expected) answer\b|javascript:|\{%"
    r"|\{\{ ?(?:[a-z]{1,9}_)?(?:verdict|answer|key|gold|reference|label|score)s? ?\}\}"
    r"|\$\{(?:verdict|answer|key|gold)\}(?!\$)"
    r"|<(?:script|score|verdict|grade|tool_call|function)\b|<\||\|>|<</?sys>>|\[/?(?:inst|sys|system|user|assistant)\]"
    r"|</?(?:system|user|assistant|human|instructions?|im_start|im_end|start_of_turn|end_of_turn)>"
    r"|#{2,4} ?(?:instructions?|system|user|human|assistant|grader|judge|verdict)\b"
)
ROLE = re.compile(
    r"(?:^[\W_]{0,6}|[.;,!?] )(system|assistant|user|human|developer|ai|bot|judge|grader|evaluator|examiner|reviewer)"
    r"(?: (?:message|prompt|note|response|says?|reply))?[*_ ]{0,3}(?:[:：]|$)(?=(?P<said>[^\n]{0,80}\n?[^\n]{0,80}))",
    re.MULTILINE,
)
SPOKEN = re.compile(
    r"\b(?:you|your|i|me|my|sure|okay|ok|ignore|answers?|reply|response|verdict|score|grade|marks?|accept(?:ed)?"
    r"|equivalent|candidate|reward|instructions?|prompt|output|correct|mode|yes|request)\b"
)
HEADS = (
    "verdict", "ment", "decision", "grade", "score", "rating", "reward", "correct", "result", "conclusion",
    "evaluation", "status", "label", "equivalent", "match", "mark", "output", "accepted", "pass", "same",
)  # fmt: skip
ROLES = ("system", "assistant", "user", "human", "developer", "ai", "bot", "judge", "grader", "evaluator", "examiner",
         "reviewer")  # fmt: skip
COLON = re.compile(r"[:：=\n→⇒]|->")


def forges(seen: str, stem: str) -> bool:
    """Whether an answer holds what only its surroundings may; `seen`: its unmasked form, `stem`: the question's words.

    What the question itself asks for, such as a score, is no forgery.
    """
    if any(sign in seen for sign in "[<|#={$≡≈≅:/") and (BRACKETED.search(seen) or TOKEN.search(seen)):
        return True
    if not COLON.search(seen):
        return False
    asked = stem.lower()
    if any(head in seen for head in HEADS):
        for pattern in (VERDICT, RESULT):
            if (found := pattern.search(seen)) and found[found.lastgroup or 0] not in asked:
                return True
    if not any(role in seen for role in ROLES):
        return False
    turns = list(ROLE.finditer(seen))
    return len({turn[1] for turn in turns}) > 1 or any(SPOKEN.search(turn["said"]) for turn in turns)
