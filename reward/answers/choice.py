"""A choice: one of several lettered options, given by its letter, its text, its place, or several of them in accord."""

import re
import string
from functools import cached_property
from itertools import takewhile
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Text, right, says_nothing, undecided, wrong
from reward.answers.claims import Claims, claimed
from reward.answers.clauses import COMES_TO, PLEADING
from reward.answers.options import Options, identity
from reward.assertion import BULLET, asks, asserted, parts
from reward.plain import plain
from reward.revision import revises
from reward.spoken import spoken
from reward.text import Reading

LETTERS = string.ascii_uppercase
MINUS = "\N{MINUS SIGN}"
SPELLED = re.compile(r"\W{0,9}\w(?:[.]\w){4}")
LABEL = re.compile(r"(?:[(\[{<]\s?)?([A-Za-z])(?:\s?[)\]}>.:]|(?![\w'’]))[\s.:,)\]}>*_–—-]{0,9}")
ELSEWHERE = (
    r"(?:正确|最终)*(?:答案|选项)(?:应该)?[是为选:\s]{0,3}|我?选择?|(?:(?:la|die|el|a|il|de) )?"
    r"(?:(?:bonne|richtige|juiste) )?(?:r[ée]ponse|antwort|antwoord|respuesta|resposta|risposta)"
    r"(?: (?:correcte|correcta|correta|corretta|finale?))?\s?(?:est|ist|is|es|é|è|:)?\s{0,3}"
)
"""How other languages say "the answer is"."""
LEAD_IN = re.compile(
    r"(?:(?:(?:solution|result)(?=\s?[:=])|so|thus|hence|therefore|i(?= |['’])|we"
    r"|would|will|(?<=['’])(?:d|ll|s)|think|believe|say|choose|pick"
    r"|select|go|with|it|that|this|is|be|must|my|the|correct|right|best|final|answer|option|choice|letter"
    r"|ans|vote|selected|chosen)\b"
    r"[\s.,:;*_\"'’“(–-]{0,9})*"
    rf"(?:{ELSEWHERE})?",
    re.IGNORECASE,
)
ENDING = re.compile(
    r"[\s,*_\"')]{1,5}(?:is|was|would be|must be) (?:the )?(?:correct|right|best|answer)"
    r"(?: (?:answer|option|choice|one))?$",
    re.IGNORECASE,
)
LETTER_LAST = re.compile(r"(.{1,999}?)[\s,]{0,3}[(\[]([A-Z])[)\]]", re.DOTALL)
BEYOND = re.compile(
    r"(?:(?:answer|it) is )?(none|all)(?: of (?:the |these |them |those )?(?:above|options|choices|answers|them|these)?"
    r"(?: (?:above|options|choices|answers))?)?(?: (?:apply|applies|(?:is|are) (?:correct|right|true)))?"
)
LONE = re.compile(r"\W{0,9}(?:(?:[Oo]ption|[Cc]hoice|[Ll]etter|[Aa]nswer)\s)?\W{0,9}([A-Z])\W{0,9}")
SENTENCE_START = re.compile(r"[.!?]\s|\n")
SIGNED = re.compile(r"\s*[-\d.(:)]{1,9}\d")
"""A number's sign or first digits, which are no bullet."""
WORDS = re.compile(r"\w+")
CONNECTIVES = frozenset(["and", "or", "both", "either", "option", "options"])
OTHERS = r"(?:[Oo]ptions? )?\(?[A-Z]\)?(?:(?:, | and |, and )\(?[A-Z]\)?){0,24}"
WRONG = r"(?:wrong|incorrect|false|eliminated|ruled out)"
TURNED_DOWN = re.compile(
    rf"(?:I|We)(?: would|[’']d| can)? (?:eliminated?|ruled? out|excluded?) (?P<gone>{OTHERS})[.!]?"
    rf"|(?P<wrong>{OTHERS}) (?:is|are)(?: all)? {WRONG}[.!]?"
)
ALL_BUT = re.compile(
    r"(?:All|Every(?:thing| option| answer| one)?|all|every(?:thing| option| answer)?)(?: (?:of them|the )?options)?"
    rf" (?:but|except|except for) (?:option )?\(?([A-Z])\)? (?:is|are) {WRONG}[.!]?"
)
GONE = re.compile(r"(?<!\w)[A-Z](?![\w’'])")
SHARE = re.compile(r"(?<!\w)[\"'(\[]?([A-Z])[\"')\]]?\s{0,2}[:=(–-]\s{0,2}(?:0?\.\d|[01]\.0|\d{1,3}(?:\.\d{1,3})? ?%)")
"""A letter with its probability."""
NOT_SIGNS = re.compile(r"[\s*_(\"'`]{0,5}([¬!~≠])")
A_FOR_ANSWER = re.compile(r"A ?: ?(?:[Oo]ption )?\(?[A-Z]\)?[.!]?")
RUN = re.compile(r"([.!?]{3})[.!?]+")
"""A run of marks: the marks after the third say nothing, and cost time."""
MAX_BEYOND = 60
MAX_JOINT = 2_000
HEAD, TAIL = 500, 1_000
"""Of a longer reply without a marked answer only so many characters at its start and its end are read."""
WHOLE = 12_000


class Choice(BaseAnswer[str]):
    """The option that answers the question: `correct` is its letter, "A" for the first."""

    kind: Literal["choice"] = "choice"
    options: tuple[Text, ...] = Field(min_length=2, max_length=len(LETTERS))
    correct: str

    how: ClassVar[str] = "Answer with the letter of the right option."

    @model_validator(mode="after")
    def _options_differ(self) -> Self:
        if self.correct not in list(self.letters):
            raise ValueError(f"correct: {self.correct!r} is no option's letter; use A to {self.letters[-1]}")
        if any(not plain(option) for option in self.options):
            raise ValueError("options: one is empty, once case and marks are set aside")
        seen: dict[tuple[str, ...], str] = {}
        for option in self.options:
            if (same := seen.setdefault(identity(option.replace(MINUS, "-")), option)) is not option:
                raise ValueError(
                    f"options: two options are the same, {same!r} and {option!r}, once case, marks and the writing of"
                    " numbers are set aside"
                )
        return self

    @cached_property
    def letters(self) -> str:
        return LETTERS[: len(self.options)]

    @property
    def hint(self) -> str:
        return "Answer: <letter>"

    @cached_property
    def _options(self) -> Options:
        return Options({k: option.replace(MINUS, "-") for k, option in zip(self.letters, self.options, strict=True)})

    @cached_property
    def _of_questions(self) -> bool:
        return any(map(asks, self.options))

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """Find and mark the final answer; a reply that marks none is read from its first sentence to its last."""
        mark, reading = super().mark_reply(reply, stem)
        if mark.score is not None and reading.container in ("none", "json") and self._weighs(reply):
            return undecided("several_answers", reading.text, "The reply gives several options a share."), reading
        if reading.container != "none" or reading.because is not None or reading.text == "":
            return mark, reading
        text = spoken(reply)
        text = RUN.sub(r"\1", text) if len(text) > HEAD + TAIL else text
        if reading.text is not None and (len(text) < len(reading.text) + 12 or self._named(reading.text)):
            return mark, reading
        if revises(text):
            return undecided("revised", reading.text, "The reply takes something back."), reading
        text = _ends(text) if len(text) > HEAD + TAIL else text
        said = self._claimed(reading.text, claimed(self._options.coded(text)))
        return (said if isinstance(said, Mark) else self.grade(said)), reading

    def _weighs(self, reply: str) -> bool:
        """Whether a reply gives several options a probability, and numbers are no options themselves."""
        if len(reply) > MAX_JOINT or not any(sign in reply for sign in ("%", ".")):
            return False
        return len(set(SHARE.findall(reply)) & set(self.letters)) > 1 and not self._numeric

    @cached_property
    def _numeric(self) -> bool:
        return any(c.isdigit() for option in self.options for c in option)

    def read(self, text: str) -> str | Mark:
        known = self._options.plain_of
        if len(text) == 1 and text in self.letters and known.get(plain(text), text) == text:
            return text  # the usual case, which needs no closer reading
        text = text.replace(MINUS, "-")
        assertion = asserted(text.rstrip("? ") if self._of_questions else text, known)
        if nothing := says_nothing(assertion, text):
            return nothing
        if SPELLED.match(text) and not any(SPELLED.match(option) for option in self.options):
            return undecided("unread", text, "The reply spells something letter by letter.")
        if (sign := NOT_SIGNS.match(text)) and not any(sign[1] in option for option in self.options):
            return undecided("negated", text, "A sign turns the option down.")
        if assertion.mode == "asserted" and (letter := self._named(text)):
            return letter
        if letter := self._left(text):
            return letter
        claims = claimed(self._options.coded(text))
        if assertion.mode == "asserted":
            letter = known.get(assertion.core, "")
            if letter and claims.named <= {letter} and not self._options.mixed:
                return letter
            return self._joint(text, claims) or self._claimed(text, claims)
        letter = self._named(assertion.core) or ""
        if letter and claims.named <= {letter}:
            return wrong(assertion.mode, letter, "The reply does not plainly assert an option.")
        return self._claimed(text, claims)

    def _left(self, text: str) -> str | None:
        """The one option that a text leaves: it turns down all others by their letters, or "all but B"."""
        if len(text) > MAX_BEYOND or self._options.mixed or self._options.about_others:
            return None
        if but := ALL_BUT.fullmatch(text):
            return but[1] if but[1] in self.letters else None
        down = TURNED_DOWN.fullmatch(text)
        gone = GONE.findall(down["gone"] or down["wrong"]) if down else []
        left = set(self.letters) - set(gone)
        return left.pop() if len(left) == 1 and len(set(gone)) == len(gone) == len(self.letters) - 1 else None

    def _named(self, text: str) -> str | None:
        """The option that a text names and does nothing else: by letter, text or both, perhaps in "the answer is …"."""
        if len(text) > self._options.longest + MAX_BEYOND:
            return None
        if (bullet := BULLET.match(text)) and not SIGNED.match(text):
            text = text[bullet.end() :]
        text = text.strip(" \t\n*_\"'“”.,;:!`=>→✓✔✅")
        bare = ENDING.sub("", text)
        bare = bare[found.end() :] if (found := LEAD_IN.match(bare)) else bare
        return self._exact(text) or (self._exact(bare) if bare != text else None)

    def _exact(self, text: str) -> str | None:
        named, label = self._options.named(text), LABEL.match(text)
        if last := LETTER_LAST.fullmatch(text):
            return last[2] if self._options.named(last[1]) == last[2] else None
        if not label or label[1].upper() not in self.letters:
            return named
        letter, rest = label[1].upper(), text[label.end() :]
        if named and (letter == named or (label[0] == f"{label[1]} " and rest[:1].isalnum())):
            return named  # an option's own words, which may begin with "A"
        own = not rest and named is None
        return letter if own or self._options.named(rest) == letter else None

    def _joint(self, text: str, claims: Claims) -> Mark | None:
        """A reply that only names several of the options, all, none, or a letter that no option has, is wrong."""
        if self._options.about_others or len(text) > MAX_JOINT:
            return None
        if len(text) <= MAX_BEYOND:
            if A_FOR_ANSWER.fullmatch(text):
                return undecided("unread", text, 'The "A" may stand for the answer or for an option.')
            if found := BEYOND.fullmatch(plain(text)):
                rule = "no_option" if found[1] == "none" else "several_answers"
                return wrong(rule, text, "The reply takes no one option.")
            if (found := LONE.fullmatch(text)) and found[1] not in self.letters and not self._options.knows(found[1]):
                return wrong("no_option", text, "No option has that letter.")
        several = False
        if len(text) <= MAX_BEYOND or len(claims.named) > 1:
            tokens = [t for t in WORDS.findall(text) if t.lower() not in CONNECTIVES]
            if all(set(token) <= set(self.letters) and list(token) == sorted(set(token)) for token in tokens):
                several = len(set("".join(tokens))) > 1
            elif len(claims.named) > 1:
                named = list(takewhile(bool, map(self._named, listed := parts(text))))
                several = len(named) == len(listed) and len(set(named)) > 1
        return wrong("several_answers", text, "The reply names more than one option.") if several else None

    def _claimed(self, text: str | None, claims: Claims) -> str | Mark:
        """The one option that the sentences of a text commit to, if nothing else in it speaks against that."""
        words = plain(text or "").split() if claims.letter and len(text or "") <= MAX_BEYOND else []
        if len(words) == 2 and words[0] not in PLEADING | COMES_TO and words[1] in self._options.plain_of:
            return undecided("unread", text, "The option may be a part of another name.")  # "peter pan"
        return claims.letter or undecided(claims.rule, text, "The reply does not plainly commit to one option.")

    def grade(self, said: str) -> Mark:
        text = f"{said}. {self.options[self.letters.index(said)]}"
        if said == self.correct:
            return right("equal", text)
        return wrong("wrong_candidate", text, "The reply chooses another option.")

    def gold(self) -> str:
        return f"Answer: {self.correct}"

    @property
    def chance(self) -> float:
        return 1 / len(self.options)


def _ends(text: str) -> str:
    """The whole sentences at the start and at the end of a long text: half a sentence may have lost its "not".

    Where the text is so long that the reader may have cut its start off, only those at its end.
    """
    head, tail = text[:HEAD] if len(text) < WHOLE else "", text[-TAIL:]
    start = SENTENCE_START.search(tail)
    return head[: max(head.rfind(". "), head.rfind("\n")) + 1] + "\n" + (tail[start.end() :] if start else "")
