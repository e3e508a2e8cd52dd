// Codes that several routes declare.

/** Of a list that is read page by page, for members. */
export const LIST_FAILURES = ['access/session', 'list/unknown-cursor'] as const;

/** Of whatever reads the journal of one execution. */
export const EXECUTION_FAILURES = ['execution/unknown', 'elicitation/unknown', 'journal/corrupt'] as const;

/** Of whatever resumes an execution. */
export const RESUMING_FAILURES = [
  ...EXECUTION_FAILURES,
  'execution/elsewhere',
  'execution/owner-silent',
  'host/draining',
  'limit/live-executions',
  'replay/unfinished',
  'store/outcome-unknown',
  'tool/not-here',
] as const;

/** Of an answer. */
export const ANSWER_FAILURES = [
  ...RESUMING_FAILURES,
  'answer/edit-refused',
  'answer/forbidden',
  'answer/invalid',
  'answer/own-execution',
  'answer/person-only',
  'answer/unseen-arguments',
  'elicitation/already-answered',
  'elicitation/changed',
  'elicitation/middleware-failed',
  'elicitation/not-consented',
  'elicitation/preview-changed',
  'grant/invalid',
  'limit/answer-size',
  'policy/denied-since',
] as const;

/** Of whatever starts an execution. */
export const START_FAILURES = [
  'access/session',
  'execution/key-taken',
  'host/draining',
  'limit/live-executions',
  'limit/queue-full',
  'limit/source-size',
  'program/types',
  'options/invalid',
  'store/outcome-unknown',
  'tool/unplaced',
] as const;
