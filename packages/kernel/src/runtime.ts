// What Toolshed's own packages use of the kernel beside its public surface. Not a public API.
export { assertNever } from './assert-never.js';
export { sourceLines } from './source-lines.js';
export { isTimeUp } from './elicitation/answer/action.js';
export type { EarlierAnswer, OpenNamed } from './elicitation/answer/answer-errors.js';
export {
  InDoubtContent,
  readContent,
  readFlowContent,
  readOtherAnswer,
  refusalFor,
  toResponse,
} from './elicitation/answer/answer.js';
export type { Asker } from './elicitation/asker.js';
export { timeUp } from './elicitation/answer/time-up.js';
export { withdrawal } from './elicitation/answer/withdrawal.js';
export type { KindCatalog } from './elicitation/create-elicit.js';
export { ElicitOutcome, ElicitSpec } from './elicitation/elicit-spec.js';
export { hostOf, UrlRequiredError } from './elicitation/elicit-url.js';
export { type AskedField, type AskedForm, asksNothing, readAskedForm } from './elicitation/form/asked-form.js';
export type { FieldOption } from './elicitation/form/field-options.js';
export type { FormField } from './elicitation/form/form-fields.js';
export { mcpFieldOf } from './elicitation/form/mcp-form.js';
export { readForm } from './elicitation/form/read-form.js';
export { catalogOfKinds } from './elicitation/kinds/kind-catalog.js';
export {
  type MiddlewareRun,
  type MiddlewareStep,
  createMiddlewareRun,
  MiddlewareError,
} from './elicitation/engine/middleware.js';
export { createQuestionQueue, type QueuedQuestion } from './elicitation/engine/queue.js';
export { GivenApprovals } from './elicitation/pending-elicitation.js';
export { readElicitRequest } from './elicitation/read-elicit-request.js';
export type { ElicitRequest } from './elicitation/elicit-request.js';
export type { RequestOf } from './elicitation/request.js';
export { unknownKeyMessage } from './options/nearest-key.js';
export { namespacesOf } from './tool/catalog/tool-namespace.js';
export { questTree } from './elicitation/side-quest.js';
export { parentQuestion, QuestEnd, type RecordedParent } from './elicitation/parent-question.js';
export { deniedCodeOf } from './elicitation/answer/tool-denied-error.js';
export { advance, advanceAll, effectiveEntries, fold } from './execution/advance.js';
export { hasEnough, noApprovals, withApproval } from './execution/approvals.js';
export { isPlan, isReadyPlan } from './execution/plan.js';
export { Damage, damageOf } from './execution/damage.js';
export type { Due } from './execution/due-times.js';
export { callKey } from './execution/execution-state.js';
export {
  type Again,
  dueBy,
  type ExecutionState,
  isTerminal,
  nextDue,
  type OpenCall,
  openQuestion,
  openQuestions,
  type RecordedQuestion,
  questionsOf,
  type ToolCall,
} from './execution/execution-state.js';
export { isTerminalOrDamaged, isTerminalStatus, TERMINAL_STATUSES } from './execution/terminal-status.js';
export { summarize } from './execution/execution-summary.js';
export { askedElicitation, type AskingExecution, pendingElicitation } from './execution/pending-question.js';
export { Reminders, reminderWaits } from './elicitation/reminders.js';
export { newElicitationId, newExecutionId, newGrantId, newSecretHandle, newSeed, timePrefix } from './ids.js';
export { AUDIT_ROOT, AuditFact, chain, factOf, isChained, isLineOf, sessionNamedBy } from './journal/audit-line.js';
export { canonicalJson, NotJsonError } from './journal/canonical-json.js';
export { GuestError, JOURNAL_FORMAT, type NewEntry } from './journal/entry.js';
export {
  IDLE_KINDS,
  isCallOutcome,
  isDecidedAgain,
  isDelivered,
  isEnd,
  isIdleAfter,
  isIssued,
  isMadeCall,
  isNewsOfCall,
  isWorded,
  type IssuedEntry,
  type OutcomeEntry,
  traitsOf,
  type WordedEntry,
} from './journal/entry-traits.js';
export { Permit, Purpose } from './journal/purpose.js';
export { digestOfSent, wasSent } from './journal/sent-arguments.js';
export { MORE_THAN_COUNTED, MOST_COUNTED, nextAfter, pageIn, toPage, UnknownCursorError } from './page.js';
export { ConditionShape } from './policy/condition/argument-condition.js';
export { ArgumentPath } from './policy/condition/argument-path.js';
export { describeCondition } from './policy/condition/describe-condition.js';
export { inBrackets, stricter } from './policy/gate-decision.js';
export type { Caller } from './policy/judgement.js';
export { matchesPattern, PathPattern } from './policy/match-pattern.js';
export { createPatternIndex, type PatternIndex } from './policy/pattern-index.js';
export { RememberScope } from './policy/remember.js';
export { describeRule } from './policy/describe-rule.js';
export { createRulebook, type Rulebook } from './policy/rulebook.js';
export type { AuditProblem } from './ports/audit-log.js';
export { MAX_BROADCAST_BYTES } from './ports/broadcast.js';
export { LONGEST_MS, LONGEST_TIMER_MS } from './ports/clock.js';
export type { Digest } from './ports/digest.js';
export { GrantUnavailableError } from './ports/grant-store.js';
export {
  CannotForkError,
  type Claim,
  type DamagedEntry,
  type EntriesFilter,
  type EntriesPage,
  type EntryPlace,
  FIRST_EPOCH,
  type LocatedQuestion,
  type PlacesPage,
} from './ports/journal-store.js';
export { KnownOwner, OwnerFacts } from './ports/owner-store.js';
export { recordText } from './ports/shared-records.js';
export {
  type KeptSecret,
  SecretName,
  SecretOwner,
  SecretTakenError,
  SecretValue,
  type VaultKeeping,
} from './ports/secret-vault.js';
export { readMembers, readOptions, readStrictly } from './options/read-options.js';
export { hasMethods, inWords, isFunction, passed } from './options/schema-words.js';
export type { Leave } from './tool/tool-context.js';
export {
  failedCheck,
  issuesText,
  readIssues,
  readSchema,
  schemaProblems,
  type SchemaResult,
} from './tool/schema/json-schema.js';
export { ANYWHERE, isPlacedAt, Label } from './tool/catalog/placement.js';
export { marksSecrets, secretsIn } from './tool/schema/secret.js';
export { describeOrigin } from './tool/catalog/describe-origin.js';
export { ShownOrigin, type ToolOrigin } from './tool/catalog/tool-origin.js';
export { editDistance } from './edit-distance.js';
export { referred } from './tool/schema/local-reference.js';
export { joinSegments, segmentsOf } from './tool/catalog/tool-path.js';
export {
  argumentsSignatureOf,
  commentedSignatureOf,
  declarationOf,
  signatureOf,
  signatureWithin,
} from './tool/schema/tool-types.js';
export { cautionsOf, CONTINUED, keyText, LEFT_OUT, quotedText, safeJson, safeLines, safeText } from './safe-text.js';
