"""EPIC-Sounds: as published it is read, a bad row is counted, a broken file is named."""

from pathlib import Path

import pytest
import real_data

from data_builder.facts import Sound
from data_builder.sources.epic_sounds import read
from data_builder.sources.findings import Findings
from reward.jsonl import InputError

SPAN = "participant_id,video_id,start_timestamp,stop_timestamp"
SOUNDS = f"""annotation_id,{SPAN},start_sample,stop_sample,description,class,class_id
V1_1,P1,V1,00:01:02.500,00:01:03.750,0,0,tap running,water,5
V1_0,P1,V1,00:00:01.000,00:00:01.250,0,0,clang / clatter,metal-only collision,0
"""
MORE = SOUNDS.replace("V1", "V0").replace("P1", "P0")
UNCLASSED = f"""annotation_id,{SPAN},start_sample,stop_sample,description
V1_NC_1,P1,V1,00:00:09.000,00:00:10.250,0,0,
V1_NC_0,P1,V1,00:00:01.000,00:00:01.250,0,0,clang / clatter
V7_NC_0,P1,V7,00:00:01.000,00:00:01.250,0,0,clang / clatter
"""
NARRATIONS = f"""narration_id,{SPAN},narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes
V1_0,P1,V1,00:00:00.50,00:00:02.00,take board,take,0,board,18,['board'],[18]
V7_0,P1,V7,00:00:00.50,00:00:02.00,take board,take,0,board,18,['board'],[18]
"""
CLANG = Sound("V1_0", "V1", 1.0, 1.25, "metal-only collision", "clang / clatter")
TAP = Sound("V1_1", "V1", 62.5, 63.75, "water", "tap running")


def write(folder: Path, text: str, name: str = "sounds.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_sounds_alone_are_enough(tmp_path: Path) -> None:
    findings = Findings()
    [video] = read([write(tmp_path, SOUNDS)], findings=findings)
    assert (video.id, video.participant, video.end, video.duration) == ("V1", "P1", 63.75, None)
    assert video.sounds == (CLANG, TAP)
    assert (video.actions, video.views, video.unclassed) == ((), (), None)
    assert findings == Findings()


def test_videos_without_sounds_are_left_out(tmp_path: Path) -> None:
    sounds = [write(tmp_path, SOUNDS), write(tmp_path, MORE, "more.csv")]
    first, second = read(
        sounds,
        narrations=[write(tmp_path, NARRATIONS, "narrations.csv")],
        not_categorised=write(tmp_path, UNCLASSED, "unclassed.csv"),
        video_info=write(tmp_path, "video_id,duration\nV1,63\nV7,60\n", "info.csv"),
        visor=write(tmp_path, '{"video_id": "V1", "frame": "f.jpg", "time": 1, "objects": []}\n', "visor.jsonl"),
        findings=(findings := Findings()),
    )
    assert (first.id, first.actions, first.views, first.duration) == ("V0", (), (), None)
    assert (second.id, [action.id for action in second.actions]) == ("V1", ["V1_0"])
    assert (second.duration, second.end, second.sounds[1].end) == (63, 63, 63)
    assert [view.id for view in second.views] == ["f"]
    assert findings.places == {"cut_at_end_of_video": ["sounds.csv:2"]}


def test_nothing_unclassed_is_not_the_same_as_nobody_knows(tmp_path: Path) -> None:
    sounds = [write(tmp_path, SOUNDS), write(tmp_path, MORE, "more.csv")]
    unclassed = write(tmp_path, UNCLASSED, "unclassed.csv")
    first, second = read(sounds, not_categorised=unclassed, findings=Findings())
    assert first.unclassed == ()
    assert second.unclassed == (
        Sound("V1_NC_0", "V1", 1.0, 1.25, "", "clang / clatter"),
        Sound("V1_NC_1", "V1", 9.0, 10.25, "", ""),
    )
    assert [video.unclassed for video in read(sounds, findings=Findings())] == [None, None]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("00:01:02.500", "00:61:02.500", "unreadable_start_timestamp"),
        ("00:01:03.750", "24:00:00.001", "unreadable_stop_timestamp"),
        ("P1,V1", "P1,V\x1b[31m1", "unreadable_video_id"),
        (",water,5", ",,5", "unreadable_class"),
        ("00:01:03.750", "00:01:02.400", "reversed_times"),
        ("00:01:03.750", "00:01:02.500", "empty_span"),
        ("00:01:03.750", "end", "unknown_end"),
    ],
)
def test_a_bad_row_is_dropped_and_counted_once(tmp_path: Path, old: str, new: str, reason: str) -> None:
    findings = Findings()
    [video] = read([write(tmp_path, SOUNDS.replace(old, new, 1))], findings=findings)
    assert video.sounds == (CLANG,)
    assert (dict(findings.dropped), dict(findings.repaired)) == ({reason: 1}, {})
    assert findings.places == {reason: ["sounds.csv:2"]}


def test_times_in_other_formats_and_repeated_rows_are_repaired(tmp_path: Path) -> None:
    text = SOUNDS.replace("00:01:02.500", "62.5").replace("00:01:03.750", "01:03.75")
    findings = Findings()
    [video] = read([write(tmp_path, text), write(tmp_path, SOUNDS, "again.csv")], findings=findings)
    assert video.sounds == (CLANG, TAP)
    assert dict(findings.repaired) == {"other_time_format": 1, "repeated_row": 2}


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("tap running,water,5", "tap running,water", ":2: class_id", "9 cells"),
        ("tap running,water,5", "tap running,water,5,6", ":2: class_id", "11 cells"),
        ("tap running", "tap, running", ":2: class_id", "11 cells"),
        ("V1_0,P1", "V1_0,P2", ":3: participant_id", "'P1' before"),
        ("annotation_id,", "", ":1: annotation_id", "lacks"),
        ("description,class,class_id", "a,b,c", ":1: a", "unknown column"),
        ("class_id", "class", ":1: class", "comes twice"),
        ("tap running", '"tap running', ": row", "end of data"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, old: str, new: str, where: str, what: str) -> None:
    path = write(tmp_path, SOUNDS.replace(old, new, 1))
    with pytest.raises(InputError, match=rf"^{path}.*{where}.*{what}"):
        read([path], findings=Findings())


def test_every_file_that_is_given_must_be_there(tmp_path: Path) -> None:
    sounds, nowhere = [write(tmp_path, SOUNDS)], tmp_path / "nowhere.csv"
    for given in ({"not_categorised": nowhere}, {"video_info": nowhere}, {"visor": nowhere}):
        with pytest.raises(InputError, match=r"nowhere\.csv"):
            read(sounds, **given, findings=Findings())
    with pytest.raises(InputError, match=r"nowhere\.csv: no such file"):
        read(sounds, narrations=[nowhere], findings=Findings())


def test_files_of_different_splits_are_refused(tmp_path: Path) -> None:
    narrations = write(tmp_path, NARRATIONS.replace("V1", "V2"), "narrations.csv")
    with pytest.raises(InputError, match=r"narrations\.csv:1: video_id: .* files of one split"):
        read([write(tmp_path, SOUNDS)], narrations=[narrations], findings=Findings())


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
def test_the_published_files_read_whole() -> None:
    sounds, kitchens = real_data.FOLDER / "epic-sounds", real_data.FOLDER / "epic-kitchens-100"
    videos = read(
        [sounds / "EPIC_Sounds_validation.csv.gz"],
        narrations=[kitchens / "EPIC_100_validation.csv.gz"],
        not_categorised=sounds / "sound_events_not_categorised.csv.gz",
        video_info=kitchens / "EPIC_100_video_info.csv",
        visor=real_data.FOLDER / "visor-slim" / "visor_objects_per_frame.jsonl.gz",
        findings=(findings := Findings()),
    )
    assert len(videos) == 137
    assert sum(len(video.sounds) for video in videos) == 8035
    assert sum(len(video.unclassed or ()) for video in videos) == 3927
    assert sum(len(video.views) for video in videos) == 2174
    assert all(video.actions and video.duration for video in videos)
    assert all(fact.end <= video.end for video in videos for fact in video.facts())
    assert (dict(findings.repaired), dict(findings.dropped)) == ({"cut_at_end_of_video": 290}, {})
    with pytest.raises(InputError, match="lacks description, class"):
        read([sounds / "EPIC_Sounds_recognition_test_timestamps.csv.gz"], findings=Findings())
