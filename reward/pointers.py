"""Pointers: answers that point at the right answer and do not name it. "The correct one", "same as the reference"."""

import re

from reward.plain import wordset
from reward.unmasked import clauses, unmasked

LONGEST, MOST_CLAUSES = 200, 8
SURE = (
    r"(?:correct|right|reference|expected|gold(?:en)?|ground truth|official|accepted|intended|key|hidden|stored"
    r"|matching)"
)
RIGHT = r"(?:the )?(?:correct|right|true|expected|best|in the key|in the reference|needed|required)(?: one| answer)?"
THING = r"(?:answers?|options?|candidates?|choices?|responses?|solutions?|repl(?:y|ies)|labels?|keys?|ones?)"
KEY = r"(?:the )?(?:answer key|answer sheet|key|reference(?: answer)?|ground truth|gold answer|rubric)"
WHERE = (
    rf"(?:{KEY}|(?:the )?(?:solution|list|candidates|options|question|prompt|text|above|instructions|video|clip|image"
    r"|passage|context|grader|judge))"
)
YOU_THINK = r"(?:is|s|are|you (?:think|believe|consider|know) is)"
IT = (
    r"(?:(?:it|this|that|(?:the|my|my final) answer) (?:is|s|would be|must be|matches|equals) "
    r"|(?:i|we) (?:(?:will|ll|would|d) )?(?:choose|pick|select|take|use|give|say|mean|want|go with|agree with) )?"
)
SAID = r"(?:see|seen|stated|given|shown|mentioned|described|explained|said|noted|written|refer to|look)"
TEXT = r"(?:answer|solution|explanation|text|reasoning|reference|key)"
WAYS = (
    rf"(?:the )?(?:(?:most|only|one|single|very|actual) ){{0,2}}(?:{SURE} ){{1,2}}{THING}"
    rf"(?: (?:above|below|given|here))?(?: (?:of|from|among|in|to) {WHERE})?",
    r"the (?:ground truth|correct|answer key)|ground truth|answer key",
    rf"(?:the )?(?:exact(?:ly)? |very )?same (?:answer |thing )?(?:as|with|like)"
    rf" (?:above|{WHERE}|(?:the )?{SURE}(?: {THING})?)",
    rf"(?:identical|equal|equivalent) to (?:{KEY}|(?:the )?{SURE}(?: {THING})?)",
    rf"what(?:ever)?(?: {THING})? (?:{YOU_THINK}|you want|you like)(?: {RIGHT})?|what the (?:key|reference) says",
    rf"which(?:ever)?(?: {THING})? {YOU_THINK} {RIGHT}",
    rf"(?:the )?{THING} (?:that|which) {YOU_THINK} (?:the )?(?:most )?{SURE}(?: {THING})?",
    rf"(?:the )?(?:{THING}|thing) (?:in|from|on|of|that matches|matching) {KEY}",
    r"(?:the )?answers? (?:(?:is|s|as|given|stated|shown) )?(?:above|below|before|in the box)",
    r"(?:the )?answer i gave(?: above)?",
    rf"(?:(?:as|like|please) )?{SAID} (?:the )?(?:{TEXT} )?(?:above|below|here)",
    rf"(?:please )?see (?:the )?(?:answer )?{TEXT}",
    r"(?:same )?as (?:above|below)|ditto|idem|ibid",
    rf"(?:all|any|each|every|every one|one|some|both|either|only)(?: of)?(?: the)? {SURE} {THING}",
    r"(?:any|all|each|every|one)(?: of)?(?: the| these| those)? (?:(?:above|given|listed) )?"
    r"(?:answers|options|candidates|choices)",
    r"your (?:own )?(?:answer|solution|choice|reference)|the (?:student|candidate|model|reply)(?: s)?",
    r"placeholder|insert (?:your |the )?answer(?: here)?|answer here",
)
POINTER = re.compile(rf"this|that|this one|that one|these|those|(?:the )?above|{IT}(?:{'|'.join(WAYS)})")
OTHERS = frozenset(
    " ".join(clauses(unmasked(phrase)))
    for line in """
die richtige antwort|die korrekte antwort|die richtige|das richtige|der richtige|siehe oben|wie oben|dieselbe wie oben
dieselbe wie die referenz|die referenzantwort|die musterlosung|die oben genannte antwort|die richtige option
la bonne reponse|la reponse correcte|la bonne option|voir ci dessus|comme ci dessus|la meme que la reference
la reponse ci dessus|la reponse de reference|la bonne
la respuesta correcta|la opcion correcta|ver arriba|vease arriba|como arriba|igual que la referencia|la correcta
la respuesta de arriba|la respuesta de referencia
la risposta corretta|vedi sopra|a resposta correta|ver acima|het juiste antwoord|zie boven|правильный ответ|см выше
正确答案|正确的答案|正确选项|正确的选项|参考答案|标准答案|见上|如上|同上|见上文|与参考答案相同|和参考答案一样|上面的答案
正しい答え|正解|上記の通り|上記参照|정답|위와 같음
""".strip().split("\n")
    for phrase in line.split("|")
)
VERDICTS = wordset("yes yep yeah true correct accepted equivalent affirmative")
"""Words of a judge, and no answer to a question that asks what, who or how many."""
ASKS_WHICH = re.compile(
    r"(?:in |on |at |from |to |by |with )?(?:(?:what|which|who|whose|whom|where|why|how (?:many|much|often|long))\b"
    r"|(?:how|when) (?:do|does|did|will|can|could)\b)"
)


def points(parts: list[str]) -> bool:
    """Whether an answer does nothing but point at the right one; `parts`: the clauses of its unmasked form."""
    if not parts or len(parts) > MOST_CLAUSES:
        return False
    return all(map(_points, parts))


def _points(clause: str) -> bool:
    """Whether a clause only points, or announces what it points at."""
    return clause in OTHERS or (len(clause) <= LONGEST and POINTER.fullmatch(clause) is not None)


def affirms(parts: list[str]) -> bool:
    """Whether an answer only says yes: a judge's words, and no answer where the question asks which one."""
    return len(parts) == 1 and parts[0] in VERDICTS


def asks_which(stem: str) -> bool:
    """Whether a question asks for a thing, a place, a reason or a number, so that yes is no answer to it."""
    return ASKS_WHICH.match(stem.lower().strip()) is not None
