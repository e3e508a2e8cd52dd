// The whole public surface of @toolshed/runtime. Adding a line here is an API decision.
export { openToolshed } from './open-toolshed.js';
export type { Durability } from './execution/execution-deps.js';
export type { CheckMode, CheckOutcome, TypeProblem } from './check/type-problem.js';
export { ProgramTypesError } from './check/checked-programs.js';
export type { OpenOptions } from './open-options.js';
export type { ExecuteOptions } from './host-api/execute-options.js';
export type { GrantFilter, GrantRequest, Grants } from './host-api/grants-api.js';
export { Plan, type PlanApproval, PlanItem, type Plans } from './host-api/plans-api.js';
export type { ExecutionEvent, ProgressEvent } from './host-api/host-events.js';
export type { Readiness } from './host-api/readiness.js';
export type { AnswerFacts, FlowOutcome, ResumeAnswer, ResumeAnswers, ResumeOptions } from './host-api/resume-answer.js';
export type { UndoOptions } from './host-api/undo-api.js';
export type { SecretFilter, Secrets } from './host-api/secrets-api.js';
export type { State } from './host-api/state-api.js';
export type { StateEntry } from './state/session-state.js';
export type { DrainOptions, GetOptions, Toolshed } from './toolshed.js';
export type { Change, ChangeFilter, Changes, ChangeWatch } from './changes/changes.js';
export type {
  CallReport,
  CancelledResult,
  CompletedResult,
  ExecutionPurpose,
  ExecutionResult,
  FailedResult,
  LateOutcomeReport,
  PausedResult,
  ResultFacts,
  RunningResult,
  SleepingResult,
} from './execution/execution-result.js';
export type { Metric, MetricDistribution, MetricLabels, MetricValue } from './metrics/metric.js';
export type { TelemetryOptions } from './telemetry/telemetry-options.js';
export type { SandboxOptions } from './sandbox/open-pool.js';
export type { OsWish } from './sandbox/os-sandbox/isolation-plan.js';
export type { IsolationLevel } from './sandbox/isolation-level.js';
export {
  CannotReaskError,
  CannotRetireError,
  DeniedSinceError,
  EditRefusedError,
  ForbiddenAnswerError,
  ForeignElicitationError,
  HostDrainingError,
  NotConsentedError,
  OwnerSilentError,
  ResultUnavailableError,
  OwnExecutionError,
  PersonOnlyError,
  PreviewChangedError,
  QuestionChangedError,
  UnknownElicitationError,
  UnknownExecutionError,
  UnknownFlowError,
  UnseenArgumentsError,
} from './execution/execution-errors.js';
export { CannotApprovePlanError, NotAPlanError } from './execution/plan/plan-errors.js';
export { CannotUndoError } from './execution/undo/undo-errors.js';
export { HandlerAbortedError, HandlerEvictedError } from './execution/calls/handler/running-handler.js';
export type { OwnerSilence } from './execution/residency/owners/owners.js';
export type { OtherTool, ReplayReport, ReplayStep } from './execution/replay/dry-run.js';
export { ToolNotHereError } from './execution/calls/recheck/same-tool.js';
export { JournalDivergedError } from './execution/replay/replay.js';
export { InvalidSecretError } from './secrets/host-secrets.js';
export { InvalidGrantError } from './policy/host-grants.js';
export type { Programs } from './programs/host-programs.js';
export {
  CannotSaveError,
  type SavedProgram,
  type SavedProgramText,
  type SaveOptions,
  UnknownProgramError,
} from './programs/saved-program.js';
export type { Schedules } from './schedules/host-schedules.js';
export {
  CannotScheduleError,
  type LastOccurrence,
  type Schedule,
  type ScheduleRequest,
  UnknownScheduleError,
} from './schedules/schedule.js';
export type { CallProblem, KnownRule, Policy, PolicyExplanation } from './policy/host-policy.js';
export type { ToolStanding } from './tool-proxy/tool-standing.js';
export type { ExplainOptions } from './policy/explain-options.js';
export { Channels, Kinds, MiddlewareList, QuestionExpiry, WhenNobody } from './channels/asking-options.js';
export type { ReachesPeople } from './ports/people-reach.js';
export { UnplacedToolsError } from './catalog/placed-tools.js';
export { type Occupancy, QueueFullError } from './execution/residency/places/places.js';
export { QuotaError, Quotas } from './execution/questions/quotas.js';
export { Capacity } from './sandbox/capacity.js';
export { LIMIT_CODES, Limits } from './sandbox/limits.js';
export { ReplayUnfinishedError, UntrustedThreadError } from './sandbox/sandbox-errors.js';
export { receiveSignIn } from './sources/mcp/sign-in/shared-redirect.js';
export { DuplicateSourceError } from './sources/open-sources.js';
export { InvalidDocumentError } from './sources/openapi/document/invalid-document-error.js';
export type { Consent, ConsentRequest, CredentialStore, LentToSources } from './sources/source.js';
export type { SourceDeps } from './sources/source-host.js';
export {
  type GraphqlSourceOptions,
  type McpSourceOptions,
  type OpenApiSourceOptions,
  type SourceInput,
  SourceOptions,
} from './sources/source-options.js';
export { SourceUnavailableError } from './sources/source-unavailable-error.js';
export type { SealedList, SealedSecret, SealedSecrets } from './ports/sealed-secrets.js';
export { createMemoryRecords } from './stores/memory/memory-records.js';
export { backUpStore, type BackUpStoreOptions, type StoreBackup } from './stores/backup/back-up-store.js';
export { BackupError } from './stores/backup/backup-error.js';
export type { BackupFile } from './stores/backup/backup-format.js';
export { type RestoredStore, restoreStore, type RestoreStoreOptions } from './stores/backup/restore-store.js';
export { type CopiedStore, copyStore, type CopyStoreOptions } from './stores/copy/copy-store.js';
export { StoreCopyError } from './stores/copy/store-copy-error.js';
export { createMemoryStore, type MemoryStoreOptions } from './stores/memory/memory-store.js';
export type { StoreOption } from './stores/open-store.js';
export type { PostgresFinding } from './stores/postgres/checks.js';
export type { ClusterNode, ClusterState } from './stores/postgres/cluster-state.js';
export {
  checkPostgres,
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './stores/postgres/postgres-store.js';
export { openSqliteStore, type SqliteStoreOptions } from './stores/sqlite/sqlite-store.js';
export type { Store } from './stores/store.js';
export type { HardLinks } from './tools/fs/workspace/linked-files.js';
export type { FsRoot, Labels } from './tools/fs/workspace/workspace.js';
export { FsOptions, fsPlugin, type FsPluginOptions } from './tools/fs/fs-plugin.js';
export { type HttpDeps, HttpOptions, httpPlugin } from './tools/http/http-plugin.js';
export {
  createPinnedLookup,
  type PinnedLookupDeps,
  refusePrivate,
  type ResolveHost,
} from './tools/http/pinned-lookup.js';
export { ShellOptions, shellPlugin } from './tools/shell/shell-plugin.js';
export { SqlOptions, sqlPlugin } from './tools/sql/sql-plugin.js';
export { findGuestFunction, type GuestFunction, searchGuestFunctions } from './catalog/guest-functions.js';
export { listAll, type PageWanted } from './listing/list-all.js';
export { readElicitBlock } from './execution/program/program-text.js';
export { makeFolder } from './machine/make-folder.js';
export { deterministicId } from './deterministic-id.js';
export { describeMachine, type MachineFact } from './machine/describe-machine.js';
export { createMemoryVault } from './vault/memory-vault.js';
export { describeVault, openVault, type VaultOption } from './vault/open-vault.js';
export type { AgentCallOptions, AgentTool } from './agent/agent-tool.js';
export { agentTools } from './agent/agent-tools.js';
export type { AgentToolsOptions } from './agent/agent-tools-options.js';
export type { AgentReply } from './agent/view/agent-execution-view.js';
export type { AgentMedia } from './agent/view/take-media.js';
