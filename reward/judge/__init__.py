"""The judge: a language model that says what an answer means which no rule could read.

It is asked which of the known candidates an answer means, or whether two answers mean the same, and never which one is
right: the verdict is computed here. It sees the extracted answer, with every mark taken off that could speak to it, and
nothing of the reply's reasoning. It says exactly one well-formed thing, or the reply is unscored.

    async with LanguageJudge([Endpoint("http://127.0.0.1:8001/v1", "a-model")]) as judge:
        verdicts = await Scorer(judge).score_all(pairs)
"""
