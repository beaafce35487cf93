"""Reading EPIC-Sounds and EPIC-KITCHENS-100 files: as published they are read, broken they are named."""

import gzip
from pathlib import Path

import pytest

from data_builder.facts import Action, Sound
from data_builder.sources.epic_sounds import read
from reward.jsonl import InputError

SPAN = "participant_id,video_id,start_timestamp,stop_timestamp"
SOUNDS = f"""annotation_id,{SPAN},start_sample,stop_sample,description,class,class_id
V1_1,P1,V1,00:01:02.500,00:01:03.750,0,0,tap running,water,5
V1_0,P1,V1,00:00:01.000,00:00:01.250,0,0,clang / clatter,metal-only collision,0
"""
TOLD = "narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes"
NARRATIONS = f"""narration_id,{SPAN},narration_timestamp,start_frame,stop_frame,{TOLD}
V1_0,P1,V1,00:00:00.50,00:00:02.00,,1,2,take chopping board,take,0,board:chopping,18,['board:chopping'],[18]
V1_1,P1,V1,01:00:00,01:00:02.5,00:01:01.1,1,2,pour water on plate,pour-on,9,water,27,"['water', 'plate']","[27, 2]"
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    sounds, narrations = tmp_path / "sounds.csv", tmp_path / "narrations.csv"
    sounds.write_text(SOUNDS)
    narrations.write_text(NARRATIONS)
    return sounds, narrations


def test_rows_become_facts_in_order_of_time(files: tuple[Path, Path]) -> None:
    [video] = read(*files)
    assert (video.id, video.participant, video.end) == ("V1", "P1", 3602.5)
    assert video.sounds == (
        Sound("V1_0", "V1", 1.0, 1.25, "metal-only collision", "clang / clatter"),
        Sound("V1_1", "V1", 62.5, 63.75, "water", "tap running"),
    )
    board = ("board:chopping",)
    assert video.actions[0] == Action(
        "V1_0", "V1", 0.5, 2.0, "take chopping board", "take", *board, board, 0, 18, (18,)
    )
    assert video.actions[1].nouns == ("water", "plate")
    assert video.actions[1].noun_classes == (27, 2)


def test_gzip_byte_order_mark_spaces_after_commas_and_other_column_order_read_the_same(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    sounds, narrations = files
    zipped = tmp_path / "zipped.csv.gz"
    zipped.write_bytes(gzip.compress(SOUNDS.encode("utf-8-sig")))
    spaced = tmp_path / "spaced.csv"
    spaced.write_text(NARRATIONS.replace("', 'plate", "'\0'plate").replace(",", ", ").replace("'\0'", "', '"))
    reversed_columns = tmp_path / "reversed.csv"
    reversed_columns.write_text("\n".join(",".join(reversed(row.split(","))) for row in SOUNDS.splitlines()))
    expected = read(sounds, narrations)
    assert read(zipped, narrations) == read(sounds, spaced) == read(reversed_columns, narrations) == expected


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("tap running,water,5", "tap running,water", ":2: class", "9 cells"),
        ("tap running,water,5", "tap running,water,5,6", ":2: class_id", "11 cells"),
        ("00:01:02.500", "62.5", ":2: start_timestamp", "'62.5' is no time"),
        ("00:01:02.500", "00:61:02.500", ":2: start_timestamp", "is no time"),
        ("00:01:03.750", "990:00:00", ":2: stop_timestamp", "'990:00:00' is later than 24 hours"),
        ("00:01:03.750", "24:00:00.001", ":2: stop_timestamp", "is later than 24 hours"),
        ("P1,V1", "P1,../V1", ":2: video_id", "'../V1' has a slash or a control character"),
        ("P1,V1", "P1,V\x1b[31m1", ":2: video_id", r"'V\x1b[31m1' has a slash or a control character"),
        ("00:01:02.500", "9" * 10_000, ":2: start_timestamp", "is no time"),
        ("00:01:03.750", "00:01:02.400", ":2: stop_timestamp", "not after the start"),
        ("00:01:03.750", "00:01:02.500", ":2: stop_timestamp", "not after the start"),
        ("V1_0,P1", "V1_1,P1", ":3: annotation_id", "line 2 already"),
        (",water,5", ",,5", ":2: class", "is empty"),
        ("V1_0,P1", "V1_0,P2", ":3: participant_id", "'P1' before"),
        ("annotation_id,", "", ":1: annotation_id", "missing"),
        ("class_id", "klass", ":1: klass", "unknown column"),
        ("class_id", "class", ":1: class", "comes twice"),
        ("tap running", '"tap running', ": row", "end of data"),
    ],
)
def test_a_broken_sound_file_is_named_with_line_and_field(
    files: tuple[Path, Path], old: str, new: str, where: str, what: str
) -> None:
    sounds, narrations = files
    sounds.write_text(SOUNDS.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        read(sounds, narrations)
    assert str(error.value).startswith(str(sounds))
    assert where in str(error.value)
    assert what in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < len(str(sounds)) + 400


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("\"['water', 'plate']\"", "water", ":3: all_nouns"),
        ("\"['water', 'plate']\"", "[]", ":3: all_nouns"),
        ("\"['water', 'plate']\"", "\"__import__('os')\"", ":3: all_nouns"),
        ('"[27, 2]"', "[27]", ":3: all_noun_classes"),
        ('"[27, 2]"', '"[27, -2]"', ":3: all_noun_classes"),
        ("take,0,", "take,zero,", ":2: verb_class"),
        (",take chopping board,", ",,", ":2: narration"),
    ],
)
def test_a_broken_narration_file_is_named_with_line_and_field(
    files: tuple[Path, Path], old: str, new: str, where: str
) -> None:
    sounds, narrations = files
    narrations.write_text(NARRATIONS.replace(old, new, 1))
    with pytest.raises(InputError, match=f"^{narrations}{where}"):
        read(sounds, narrations)


def test_files_that_cannot_be_read_are_named(files: tuple[Path, Path], tmp_path: Path) -> None:
    sounds, narrations = files
    for name, content in {
        "cut.csv.gz": gzip.compress(SOUNDS.encode())[:-12],
        "binary.csv": b"\xff\xfe\x00\x81",
        "empty.csv": b"",
        "header.csv": SOUNDS.splitlines()[0].encode(),
        "folder.csv": None,
    }.items():
        path = tmp_path / name
        path.mkdir() if content is None else path.write_bytes(content)
        with pytest.raises(InputError, match=f"^{path}"):
            read(path, narrations)
    with pytest.raises(InputError, match=r"missing\.csv: no such file"):
        read(tmp_path / "missing.csv", narrations)
    with pytest.raises(InputError, match=r"nowhere\.csv: no such file"):
        read(sounds, tmp_path / "nowhere.csv")


def test_files_of_different_splits_are_refused(files: tuple[Path, Path]) -> None:
    sounds, narrations = files
    narrations.write_text(NARRATIONS.replace("V1", "V2"))
    with pytest.raises(InputError, match="files of one split"):
        read(sounds, narrations)
