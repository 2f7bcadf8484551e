"""The log names fights and interactions, and nothing that anybody typed, is called, or keeps secret."""

from __future__ import annotations

import io
import json
import logging
import re
import socket
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import aiohttp
import pytest
from pydantic import BaseModel

from bot import logs, metrics
from bot.client import noting_requests
from tests.bot.conftest import Opener
from tests.bot.table import Table
from tests.bot.test_main import TOKEN, Refusing, assert_refused, bot

SECRETS = ("Whimsydraft", "Zephyrblast", "porphyry", "Umbravex", "Gloomfang", "Mirabelle")
"""What is typed in the story below, as spell, place, hidden creature, weapon and name."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged at the finest level, as JSON."""
    root = logging.getLogger()
    before = root.level, list(root.handlers)
    stream = io.StringIO()
    logs.set_up(stream, "debug", "json", TOKEN)
    yield stream
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    for name in ("bot", "rules"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def lines(log: io.StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


async def secretly(table: Table) -> None:
    """A round in which everybody has something to hide."""
    gm, mira = table.gm, table.mira
    await table.begin()
    await mira.slash("combatant edit", combatant="Mira", name="Mirabelle")
    await gm.slash("combatant add", name="Umbravex", weapons="Gloomfang 3", hidden=True)
    await table.open_round()
    await mira.slash("declare", action="cast", text="Zephyrblast", segments=3, target="the porphyry dais")
    form = await table.kesh.pick(table.kesh.panel, "act", "cast")
    await table.kesh.fill(form, name="Whimsydraft", segments="soon", at="porphyry")


async def test_a_round_full_of_secrets_leaves_none_in_the_log(open_table: Opener, log: io.StringIO) -> None:
    table = await open_table()
    await secretly(table)
    await table.gm.slash("round close")
    written = log.getvalue()
    assert [word for word in SECRETS if word.lower() in written.lower()] == []
    assert [person.id for person in (table.gm, table.mira, table.kesh) if person.id in written] == []
    assert "/declare answered" in written


async def test_every_line_about_an_interaction_names_it_and_its_fight(
    open_table: Opener, log: io.StringIO
) -> None:
    table = await open_table()
    await secretly(table)
    key = (await table.row()).id
    (declared,) = [line for line in lines(log) if line["message"].startswith("/declare answered")]
    assert declared["encounter"] == key
    assert int(declared["interaction"]) in table.env.backend.interactions
    picked = [line for line in lines(log) if line["message"].startswith("press act answered")]
    assert [line["encounter"] for line in picked] == [key]


async def test_what_breaks_is_logged_with_its_place_and_without_what_was_typed(
    open_table: Opener, log: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    table = await open_table()
    await secretly(table)
    with closing(sqlite3.connect(table.config.storage.database)) as connection, connection:
        # A draft as no version of ours writes it: reading it fails, and the failure quotes it.
        connection.execute("""UPDATE drafts SET body = '{"declaration": "Zephyrblast"}'""")
    answer = await table.kesh.press(table.kesh.panel, "fill", "cast")
    assert "Something went wrong on my side" in answer.text
    failed = [line for line in lines(log) if "trace" in line]
    assert failed
    assert all("ValidationError" in line["trace"] and "panels.py" in line["trace"] for line in failed)
    assert all(line["encounter"] for line in failed)
    assert [word for word in SECRETS if word in log.getvalue()] == []
    caplog.clear()


async def test_discords_refusals_are_logged_by_code_alone(open_table: Opener, log: io.StringIO) -> None:
    table = await open_table()
    await table.begin()
    table.acknowledges = False
    table.env.inject_error(
        "POST", "/interactions/*/*/callback", status=400, code=50035, message="Invalid: Zephyrblast"
    )
    await table.mira.slash("combatant list")
    (said,) = [line["message"] for line in lines(log) if "could not be delivered" in line["message"]]
    assert "400 (code 50035)" in said
    assert "Zephyrblast" not in log.getvalue()


def test_tokens_are_struck_out_wherever_they_turn_up(log: io.StringIO) -> None:
    logging.getLogger("discord.http").warning(
        "We are being rate limited: POST https://x/api/v10/webhooks/12/aW50ZXI-token/messages"
    )
    logging.getLogger("discord.http").warning("/interactions/345/aW50ZXI-token/callback %s", f"Bot {TOKEN}")
    assert "aW50ZXI-token" not in log.getvalue()
    assert TOKEN not in log.getvalue()
    assert [line["message"].count("…") for line in lines(log)] == [1, 2]


def test_libraries_are_not_heard_below_info(log: io.StringIO) -> None:
    for name in ("discord.gateway", "asyncio"):
        logging.getLogger(name).debug("WebSocket Event: Zephyrblast")
    assert log.getvalue() == ""


def test_a_failed_task_is_told_without_the_exception_as_it_prints_itself(log: io.StringIO) -> None:
    class Row(BaseModel):
        number: int

    typed = "".join(("Zephyr", "blast"))  # Whole in no line of source: a trace shows those.
    try:
        Row.model_validate({"number": typed})
    except ValueError as error:
        message = f"Task exception was never retrieved\nfuture: <Task exception={error!r}>"
        logging.getLogger("asyncio").exception(message)
    (line,) = lines(log)
    assert line["message"] == "Task exception was never retrieved"
    assert "ValidationError" in line["trace"]
    assert typed not in log.getvalue()


def test_as_text_a_line_says_the_same() -> None:
    form = logs._Line("text", "")
    record = logging.LogRecord("bot.x", logging.INFO, "x.py", 1, "answered after %s ms", (12,), None)
    with logs.about(interaction="77"):
        logs.concerns("k3y")
        line = form.format(record)
    assert re.fullmatch(r"\S+T\S+ INFO    bot\.x: answered after 12 ms encounter=k3y interaction=77", line)


# --- numbers --------------------------------------------------------------------------------------------


def fetched(port: int) -> dict[str, float]:
    """All numbers that are served."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    rows = (line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(number) for name, _, number in rows}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


async def test_the_numbers_follow_what_happens(open_table: Opener) -> None:
    table = await open_table()
    port = free_port()
    with metrics.serving(table.config.storage.database, "127.0.0.1", port) as measures:
        await table.restart(measures=measures)
        await table.begin()
        await table.open_round()
        before = fetched(port)
        assert before["dither_open_encounters"] == 1
        assert before["dither_outbox_posts"] == 0
        assert before["dither_acknowledgement_seconds_count"] == len(table.answers)
        await table.advance(91)
        assert fetched(port)["dither_deadline_lateness_seconds_count"] == 1


async def test_requests_are_counted_by_route_without_ids_and_tokens(tmp_path: Path) -> None:
    measures = metrics.Prometheus(tmp_path / "none.sqlite3")
    trace = noting_requests(measures)
    with ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            for path in (
                "/api/v10/channels/12/messages/34",
                "/api/v10/webhooks/12/secret/messages/@original",
            ):
                await (await session.get(f"http://127.0.0.1:{server.server_port}{path}")).release()
        server.shutdown()
        thread.join()
    samples = [s for m in measures._requests.collect() for s in m.samples if s.name.endswith("_total")]
    assert {s.labels["route"]: (s.labels["status"], s.value) for s in samples} == {
        "/channels/{id}/messages/{id}": ("401", 1),
        "/webhooks/{id}/{token}/messages/@original": ("401", 1),
    }
    measures.requested("POST", "/api/v10/channels/12/messages", 429)
    limited = [s for m in measures._limited.collect() for s in m.samples if s.name.endswith("_total")]
    assert [(s.labels["route"], s.value) for s in limited] == [("/channels/{id}/messages", 1)]


def test_an_address_that_cannot_be_had_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert_refused(bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_METRICS_PORT=port), "metrics", port)
