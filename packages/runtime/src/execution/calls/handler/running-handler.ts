// One run of a tool's handler, from its start to its outcome. It counts the questions the handler waits for, keeps the
// time limit, and carries the two ways to interrupt a handler: `end` rejects what it waits for, `abort` also aborts its
// signal. `handler-runs.ts` owns the runs of an execution; `late-outcomes.ts` owns those nobody waits for any more.

import { type Answer, type ElicitationId, ToolshedError } from '@toolshed/kernel';
import { causeOf } from '../../../tool-proxy/thrown.js';
import type { CallOutcome } from '../../../tool-proxy/invoke-tool.js';
import type { Lease } from '../../residency/owners/owners.js';
import { createCheckedAbort } from './checked-abort.js';
import type { HandlerCall } from './handler-call.js';

export type HandlerEnd =
  | { readonly kind: 'outcome'; readonly outcome: CallOutcome }
  /** It rejected with the error it was interrupted with. */
  | { readonly kind: 'interrupted' }
  /** Its result cannot be used, for example because its secrets cannot be read. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/** The owner of a run. */
export interface HandlerOwner {
  /** Called whenever the handler begins or ceases to work. */
  onChange(handler: RunningHandler): void;
  /** Called once, when the time limit is reached. */
  onOverdue(handler: RunningHandler): void;
}

export interface HandlerFacts {
  readonly call: number;
  readonly attempt: number;
  readonly path: string;
  readonly asksMidway: boolean;
  /** Whether a run that failed after it was aborted leaves nothing in doubt. */
  readonly isHarmless: boolean;
  /** How long it may work; the time it waits for people does not count. */
  readonly limitMs: number;
  /** Whether its attempt is on disk: a safe call may run before that, and may never reach the disk. */
  readonly isRecorded: () => boolean;
  /** Under which it may act. */
  readonly lease: Pick<Lease, 'mayHaveEnded'>;
}

/**
 * What `ctx.elicit` rejects with when its host closes. The question stays open; once there is an answer, the handler runs
 * again and gets it. Let this error pass: a handler that catches it and continues does not run again.
 */
export class HandlerEvictedError extends ToolshedError {
  override readonly name = 'HandlerEvictedError';
  override readonly code = 'handler/evicted';

  constructor() {
    super('Cannot wait here any longer: the host is closing; the handler is run again once its question is answered');
  }
}

/** The reason of a handler's signal, and what its `ctx.elicit` rejects with from then on. */
export class HandlerAbortedError extends ToolshedError {
  override readonly name = 'HandlerAbortedError';
  override readonly code = 'handler/aborted';
}

/** A class, because there is one for every call. */
export class RunningHandler implements HandlerCall {
  /** Questions it is about to ask, and questions it waits for. */
  #asking = 0;
  #questions = 0;
  /** How many of those were just answered: the handler is about to resume. */
  #answered = 0;
  /** Made when the handler reads its signal. */
  #controller: AbortController | undefined;
  #abortedBy: Error | undefined;
  /** The errors it was interrupted with, first to last. */
  readonly #endedBy: Error[] = [];
  /** The questions it waits for. */
  readonly #awaited = new Map<ElicitationId, (answer: Answer) => void>();
  /** Made when the handler first waits. */
  #ending: PromiseWithResolvers<never> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #limit: TimeLimit | undefined;
  #owner: HandlerOwner | undefined;
  readonly #end = Promise.withResolvers<HandlerEnd>();
  /** Whether its outcome is on disk. */
  isJournaled = false;
  /** Whether its time limit was reached before it ended. */
  isOverdue = false;
  /** Whether it ended without a certain outcome. */
  isUncertain = false;
  #hasBegun = false;
  #isOver = false;
  /** How long it worked, without the time it waited for people; known once it has ended. */
  workedMs = 0;

  constructor(readonly facts: HandlerFacts) {}

  get call(): number {
    return this.facts.call;
  }

  get attempt(): number {
    return this.facts.attempt;
  }

  /** Whether it works, rather than waits for a person. */
  get isBusy(): boolean {
    return this.#asking > 0 || this.#answered > 0 || this.#questions === 0 || this.isEnding;
  }

  /** Whether it was interrupted. */
  get isEnding(): boolean {
    return this.#endedBy.length > 0;
  }

  get isAborted(): boolean {
    return this.#abortedBy !== undefined;
  }

  /** Whether the tool's own code was called: until then nothing can have happened. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get endedBy(): Error | undefined {
    return this.#endedBy[0];
  }

  /** Resolves when the run is over. */
  get ended(): Promise<HandlerEnd> {
    return this.#end.promise;
  }

  /** Whether the outcome of the run is the outcome of the call: a failure after an abort may be caused by the abort. */
  isCertain(outcome: CallOutcome): boolean {
    return !this.isAborted || outcome.kind === 'returned' || this.facts.isHarmless;
  }

  setOwner(owner: HandlerOwner | undefined): void {
    this.#owner = owner;
  }

  /** `work` reports what the handler threw. */
  run(work: (onThrow: (error: unknown) => void) => Promise<CallOutcome>): void {
    const onThrow = (error: unknown): void => {
      this.#failure = { error };
    };
    this.#limit = createTimeLimit(this.facts.limitMs, () => this.#owner?.onOverdue(this));
    work(onThrow).then(
      (outcome) => this.#finish({ kind: 'outcome', outcome }),
      (error) => this.#finish({ kind: 'unknown', error }),
    );
  }

  /** Called in the tick in which the tool's own code is called; throws if the run was aborted before. */
  begin(): void {
    if (this.#abortedBy) throw this.#abortedBy;
    this.#hasBegun = true;
  }

  #finish(end: HandlerEnd): void {
    this.#isOver = true;
    this.workedMs = this.#limit?.stop() ?? 0;
    const failure = this.#failure;
    const isInterrupted =
      (this.isAborted && !this.#hasBegun) ||
      (failure !== undefined && this.#endedBy.some((cause) => isBecauseOf(failure.error, cause)));
    this.#end.resolve(isInterrupted ? { kind: 'interrupted' } : end);
  }

  signal(): AbortSignal {
    this.#controller ??= createCheckedAbort(() => {
      if (!this.#abortedBy && !this.#isOver && this.facts.lease.mayHaveEnded)
        this.abort(new HandlerAbortedError(ENDED));
    });
    if (this.#abortedBy) this.#controller.abort(this.#abortedBy);
    return this.#controller.signal;
  }

  onAsking(change: 1 | -1): void {
    this.#asking += change;
    this.#owner?.onChange(this);
  }

  async whenAnswered(elicitation: ElicitationId): Promise<Answer> {
    this.#ending ??= newEnding();
    const [cause] = this.#endedBy;
    if (cause) throw cause;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#awaited.set(elicitation, resolve);
    this.#onWaiting(1);
    try {
      return await Promise.race([promise, this.#ending.promise]);
    } finally {
      this.#awaited.delete(elicitation);
      this.#answered = Math.max(0, this.#answered - 1);
      this.#onWaiting(-1);
    }
  }

  awaits(elicitation: ElicitationId): boolean {
    return this.#awaited.has(elicitation);
  }

  /** Hands over an answer the handler waits for, once. It counts as busy from here on, not only when it resumes. */
  answer(elicitation: ElicitationId, answer: Answer): void {
    const resolve = this.#awaited.get(elicitation);
    if (!resolve) return;
    this.#awaited.delete(elicitation);
    this.#answered++;
    this.#owner?.onChange(this);
    resolve(answer);
  }

  #onWaiting(change: 1 | -1): void {
    this.#questions += change;
    if (this.#questions > 0) this.#limit?.pause();
    else this.#limit?.resume();
    this.#owner?.onChange(this);
  }

  /** Rejects what it waits for and everything it asks from now on. Its signal is left alone: it may be acting. */
  end(error: Error): void {
    this.#endedBy.push(error);
    this.#ending?.reject(error);
    this.#owner?.onChange(this);
  }

  abort(error: Error): void {
    this.#abortedBy ??= error;
    this.#controller?.abort(this.#abortedBy);
    this.end(error);
  }
}

const ENDED = 'Cannot continue here: the lease of this host has ended, and another may have taken the execution over';

/** The handler may have stopped waiting: a rejection without a listener is expected here. */
function newEnding(): PromiseWithResolvers<never> {
  const ending = Promise.withResolvers<never>();
  ending.promise.catch(() => undefined);
  return ending;
}

/** Whether an error is `cause`, or has it in its chain of causes. */
function isBecauseOf(error: unknown, cause: Error): boolean {
  let link = error;
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    if (link === cause) return true;
    link = causeOf(link);
    if (link === undefined) return false;
  }
  return false;
}

/** A chain of causes may be a ring. */
const MAX_CAUSES = 100;

/** A time limit that can be paused. Does not keep the process alive. */
interface TimeLimit {
  pause(): void;
  resume(): void;
  /** How much of it was used. */
  stop(): number;
}

/** Starts at once. */
function createTimeLimit(ms: number, onReached: () => void): TimeLimit {
  let left = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const resume = (): void => {
    if (hasStopped || timer !== undefined) return;
    since = performance.now();
    timer = setTimeout(onReached, Math.max(0, left)).unref();
  };
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - since;
  };
  resume();
  return {
    pause,
    resume,
    stop() {
      hasStopped = true;
      pause();
      return ms - left;
    },
  };
}
