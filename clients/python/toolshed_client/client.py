"""A client of Toolshed's HTTP API, on the standard library alone."""

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from typing import Any, cast

from .api_types import (
    OPERATIONS,
    AnswerQuestion,
    CreateGrant,
    Event,
    Execution,
    ExecutionPage,
    Grant,
    GrantPage,
    QuestionDetail,
    QuestionPage,
    RevokedGrant,
)
from .errors import ToolshedHttpError

_OVER = ("completed", "failed", "cancelled")
_LONGEST_PAUSE = 30.0
#: Never ends, so it is no reply to read as a whole: `events` follows it.
_STREAM = "followEvents"


class Client:
    """A client of one server. Methods raise `ToolshedHttpError`."""

    def __init__(self, url: str, token: str, *, retries: int = 3, retry_seconds: float = 0.25, timeout: float = 90) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._retries = retries
        self._retry_seconds = retry_seconds
        self._timeout = timeout

    def start(self, program: str, *, idempotency_key: str | None = None, **options: Any) -> Execution:
        """Starts a program. A start whose reply was lost is sent again, and starts nothing twice."""
        body = {"program": program, "idempotencyKey": idempotency_key or str(uuid.uuid4()), **options}
        return cast(Execution, self.call("startExecution", body=body, is_repeatable=True))

    def get(self, execution_id: str) -> Execution:
        """An execution as far as it got."""
        return cast(Execution, self.call("getExecution", {"id": execution_id}))

    def list(self, **query: Any) -> ExecutionPage:
        """Executions, newest first: `list(status=["paused", "running"], limit=10)`."""
        return cast(ExecutionPage, self.call("listExecutions", query=query))

    def wait(self, execution_id: str, *, until: str = "idle", every: float = 0.5, timeout: float | None = None) -> Execution:
        """Looks until an execution is idle (paused or over), or with `until="end"` until it is over."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            execution = self.get(execution_id)
            if execution["status"] in _OVER or (until == "idle" and execution["status"] == "paused"):
                return execution
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"Execution {execution_id} is still {execution['status']}")
            time.sleep(every)

    def questions(self, **query: Any) -> QuestionPage:
        """Open questions, newest first."""
        return cast(QuestionPage, self.call("listQuestions", query=query))

    def question(self, elicitation_id: str) -> QuestionDetail:
        """A question, open or not."""
        return cast(QuestionDetail, self.call("getQuestion", {"id": elicitation_id}))

    def answer(self, elicitation_id: str, answer: bool | AnswerQuestion) -> Execution:
        """Answers a question: `True`, `False`, or an answer with its data, reason or arguments."""
        body = {"approved": answer} if isinstance(answer, bool) else answer
        return cast(Execution, self.call("answerQuestion", {"id": elicitation_id}, body=body, is_repeatable=True))

    def cancel(self, execution_id: str, reason: str | None = None) -> Execution:
        """Cancels an execution; its pending calls never run."""
        body = {} if reason is None else {"reason": reason}
        return cast(Execution, self.call("cancelExecution", {"id": execution_id}, body=body))

    def grants(self, **query: Any) -> GrantPage:
        """Remembered approvals and refusals, newest first."""
        return cast(GrantPage, self.call("listGrants", query=query))

    def create_grant(self, grant: CreateGrant) -> Grant:
        """Approves or refuses calls from now on."""
        return cast(Grant, self.call("createGrant", body=grant))

    def revoke_grant(self, grant_id: str) -> RevokedGrant:
        """Revokes a grant: such calls ask again."""
        return cast(RevokedGrant, self.call("revokeGrant", {"id": grant_id}))

    def call(
        self,
        operation: str,
        params: dict[str, str] | None = None,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        is_repeatable: bool = False,
    ) -> Any:
        """Any operation of the API that replies with JSON, by its id in the OpenAPI document."""
        if operation == _STREAM or operation not in OPERATIONS:
            raise _unknown_operation(operation)
        method, path = OPERATIONS[operation]
        for name, value in (params or {}).items():
            path = path.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
        path += _query_text(query or {})
        tries = 0
        while True:
            try:
                with self._open(method, path, body) as response:
                    return json.load(response)
            except (HTTPException, ConnectionError, TimeoutError, json.JSONDecodeError) as cause:
                error = _unreachable(self._url, cause)
            except ToolshedHttpError as refusal:
                error = refusal
            if tries >= self._retries or not _may_repeat(error, is_repeatable or method == "GET"):
                raise error
            time.sleep(max(_backoff(tries, self._retry_seconds), error.retry_after or 0))
            tries += 1

    def events(
        self, *, after: str | None = None, session: str | None = None, retry_seconds: float | None = None, idle: float = 45
    ) -> Iterator[Event]:
        """What is journaled, as it happens, each event once and in order.

        It reconnects by itself and continues after the last event it gave. Keep an event's `cursor` and pass it as
        `after` to continue in another process; "0" is before everything. A refusal raises; leaving the loop closes the connection.
        """
        cursor, failures, wait = after, 0, 1.0
        path = OPERATIONS[_STREAM][1] + _query_text({"session": session})
        while True:
            headers = {"accept": "text/event-stream"}
            if cursor is not None:
                headers["last-event-id"] = cursor
            try:
                with self._open("GET", path, None, headers, timeout=idle) as response:
                    for fields in _read_events(response):
                        failures = 0
                        wait = int(fields["retry"]) / 1000 if "retry" in fields else wait
                        sent = fields.get("id", cursor)
                        if fields.get("event") == "hello":
                            cursor = sent
                        if fields.get("event") != "entry" or sent == cursor:
                            continue
                        cursor = sent
                        yield cast(Event, json.loads(fields["data"]))
            except (HTTPException, OSError):
                pass
            except ToolshedHttpError as error:
                if error.status not in (0, 429) and error.status < 500:
                    raise
                wait = max(wait, error.retry_after or 0)
            time.sleep(_backoff(failures, wait if retry_seconds is None else retry_seconds))
            failures += 1

    def _open(
        self, method: str, path: str, body: Any, headers: dict[str, str] | None = None, timeout: float | None = None
    ) -> HTTPResponse:
        request = urllib.request.Request(self._url + path, method=method, headers=headers or {})
        request.add_header("authorization", f"Bearer {self._token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        try:
            return cast(HTTPResponse, urllib.request.urlopen(request, timeout=timeout or self._timeout))
        except urllib.error.HTTPError as response:
            with response:
                raise _error_of(response) from None
        except urllib.error.URLError as cause:
            raise _unreachable(self._url, cause.reason) from cause


def _read_events(response: HTTPResponse) -> Iterator[dict[str, str]]:
    """An event counts once its blank line has arrived; what a cut connection leaves behind half is dropped."""
    fields: dict[str, str] = {}
    for raw in response:
        line = raw.decode()
        if not line.endswith("\n"):
            return
        line = line.rstrip("\r\n")
        if line == "":
            if "data" in fields:
                yield fields
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")


def _error_of(response: urllib.error.HTTPError) -> ToolshedHttpError:
    header = response.headers.get("retry-after")
    retry_after = float(header) if header is not None and header.isdigit() else None
    if response.headers.get_content_type() == "application/problem+json":
        problem = json.load(response)
        return ToolshedHttpError(
            problem["detail"], code=problem["code"], status=response.code, retry_after=retry_after, problem=problem
        )
    message = f"Cannot read the reply of {response.url}: status {response.code}. Is it a Toolshed server?"
    return ToolshedHttpError(message, code="client/unexpected-reply", status=response.code, retry_after=retry_after)


def _query_text(query: dict[str, Any]) -> str:
    """As the server reads it: lists with commas, `true` and `false`, and nothing for None."""
    given = {name: _parameter(value) for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(_parameter(one) for one in value) if isinstance(value, (list, tuple)) else str(value)


def _unknown_operation(operation: str) -> ToolshedHttpError:
    hint = "follow events with events()" if operation == _STREAM else "use an id of the OpenAPI document"
    return ToolshedHttpError(f"Cannot call {operation}: {hint}", code="client/unknown-operation", status=0)


def _unreachable(url: str, cause: object) -> ToolshedHttpError:
    message = f"Cannot reach {url}: {cause}. Is the server running?"
    return ToolshedHttpError(message, code="client/unreachable", status=0)


def _may_repeat(error: ToolshedHttpError, is_repeatable: bool) -> bool:
    if error.code in ("access/rate", "server/stopping", "host/draining"):
        return True
    return is_repeatable and (error.status in (0, 429) or error.status >= 502)


def _backoff(tries: int, first: float) -> float:
    return min(_LONGEST_PAUSE, first * 2 ** min(tries, 20)) * (0.5 + random.random() / 2)
