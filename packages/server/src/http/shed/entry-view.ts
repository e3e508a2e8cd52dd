// Which facts of a journal entry leave the host, and for whom. Every fact of every kind is listed: one that nobody has
// decided about does not compile, and so cannot leak.
//
// Threats
//   The seed makes an execution's random numbers and the ids of its questions; nobody outside needs it.
//   An agent reads the journal of its own session, and with it what programs never get: what people answered to a
//   tool's handler, what they answered before the host's middleware changed it, the arguments they wrote instead of the
//   program's, the text of programs that people saved from other sessions, the ids of flows (more about these in
//   `agent-question.ts`), and the host's folders, which are in the labels.

import type { Answer, EntryOf, JournalEntry, ParentQuestion } from '@toolshed/kernel';
import { parentQuestion } from '@toolshed/kernel/runtime';
import { requestForAgent } from '@toolshed/runtime/agent';
import type { Principal } from '../access/principal.js';

/**
 * An entry with the names that ids have everywhere but in journals: `executionId`, `elicitationId`. Journals are stored
 * for ever, and keep the names they were written with.
 */
export type EntryView = {
  readonly [K in JournalEntry['kind']]: Omit<EntryOf<K>, 'elicitation' | 'execution' | 'parent' | 'seed'> &
    (EntryOf<K> extends { readonly elicitation: infer Id } ? { readonly elicitationId: Id } : unknown) &
    (EntryOf<K> extends { readonly execution: infer Id } ? { readonly executionId: Id } : unknown) &
    (K extends 'started' ? { readonly parent?: ParentQuestion } : unknown);
}[JournalEntry['kind']];

const NAMES: Readonly<Record<string, string>> = { elicitation: 'elicitationId', execution: 'executionId' };

/** All of it for an approver; for anybody else what `FOR_AGENTS` shows. */
export function entryView(entry: JournalEntry, caller: Principal): object {
  const shown = caller.kind === 'approver' ? entryForApprover(entry) : entryForAgent(entry);
  return Object.fromEntries(Object.entries(shown).map(([fact, value]) => [NAMES[fact] ?? fact, value]));
}

function entryForApprover(entry: JournalEntry): object {
  if (entry.kind !== 'started') return entry;
  const { seed: _, parent, ...shown } = entry;
  return { ...shown, ...(parent === undefined ? {} : { parent: parentQuestion(parent) }) };
}

function entryForAgent(entry: JournalEntry): object {
  // Sound because the table is read at the entry's own kind.
  const facts = FOR_AGENTS[entry.kind] as Readonly<Record<string, Shown<unknown>>>;
  const shown = Object.entries(entry).flatMap(([fact, value]) => {
    const how = fact in EVERY_ENTRY_HAS ? 'shown' : facts[fact];
    if (how === undefined || how === 'hidden' || value === undefined) return [];
    return [[fact, how === 'shown' ? value : how(value)]];
  });
  return Object.fromEntries(shown);
}

const EVERY_ENTRY_HAS = { kind: true, seq: true, at: true } as const;

/** A fact as it is, not at all, or what is made of it. */
type Shown<T> = 'shown' | 'hidden' | ((value: NonNullable<T>) => unknown);

type AgentFacts = {
  readonly [K in JournalEntry['kind']]: {
    readonly [F in Exclude<keyof EntryOf<K>, keyof typeof EVERY_ENTRY_HAS>]-?: Shown<EntryOf<K>[F]>;
  };
};

const withoutContent = ({ action, reason }: Answer): object => ({
  action,
  ...(reason === undefined ? {} : { reason }),
});

const withoutDefect = (outcome: EntryOf<'late-outcome'>['outcome']): object =>
  outcome.kind === 'threw' ? { kind: outcome.kind, error: outcome.error } : outcome;

const call = { call: 'shown' } as const;
const within = { within: 'shown' } as const;
const position = { line: 'shown', column: 'shown' } as const;
const question = { elicitation: 'shown', call: 'shown' } as const;
const asked = {
  ...question,
  asker: 'shown',
  digest: 'shown',
  request: requestForAgent,
  expiresAt: 'shown',
  approvals: 'shown',
} as const;

const FOR_AGENTS: AgentFacts = {
  started: {
    format: 'shown',
    source: 'shown',
    seed: 'hidden',
    session: 'shown',
    agent: 'shown',
    by: 'shown',
    labels: 'hidden',
    idempotencyKey: 'shown',
    engine: 'hidden',
    parent: parentQuestion,
    namespaces: 'shown',
    limits: 'shown',
    namesQuestions: 'shown',
    rules: 'shown',
    trace: 'shown',
    placement: 'shown',
    input: 'shown',
    purpose: 'shown',
  },
  'tool-called': {
    ...call,
    ...within,
    ...position,
    path: 'shown',
    digest: 'shown',
    args: 'shown',
    tool: 'shown',
    decision: 'shown',
    planned: 'shown',
  },
  'call-refused': { ...call, ...within, ...position, path: 'shown', digest: 'shown', error: 'shown' },
  'elicit-called': { ...call, ...within, ...position, digest: 'shown', request: 'shown' },
  'tool-changed': { ...call, tool: 'shown', args: 'shown', decision: 'shown' },
  redecided: { ...call, decision: 'shown', stale: 'shown' },
  planned: { ...call, request: requestForAgent, standIn: 'shown', missing: 'shown' },
  'timer-set': { ...call, ...within, digest: 'shown', due: 'shown' },
  printed: { ...within, logs: 'shown', emitted: 'shown' },
  asked: { ...asked, original: requestForAgent },
  'approval-given': { ...question, by: 'shown', args: 'hidden', reason: 'shown' },
  consented: { ...question, by: 'shown' },
  revised: { ...asked, raw: withoutContent, decision: 'shown' },
  answered: { ...question, answer: withoutContent, args: 'hidden', raw: 'hidden' },
  'side-quest-ended': { elicitation: 'shown', execution: 'shown', status: 'shown' },
  invoking: { ...call, attempt: 'shown' },
  'program-entered': { ...call, version: 'shown', digest: 'shown', source: 'hidden', input: 'shown', rules: 'shown' },
  returned: { ...call, value: 'shown' },
  threw: { ...call, error: 'shown', defect: 'hidden' },
  fired: call,
  'late-outcome': { ...call, attempt: 'shown', outcome: withoutDefect },
  parked: { wakeAt: 'shown', used: 'shown' },
  'taken-over': { by: 'shown', from: 'shown' },
  'sandbox-lost': { reason: 'shown' },
  reopened: { elicitation: 'shown' },
  completed: { value: 'shown' },
  failed: { error: 'shown' },
  cancelled: { by: 'shown', reason: 'shown' },
};
