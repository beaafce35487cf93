"""The reward server: an ASGI application that scores batches of replies.

`POST /score` takes `{"items": [{"id" | "item" | "label" | "prompt", "reply"}, …]}` and answers `{"verdicts": […]}` in
the same order. A bad entry in a good request is one unscored verdict with an `error` that names its index and field;
the others are scored. Only a body that is no such request at all is refused, with 422. The routes of trainers do the
same in the trainers' own shapes. Keys never leave the server, unless it was told to reveal them.

A caller that gives up takes nothing from the others: its replies are scored to the end, and a judge's rulings are kept.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema

from reward.adapters import llama_factory, nemo_gym, openrlhf, roll, slime, verl
from reward.catalog import Catalog
from reward.chat import aloud
from reward.desk import Desk, reloading
from reward.intake import MAX_BATCH, Refused, read_body, read_object, refuse, written
from reward.item import Item
from reward.jsonl import describe, field_of
from reward.metrics import CONTENT_TYPE
from reward.rollout import Handler, Rollout, known, pair_of, refused
from reward.scorer import Scorer
from reward.verdict import Fault, Verdict

CLOSING_SECONDS = 10
TRAINERS: dict[str, Handler] = {
    "/slime": slime.remote_rm,
    "/slime/detail": slime.remote_rm_detail,
    "/get_reward": openrlhf.get_reward,
    "/v1/score/evaluation": llama_factory.score_evaluation,
    "/verl": verl.reward,
    "/verify": nemo_gym.verify,
    "/seed_session": nemo_gym.seed_session,
    "/aggregate_metrics": nemo_gym.aggregate_metrics,
    "/roll/submit": roll.submit,
}
"""What each trainer posts to, and who answers."""


class Entry(BaseModel):
    """One reply to score: the `id` of a registered item, the whole `item`, a `label`, or the `prompt` that asks it."""

    model_config = ConfigDict(extra="forbid")

    id: str | None = Field(default=None, description="The id of an item that the server was started with.")
    item: dict[str, Any] | None = Field(default=None, description="A whole item, as a line of items.jsonl.")
    label: Any = Field(default=None, description="A typed key or a plain answer: text, a number, a list of wordings.")
    prompt: str | None = Field(default=None, description="What was asked, as text or in a chat template.")
    reply: str = Field(strict=True, description="The model's reply, as text.")


class ScoreRequest(BaseModel):
    """A batch of replies. Entries are checked one by one, so that a bad one costs nobody else a score."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {
                "items": [
                    {
                        "item": {"question": "Is a cup in the clip?", "answer": {"kind": "yes_no", "value": True}},
                        "reply": "Answer: yes",
                    }
                ]
            }
        },
    )

    items: list[Annotated[Any, WithJsonSchema(Entry.model_json_schema())]] = Field(max_length=MAX_BATCH)


class ScoreResponse(BaseModel):
    """The verdicts, in the order of the request; `score` is null for a reply that is unscored."""

    verdicts: list[Verdict]


class ErrorResponse(BaseModel):
    """Why a whole request was refused."""

    error: Fault


ERRORS: dict[int | str, dict[str, Any]] = {code: {"model": ErrorResponse} for code in (408, 413, 422)}
REQUEST_BODY = {"required": True, "content": {"application/json": {"schema": ScoreRequest.model_json_schema()}}}


def create_app(scorer: Scorer, items: Catalog | Mapping[str, Item] | None = None, reveal_keys: bool = False) -> FastAPI:
    """The application that scores replies to `items` (by id) and to items that a request brings along.

    It closes the scorer when it is shut down, and reads the files of a catalog again on SIGHUP. `reveal_keys`: whether
    a verdict holds the key, as `details.key`.
    """
    desk = Desk(scorer, items if isinstance(items, Catalog) else Catalog(items), reveal_keys)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with reloading(desk.catalog):
            try:
                yield
            finally:
                with suppress(TimeoutError):
                    async with asyncio.timeout(CLOSING_SECONDS):
                        await scorer.close()

    app = FastAPI(
        title="answerkey reward server",
        version=version("answerkey"),
        description=__doc__,
        lifespan=lifespan,
        exception_handlers={Refused: refuse},
    )

    @app.post(
        "/score",
        summary="Score a batch of replies",
        response_model=ScoreResponse,
        responses=ERRORS,
        openapi_extra={"requestBody": REQUEST_BODY},
    )
    async def score(request: Request) -> Response:
        body = await read_body(request)
        try:
            entries = (await asyncio.to_thread(_parse, body)).items
        except ValidationError as error:
            raise Refused(422, "invalid_request", describe(error), field_of(error)) from None
        found = await asyncio.to_thread(_resolve_all, entries, desk.catalog)
        verdicts = await desk.score(found)
        return Response(ScoreResponse(verdicts=verdicts).model_dump_json(), media_type="application/json")

    @app.get("/healthz", summary="Whether the process answers")
    async def healthz() -> dict[str, str | int]:
        return {"status": "ok", "items": len(desk.catalog)}

    @app.get("/metrics", summary="Counts for Prometheus", response_class=PlainTextResponse)
    async def numbers() -> Response:
        return Response(desk.metrics.text(), media_type=CONTENT_TYPE)

    jobs = roll.Jobs()
    for path, handler in {**TRAINERS, "/roll/result": jobs.result}.items():
        about = (handler.__doc__ or "").partition("\n")[0]
        route = _trainers(handler, desk)
        app.add_api_route(path, route, methods=["POST"], summary=about, tags=["trainers"], responses=ERRORS)
    # ROLL's GET has a body, which no description of an API can say.
    app.add_api_route("/roll/result", _trainers(jobs.result, desk), methods=["GET"], include_in_schema=False)

    @app.get("/reverify_mode", summary="NeMo Gym: whether rows can be verified again", tags=["trainers"])
    async def reverify_mode() -> str:
        return nemo_gym.REVERIFY_MODE

    return app


def _trainers(handler: Handler, desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    """A route that reads a trainer's JSON, and answers in its own shape."""

    async def answer(request: Request) -> Response:
        told = await handler(await read_object(request), desk.verdicts)
        return Response(await written(told), media_type="application/json")

    return answer


def _parse(body: bytes) -> ScoreRequest:
    """The request in a body, by pydantic's own parser: faster than json, and safe against deep nesting.

    It refuses half a surrogate pair ("\\ud800"), as json.dumps writes it: one such reply must not cost the batch.
    """
    try:
        return ScoreRequest.model_validate_json(body)
    except ValidationError:
        if rb"\ud" not in body.lower():
            raise
        try:
            whole = json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace")
        except (ValueError, RecursionError):
            whole = body
        return ScoreRequest.model_validate_json(whole)


def _resolve_all(entries: list[Any], items: Catalog) -> list[tuple[Item, str] | Verdict]:
    """All entries; an item that comes with several replies, as in a group of rollouts, is checked once."""
    read: dict[str, Item] = {}

    def item_of(data: dict[str, Any]) -> Item:
        key = json.dumps(data, sort_keys=True)
        if key not in read:
            read[key] = Item.model_validate(data)
        return read[key]

    return [_resolve(index, entry, items, item_of) for index, entry in enumerate(entries)]


def _resolve(
    index: int, entry: Any, items: Catalog, item_of: Callable[[dict[str, Any]], Item]
) -> tuple[Item, str] | Verdict:
    """The item and the reply of one entry, or the verdict that says why there is none."""
    if not isinstance(entry, dict):
        return refused("invalid_entry", "an entry is an object with id, item, label or prompt, and reply", index, None)
    try:
        checked = Entry.model_validate(entry)
    except ValidationError as error:
        return refused("invalid_entry", describe(error), index, field_of(error))
    if [checked.id, checked.item, checked.label].count(None) < 2 or checked.model_fields_set == {"reply"}:
        return refused("invalid_entry", "give one of id, item and label, or else a prompt", index, "id")
    if checked.item is None:
        pair = pair_of(Rollout(checked.reply, checked.label, checked.prompt, checked.id), items, index)
        return pair if isinstance(pair, Verdict) else known(*pair, items, index)
    try:
        return item_of(checked.item), aloud(checked.prompt, checked.reply)
    except ValidationError as error:
        field = field_of(error)
        return refused("invalid_item", describe(error), index, f"item.{field}" if field else "item")
