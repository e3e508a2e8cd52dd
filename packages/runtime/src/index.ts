// The whole public surface of @toolshed/runtime. Adding a line here is an API decision.
export { openToolshed, type OpenOptions } from './open-toolshed.js';
export type {
  ExecuteOptions,
  ExecutionEvent,
  GrantRequest,
  Grants,
  ProgressEvent,
  ResumeAnswer,
  Toolshed,
} from './toolshed.js';
export type {
  CallReport,
  CancelledResult,
  CompletedResult,
  ExecutionResult,
  FailedResult,
  PausedQuestion,
  PausedResult,
  RunningResult,
  SandboxWalls,
  SleepingResult,
} from './execution/execution-result.js';
export {
  AmbiguousAnswerError,
  ForbiddenAnswerError,
  ForeignElicitationError,
  InvalidAnswerError,
  UnknownElicitationError,
  UnknownExecutionError,
} from './execution/errors.js';
export { InvalidGrantError } from './grants.js';
export { LIMIT_CODES, Limits } from './sandbox/limits.js';
export { createMemoryStore } from './stores/memory/memory-store.js';
export { openSqliteStore } from './stores/sqlite/sqlite-store.js';
export type { Store } from './stores/store.js';
