// Replays an execution without any effect, to find out whether it could be resumed and, if not, where its program
// departs from its journal.

import type { JournalEntry, ToolCatalog } from '@toolshed/kernel';
import { type Digest, effectiveEntries, fold, isDelivered, isIssued, type OpenCall } from '@toolshed/kernel/runtime';
import { NOTHING_USED } from '../../sandbox/lane-budget.js';
import { type Limits, limitsOf } from '../../sandbox/limits.js';
import type { LabelElsewhere } from '../../catalog/placed-tools.js';
import type { SandboxPool } from '../../sandbox/sandbox.js';
import type { DefinitionOf } from '../../tool-proxy/tool-definition.js';
import { readStepOutput } from '../../tool-proxy/guest-boundary.js';
import { currentTool } from '../calls/recheck/same-tool.js';
import { frameJournal } from '../program/frame-journal.js';
import { describeEntry, JournalDivergedError, replay } from './replay.js';

/** Whether an execution could continue, and if not, where its program diverges from the journal. */
export type ReplayReport =
  | {
      readonly kind: 'same';
      readonly calls: number;
      readonly steps: readonly ReplayStep[];
      /** Open calls that would not run as recorded: this host lacks their tool, or defines it differently. */
      readonly otherTools: readonly OtherTool[];
    }
  | {
      readonly kind: 'diverged';
      readonly call: number;
      readonly recorded: string;
      readonly replayed: string;
      readonly steps: readonly ReplayStep[];
      /** What ran the program when it was recorded. */
      readonly engine: string;
    };

/** One call of the journal and its outcome. */
export interface ReplayStep {
  /** The number of the call. */
  readonly call: number;
  /** What the program did. */
  readonly what: string;
  /** What it was given. */
  readonly outcome: 'returned' | 'threw' | 'fired' | 'open';
}

/** A call whose tool is not the one it was made with. */
export interface OtherTool {
  /** The number of the call. */
  readonly call: number;
  /** The path it called. */
  readonly path: string;
  /** Whether this host has no such tool, or another one. */
  readonly kind: 'missing' | 'changed';
}

export interface ExplainReplayDeps {
  readonly pool: SandboxPool;
  readonly catalog: ToolCatalog;
  readonly digest: Digest;
  readonly definitionOf: DefinitionOf;
  readonly labelElsewhere: LabelElsewhere;
  readonly limits: Limits;
  readonly replayMs: number;
}

export async function explainReplay(journal: readonly JournalEntry[], deps: ExplainReplayDeps): Promise<ReplayReport> {
  const { pool, digest, replayMs: allowedMs } = deps;
  const state = fold(journal);
  const limits = limitsOf(state.started, deps.limits);
  const steps = stepsOf(effectiveEntries(journal), digest);
  const { session } = state.started;
  for (const frame of framesIn(journal)) {
    const { entries, numbers } = frameJournal(journal, frame);
    using sandbox = await pool.open({ domain: `replay of ${session}`, session }, { limits, used: NOTHING_USED });
    try {
      await replay(entries, { sandbox, read: (text) => readStepOutput(text, limits), digest, allowedMs });
    } catch (error) {
      if (!(error instanceof JournalDivergedError)) throw error;
      const { recorded, replayed } = error;
      const call = numbers.inJournal(error.call);
      return { kind: 'diverged', call, recorded, replayed, steps, engine: state.started.engine };
    }
  }
  return { kind: 'same', calls: steps.length, steps, otherTools: otherTools(state.open.values(), deps) };
}

/** Its own program, and each saved program that a call of it entered. */
const framesIn = (journal: readonly JournalEntry[]): readonly (number | undefined)[] => [
  undefined,
  ...effectiveEntries(journal).flatMap((entry) => (entry.kind === 'program-entered' ? [entry.call] : [])),
];

/** Open calls whose tools are missing or changed here: `calls/call-steps.ts` says what happens to them. */
function otherTools(open: Iterable<OpenCall>, deps: ExplainReplayDeps): readonly OtherTool[] {
  return [...open].flatMap((one) => {
    if (!('issued' in one) || one.issued.kind !== 'tool-called') return [];
    const { call, path } = one.issued;
    const { kind } = currentTool(one.issued, deps);
    return kind === 'same' ? [] : [{ call, path, kind }];
  });
}

function stepsOf(entries: readonly JournalEntry[], digest: Digest): readonly ReplayStep[] {
  const outcomes = new Map<number, ReplayStep['outcome']>();
  for (const entry of entries) {
    if (isDelivered(entry)) outcomes.set(entry.call, entry.kind);
  }
  return entries.filter(isIssued).map((entry) => ({
    call: entry.call,
    what: describeEntry(entry, digest),
    outcome: outcomes.get(entry.call) ?? 'open',
  }));
}
