"""A conversion from files to a folder: everything is made aside and put in place whole; a killed run goes on.

items.jsonl     what shipped
dropped.jsonl   every row that did not: where it stands, and why
manifest.json   counts, hashes, parameters
report.html     for people, and report.json for programs
"""

import gc
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tqdm import tqdm

from data_builder.audit.limits import Limits
from data_builder.convert.account import Outcome
from data_builder.convert.audited import audit_sets
from data_builder.convert.convert import Converted, Settings, Spread, convert, ready
from data_builder.convert.llm.estimate import estimate
from data_builder.convert.llm.estimate import spent as of_tally
from data_builder.convert.llm.settings import LlmSettings
from data_builder.convert.manifest import DROPPED, manifest_of
from data_builder.convert.mapping import FieldMap
from data_builder.convert.mcq import Mcq, Opened, Refused, hashed
from data_builder.convert.reading import read_mcqs
from data_builder.convert.report import Report, write_report
from data_builder.convert.said import Said, consult, questions_of, told
from data_builder.convert.summary import lines
from data_builder.output import ITEMS, MANIFEST, check_output, check_own, exchange
from data_builder.parts import COLLECT, make_parts, pool_of
from data_builder.sources.noun_classes import read_noun_classes
from data_builder.work import fingerprint_of, inputs_of, work_folder, write_whole
from reward.jsonl import InputError, printable

SOURCE = "mcq"
IMAGES, CACHE = "images", ".llm.sqlite"
OURS = (ITEMS, DROPPED, IMAGES, "report.html", "report.json")
"""What a conversion puts into its folder, besides the manifest."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is converted, how, and where to."""

    files: tuple[Path, ...]
    output: Path
    mapping: FieldMap | None = None
    mapping_file: Path | None = None
    by_category: bool = False
    nouns: Path | None = None
    choice: bool = False
    audit: bool = False
    seed: int = 0
    by_kitchen: bool = False
    workers: int = 1
    ray: bool = False
    llm: LlmSettings | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """The rows of all files: questions, and what is none, with the set that its file belongs to."""

    asked: list[Mcq | Opened]
    refused: list[tuple[str, Refused]]


def read(job: Job, images: Path | None = None) -> Read:
    """Read the files; pictures that they hold go into the folder `images`. A question that comes again is refused."""
    found = Read([], [])
    seen: set[str] = set()
    for path in tqdm(job.files, desc="reading", unit="file", disable=None if len(job.files) > 1 else True):
        source, refused = path.name, []
        for row in read_mcqs(path, job.mapping, images, job.by_category):
            if isinstance(row, Refused):
                refused.append(row)
                continue
            source, content = row.source, _content(row)
            if content in seen:
                message = f"{row.where}: question: is asked above, with the same clip, key and options; take one away"
                refused.append(Refused(row.where, "question", "repeated_question", message))
            else:
                seen.add(content)
                found.asked.append(row)
        found.refused.extend((source, row) for row in refused)
    return found


def _content(row: Mcq | Opened) -> str:
    """A hash of what a question asks, whatever its id."""
    clips = [(clip.video_id, clip.start, clip.end, clip.images) for clip in row.clips]
    said = (row.key, sorted(row.options)) if isinstance(row, Mcq) else row.answer.gold()
    return hashed(row.source, row.stem, said, clips)


def dry_run(job: Job) -> int:
    """Say how far rules go and what a language model would cost; nothing is asked and nothing written."""
    found = read(job)
    asked = questions_of(found.asked)
    print(f"{len(found.asked):,} questions read, {len(found.refused):,} rows refused")
    print(f"{len(asked):,} questions are left open by rules: a language model would be asked about them")
    if job.llm is not None:
        print(told("at most", estimate(asked, job.llm.endpoint)))
    return 0


def run(job: Job) -> int:
    """Convert; 1 when there are findings. Raises InputError."""
    _check(job)
    gc.set_threshold(COLLECT)
    parameters = {
        "seed": job.seed,
        "split_by": "kitchen" if job.by_kitchen else "video",
        "choice": job.choice,
        "by_category": job.by_category,
        "language_model": job.llm.model if job.llm else None,
    }
    inputs = inputs_of([*job.files, *(path for path in (job.mapping_file, job.nouns) if path)])
    llm = [job.llm.endpoint.identity] if job.llm else []
    with (
        work_folder(job.output, fingerprint_of(SOURCE, [parameters, llm, inputs], [])) as work,
        _spread(job) as spread,
    ):
        made = work / "made"
        made.mkdir(exist_ok=True)
        found = read(job, made / IMAGES)
        asked = [_carried(one, made, job.output) for one in found.asked]
        classes = read_noun_classes(job.nouns) if job.nouns else {}
        said = consult(job.llm, asked, classes, job.output / CACHE)
        settings = Settings(job.seed, job.by_kitchen, job.choice)
        converted = convert(asked, said.opinions, settings, work, spread)
        findings = _write(job, found, asked, said, converted, made, parameters, inputs)
        _set_aside(made, job.output, work / "old")
        exchange(made, job.output, work / "old")
    return _conclude(job, converted, findings, said)


def _write(
    job: Job,
    found: Read,
    asked: Sequence[Mcq | Opened],
    said: Said,
    converted: Converted,
    made: Path,
    parameters: Mapping[str, object],
    inputs: Sequence[tuple[str, str]],
) -> list[str]:
    """Write the items, the manifest and the report; return the findings."""
    for source, row in found.refused:
        example = {"id": row.where, "where": row.where, "why": row.message}
        converted.account.add(Outcome(source, "", "none", refused=row.reason, example=example))
    manifest, findings = manifest_of(converted, [row for _, row in found.refused], made, parameters, inputs)
    findings += said.failures()
    if not converted.tally.counts:
        findings.append(f"no question shipped: see {DROPPED} for the reasons")
    manifest["findings"] = findings
    write_whole(made / MANIFEST, [json.dumps(manifest, indent=2, ensure_ascii=False), "\n"])
    audits = _audits(asked, converted) if job.audit else None
    names = [path.name for path in job.files]
    if missing := write_report(converted.account, made, audits, said.tally, said.estimated(), names):
        print(missing)
    return findings


def _carried(one: Mcq | Opened, made: Path, output: Path) -> Mcq | Opened:
    """The row with its files as paths from the folder of the items; pictures that were written there are in it."""
    if not any(clip.images or clip.path for clip in one.clips):
        return one

    def relative(path: str) -> str:
        name = Path(path)
        return name.relative_to(inside).as_posix() if name.is_relative_to(inside) else os.path.relpath(name, beside)

    inside, beside = made.resolve(), output.resolve()

    clips = tuple(
        clip.model_copy(
            update={
                "images": tuple(relative(image) for image in clip.images),
                "path": relative(clip.path) if clip.path else None,
            }
        )
        for clip in one.clips
    )
    return replace(one, clips=clips)


def _check(job: Job) -> None:
    """Raises InputError where the output folder holds other things than an earlier conversion, or inputs are in it."""
    check_output(job.output, SOURCE)
    output = job.output.resolve()
    for path in (*job.files, *(path for path in (job.mapping_file, job.nouns) if path)):
        given = path.resolve()
        if given == output or output in given.parents or (given in output.parents and given.is_dir()):
            raise InputError(f"{job.output}: lies within an input, or {path} lies in it; give another folder with -o")
    check_own(job.output, SOURCE)


def _set_aside(made: Path, output: Path, aside: Path) -> None:
    """Take away what an earlier conversion left and this one has not made."""
    aside.mkdir(exist_ok=True)
    for name in OURS:
        if (output / name).exists() and not (made / name).exists():
            (output / name).replace(aside / name)


@contextmanager
def _spread(job: Job) -> Iterator[Spread]:
    """How parts are made: on processes of this machine, or on a cluster."""
    if not job.ray:
        with pool_of(job.workers, ready) as pool:
            yield partial(make_parts, pool=pool)
        return
    try:
        from data_builder.convert.cluster import ray_parts  # noqa: PLC0415  # needs ray, which is optional
    except ModuleNotFoundError as error:
        raise InputError(f"--ray needs {error.name}: pip install 'answerkey[ray]'") from None
    yield ray_parts


def _audits(asked: Sequence[Mcq | Opened], converted: Converted) -> tuple[Report, Report]:
    """What options give away in the set as it was read, and in those questions that still show some."""
    try:
        from data_builder.audit.report import make_audit  # noqa: PLC0415  # needs optional dependencies
    except ModuleNotFoundError as error:
        raise InputError(f"the audit needs {error.name}: pip install 'answerkey[eval]'") from None
    before, after = audit_sets(asked, converted.showing)
    return make_audit(before, Limits()), make_audit(after, Limits())


def _conclude(job: Job, converted: Converted, findings: Sequence[str], said: Said) -> int:
    for line in lines(converted.account):
        print(line)
    if said.tally is not None:
        print(told("taken:", of_tally(said.tally)))
    items = printable(str(job.output / ITEMS))
    print(f"{items}; what did not ship is in {DROPPED}, the numbers in {MANIFEST} and report.json")
    for finding in findings:
        print(f"finding: {finding}", file=sys.stderr)
    return 1 if findings else 0
