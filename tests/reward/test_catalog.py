"""The items that a server knows: found by id and by prompt, never guessed at, and read again without a gap."""

import os
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from trainer_rollouts import ITEMS, PAN, TAP, TWIN_A, TWIN_B

from reward import Item
from reward.answers import Number
from reward.catalog import Catalog, Unknown, read_catalog, tag
from reward.jsonl import InputError, write_jsonl

CATALOG = Catalog(ITEMS)


def test_by_id() -> None:
    assert CATALOG.get(PAN.id) is PAN
    assert CATALOG.get("nobody") is None
    assert len(CATALOG) == 4


@pytest.mark.parametrize(
    "prompt",
    [
        PAN.question,
        f"  <image>\n{PAN.question}\n",
        f"<|im_start|>user\n[0.5 s]<|vision_start|><|image_pad|><|vision_end|>{PAN.question}<|im_end|>\n",
        [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": PAN.question}]}],
    ],
)
def test_by_prompt_in_any_form(prompt: object) -> None:
    assert CATALOG.asked(prompt) is PAN


@pytest.mark.parametrize(
    ("prompt", "code"),
    [
        ("Who is there?", "unknown_prompt"),
        ("", "unknown_prompt"),
        (None, "unknown_prompt"),
        (TWIN_A.question, "ambiguous_prompt"),
        (f"[item nobody] {PAN.question}", "unknown_id"),
    ],
)
def test_a_prompt_that_means_no_single_item_is_not_guessed_at(prompt: object, code: str) -> None:
    with pytest.raises(Unknown) as caught:
        CATALOG.asked(prompt)
    assert caught.value.code == code


def test_a_question_may_hold_words_that_mark_turns() -> None:
    odd = Item(question="Who says “User: hello”? Assistant: or Human: ?", answer=Number(value="1"))
    assert Catalog({odd.id: odd}).asked(odd.question) is odd


def test_an_ambiguous_prompt_names_the_items_and_a_tag_tells_them_apart() -> None:
    with pytest.raises(Unknown, match=f"2 items ask this.*{TWIN_A.id}"):
        CATALOG.asked(TWIN_A.question)
    assert CATALOG.asked(f"{TWIN_B.question} {tag(TWIN_B.id)}") is TWIN_B


def test_a_catalog_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(CATALOG))
    assert again.asked(PAN.question) == PAN


def test_files_are_read_again_and_a_bad_one_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    write_jsonl(path, [PAN])
    catalog = read_catalog([path])
    assert catalog.asked(PAN.question).id == PAN.id
    write_jsonl(path, [TAP])
    assert catalog.reload() == 1
    assert catalog.asked(TAP.question).id == TAP.id
    with pytest.raises(Unknown):
        catalog.asked(PAN.question)
    path.write_text("{")
    with pytest.raises(InputError, match=r"items.jsonl:1: "):
        catalog.reload()
    assert catalog.get(TAP.id) is not None


def test_a_file_that_is_gone_or_empty_or_no_file_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    write_jsonl(path, [PAN])
    catalog = read_catalog([path])
    path.write_text("")
    with pytest.raises(InputError, match="holds no items"):
        catalog.reload()
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        catalog.reload()
    os.mkfifo(path)
    with pytest.raises(InputError, match="no such file"):
        catalog.reload()
    assert catalog.get(PAN.id) is not None


def test_a_reload_while_prompts_are_looked_up_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    write_jsonl(path, [PAN])
    catalog = Catalog({str(i): TAP.model_copy(update={"id": str(i)}) for i in range(20_000)}, [path])
    with ThreadPoolExecutor(4) as pool:
        looking = [pool.submit(catalog.asked, TAP.question) for _ in range(3)]
        assert catalog.reload() == 1
        for one in looking:
            one.exception()
    assert len(catalog) == 1
    assert catalog.asked(PAN.question).id == PAN.id


def test_many_items_that_ask_the_same_are_indexed_in_time_that_grows_with_their_number() -> None:
    catalog = Catalog({str(i): TAP.model_copy(update={"id": str(i)}) for i in range(40_000)})
    start = time.perf_counter()
    with pytest.raises(Unknown, match="40000 items ask this"):
        catalog.asked(TAP.question)
    assert time.perf_counter() - start < 5


def test_two_files_with_one_id_are_refused(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        write_jsonl(tmp_path / name, [PAN])
    with pytest.raises(InputError, match=r"b.jsonl: id: .* is also in another file"):
        read_catalog([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])


def test_many_items_with_one_question_are_named_in_part() -> None:
    many = [Item(question="How many?", answer=Number(value="1"), source=str(i)) for i in range(500)]
    with pytest.raises(Unknown, match=r"500 items ask this \(.*, …\)"):
        Catalog({item.id: item for item in many}).asked("How many?")
