"""Failures of requests."""

from typing import Any


class ToolshedHttpError(Exception):
    """A request that failed. `code` says why, in the words the server, the library and the command share."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        retry_after: float | None = None,
        problem: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        #: The HTTP status; 0 where no reply came.
        self.status = status
        #: Seconds to wait before another try, where the server says so.
        self.retry_after = retry_after
        #: The whole problem document, where there is one.
        self.problem = problem
