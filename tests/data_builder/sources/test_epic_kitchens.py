"""EPIC-KITCHENS-100: narrations become actions; a bad row is counted, a broken file is named."""

from pathlib import Path

import pytest
import real_data

from data_builder.facts import Action
from data_builder.sources.epic_kitchens import read, read_actions
from data_builder.sources.findings import Findings
from reward.jsonl import InputError

TIMES = "narration_id,participant_id,video_id,narration_timestamp,start_timestamp,stop_timestamp,start_frame,stop_frame"
HEADER = f"{TIMES},narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes\n"
PLATE = "\"['water', 'plate']\",\"[27, 2]\""
POUR = f"V1_1,P1,V1,00:01:01.1,01:00:00,01:00:02.5,1,2,pour water on plate,pour-on,9,water,27,{PLATE}\n"
TAKE = "V1_0,P1,V1,,00:00:00.50,00:00:02.00,1,2,take chopping board,take,0,board:chopping,18,['board:chopping'],[18]\n"
BOARD = Action("V1_0", "V1", 0.5, 2, "take chopping board", "take", "board:chopping", ("board:chopping",), 0, 18, (18,))
WATER = Action(
    "V1_1", "V1", 3600, 3602.5, "pour water on plate", "pour-on", "water", ("water", "plate"), 9, 27, (27, 2)
)


def write(folder: Path, text: str, name: str = "actions.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def actions(path: Path) -> tuple[dict[str, list[Action]], dict[str, object]]:
    findings = Findings()
    return read_actions([path], findings), {**findings.repaired, **findings.dropped}


def test_rows_become_actions_in_order_of_time(tmp_path: Path) -> None:
    other = POUR.replace("V1", "V0").replace("P1", "P0")
    findings = Findings()
    videos = read([write(tmp_path, HEADER + POUR + other + TAKE)], findings=findings)
    assert [(video.id, video.participant, video.duration) for video in videos] == [
        ("V0", "P0", None),
        ("V1", "P1", None),
    ]
    assert videos[1].actions == (BOARD, WATER)
    assert (videos[1].sounds, videos[1].views, videos[1].unclassed) == ((), (), None)
    assert findings == Findings()


def test_the_copy_with_spaces_and_without_quotes_reads_the_same(tmp_path: Path) -> None:
    text = (HEADER + POUR.replace('"', "").replace(", ", ",") + TAKE).replace(",", ", ")
    assert actions(write(tmp_path, text)) == ({"V1": [BOARD, WATER]}, {"unquoted_commas": 1})
    named = text.replace("pour water on plate", "pour water, slowly, on plate")
    assert actions(write(tmp_path, named))[0]["V1"][1].narration == "pour water, slowly, on plate"


def test_files_are_one_set_in_any_order(tmp_path: Path) -> None:
    one, two = write(tmp_path, HEADER + POUR, "1.csv"), write(tmp_path, HEADER + TAKE, "2.csv")
    assert read_actions([one, two], Findings()) == read_actions([two, one], Findings()) == {"V1": [BOARD, WATER]}


def test_an_id_that_comes_again_is_one_action(tmp_path: Path) -> None:
    changed = TAKE.replace("chopping board,take", "cutting board,take")
    one, two = write(tmp_path, HEADER + POUR + TAKE, "1.csv"), write(tmp_path, HEADER + POUR + changed, "2.csv")
    findings = Findings()
    assert read_actions([one, two], findings) == {"V1": [BOARD, WATER]}
    assert findings.table() == {
        "repaired": {"repeated_row": 1},
        "dropped": {"repeated_id": 1},
        "places": {"repeated_id": ["2.csv:3"], "repeated_row": ["2.csv:2"]},
    }


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("\"['water', 'plate']\"", "water", "unreadable_all_nouns"),
        ("\"['water', 'plate']\"", "[]", "unreadable_all_nouns"),
        ("\"['water', 'plate']\"", "\"__import__('os')\"", "unreadable_all_nouns"),
        ('"[27, 2]"', "[27]", "unreadable_all_noun_classes"),
        ('"[27, 2]"', '"[27, -2]"', "unreadable_all_noun_classes"),
        ("pour-on,9,", "pour-on,nine,", "unreadable_verb_class"),
        ("water,27,", "water,,", "unreadable_noun_class"),
        (",pour water on plate,", ",,", "unreadable_narration"),
        ("pour-on", " ", "unreadable_verb"),
        ("01:00:00", "soon", "unreadable_start_timestamp"),
        ("01:00:02.5", "01:00:72.5", "unreadable_stop_timestamp"),
        ("P1,V1", "P1,../V1", "unreadable_video_id"),
        ("P1,V1", ",V1", "unreadable_participant_id"),
        ("V1_1", "", "unreadable_narration_id"),
        ("01:00:02.5", "00:59:59.5", "reversed_times"),
        ("01:00:02.5", "01:00:00.0", "empty_span"),
        ("01:00:02.5", "end", "unknown_end"),
    ],
)
def test_a_bad_row_is_dropped_and_counted_once(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert POUR.count(old) >= 1
    found, counts = actions(write(tmp_path, HEADER + POUR.replace(old, new, 1) + TAKE))
    assert (found, counts) == ({"V1": [BOARD]}, {reason: 1})


def test_lengths_of_videos_cut_and_drop(tmp_path: Path) -> None:
    info = write(tmp_path, "video_id,duration,fps,resolution\nV1,3601.25,50,1920x1080\n", "info.csv")
    late = POUR.replace("V1_1", "V1_2").replace("01:00:0", "02:00:0")
    endless = POUR.replace("V1_1", "V1_3").replace("01:00:02.5", "end")
    elsewhere = late.replace("V1", "V2")
    findings = Findings()
    one, two = read([write(tmp_path, HEADER + POUR + late + endless + elsewhere)], video_info=info, findings=findings)
    assert [(action.id, action.end) for action in one.actions] == [("V1_1", 3601.25), ("V1_3", 3601.25)]
    assert (one.duration, one.end, two.duration, two.end) == (3601.25, 3601.25, None, 7202.5)
    assert dict(findings.repaired) == {"cut_at_end_of_video": 1, "end_word": 1}
    assert findings.places["beyond_video"] == ["actions.csv:3"]


def test_actions_of_unknown_classes_stay_and_are_counted(tmp_path: Path) -> None:
    nouns = write(tmp_path, "id,key,instances,category\n18,board,['board'],x\n27,water,['water'],x\n", "nouns.csv")
    findings = Findings()
    [video] = read([write(tmp_path, HEADER + POUR + TAKE)], nouns=nouns, findings=findings)
    assert video.actions == (BOARD, WATER)  # plates, class 2, are not in the table
    assert findings.places == {"unknown_class": ["actions.csv:2"]}


def test_views_are_those_of_the_video(tmp_path: Path) -> None:
    frame = '{"video_id": "%s", "frame": "%s_1.jpg", "time": 1, "objects": []}\n'
    visor = write(tmp_path, frame % ("V1", "V1") + frame % ("V2", "V2"), "visor.jsonl")
    [video] = read([write(tmp_path, HEADER + TAKE)], visor=visor, findings=Findings())
    assert [view.id for view in video.views] == ["V1_1"]


def test_a_file_with_times_only_says_what_it_lacks(tmp_path: Path) -> None:
    path = write(tmp_path, f"{TIMES}\nV1_0,P1,V1,,00:00:00.50,00:00:02.00,1,2\n")
    with pytest.raises(InputError, match=f"^{path}:1: narration: the file lacks narration, verb, verb_class, noun, "):
        read_actions([path], Findings())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (HEADER, ":1: narration_id: the file has no rows"),
        (HEADER + POUR + TAKE.replace("P1", "P2"), ":3: participant_id: 'V1' belonged to 'P1' before"),
        (HEADER + POUR.replace(",9,", ",9,9,"), ":2: all_noun_classes: the row has 16 cells, the header 15"),
        (HEADER + POUR.replace(",27,", ","), ":2: all_noun_classes: the row has 14 cells, the header 15"),
        (HEADER + POUR.replace(",9,", ",nine,"), ":2: verb_class: 'nine' is no class number"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str, what: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=f"^{path}{what}"):
        read_actions([path], Findings())


def test_a_pickle_is_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "EPIC_100_train.pkl"
    path.write_bytes(b"\x80\x04.")
    with pytest.raises(InputError, match=r"train\.pkl: is a pickle, .* give the CSV file that is published beside it"):
        read_actions([path], Findings())


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
def test_the_published_files_read_whole() -> None:
    folder = real_data.FOLDER / "epic-kitchens-100"
    info, nouns = folder / "EPIC_100_video_info.csv", folder / "EPIC_100_noun_classes_v2.csv.gz"
    findings = Findings()
    videos = read([folder / "EPIC_100_validation.csv.gz"], video_info=info, nouns=nouns, findings=findings)
    assert (len(videos), sum(len(video.actions) for video in videos)) == (138, 9668)
    assert (dict(findings.repaired), dict(findings.dropped)) == ({"cut_at_end_of_video": 1}, {})
    copy = folder / "yash-s20" / "EPIC_100_dish_washing_train.csv.gz"
    uda = folder / "UDA_annotations" / "EPIC_100_uda_source_val.csv.gz"
    read_actions([uda, copy], findings := Findings())
    assert findings.repaired["unquoted_commas"] == 2294
    # The copy is of a later edition, in which the nouns of a few narrations were put right.
    assert 0 < findings.dropped["repeated_id"] == findings.dropped.total() < 10 < findings.repaired["repeated_row"]
    with pytest.raises(InputError, match="lacks narration, verb"):
        read_actions([folder / "UDA_annotations" / "EPIC_100_uda_target_train_timestamps.csv.gz"], Findings())
