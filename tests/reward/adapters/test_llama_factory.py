"""What LLaMA-Factory's users rely on: a finite score for each text, and an item that no reply can choose."""

import asyncio
import json
import math
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from any_json import VALUES, objects
from doc_pages import snippets
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_packages import drive
from trainer_rollouts import CASES, ITEMS, NAMES, PAN, TAP, TWIN_A, Case

from reward import Scorer, score
from reward.adapters.llama_factory import question_and_reply
from reward.catalog import tag
from reward.chat import bare
from reward.jsonl import read_items, write_jsonl
from reward.probe import llama_factory as probe
from reward.service import create_app

ROUTE = "/v1/score/evaluation"
# A prompt in each form that LLaMA-Factory's templates have, and what ends a reply there: made by its own code (ff6d4d1,
# 18 Aug 2026; 0.9.5 makes the same), with shorter system prompts. Named for one of the templates of the form.
TEMPLATES = {
    "default": ("Human: {}</s>\nAssistant:", "</s>"),
    "alpaca": ("Below is an instruction.\n\n### Instruction:\n{}\n\n### Response:\n", "</s>"),
    "vicuna": ("A chat between a user and an assistant.USER: {} ASSISTANT:", "</s>"),
    "xuanyuan": ("用户以Human开头。\nHuman: {} Assistant:", "</s>"),
    "solar": ("### User:\n{}\n\n### Assistant:\n", "</s>"),
    "yi_vl": ("This is a chat.\n\n### Human: {}\n### Assistant:", "###"),
    "deepseek": ("<s>User: {}\n\nAssistant:", "</s>"),
    "openchat": ("<s>GPT4 Correct User: {}</s>GPT4 Correct Assistant:", "</s>"),
    "llama2": ("<s>[INST] {} [/INST]", "</s>"),
    "llama2_zh": ("<s>[INST] <<SYS>>\nYou help.\n<</SYS>>\n\n{} [/INST]", "</s>"),
    "mistral": ("<s>[INST] {}[/INST]", "</s>"),
    "qwen2_vl": (
        "<|im_start|>system\nYou help.<|im_end|>\n<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n",
        "<|im_end|>",
    ),
    "qwen3": (
        "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
        "<|im_end|>",
    ),
    "phi4": ("<|im_start|>user<|im_sep|>{}<|im_end|><|im_start|>assistant<|im_sep|>", "<|im_end|>"),
    "sailor": ("<|im_start|>question\n{}<|im_end|>\n<|im_start|>answer\n", "<|im_end|>"),
    "llama3": (
        "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nYou help.<|eot_id|><|start_header_id|>user"
        "<|end_header_id|>\n\n{}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|eot_id|>",
    ),
    "llama4": (
        "<|begin_of_text|><|header_start|>user<|header_end|>\n\n{}<|eot|><|header_start|>assistant<|header_end|>\n\n",
        "<|eot|>",
    ),
    "granite4": (
        "<|start_of_role|>system<|end_of_role|>You help.<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>{}"
        "<|end_of_text|>\n<|start_of_role|>assistant<|end_of_role|>",
        "<|end_of_text|>",
    ),
    "gemma3": ("<bos><start_of_turn>user\n{}<end_of_turn>\n<start_of_turn>model\n", "<end_of_turn>"),
    "gemma4": ("<bos><|turn>system\n<|think|>You help.<turn|>\n<|turn>user\n{}<turn|>\n<|turn>model\n", "<turn|>"),
    "glm4": ("[gMASK]<sop><|user|>\n{}<|assistant|>", "<|user|>"),
    "phi": ("<|user|>\n{}<|end|>\n<|assistant|>\n", "<|end|>"),
    "zephyr": ("<|system|>\nYou help.</s><|user|>\n{}</s><|assistant|>\n", "</s>"),
    "deepseek3": ("<｜begin▁of▁sentence｜>You help.<｜User｜>{}<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
    "hy3": ("<｜hy_begin▁of▁sentence｜><｜hy_User｜>{}<｜hy_Assistant｜>", "<｜hy_eos｜>"),
    "youtu": ("<|begin_of_text|><|User|>{}<|Assistant|>", "<|end_of_text|>"),
    "youtu_vl": ("<|begin_of_text|>user\n{}<|end_of_text|>\n<|begin_of_text|>assistant\n", "<|end_of_text|>"),
    "gpt_oss": (
        "<|start|>system<|message|>You help.<|end|><|start|>user<|message|>{}<|end|><|start|>assistant",
        "<|return|>",
    ),
    "cohere": (
        "<BOS_TOKEN><|START_OF_TURN_TOKEN|><|USER_TOKEN|>{}<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|>"
        "<|CHATBOT_TOKEN|>",
        "<|END_OF_TURN_TOKEN|>",
    ),
    "kimi_vl": (
        "<|im_system|>system<|im_middle|>You help.<|im_end|><|im_user|>user<|im_middle|>{}<|im_end|>"
        "<|im_assistant|>assistant<|im_middle|>",
        "<|im_end|>",
    ),
    "exaone": ("[|user|]{}\n[|assistant|]", "[|endofturn|]"),
    "bailing": ("<role>HUMAN</role>{}<role>ASSISTANT</role>", "<|endoftext|>"),
    "telechat2": ("<_system>You help.<_user>{}<_bot>", "</s>"),
    "minimax2": ("]~!b[]~b]system\nYou help.[e~[\n]~b]user\n{}[e~[\n]~b]ai\n", "[e~["),
    "seed_oss": ("<seed:bos>user\n{}<seed:eos><seed:bos>assistant\n", "<seed:eos>"),
}
UNREAD = {"empty": "{}", "paligemma": "<bos>{}\n", "yuan": "{}<sep>", "hunyuan": "<|startoftext|>{}<|extra_0|>"}
MARKS = ["<|im_start|>", "assistant", "user", "\n", "[INST]", "[/INST]", "USER:", " ASSISTANT:", "Human:", "<|user|>"]
WORDS = [*MARKS, "<start_of_turn>", "model", "<|", "|>", "<s>", "Answer: pan", TAP.question, tag(TAP.id), "x", " "]
each_template = pytest.mark.parametrize("name", TEMPLATES)


def said(name: str, answer: str) -> str:
    return f"<|channel|>final<|message|>{answer}" if name == "gpt_oss" else answer


def text(name: str, question: str, reply: str) -> str:
    prompt, end = TEMPLATES[name]
    return prompt.replace("{}", question) + said(name, reply) + end


def post(client: TestClient, *messages: Any) -> dict[str, Any]:
    answer = client.post(ROUTE, json={"model": "model", "messages": messages})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    assert list(found) == ["id", "object", "model", "scores", "unscored", "notes"]
    assert len(found["scores"]) == len(found["unscored"]) == len(found["notes"]) == len(messages)
    return found


@each_template
def test_each_template_is_cut_into_its_question_and_its_reply(client: TestClient, name: str) -> None:
    found = question_and_reply(text(name, PAN.question, "Answer: pan"))
    assert found is not None
    assert bare(found[0]) == bare(PAN.question)
    right, wrong = text(name, PAN.question, "Answer: pan"), text(name, PAN.question, "Answer: cup")
    answer = post(client, right, wrong, text(name, TWIN_A.question, "Answer: pan"))
    assert (answer["scores"], answer["unscored"]) == ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0])


@each_template
def test_no_reply_chooses_its_item_by_playing_turns_of_any_template(client: TestClient, name: str) -> None:
    """3 is the answer to a known question, which is never the one that was asked."""
    end = TEMPLATES[name][1]
    starts = cycle(("", f"{end}\n", f"x{end}", f"{tag(TAP.id)} "))
    played = [next(starts) + text(other, TAP.question, "Answer: 3") for other in TEMPLATES]
    known = post(client, *(text(name, PAN.question, one) for one in played))
    assert set(known["scores"]) == {0.0}
    for question in ("What does nobody know?", TWIN_A.question):
        unknown = post(client, *(text(name, question, one) for one in played))
        assert set(unknown["unscored"]) == {1.0}


@each_template
def test_no_reply_chooses_its_item_where_the_prompt_was_cut_off(name: str) -> None:
    """LLaMA-Factory cuts the end of a prompt off that is longer than `cutoff_len`, with the mark of the assistant."""
    prompt = TEMPLATES[name][0].replace("{}", PAN.question)
    begin = prompt.index(PAN.question)
    for other in TEMPLATES:
        fake = text(other, TAP.question, "Answer: 3")
        for length in range(begin, len(prompt), 5):
            found = question_and_reply(prompt[:length] + fake)
            assert found is None or bare(found[0]) != bare(TAP.question)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(TEMPLATES)), st.lists(st.sampled_from(WORDS), max_size=25).map("".join))
def test_a_reply_never_changes_the_question_and_is_never_lost(name: str, reply: str) -> None:
    reply = f" <|channel|>{reply}" if name == "gpt_oss" else reply
    prompt = TEMPLATES[name][0]
    found = question_and_reply(prompt.replace("{}", PAN.question) + reply)
    assert found is not None
    assert bare(found[0]) == bare(PAN.question)
    assert found[1].strip().endswith(reply.strip()) or name == "gpt_oss"


def test_a_tag_in_the_prompt_tells_items_apart_that_ask_the_same(client: TestClient) -> None:
    """As it does where the template puts a system prompt into the question."""
    tagged = text("qwen2_vl", f"{TWIN_A.question}\n{tag(TWIN_A.id)}", "Answer: pan")
    merged = text("gemma3", f"You look at clips.\n\n{TWIN_A.question}\n{tag(TWIN_A.id)}", "Answer: pan")
    lost = text("qwen2_vl", f"{TWIN_A.question} {tag('1a2b3c4d5e6f7a8b')}", "Answer: pan")
    answer = post(client, tagged, merged, lost, text("qwen2_vl", TWIN_A.question, "Answer: pan"))
    assert (answer["scores"], answer["unscored"]) == ([1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0])
    assert answer["notes"][:2] == [None, None]
    assert "1a2b3c4d5e6f7a8b" in answer["notes"][2]
    assert "2 items ask this" in answer["notes"][3]


@pytest.mark.parametrize("name", UNREAD)
def test_a_template_without_a_mark_before_or_behind_the_question_is_unscored(client: TestClient, name: str) -> None:
    answer = post(client, UNREAD[name].replace("{}", PAN.question) + "Answer: pan</s>")
    assert (answer["scores"], answer["unscored"]) == ([0.0], [1.0])
    assert "chat template" in answer["notes"][0]


def test_a_prompt_with_turns_before_its_question_is_scored_by_the_first() -> None:
    """So few-shot prompts cannot be used: nothing tells their turns from those that a reply plays."""
    shot = text("qwen2_vl", TAP.question, "Answer: 3") + "\n"
    found = question_and_reply(shot + text("qwen2_vl", PAN.question, "Answer: pan"))
    assert found is not None
    assert bare(found[0]) == TAP.question


def expected(case: Case) -> float | None:
    """What a sample is worth where only its prompt says what was asked."""
    asked = [item for item in ITEMS.values() if item.question == case.rollout.prompt]
    if len(asked) != 1 or not isinstance(case.rollout.reply, str):
        return None
    return score(asked[0], case.rollout.reply).score or 0.0


def test_a_batch_of_all_samples_is_read_by_the_client_in_order(url: str) -> None:
    made = asyncio.run(probe.ask(url, [case.rollout for case in CASES]))
    assert [one.reward for one in made] == [expected(case) or 0.0 for case in CASES]
    assert {one.fate for one in made} == {"trained"}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_each_sample_alone(client: TestClient, case: Case) -> None:
    reply = case.rollout.reply
    whole = text("qwen2_vl", str(case.rollout.prompt), reply) if isinstance(reply, str) else reply
    answer = post(client, whole)
    assert answer["scores"] == [expected(case) or 0.0]
    assert answer["unscored"] == [float(expected(case) is None)]
    assert (answer["notes"][0] is None) == (expected(case) is not None)


CLIENT = """
import json, sys
from trainer_absent import absent
from trainer_packages import shell

shell("llamafactory", "llamafactory.train", "llamafactory.train.ppo")
absent("transformers", "llamafactory.extras")
from llamafactory.train.ppo.ppo_utils import get_rewards_from_server

url, messages = sys.argv[1], json.loads(sys.argv[2])
print(json.dumps([get_rewards_from_server(url, some).tolist() for some in (messages, [])]))
"""


def test_llama_factorys_own_client_makes_a_tensor_of_the_scores(url: str) -> None:
    messages = [text(name, question, "Answer: pan") for name in TEMPLATES for question in (PAN.question, "Who is it?")]
    rewards, none = drive(CLIENT, f"{url}{ROUTE}", json.dumps(messages))
    assert rewards == [1.0, 0.0] * len(TEMPLATES)
    assert none == []


def test_odd_requests_are_answered_and_the_others_in_them_are_scored(url: str, client: TestClient) -> None:
    found = dict(asyncio.run(probe.odd(url)))
    assert {len(made) for made in found.values()} == {0, 1, 2}
    assert {(one.reward, one.fate) for made in found.values() for one in made} == {(0.0, "trained")}
    good = text("qwen2_vl", PAN.question, "🍳 思考\nAnswer: pan")
    answer = post(client, None, 3, good, ["x"], {"role": "user"}, "", good)
    assert answer["scores"] == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    assert all("could not be scored" in answer["notes"][place] for place in (0, 1, 3, 4, 5))
    assert client.post(ROUTE, json={"messages": good}).json()["scores"] == [1.0]
    assert client.post(ROUTE, json={}).json()["scores"] == []


@settings(max_examples=50, deadline=None)
@given(objects("model", "messages"), st.none() | st.lists(VALUES, max_size=4))
def test_any_object_is_answered_with_finite_numbers(client: TestClient, body: dict[str, Any], messages: Any) -> None:
    sent = body if messages is None else {**body, "messages": messages}
    answer = client.post(ROUTE, content=json.dumps(sent).encode())
    assert answer.status_code == 200
    found = answer.json()
    assert list(found) == ["id", "object", "model", "scores", "unscored", "notes"]
    assert all(math.isfinite(value) for value in found["scores"] + found["unscored"])


def test_unreadable_texts_are_counted_by_the_server(client: TestClient) -> None:
    def counted() -> float:
        lines = client.get("/metrics").text.splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith("answerkey_unscored_total{"))

    before = counted()
    post(client, "no template", None)
    assert counted() == before + 2


def test_a_server_without_verdicts_ends_the_run(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no second try: LLaMA-Factory has none, and our probe says so."""
    monkeypatch.setattr(probe, "SECONDS", 0.2)
    assert [one.fate for one in asyncio.run(probe.ask(broken, [CASES[0].rollout]))] == ["run ends"]


@pytest.mark.parametrize("answer", [{}, [], {"scores": [None]}, {"scores": [1.0, 0.0]}, {"scores": ["1"]}, None])
def test_the_probe_sees_what_the_client_cannot_read(answer: Any) -> None:
    assert [one.fate for one in probe.read(answer, 1)] == ["run ends"]


def test_a_long_hostile_text_is_read_in_time_that_grows_with_its_length() -> None:
    hostile = (
        "<|im_start|>" * 40_000 + "[INST" * 40_000 + "### " * 40_000 + "GPT4 Correct " * 20_000 + "<|im_user|>" * 9
    )
    assert question_and_reply(hostile) is None
    assert question_and_reply("<|im_start|>system\n" * 40_000) is None


def test_the_page_makes_rows_whose_prompts_the_server_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("items").mkdir()
    write_jsonl(Path("items/items.jsonl"), list(ITEMS.values()))
    for code in snippets("trainers/llama_factory.md"):
        exec(compile(code, "llama_factory.md", "exec"), {})
    rows = json.loads(Path("data/clips.json").read_text(encoding="utf-8"))
    [columns] = [about["columns"] for about in json.loads(Path("data/dataset_info.json").read_text()).values()]
    items = {item.id: item for item in read_items(Path("items/items.jsonl"))}
    replies = {PAN.id: "Answer: pan", TAP.id: "Answer: 3"}
    messages = [
        text("llama3", row[columns["prompt"]], replies.get(id_, "Answer: pan"))
        for row, id_ in zip(rows, items, strict=True)
    ]
    with TestClient(create_app(Scorer(undecided="zero"), items)) as client:
        assert post(client, *messages)["scores"] == [1.0] * len(items)
