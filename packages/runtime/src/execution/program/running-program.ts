// The programs of one execution: its own, and each saved program that a call of it entered and that has not ended.
//
// A saved program runs in an isolate of its own. In the isolate of its caller, the caller could change the realm under it,
// and what a person granted to the saved program would be the caller's. All of them issue calls of the one execution, so
// its gate, its limits, its questions, its owner and its end are theirs too.
//
// Invariants
//   F1. What a program does depends on its text, its input and the outcomes of its own calls alone. The order in which
//       programs are handed what a step brought decides only how the journal numbers their calls.
//   F2. The outcome of a saved program is the outcome of the call that entered it, and reaches the caller as an entry.
//   F3. An outcome for a program that has ended reaches nobody.
//   F4. The programs of an execution share its limits of time and calls.

import type { JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, isCallOutcome, type NewEntry } from '@toolshed/kernel/runtime';
import type { ExecutionTrace } from '../../ports/tracing.js';
import type { IsolationLevel } from '../../sandbox/isolation-level.js';
import { NOTHING_USED, outOfCpu, outOfWall, type UsedTime } from '../../sandbox/lane-budget.js';
import { LIMIT_CODES } from '../../sandbox/limits.js';
import { LimitError } from '../../sandbox/sandbox-errors.js';
import type { ProgramOutcome, StepOutput } from '../../tool-proxy/guest-boundary.js';
import type { LiveDeps } from '../execution-deps.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import { NOTHING, ProgramSession } from './program-session.js';

export interface RunningProgram {
  /** The isolation level of its latest sandbox; undefined before the first. */
  readonly isolation: IsolationLevel | undefined;
  /** How the program of the execution will end once nothing it waits for is under way; undefined until it has returned. */
  readonly ending: ProgramOutcome | undefined;
  /** How it ended, once it has. */
  readonly outcome: ProgramOutcome | undefined;
  /** The time all programs have used, without replays. */
  readonly used: UsedTime;
  /** Runs them from their start to the end of the journal; returns what they did beyond that. */
  restore(): Promise<StepOutput>;
  /** Delivers the outcomes in these entries; returns what the programs did then, at once if they run in this thread. */
  deliver(entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput>;
  /** What they have printed beyond what the journal has, in a step that still runs or was killed. */
  unwritten(state: ExecutionState): readonly NewEntry[];
  end(): void;
}

export const createRunningProgram = (
  journal: ExecutionJournal,
  deps: LiveDeps,
  trace: ExecutionTrace | undefined,
): RunningProgram => new ExecutionPrograms(journal, deps, trace);

class ExecutionPrograms implements RunningProgram {
  readonly #journal: ExecutionJournal;
  readonly #open: (call: number | undefined) => ProgramSession;
  readonly #own: ProgramSession;
  /** By the calls that entered them. */
  readonly #saved = new Map<number, ProgramSession>();
  readonly #limits: LiveDeps['limits'];
  /** By programs that are not here: those that have ended, and all of them before the execution came here. */
  #usedBefore: UsedTime;

  constructor(journal: ExecutionJournal, deps: LiveDeps, trace: ExecutionTrace | undefined) {
    this.#journal = journal;
    this.#limits = deps.limits;
    this.#usedBefore = usedBefore(journal.entries);
    this.#open = (call) => new ProgramSession(journal, deps, trace, { call, usedByAll: () => this.used });
    this.#own = this.#open(undefined);
  }

  get isolation(): IsolationLevel | undefined {
    return this.#own.isolation;
  }

  get ending(): ProgramOutcome | undefined {
    return this.#own.ending;
  }

  get outcome(): ProgramOutcome | undefined {
    return this.#own.outcome;
  }

  get used(): UsedTime {
    const used = plus(this.#usedBefore, this.#own.used);
    return this.#saved.size === 0 ? used : [...this.#saved.values()].reduce((sum, one) => plus(sum, one.used), used);
  }

  async restore(): Promise<StepOutput> {
    const entered = [...this.#journal.state.open].flatMap(([call, open]) => (open.kind === 'entered' ? [call] : []));
    const steps: Step[] = [{ session: this.#own, output: await this.#own.restore() }];
    for (const call of entered) steps.push(await this.#enter(call));
    return this.#joined(steps);
  }

  deliver(entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput> {
    if (this.#journal.state.programs > 0) return this.#deliverAll(entries);
    const output = this.#own.deliver(entries);
    const numbered = (own: StepOutput): StepOutput => this.#joined([{ session: this.#own, output: own }]);
    return output instanceof Promise ? output.then(numbered) : numbered(output);
  }

  unwritten(state: ExecutionState): readonly NewEntry[] {
    return [this.#own, ...this.#saved.values()].flatMap((session) => session.unwritten(state));
  }

  end(): void {
    this.#own.end();
    for (const session of this.#saved.values()) session.end();
  }

  /** One program after the other, each with every outcome for it (F1): one that is restored finds the rest in the journal. */
  async #deliverAll(entries: readonly JournalEntry[]): Promise<StepOutput> {
    // What ended a call ended the program that ran for it, whether or not the program was over (F3).
    for (const entry of entries) if (isCallOutcome(entry)) this.#forget(entry.call);
    const steps: Step[] = [];
    for (const session of [this.#own, ...this.#saved.values()]) {
      steps.push({ session, output: await session.deliver(entries) });
      this.#assertTime();
    }
    for (const entry of entries) if (entry.kind === 'program-entered') steps.push(await this.#enter(entry.call));
    return this.#joined(steps);
  }

  async #enter(call: number): Promise<Step> {
    const session = this.#open(call);
    this.#saved.set(call, session);
    const output = await session.restore();
    this.#assertTime();
    return { session, output };
  }

  #forget(call: number): void {
    const session = this.#saved.get(call);
    if (session === undefined) return;
    session.end();
    this.#usedBefore = plus(this.#usedBefore, session.used);
    this.#saved.delete(call);
  }

  /** F4: each sandbox counts from what all had used when it was opened. */
  #assertTime(): void {
    const { cpuMs, wallMs } = this.used;
    if (cpuMs >= this.#limits.cpuMs) throw outOfCpu(this.#limits, '');
    if (wallMs >= this.#limits.wallMs) throw outOfWall(this.#limits, '');
  }

  /** What they did, with the journal's numbers. */
  #joined(steps: readonly Step[]): StepOutput {
    const [own, ...saved] = steps;
    if (own === undefined) return NOTHING;
    let next = this.#journal.state.calls + 1;
    const numbered = steps.map(({ session, output: { calls, cleared } }) => {
      const { numbers, frame } = session;
      const first = next;
      const isSame = first === numbers.count + 1 && frame.call === undefined && cleared.length === 0;
      numbers.add(calls.length, first);
      next += calls.length;
      if (isSame) return { calls, cleared };
      const within = frame.call === undefined ? {} : { within: frame.call };
      return {
        calls: calls.map((call, index) => ({ ...call, number: first + index, ...within })),
        cleared: cleared.map((call) => numbers.inJournal(call)),
      };
    });
    // F4: each isolate counts its own calls.
    if (next - 1 > this.#limits.calls && saved.length > 0)
      throw new LimitError(LIMIT_CODES.calls, `Cannot make more than ${this.#limits.calls} calls`);
    const [first] = numbered;
    if (saved.length === 0) return first?.calls === own.output.calls ? own.output : { ...own.output, ...first };
    return {
      ...own.output,
      calls: numbered.flatMap(({ calls }) => calls),
      cleared: numbered.flatMap(({ cleared }) => cleared),
      saved: saved.flatMap(({ session: { frame, outcome }, output: { logs, emitted, outcome: isOver } }) =>
        frame.call === undefined ? [] : [{ call: frame.call, logs, emitted, outcome: isOver && outcome }],
      ),
    };
  }
}

interface Step {
  readonly session: ProgramSession;
  readonly output: StepOutput;
}

const plus = (a: UsedTime, b: UsedTime): UsedTime => ({ cpuMs: a.cpuMs + b.cpuMs, wallMs: a.wallMs + b.wallMs });

/** As of its last pause: counting continues from there, so a restored program has as much time as one in memory. */
function usedBefore(entries: readonly JournalEntry[]): UsedTime {
  const last = entries.findLast((entry) => entry.kind === 'parked' && entry.used !== undefined);
  return (last?.kind === 'parked' ? last.used : undefined) ?? NOTHING_USED;
}
