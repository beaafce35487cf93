"""Openers: answers that announce an answer and give none. "Solution:", "Let's think step by step."

Judges that are language models often take such a reply for a right one: Zhao et al., "One Token to Fool
LLM-as-a-Judge" (arXiv 2507.08794). So no judge sees them.
"""

import re

from reward.plain import wordset
from reward.unmasked import clauses, unmasked

LONGEST = 400
"""Characters; a longer text that opens also says something."""

# What a language calls an answer and the way to it, and how replies begin in it.
PHRASES = """
solution|solutions|answer|answers|my answer|explanation|reasoning|thought process|thinking process|thoughts
my thoughts|chain of thought|analysis process|detailed solution|step by step solution|solution process|solution steps
rationale|step by step explanation|step by step reasoning|justification|my reasoning|reasoning process|reasoning steps
workings|okay|ok|sure|sure thing|certainly|of course|absolutely|alright|understood|great question|good question
happy to help|i d be happy to help|i am happy to help|i m happy to help|thank you for the question|hope this helps
i hope this helps|let s begin|let s start|let me start|let us begin|let us start|let s see|let me see
let s break it down|let s dive in|let s work through this|let s work this out|here you go|hmm|hmmm|how can i help you
how can i assist you|i know|final|my|the|our|so the|my final|the final|our final|your answer|final answer
to start with|to begin with|q e d|qed|quod erat demonstrandum|therefore|thus|hence|in conclusion|to conclude
to summarize|in summary|as follows|losung|antwort|die antwort|die losung|meine antwort|endgultige antwort|gedankengang
denkprozess|uberlegung|erklarung|begrundung|losungsweg|schritt 1|erster schritt|hier ist die antwort
hier ist die losung|hier ist meine antwort|die antwort ist|die antwort lautet|die losung ist|die losung lautet
naturlich|gerne|gern|selbstverstandlich|klar|losen wir dieses problem schritt fur schritt
losen wir das problem schritt fur schritt|schritt fur schritt|lassen sie uns schritt fur schritt vorgehen
lass uns schritt fur schritt vorgehen|denken wir schritt fur schritt|lass uns dieses problem schritt fur schritt losen
lassen sie uns dieses problem schritt fur schritt losen|lass uns schritt fur schritt denken
lassen sie uns schritt fur schritt denken|lass uns nachdenken|um dieses problem zu losen|um diese frage zu beantworten
um die frage zu beantworten|um diese aufgabe zu losen|mussen wir|muss ich|zuerst|gehen wir schritt fur schritt vor
reponse|la reponse|ma reponse|reponse finale|la solution|ma solution|raisonnement|explication|processus de pensee
processus de reflexion|cheminement|demarche|etape 1|premiere etape|voici la reponse|voici la solution|voici ma reponse
la reponse est|la solution est|bien sur|certainement|d accord|bien entendu|resolvons ce probleme etape par etape
resolvons ce probleme|resolvons cela etape par etape|procedons etape par etape|raisonnons etape par etape
reflechissons|pour resoudre ce probleme|pour repondre a cette question|pour repondre a la question|nous devons|je dois
etape par etape|respuesta|la respuesta|mi respuesta|respuesta final|la solucion|solucion|razonamiento|explicacion
justificacion|proceso de pensamiento|paso 1|primer paso|aqui esta la respuesta|aqui esta la solucion
esta es la respuesta|la respuesta es|la solucion es|claro|por supuesto|claro que si|desde luego
resolvamos este problema paso a paso|resolvamos este problema|vamos a resolverlo paso a paso
vamos a resolver este problema paso a paso|pensemos paso a paso|vamos paso a paso|para resolver este problema
para responder a esta pregunta|debemos|necesito|paso a paso|veamos|soluzione|risposta|la risposta|la soluzione
ragionamento|spiegazione|passo 1|risolviamo questo problema passo dopo passo|ecco la risposta|ecco la soluzione
la risposta e|certo|certamente|per risolvere questo problema|risposta finale|solucao|resposta|a resposta|a solucao
raciocinio|explicacao|vamos resolver este problema passo a passo|aqui esta a resposta|aqui esta a solucao|a resposta e
resposta final|oplossing|antwoord|het antwoord|de oplossing|uitleg|redenering|stap 1
laten we dit probleem stap voor stap oplossen|losning|svar|forklaring|steg 1|rozwiazanie|odpowiedz|wyjasnienie|krok 1
reseni|odpoved|cevap|cozum|yanit|aciklama|adim 1|jawaban|penyelesaian|penjelasan|solusi|loi giai|dap an|tra loi
giai thich|buoc 1|megoldas|valasz|решение|ответ|объяснение|рассуждение|рассуждения|ход мыслей|шаг 1
окончательный ответ|вот ответ|вот решение|конечно|давайте решим эту задачу шаг за шагом|давайте решим это шаг за шагом
давайте подумаем шаг за шагом|розв язання|відповідь|пояснення|ответ такой|чтобы решить эту задачу|λυση|απαντηση
εξηγηση|解|解答|答案|答|解析|分析|思考过程|解题过程|解题思路|解题步骤|推理过程|思路|步骤1|第一步|首先|好的|最终答案
我的答案|让我们一步一步地思考|让我们一步一步思考|让我们一步步思考|让我们逐步思考|让我们逐步解决这个问题
让我们一步一步地解决这个问题|让我们一步一步解决这个问题|让我们一步步解决这个问题|我们一步一步来解决这个问题
让我们来解决这个问题|让我们来分析一下|为了解决这个问题|要解决这个问题|为了回答这个问题|我们需要|答案是|答案如下
以下是答案|解答如下|以下是解答|一步一步思考|思考過程|解題過程|讓我們一步一步地思考|讓我們一步步思考
讓我們逐步解決這個問題|解釋|解释|当然|當然|当然可以|没问题|かいせつ|かいとう|こたえ|解説|回答|答え|考え方|解き方
思考プロセス|推論|ステップ1|まず|最終的な答え|答えは|もちろん|はい もちろん|ステップバイステップで考えましょう
ステップバイステップで考えてみましょう|段階的に考えましょう|この問題を解きましょう|説明|풀이|해설|해답|정답|답|답변
설명|풀이 과정|사고 과정|단계별로 생각해 봅시다|단계별로 풀어 봅시다|1단계|물론입니다|최종 답|الحل|الجواب|الإجابة
الاجابة|التفسير|الشرح|عملية التفكير|دعنا نحل هذه المشكلة خطوة بخطوة|خطوة بخطوة|الخطوة 1|بالطبع|हल|समाधान|उत्तर|जवाब
व्याख्या|विचार प्रक्रिया|चरण 1|פתרון|תשובה|הסבר|คำตอบ|วิธีทำ|เฉลย|คำอธิบาย|پاسخ|راه حل|جواب|توضیح
"""
OPENERS = frozenset(
    " ".join(clauses(unmasked(phrase))) for line in PHRASES.strip().split("\n") for phrase in line.split("|")
)
FILL = (
    r"this|that|it|these|the|an?|my|our|your|its|problem|problems|question|questions|task|exercise|equation|puzzle"
    r"|query|prompt|math|maths|mathematical|following|given|above|below|provided|asked|asking|being|step|steps|by|one|at"
    r"|time|carefully|through|about|out|down|up|together|first|firstly|then|now|and|to|in|on|of|for|with|as|we|i|you"
    r"|me|us|ll|m|d|re|s|am|is|are|be|need|needs|will|would|can|could|should|must|have|has|want|going|go|start|begin"
    r"|understand|analy[sz]e|analy[sz]ing|examine|examining|look|looking|consider|considering|think|thinking|reason"
    r"|solve|solving|find|finding|determine|determining|figure|figuring|identify|break|breaking|work|working|walk|see"
    r"|address|tackle|approach|calculate|compute|check|recall|know|do|give|use|using|apply|follow|provide|explain|write"
    r"|answer|answers|answering|solution|solutions|solved|explanation|reasoning|information|data|video|clip|image|images"
    r"|picture|frame|frames|scene|context|details|detailed|detail|into|what|how|here|process|method|logically|logical"
    r"|logic|help|systematically|manageable|smaller|simpler|parts|simple|correct|final|short|complete|full|best|let"
    r"|way|each|all|some|few|more|any|own|based|which|deeply|closely|further|again|correctly|accurately|follows"
)
WAY = (
    r"solve|answer|find|determine|address|tackle|approach|figure out|work out|work through|understand|analy[sz]e"
    r"|explain|calculate|compute|respond to|reason about|think about|look at|consider|examine"
)
WELL = r"okay|ok|hmm|hello|hi|sure|certainly|of course|alright|well|so|now|first|then|and|yes|therefore|thus|hence"
ADJECTIVE = r"the|my|our|an?|this|final|correct|short|complete|detailed|full|best|possible"
SENTENCE = re.compile(
    rf"(?:(?:{WELL}) )*(?:"
    r"(?P<plan>let us|let s|lets|let me"
    r"|(?:i|we) (?:need|will|ll|would|d|have|must|should|want|can|could|think|believe|know|first|are given))"
    r"|(?P<asks>(?:the|this) (?:question|problem|task) (?:is|asks|wants|requires))"
    rf"|(?P<aside>(?:after|by|upon|with) (?:careful )?(?:\w{{4,9}}ing|consideration|analysis|thought|reflection)"
    rf"|{WAY}|read)"
    rf"|(?P<aim>(?:in order )?to (?:{WAY})|(?:here|below|following) (?:is|s|are))"
    r"|(?P<basis>based on|given|according to|considering)"
    rf"|(?P<answer>(?:(?:{ADJECTIVE}) )*(?:answer|solution|explanation|reasoning|response|thought process)"
    r" (?:to|is|are|would be|will be|for|below|follows?))"
    r"|(?P<that>this|that|it|these) (?:is|s|are)"
    r"|(?P<who>as an? (?:(?:ai|artificial intelligence|large|language) ){1,4}(?:model|assistant))"
    rf") (?:(?:{FILL}) )*"
)
NOUNS = wordset(
    "problem problems question questions task exercise equation puzzle query prompt answer answers solution"
    " solutions explanation reasoning"
)
VERBS = wordset(
    "solve solving think thinking reason analyze analyse analyzing analysing consider determine calculate compute"
    " explain examine identify break help answer approach address tackle"
)
TOPICS = {
    "plan": NOUNS | VERBS,
    "aim": NOUNS,
    "basis": NOUNS | wordset("information data context details video clip image images"),
    "answer": NOUNS | {"response", "responses", "process"},
    "that": wordset("answer answers solution solutions explanation"),
    "who": wordset("ai assistant model"),
    "asks": NOUNS,
    "aside": frozenset(),
}
"""A sentence opens if it says one of these, after how it begins."""
STEP = re.compile(r"(?:the )?(?:first step|(?:step|part|phase) (?:1|one|0|i))(?: is(?: to)?)?")
HEADED = re.compile(
    r"\s*(?:#{1,6} ?|\*\*)?(?:analysis|summary|results?|output|response|proof|approach|method|plan|steps"
    r"|question|problem|task|conclusion|thinking)[*_ ]{0,3}(?::|\.\.\.)\W{0,3}"
)
"""What opens only as a heading: alone it may be an answer."""
BLANK = re.compile(
    r"</?(?:[a-z]{1,12}\d?)(?:\s[^<>]{0,200})?/?>|<!--[^<>]{0,200}-->|&(?:nbsp|lt|gt|amp|quot|#\d{1,6}|#x[0-9a-f]{1,5});"
    r"|\\(?:f?boxed|text\w{0,2}|math\w{2,4}|operatorname|emph|underline|left|right|quad|qquad|displaystyle|,|;|!| )"
)
MARKUP = re.compile(r"</|/>|<!--|<(?:p|br|hr|b|i|u|div|span|html|body|li|ul|ol|td|tr|th|em|img|svg|h\d)\b|&|\\")
GIBBERISH = re.compile(
    r"(?:(?:(?:asdf|qwert|zxcv|hjkl|sdfg|dfgh|lkjh|fdsa|poiu|mnbv)[a-z]{0,20}|lorem|ipsum|dolor|sit|amet|consectetur)"
    r"(?: |$)){1,30}"
)
WEAK = frozenset((
    "first", "then", "now", "so", "well", "step by step", "carefully", "logically", "together", "below", "follows",
    "one step at a time", "one by one", "here", "please", "hello", "hi", "i", "we", "wait", "boxed",
))  # fmt: skip
"""Clauses that may stand beside an opener, and say no more."""


def opens(seen: str, parts: list[str]) -> bool:
    """Whether an answer does nothing but announce one; `seen`: its unmasked form, `parts`: the clauses of that."""
    if not parts or len(seen) > LONGEST:
        return False
    strong = [_opens(part) for part in parts]
    return (any(strong) and None not in strong) or HEADED.fullmatch(seen) is not None


def _opens(clause: str) -> bool | None:
    """Whether a clause opens; None for one that may say something, False for one that does not open alone."""
    if clause in OPENERS or STEP.fullmatch(clause):
        return True
    found = SENTENCE.fullmatch(f"{clause} ")
    if found:
        return not TOPICS[found.lastgroup or ""].isdisjoint(clause.split())
    return False if clause in WEAK else None


def blank(text: str) -> bool:
    """Whether a text is mere key presses, or nothing but tags of HTML, entities and empty commands of LaTeX."""
    lowered = text.lower()
    if len(text) > LONGEST:
        return False
    if MARKUP.search(lowered) and not any(map(str.isalnum, BLANK.sub("", lowered))):
        return True
    return GIBBERISH.fullmatch(lowered.strip(" .!?")) is not None
