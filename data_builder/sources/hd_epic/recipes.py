"""Recipes with all that was done for them: `complete_recipes.json` gives steps, and ingredients that were added."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from data_builder.facts import Portion, Recipe, Step
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.amounts import amount_of, unit_of
from data_builder.sources.hd_epic.published import load
from data_builder.sources.hd_epic.videos import Time, Videos
from data_builder.sources.rows import one_line


class PublishedSpan(BaseModel):
    """One stretch of time in the published file."""

    video: str
    start: Time
    end: Time


class PublishedIngredient(BaseModel):
    """One ingredient of a capture in the published file; its nutrition is not used."""

    name: str
    amount: float | str | None = None
    amount_unit: str | None = None
    weigh: list[PublishedSpan] = []
    add: list[PublishedSpan] = []


class PublishedCapture(BaseModel):
    """One time that a recipe was cooked, in the published file."""

    videos: list[str]
    ingredients: dict[str, PublishedIngredient]
    step_times: dict[str, list[PublishedSpan]] = {}
    prep_times: dict[str, list[PublishedSpan]] = {}


class PublishedRecipe(BaseModel):
    """One recipe in the published file."""

    name: str
    steps: dict[str, str]
    captures: list[PublishedCapture]


RECIPES = TypeAdapter(dict[str, PublishedRecipe])


@dataclass(frozen=True, slots=True)
class Cooked:
    """What the file holds: the recipes of each video, and what was done for them."""

    recipes: dict[str, list[Recipe]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    portions: list[Portion] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time in a video; `number` is its place in the published list, from 1."""

    number: int
    video: str
    start: float
    end: float


def read_recipes(path: Path, videos: Videos, findings: Findings) -> Cooked:
    """All recipes, steps and portions. Raises InputError for a file that cannot be read.

    A video has the recipes of the captures that name it, each with the ingredients of those captures. Stretches of one
    step, or of one ingredient, that overlap in one capture are one.
    """
    cooked = Cooked()
    for recipe_id, recipe in load(path, RECIPES).items():
        of_videos: dict[str, dict[str, str]] = {}
        for number, capture in enumerate(recipe.captures, 1):
            reader = _Reader(recipe_id, f"{recipe_id}#{number}", recipe, capture, videos, findings, path.name)
            steps, portions = list(reader.steps()), list(reader.portions())
            cooked.steps.extend(steps)
            cooked.portions.extend(portions)
            for video in reader.shown_in(steps, portions):
                ingredients = of_videos.setdefault(video, {})
                for key, ingredient in capture.ingredients.items():
                    ingredients.setdefault(key, _plain(ingredient.name))
        for video, ingredients in of_videos.items():
            cooked.recipes.setdefault(video, []).append(_recipe(recipe_id, recipe, ingredients))
    return cooked


def _recipe(recipe_id: str, recipe: PublishedRecipe, ingredients: Mapping[str, str]) -> Recipe:
    steps = tuple((key, _plain(text)) for key, text in recipe.steps.items())
    return Recipe(recipe_id, _plain(recipe.name), steps, tuple(ingredients.items()))


def _plain(text: str) -> str:
    return one_line(text)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one capture."""

    recipe_id: str
    id: str
    recipe: PublishedRecipe
    capture: PublishedCapture
    videos: Videos
    findings: Findings
    file: str

    def steps(self) -> Iterator[Step]:
        """The steps with what prepares them."""
        for field_name in ("step_times", "prep_times"):
            preparing = field_name == "prep_times"
            for step, spans in getattr(self.capture, field_name).items():
                place = self._place(field_name, step)
                if not (text := _plain(self.recipe.steps.get(step, ""))):
                    self.findings.drop("unknown_step", place)
                    continue
                for one in self._stretches(spans, place):
                    fact_id = f"{self.id}/{step}/{'prepare/' if preparing else ''}{one.number}"
                    at = (one.video, one.start, one.end)
                    yield Step(fact_id, *at, self.recipe_id, self.id, step, text, preparing)

    def portions(self) -> Iterator[Portion]:
        """The ingredients that are added and weighed."""
        for key, ingredient in self.capture.ingredients.items():
            amount = amount_of(ingredient.amount)
            if amount is None:
                self.findings.repair("unreadable_amount", self._place("ingredients", key))
            measure = (amount, unit_of(ingredient.amount_unit)) if amount else ("", "")
            for field_name, spans in (("add", ingredient.add), ("weigh", ingredient.weigh)):
                for one in self._stretches(spans, self._place("ingredients", key, field_name)):
                    fact_id = f"{self.id}/{key}/{field_name}/{one.number}"
                    about = (self.recipe_id, self.id, key, _plain(ingredient.name), *measure)
                    yield Portion(fact_id, one.video, one.start, one.end, *about, field_name == "weigh")

    def shown_in(self, steps: Sequence[Step], portions: Sequence[Portion]) -> list[str]:
        """The videos that the capture names, and those in which something was done for it."""
        named: list[str] = []
        for name in self.capture.videos:
            if (video := self.videos.find(name, self.findings, self._place("videos"))) and video not in named:
                named.append(video)
        facts: list[Step | Portion] = [*steps, *portions]
        others = {fact.video_id: fact.id for fact in facts if fact.video_id not in named}
        for fact_id in others.values():
            self.findings.repair("video_not_in_capture", f"{self.file}: {fact_id}")
        return [*named, *others]

    def _stretches(self, spans: Sequence[PublishedSpan], place: str) -> list[Stretch]:
        found: list[Stretch] = []
        for number, span in enumerate(spans, 1):
            at = f"{place}/{number - 1}"
            if (video := self.videos.find(span.video, self.findings, at)) and (
                times := self.videos.span(video, span.start, span.end, self.findings, at)
            ):
                found.append(Stretch(number, video, *times))
        return _joined(found, self.findings, place)

    def _place(self, *parts: str) -> str:
        number = int(self.id.rsplit("#", 1)[1]) - 1
        return f"{self.file}: " + "/".join([self.recipe_id, "captures", str(number), *parts])


def _joined(stretches: list[Stretch], findings: Findings, place: str) -> list[Stretch]:
    """The stretches by video and time; those that overlap are one, which has the number of the first."""
    joined: list[Stretch] = []
    for one in sorted(stretches, key=lambda one: (one.video, one.start, one.end, one.number)):
        last = joined[-1] if joined else None
        if last is None or last.video != one.video or last.end <= one.start:
            joined.append(one)
            continue
        same = (last.start, last.end) == (one.start, one.end)
        findings.repair("repeated_row" if same else "overlapping_spans", f"{place}/{one.number - 1}")
        joined[-1] = Stretch(last.number, last.video, last.start, max(last.end, one.end))
    return joined
