// One line of the audit log: who did what, when, and the digest of what was shown, answered or run. No content, no secret.
//
// The digests are made of what the journal holds, never copied from it: an entry that was edited, with every
// checksum repaired, is no longer the one its line was written for.
//
// Each line's hash covers the line and the hash before it, so a line cannot be changed, dropped or moved alone.

import { z } from 'zod';
import { assertNever } from '../assert-never.js';
import type { Digest } from '../ports/digest.js';
import { canonicalJson } from './canonical-json.js';
import type { EntryOf, JournalEntry } from './entry.js';

export const AuditFact = z.strictObject({
  at: z.int(),
  what: z.string(),
  execution: z.string().optional(),
  /** Of an execution that starts. Lines of earlier versions name it in their detail alone. */
  session: z.string().optional(),
  seq: z.int().optional(),
  call: z.int().optional(),
  path: z.string().optional(),
  who: z.string().optional(),
  channel: z.string().optional(),
  detail: z.string().optional(),
  digest: z.string().optional(),
});
export type AuditFact = Readonly<z.infer<typeof AuditFact>>;

/** One line of the audit log: who did what and when, chained to the line before it by a digest. */
export const AuditLine = AuditFact.extend({ n: z.int().positive(), previous: z.string(), hash: z.string() });
export type AuditLine = Readonly<z.infer<typeof AuditLine>>;

/** What the first line follows. */
export const AUDIT_ROOT = '0'.repeat(64);

export function chain(fact: AuditFact, n: number, previous: string, digest: Digest): AuditLine {
  return { ...fact, n, previous, hash: digest(lineText(fact, n, previous)) };
}

/** Canonical JSON, without sorting the same keys for each line: they stand here in their order. What is absent adds nothing. */
function lineText(fact: AuditFact, n: number, previous: string): string {
  const { at, call, channel, detail, digest, execution, path, seq, session, what, who } = fact;
  return JSON.stringify({ at, call, channel, detail, digest, execution, n, path, previous, seq, session, what, who });
}

/** Whether a line is what `chain` would have made of its own facts after `previous`. */
export function isChained({ n, previous, hash, ...fact }: AuditLine, follows: string, digest: Digest): boolean {
  return previous === follows && hash === chain(fact, n, previous, digest).hash;
}

/** Whether a line is what the log keeps about this entry today, or what an earlier version kept. */
export function isLineOf(recorded: AuditFact, { session, ...due }: AuditFact): boolean {
  const kept = recorded.session === undefined || session === undefined ? due : { ...due, session };
  return canonicalJson(kept) === canonicalJson(recorded);
}

/** The session of a line that starts an execution. */
export function sessionNamedBy({ what, session, detail = '' }: AuditFact): string | undefined {
  if (what !== 'started' || session !== undefined) return session;
  // An earlier version added what it is for. A session whose own name ends like that is read without it.
  return /^session (.*?)(?:, (?:a plan|undoes exec_[\w-]+|approved with plan exec_[\w-]+ by .*))?$/s.exec(detail)?.[1];
}

/** What the audit log keeps about an entry; `undefined` for entries that neither decide nor do anything. */
export function factOf(execution: string, entry: JournalEntry, digest: Digest): AuditFact | undefined {
  const { seq, at } = entry;
  const base = { at, execution, seq, what: entry.kind };
  switch (entry.kind) {
    case 'started':
      return {
        ...base,
        ...(entry.agent === undefined ? {} : { who: entry.agent }),
        ...(entry.by === undefined ? {} : { who: `${entry.by.kind} ${entry.by.principal}`, channel: entry.by.channel }),
        session: entry.session,
        detail: `session ${entry.session}${purposeOf(entry)}`,
        digest: digestOf(entry, digest),
      };
    case 'tool-called':
      return {
        ...base,
        call: entry.call,
        path: entry.path,
        detail: verdictOf(entry.decision),
        digest: digestOfCall(entry, digest),
      };
    case 'redecided':
      return {
        ...base,
        call: entry.call,
        detail: `${verdictOf(entry.decision)}${entry.stale ? ', preview changed' : ''}`,
        digest: digestOf(entry, digest),
      };
    case 'tool-changed':
      return { ...base, call: entry.call, detail: verdictOf(entry.decision), digest: digest(entry.args) };
    case 'planned':
      return { ...base, call: entry.call, digest: digestOf(entry, digest) };
    case 'call-refused':
      return { ...base, call: entry.call, detail: entry.error.code, digest: entry.digest };
    case 'elicit-called':
      return { ...base, call: entry.call, digest: entry.digest };
    case 'asked':
      return {
        ...base,
        call: entry.call,
        detail: `${entry.asker} ${entry.elicitation}`,
        digest: digestOfQuestion(entry, digest),
      };
    case 'revised': {
      const { raw, decision, elicitation, call } = entry;
      const who = raw === undefined ? {} : { who: `${raw.by.kind} ${raw.by.principal}`, channel: raw.by.channel };
      const why = decision ? `${entry.approvals} approvals, ${verdictOf(decision)}` : raw?.action;
      return { ...base, call, ...who, detail: `${why} ${elicitation}`, digest: digestOfQuestion(entry, digest) };
    }
    case 'side-quest-ended':
      return { ...base, detail: `${entry.execution} ${entry.status} for ${entry.elicitation}` };
    case 'answered': {
      const { by, action, reason } = entry.answer;
      const { raw } = entry;
      const edited = entry.args === undefined ? '' : ' with other arguments';
      const origin = raw === undefined ? '' : `, made of ${raw.action} by ${raw.by.kind} ${raw.by.principal}`;
      const detail = `${action} ${entry.elicitation}${edited}${reason === undefined ? '' : ` (${reason})`}${origin}`;
      const who = `${by.kind} ${by.principal}`;
      return { ...base, call: entry.call, who, channel: by.channel, detail, digest: digestOf(entry, digest) };
    }
    case 'approval-given': {
      const { by, reason } = entry;
      const edited = entry.args === undefined ? '' : ' with other arguments';
      const detail = `${entry.elicitation}${edited}${reason === undefined ? '' : ` (${reason})`}`;
      const who = `${by.kind} ${by.principal}`;
      return { ...base, call: entry.call, who, channel: by.channel, detail, digest: digestOf(entry, digest) };
    }
    case 'consented': {
      const { by, call, elicitation } = entry;
      return { ...base, call, who: `${by.kind} ${by.principal}`, channel: by.channel, detail: elicitation };
    }
    case 'invoking':
      return { ...base, call: entry.call, detail: `attempt ${entry.attempt}` };
    case 'program-entered':
      return { ...base, call: entry.call, detail: `version ${entry.version}`, digest: digestOf(entry, digest) };
    case 'returned':
      return { ...base, call: entry.call, digest: digestOf(entry, digest) };
    case 'threw':
      return { ...base, call: entry.call, detail: entry.error.code, digest: digestOf(entry, digest) };
    case 'late-outcome': {
      const { call, attempt, outcome } = entry;
      const became = outcome.kind === 'threw' ? `threw ${outcome.error.code}` : 'returned';
      return { ...base, call, detail: `attempt ${attempt} ${became}`, digest: digestOf(entry, digest) };
    }
    case 'failed':
      return { ...base, detail: entry.error.code, digest: digestOf(entry, digest) };
    case 'taken-over':
    case 'cancelled':
      return { ...base, who: `${entry.by.kind} ${entry.by.principal}`, channel: entry.by.channel };
    case 'reopened':
      return { ...base, detail: entry.elicitation };
    case 'completed':
      return { ...base, digest: digestOf(entry, digest) };
    case 'sandbox-lost':
      return base;
    case 'timer-set':
    case 'fired':
    case 'printed':
    case 'parked':
      return undefined;
    default:
      return assertNever(entry);
  }
}

function purposeOf({ purpose }: EntryOf<'started'>): string {
  switch (purpose?.kind) {
    case undefined:
      return '';
    case 'plan':
      return ', a plan';
    case 'approved-plan': {
      const { plan, by, shown } = purpose;
      return `, approved with plan ${plan} by ${by.kind} ${by.principal} (${by.channel}), shown ${shown}`;
    }
    case 'undo':
      return `, undoes ${purpose.of}`;
    default:
      return assertNever(purpose);
  }
}

/** Of the whole entry: whatever in it is changed later, the line no longer fits. */
const digestOf = (entry: JournalEntry, digest: Digest): string => digest(canonicalJson(entry));

/** Of the words as channels name them, then of the whole entry. */
const digestOfQuestion = (entry: EntryOf<'asked'> | EntryOf<'revised'>, digest: Digest): string =>
  `${entry.digest} ${digestOf(entry, digest)}`;

/** Of what is shown and runs; after that of what was sent, where that is something else. */
function digestOfCall({ args, digest: sent }: EntryOf<'tool-called'>, digest: Digest): string {
  return sent === undefined ? digest(args) : `${sent} ${digest(args)}`;
}

function verdictOf({ kind, because }: EntryOf<'tool-called'>['decision']): string {
  switch (because.kind) {
    case 'rule':
      return `${kind}: rule ${because.rule}`;
    case 'grant':
      return `${kind}: grant ${because.grant}`;
    case 'plan':
      return `${kind}: plan ${because.plan}`;
    default:
      return `${kind}: ${because.kind}`;
  }
}
