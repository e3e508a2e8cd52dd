// Replays an execution without doing anything, to see whether it still could go on and, if not, where it departs from
// its journal.

import {
  type Digest,
  effectiveEntries,
  fold,
  type JournalEntry,
  type OpenCall,
  type Tool,
  type ToolCatalog,
} from '@toolshed/kernel';
import type { Limits } from '../sandbox/limits.js';
import type { SandboxPool } from '../sandbox/sandbox.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import { readStepOutput } from '../tool-proxy/guest-boundary.js';
import { SourceUnavailableError } from '../sources/source-unavailable-error.js';
import { describeEntry, isIssued, JournalDivergedError, replay } from './replay.js';

export type ReplayReport =
  | { readonly kind: 'same'; readonly calls: number; readonly steps: readonly ReplayStep[] }
  | {
      readonly kind: 'diverged';
      readonly call: number;
      readonly recorded: string;
      readonly replayed: string;
      readonly steps: readonly ReplayStep[];
      /** What ran the program when it was recorded. */
      readonly engine: string;
    };

/** One call of the journal and what became of it. */
export interface ReplayStep {
  readonly call: number;
  readonly what: string;
  readonly outcome: 'returned' | 'threw' | 'fired' | 'open';
}

export interface ExplainReplayDeps {
  readonly pool: SandboxPool;
  readonly catalog: ToolCatalog;
  readonly digest: Digest;
  readonly definitionOf: DefinitionOf;
  readonly limits: Limits;
  readonly trustDomain: string;
}

export async function explainReplay(journal: readonly JournalEntry[], deps: ExplainReplayDeps): Promise<ReplayReport> {
  const { pool, digest, limits } = deps;
  const state = fold(journal);
  const steps = stepsOf(effectiveEntries(journal), digest);
  using sandbox = await pool.open(deps.trustDomain);
  try {
    await replay(journal, { sandbox, read: (text) => readStepOutput(text, limits), digest });
    compareTools(state.open.values(), deps);
    return { kind: 'same', calls: steps.length, steps };
  } catch (error) {
    if (!(error instanceof JournalDivergedError)) throw error;
    const { call, recorded, replayed } = error;
    return { kind: 'diverged', call, recorded, replayed, steps, engine: state.started.engine };
  }
}

/** A call that is still open would run the tool as it is now; it must be the tool a person was asked about. */
function compareTools(open: Iterable<OpenCall>, { catalog, definitionOf }: ExplainReplayDeps): void {
  for (const one of open) {
    if (!('issued' in one) || one.issued.kind !== 'tool-called') continue;
    assertSameTool(one.issued, catalog, definitionOf);
  }
}

/** The tool of a recorded call, if it is still defined as it was. One whose source is away is not a difference. */
export function assertSameTool(
  { call, path, tool: recorded }: { readonly call: number; readonly path: string; readonly tool: string },
  catalog: ToolCatalog,
  definitionOf: DefinitionOf,
): Tool {
  const tool = catalog.find(path);
  if (tool === undefined) {
    const absence = catalog.absence(path);
    if (absence !== undefined) throw new SourceUnavailableError(path, absence);
    throw new JournalDivergedError(call, `the tool ${path}`, 'there is no such tool');
  }
  const now = definitionOf(tool);
  if (now === recorded) return tool;
  throw new JournalDivergedError(
    call,
    `${path} as defined by ${recorded.slice(0, 16)}`,
    `as defined by ${now.slice(0, 16)}`,
  );
}

function stepsOf(entries: readonly JournalEntry[], digest: Digest): readonly ReplayStep[] {
  const outcomes = new Map<number, ReplayStep['outcome']>();
  for (const entry of entries) {
    if (entry.kind === 'returned' || entry.kind === 'threw' || entry.kind === 'fired')
      outcomes.set(entry.call, entry.kind);
  }
  return entries.filter(isIssued).map((entry) => ({
    call: entry.call,
    what: describeEntry(entry, digest),
    outcome: outcomes.get(entry.call) ?? 'open',
  }));
}
