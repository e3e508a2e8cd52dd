// The whole public surface of @toolshed/runtime. Adding a line here is an API decision.
export { openToolshed, type OpenOptions } from './open-toolshed.js';
export type {
  AnswerLeave,
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
  CannotReaskError,
  ForbiddenAnswerError,
  ForeignElicitationError,
  UnknownElicitationError,
  UnknownExecutionError,
} from './execution/errors.js';
export type { ReplayReport, ReplayStep } from './execution/explain-replay.js';
export { JournalDivergedError } from './execution/replay.js';
export { InvalidGrantError } from './grants.js';
export { LIMIT_CODES, Limits } from './sandbox/limits.js';
export { createMemoryStore } from './stores/memory/memory-store.js';
export { openSqliteStore } from './stores/sqlite/sqlite-store.js';
export type { Store } from './stores/store.js';
export { FsOptions, fsPlugin, type FsPluginOptions } from './tools/fs/fs-plugin.js';
export { type HttpDeps, HttpOptions, httpPlugin } from './tools/http/http-plugin.js';
export { ShellOptions, shellPlugin } from './tools/shell/shell-plugin.js';
export { SqlOptions, sqlPlugin } from './tools/sql/sql-plugin.js';
export { describeMachine, type MachineFact } from './describe-machine.js';
