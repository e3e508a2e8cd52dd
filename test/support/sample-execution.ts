// An execution told entry by entry, with the summary a host would keep beside it.

import {
  type ElicitationId,
  type ExecutionId,
  type ExecutionSummary,
  type GrantId,
  JournalEntry,
  toolPath,
} from '@toolshed/kernel';
import {
  fold,
  type NewEntry,
  newElicitationId,
  newExecutionId,
  type Purpose,
  summarize,
  type RecordedParent,
} from '@toolshed/kernel/runtime';

type Append = readonly [ExecutionId, readonly JournalEntry[], ExecutionSummary];

export interface SampleExecution {
  readonly id: ExecutionId;
  readonly entries: readonly JournalEntry[];
  /** The first append: `started`, and whatever else is said at once. */
  start(...said: readonly NewEntry[]): Append;
  /** The next append. */
  say(...said: readonly NewEntry[]): Append;
}

export interface SampleOptions {
  readonly id?: ExecutionId;
  readonly session?: string;
  readonly agent?: string;
  readonly idempotencyKey?: string;
  readonly at?: number;
  readonly parent?: RecordedParent;
  readonly placement?: readonly string[];
  readonly source?: string;
  readonly purpose?: Purpose;
}

export function sampleExecution(options: SampleOptions = {}): SampleExecution {
  const {
    id = newExecutionId(0),
    session = 'chat-1',
    agent,
    idempotencyKey,
    at = 1_000,
    parent,
    placement,
    purpose,
  } = options;
  const { source = 'await tools.mail.send({})' } = options;
  const entries: JournalEntry[] = [];
  const say = (...said: readonly NewEntry[]): Append => {
    const added = said.map((entry, index) => JournalEntry.parse({ ...entry, seq: entries.length + index, at }));
    entries.push(...added);
    return [id, added, summarize(id, fold(entries), at)];
  };
  const started: NewEntry = {
    kind: 'started',
    format: 1,
    source,
    seed: 'seed',
    session,
    ...(agent === undefined ? {} : { agent }),
    labels: { team: 'core' },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    engine: 'test',
    ...(parent === undefined ? {} : { parent }),
    ...(placement === undefined ? {} : { placement: [...placement] }),
    ...(purpose === undefined ? {} : { purpose }),
  };
  return { id, entries, start: (...said) => say(started, ...said), say };
}

export const printed = (text: string): NewEntry => ({ kind: 'printed', logs: [{ level: 'log', text }], emitted: [] });
export const completed: NewEntry = { kind: 'completed', value: '1' };

/** A call that needs a person, and the question for it. */
export function askedCall(call = 1, elicitation: ElicitationId = newElicitationId(0), expiresAt?: number): NewEntry[] {
  const path = toolPath('mail.send');
  const decision = { kind: 'ask', because: { kind: 'destructive' } } as const;
  const request = {
    type: 'approval',
    message: `Send mail ${call}?`,
    toolPath: path,
    args: { to: 'ada@x.org' },
  } as const;
  return [
    { kind: 'tool-called', call, path, args: '{"to":"ada@x.org"}', tool: 't1', decision, line: 1 },
    {
      kind: 'asked',
      elicitation,
      call,
      asker: 'gate',
      digest: 'd2',
      request,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ];
}

export const approved = (elicitation: ElicitationId, call = 1): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: { action: 'accept', by: { principal: 'ada', kind: 'person', channel: 'terminal' } },
});

/** What follows an approval when the tool works. */
export const ranCall = (call = 1): NewEntry[] => [
  { kind: 'invoking', call, attempt: 1 },
  { kind: 'returned', call, value: '{"sent":true}' },
];

/** A call that a grant let through. */
export const grantedCall = (grant: GrantId, call = 1): NewEntry => ({
  kind: 'tool-called',
  call,
  path: toolPath('mail.send'),
  args: '{}',
  tool: 'digest',
  decision: { kind: 'allow', because: { kind: 'grant', grant } },
});
