// A program in its sandbox, which may be lost at any time and is then restored from the journal: that of an execution, or
// a saved one that a call of it entered. Opens sandboxes from the pool; `running-program.ts` delivers outcomes to it and
// takes what it did. Here calls have the numbers that the program gave them.
//
// Invariants
//   S1. A sandbox that is lost while it runs the program costs a replay, at most twice; then the execution fails. One
//       that is lost because of another program, or given away while this one waited, costs a replay and is not counted.
//       One that is lost while it replays recorded history costs another replay, at most twice; then this process
//       gives up, and the execution stays as it was.
//   S2. A program that has returned is over when no call or sleep it waits for is under way; one that threw is over at
//       once. After that nothing it left behind can issue another call: its isolate is disposed.
//   S3. A sandbox that breaks its protocol is ended, process and all, and what it sent in that step is not used.
//   S4. A program fails with one of Toolshed's codes only if it was given that code; any other code is marked as its own.

import type { JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, type NewEntry, sourceLines } from '@toolshed/kernel/runtime';
import { NOTHING_USED, type UsedTime } from '../../sandbox/lane-budget.js';
import type { Delivery, Sandbox, Tenant } from '../../sandbox/sandbox.js';
import {
  GuestProtocolError,
  LimitError,
  ReplayUnfinishedError,
  SandboxLostError,
} from '../../sandbox/sandbox-errors.js';
import {
  type ProgramOutcome,
  type Printed,
  readPrinted,
  readStepOutput,
  type StepOutput,
} from '../../tool-proxy/guest-boundary.js';
import type { KnownTools } from '../../tool-proxy/missing-names.js';
import type { ExecutionTrace } from '../../ports/tracing.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { IsolationLevel } from '../../sandbox/isolation-level.js';
import type { LiveDeps } from '../execution-deps.js';
import { deliveriesOf, replay } from '../replay/replay.js';
import { CallNumbers } from './call-numbers.js';
import { type FrameJournal, frameJournal, printedIn } from './frame-journal.js';
import { createProgramCodes } from './program-codes.js';
import { createUnwrittenLines } from './unwritten-lines.js';

const MAX_LOSSES = 2;
/** How much longer a replay may take for each entry of the journal. */
const MS_PER_ENTRY = 10;

/** Which program of an execution it is, and what it shares with the others. */
export interface Frame {
  /** The call that entered it; undefined for the program of the execution. */
  readonly call: number | undefined;
  /** What all programs of the execution have used. */
  readonly usedByAll: () => UsedTime;
}

export class ProgramSession {
  /** The isolation level of its latest sandbox; undefined before the first. */
  isolation: IsolationLevel | undefined;
  /** How the program will end once nothing it waits for is under way; undefined until it has returned. */
  ending: ProgramOutcome | undefined;
  /** How the program ended, once it has. */
  outcome: ProgramOutcome | undefined;
  numbers = new CallNumbers();
  readonly #journal: ExecutionJournal;
  readonly #deps: LiveDeps;
  readonly #tools: KnownTools;
  readonly #lines = createUnwrittenLines();
  readonly #codes;
  #sandbox: Sandbox | undefined;
  /** The time used in sandboxes before this one, and what all programs had used when this one was opened. */
  #before = NOTHING_USED;
  #atOpening = NOTHING_USED;
  #isStepping = false;
  #hasEnded = false;
  #lostReplays = 0;

  constructor(
    journal: ExecutionJournal,
    deps: LiveDeps,
    readonly trace: ExecutionTrace | undefined,
    readonly frame: Frame,
  ) {
    this.#journal = journal;
    this.#deps = deps;
    this.#codes = createProgramCodes(journal);
    const { catalog } = deps;
    this.#tools = {
      isNamespace: (name) => catalog.namespaces.some((one) => one.name === name),
      nearest: (text) => catalog.nearest(text),
      line: (number) => (frame.call === undefined ? sourceLines(journal.state.started.source)[number - 1] : undefined),
    };
  }

  /** The time it has used here, without replays. */
  get used(): UsedTime {
    const { cpuMs, wallMs } = this.#sandbox?.used ?? this.#atOpening;
    return {
      cpuMs: this.#before.cpuMs + cpuMs - this.#atOpening.cpuMs,
      wallMs: this.#before.wallMs + wallMs - this.#atOpening.wallMs,
    };
  }

  /**
   * Runs it from its start to the end of its journal; returns what it did beyond that.
   *
   * Outcomes that are only held are written first, so that the replay delivers them again.
   */
  async restore(): Promise<StepOutput> {
    await this.#journal.flush();
    const sandbox = await this.#open();
    const { entries, numbers } = this.#ownJournal();
    this.numbers = numbers;
    this.#lines.begin({ logs: 0, emitted: 0 });
    const allowedMs = this.#deps.replayMs + entries.length * MS_PER_ENTRY;
    const { digest } = this.#deps;
    const began = performance.now();
    const replayed = replay(entries, { sandbox, read: (text) => this.#read(text), digest, allowedMs });
    const stepped = (): Promise<StepOutput> => this.#step(sandbox, replayed);
    const isReplay = entries.length > 1;
    const output = await (this.trace && isReplay ? this.trace.replaying(entries.length, stepped) : stepped());
    if (isReplay) this.#deps.facts.replayed(performance.now() - began);
    return output;
  }

  /** Delivers the outcomes in these entries; returns what the program did then, at once if it runs in this thread. */
  deliver(entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput> {
    this.#codes.give(entries);
    const deliveries = this.#toOwn(deliveriesOf(entries));
    if (this.outcome || deliveries.length === 0) return NOTHING;
    if (this.#sandbox === undefined) return this.restore();
    this.#lines.begin(this.#printed(this.#journal.state));
    return this.#handOver(this.#sandbox, deliveries);
  }

  /** What it has printed beyond what the journal has, in a step that still runs or was killed. */
  unwritten(state: ExecutionState): readonly NewEntry[] {
    const sandbox = this.#isStepping ? this.#sandbox : undefined;
    const soFar = sandbox ? this.#printedIn(sandbox.printed) : NOTHING;
    return this.#lines
      .entries(this.#printed(state), soFar)
      .map((entry) => (this.frame.call === undefined ? entry : { ...entry, within: this.frame.call }));
  }

  #printed(state: ExecutionState): ExecutionState['printed'] {
    return this.frame.call === undefined ? state.printed : printedIn(this.#journal.entries, this.frame.call);
  }

  #ownJournal(): FrameJournal {
    const { entries, state } = this.#journal;
    if (this.frame.call !== undefined || state.programs > 0) return frameJournal(entries, this.frame.call);
    const numbers = new CallNumbers();
    numbers.add(state.calls, 1);
    return { entries, numbers };
  }

  /** Without those for calls of other programs. */
  #toOwn(deliveries: readonly Delivery[]): readonly Delivery[] {
    if (this.#journal.state.programs === 0) return deliveries;
    return deliveries.flatMap((delivery) => {
      const call = this.numbers.own(delivery.call);
      return call === undefined ? [] : [{ ...delivery, call }];
    });
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#isStepping) this.#sandbox?.condemn();
    this.#drop();
  }

  async #open(): Promise<Sandbox> {
    const tenant = this.#tenant();
    const used = this.frame.usedByAll();
    const opened = await this.#deps.pool.open(tenant, { limits: this.#deps.limits, used });
    if (this.#hasEnded) {
      opened[Symbol.dispose]();
      throw new SandboxLostError('the execution was released while it waited for a worker', false);
    }
    this.#before = this.used;
    this.#atOpening = used;
    this.#sandbox = opened;
    this.isolation = opened.isolation;
    return opened;
  }

  /**
   * Threat: a program that breaks out of its isolate, and makes the calls of a saved program it entered, which a person
   * may have granted. So a saved program never shares a process with its caller.
   */
  #tenant(): Tenant {
    const { started, open } = this.#journal.state;
    const tenant = this.#deps.tenantOf(started.session, this.#journal.id);
    const entered = this.frame.call === undefined ? undefined : open.get(this.frame.call);
    if (entered?.kind !== 'entered') return tenant;
    return { ...tenant, domain: `program ${entered.program.digest} for ${tenant.domain}` };
  }

  #handOver(sandbox: Sandbox, deliveries: readonly Delivery[]): StepOutput | Promise<StepOutput> {
    try {
      const text = sandbox.deliver(deliveries);
      return typeof text === 'string' ? this.#accept(this.#read(text)) : this.#step(sandbox, text);
    } catch (error) {
      return this.#recover(sandbox, error);
    }
  }

  async #step(sandbox: Sandbox, work: Promise<StepOutput | string>): Promise<StepOutput> {
    this.#isStepping = true;
    try {
      const output = await work;
      this.#isStepping = false;
      return this.#accept(typeof output === 'string' ? this.#read(output) : output);
    } catch (error) {
      this.#isStepping = false;
      return this.#recover(sandbox, error);
    }
  }

  #read(text: string): StepOutput {
    const output = readStepOutput(text, this.#deps.limits, this.#tools);
    this.#lines.add(output);
    return output;
  }

  #accept(output: StepOutput): StepOutput {
    const [first] = output.calls;
    if (first && first.number !== this.numbers.count + 1)
      throw new GuestProtocolError(`call ${first.number} is not the next`);
    this.outcome = output.outcome && this.#codes.mark(output.outcome);
    this.ending = this.outcome ?? output.ending ?? this.ending;
    // S2.
    if (this.outcome) this.#drop();
    return output;
  }

  /** S1 and S3: what a step that failed costs. */
  async #recover(sandbox: Sandbox, error: unknown): Promise<StepOutput> {
    this.#keepLines(sandbox, error);
    if (error instanceof GuestProtocolError) sandbox.condemn();
    this.#drop();
    if (this.#hasEnded) throw error;
    // Not journaled: it is about this machine, not about the program.
    if (error instanceof ReplayUnfinishedError && error.wasLost && ++this.#lostReplays <= MAX_LOSSES)
      return this.restore();
    if (!(error instanceof SandboxLostError)) throw error;
    if (!error.wasRunning) return this.restore();
    if (this.#journal.state.sandboxLosses >= MAX_LOSSES) throw error;
    await this.#journal.append(() => [{ kind: 'sandbox-lost', reason: error.how }]);
    return this.restore();
  }

  #keepLines(sandbox: Sandbox, error: unknown): void {
    const isKilled =
      error instanceof LimitError || error instanceof SandboxLostError || error instanceof ReplayUnfinishedError;
    if (!isKilled) {
      this.#lines.forget();
      return;
    }
    const hasOutput = error instanceof LimitError && error.lastOutput !== '';
    this.#lines.add(this.#printedIn(hasOutput ? [error.lastOutput] : sandbox.printed));
    this.#lines.lose();
  }

  /** Nothing, where a compromised worker sent something else. */
  #printedIn(texts: readonly string[]): Printed {
    try {
      return readPrinted(texts, this.#deps.limits);
    } catch {
      return NOTHING;
    }
  }

  #drop(): void {
    this.#before = this.used;
    this.#atOpening = NOTHING_USED;
    this.#sandbox?.[Symbol.dispose]();
    this.#sandbox = undefined;
  }
}

export const NOTHING: StepOutput = {
  calls: [],
  logs: [],
  emitted: [],
  cleared: [],
  ending: undefined,
  outcome: undefined,
};
