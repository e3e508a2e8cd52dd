// A program in its sandbox, which may be lost at any time and is then restored from the journal. Opens sandboxes from the
// pool; the loop (`drive/`) delivers outcomes to it and takes what it did.
//
// Invariants
//   S1. A sandbox that is lost while it runs the program costs a replay, at most twice; then the execution fails. One
//       that is lost because of another program, or given away while this one waited, costs a replay and is not counted.
//       One that is lost while it replays recorded history costs another replay, at most twice; then this process
//       gives up, and the execution stays as it was.
//   S2. A program that has returned is over when no call or sleep it waits for is under way; one that threw is over at
//       once. After that nothing it left behind can issue another call: its isolate is disposed.
//   S3. A sandbox that breaks its protocol is ended, process and all, and what it said in that step is not used.
//   S4. A program fails with a code of ours only if it was given that code; any other code is marked as its own.

import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import { NOTHING_USED, type UsedTime } from '../../sandbox/lane-budget.js';
import type { Delivery, Sandbox } from '../../sandbox/sandbox.js';
import {
  GuestProtocolError,
  LimitError,
  ReplayUnfinishedError,
  SandboxLostError,
} from '../../sandbox/sandbox-errors.js';
import {
  isGuestCode,
  type ProgramOutcome,
  type Printed,
  programCode,
  readPrinted,
  readStepOutput,
  type StepOutput,
} from '../../tool-proxy/guest-boundary.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { IsolationLevel } from '../../sandbox/isolation-level.js';
import type { LiveDeps } from '../execution-deps.js';
import { deliveriesOf, replay } from '../replay/replay.js';
import { createUnwrittenLines } from './unwritten-lines.js';

export interface RunningProgram {
  readonly walls: IsolationLevel | undefined;
  /** How the program will end once nothing it waits for is under way; undefined until it has returned. */
  readonly ending: ProgramOutcome | undefined;
  /** How the program ended, once it has. */
  readonly outcome: ProgramOutcome | undefined;
  /** The time it has used, without replays. */
  readonly used: UsedTime;
  /** Runs it from its start to the end of its journal; returns what it did beyond that. */
  restore(): Promise<StepOutput>;
  /** Delivers the outcomes in these entries; returns what the program did then, at once if it runs in this thread. */
  deliver(entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput>;
  /** What it has printed beyond what the journal has, in a step that still runs or was killed. */
  unwritten(state: ExecutionState): readonly NewEntry[];
  end(): void;
}

const MAX_LOSSES = 2;
/** How much longer a replay may take for each entry of the journal. */
const MS_PER_ENTRY = 10;

export function createRunningProgram(journal: ExecutionJournal, deps: LiveDeps): RunningProgram {
  let sandbox: Sandbox | undefined;
  let walls: IsolationLevel | undefined;
  let ending: ProgramOutcome | undefined;
  let outcome: ProgramOutcome | undefined;
  let isStepping = false;
  let hasEnded = false;
  /** Codes of failures the program was given; some may not be in the journal yet. */
  const handed = new Set<string | undefined>();

  const lines = createUnwrittenLines();
  const read = (text: string): StepOutput => {
    const output = readStepOutput(text, deps.limits);
    lines.add(output);
    return output;
  };

  let used = usedBefore(journal.entries);
  let lostReplays = 0;

  const drop = (): void => {
    if (sandbox) ({ used } = sandbox);
    sandbox?.[Symbol.dispose]();
    sandbox = undefined;
  };

  const step = async (opened: Sandbox, work: Promise<StepOutput | string>): Promise<StepOutput> => {
    isStepping = true;
    try {
      const said = await work;
      isStepping = false;
      return accepted(typeof said === 'string' ? read(said) : said);
    } catch (error) {
      isStepping = false;
      return failed(opened, error);
    }
  };

  const handOver = (opened: Sandbox, deliveries: readonly Delivery[]): StepOutput | Promise<StepOutput> => {
    try {
      const said = opened.deliver(deliveries);
      return typeof said === 'string' ? accepted(read(said)) : step(opened, said);
    } catch (error) {
      return failed(opened, error);
    }
  };

  const accepted = (output: StepOutput): StepOutput => {
    const [first] = output.calls;
    if (first && first.number !== journal.state.calls + 1)
      throw new GuestProtocolError(`call ${first.number} is not the next`);
    outcome = output.outcome && withOwnCode(output.outcome);
    ending = outcome ?? output.ending ?? ending;
    if (outcome) drop();
    return output;
  };

  /** The isolate keeps our codes and the program's apart; a compromised worker may not. */
  const withOwnCode = (ended: ProgramOutcome): ProgramOutcome => {
    if (ended.kind === 'returned') return ended;
    const { code } = ended.error;
    const isKnown = isGuestCode(code) || code.startsWith('program/') || handed.has(code) || wasHanded(code);
    return isKnown ? ended : { ...ended, error: { ...ended.error, code: programCode(code) } };
  };
  const wasHanded = (code: string): boolean => journal.entries.some((entry) => codeIn(entry) === code);

  const failed = (opened: Sandbox, error: unknown): Promise<StepOutput> => {
    keepLines(opened, error);
    if (error instanceof GuestProtocolError) opened.condemn();
    drop();
    return orRestored(error);
  };

  const keepLines = (opened: Sandbox, error: unknown): void => {
    const isKilled =
      error instanceof LimitError || error instanceof SandboxLostError || error instanceof ReplayUnfinishedError;
    if (!isKilled) {
      lines.forget();
      return;
    }
    const hasOutput = error instanceof LimitError && error.lastOutput !== '';
    lines.add(printedIn(hasOutput ? [error.lastOutput] : opened.printed));
    lines.lose();
  };

  /** A compromised worker may say anything. */
  const printedIn = (texts: readonly string[]): Printed => {
    try {
      return readPrinted(texts, deps.limits);
    } catch {
      return NOTHING;
    }
  };

  const open = async (): Promise<Sandbox> => {
    const tenant = deps.tenantOf(journal.state.started.session, journal.id);
    const opened = await deps.pool.open(tenant, { limits: deps.limits, used });
    if (hasEnded) {
      opened[Symbol.dispose]();
      throw new SandboxLostError('the execution was released while it waited for a worker', false);
    }
    sandbox = opened;
    walls = opened.walls;
    return opened;
  };

  const orRestored = async (error: unknown): Promise<StepOutput> => {
    // Not journaled: it is about this machine, not about the program.
    if (error instanceof ReplayUnfinishedError && error.wasLost && !hasEnded && ++lostReplays <= MAX_LOSSES)
      return restore();
    if (!(error instanceof SandboxLostError) || hasEnded) throw error;
    if (!error.wasRunning) return restore();
    if (journal.state.sandboxLosses >= MAX_LOSSES) throw error;
    await journal.append(() => [{ kind: 'sandbox-lost', reason: error.how }]);
    return restore();
  };

  const allowedMs = (): number => deps.replayMs + journal.entries.length * MS_PER_ENTRY;

  /** Outcomes that are only held are written first, so that the replay delivers them again. */
  const restore = async (): Promise<StepOutput> => {
    await journal.flush();
    const opened = await open();
    lines.begin({ logs: 0, emitted: 0 });
    return step(
      opened,
      replay(journal.entries, { sandbox: opened, read, digest: deps.digest, allowedMs: allowedMs() }),
    );
  };

  return {
    get walls() {
      return walls;
    },
    get ending() {
      return ending;
    },
    get outcome() {
      return outcome;
    },
    get used() {
      return sandbox?.used ?? used;
    },
    restore,
    deliver(entries) {
      for (const entry of entries) handed.add(codeIn(entry));
      const deliveries = deliveriesOf(entries);
      if (outcome || deliveries.length === 0) return NOTHING;
      if (sandbox === undefined) return restore();
      lines.begin(journal.state.printed);
      return handOver(sandbox, deliveries);
    },
    unwritten: ({ printed }) => lines.entries(printed, isStepping && sandbox ? printedIn(sandbox.printed) : NOTHING),
    end() {
      hasEnded = true;
      if (isStepping) sandbox?.condemn();
      drop();
    },
  };
}

const codeIn = (entry: JournalEntry): string | undefined =>
  entry.kind === 'threw' || entry.kind === 'call-refused' ? entry.error.code : undefined;

const NOTHING: StepOutput = { calls: [], logs: [], emitted: [], cleared: [], ending: undefined, outcome: undefined };

/** As of its last pause: counted on from there, so that a program has as much time cold as warm. */
function usedBefore(entries: readonly JournalEntry[]): UsedTime {
  const last = entries.findLast((entry) => entry.kind === 'parked' && entry.used !== undefined);
  return (last?.kind === 'parked' ? last.used : undefined) ?? NOTHING_USED;
}
