import type { Answer, ElicitationId } from '@toolshed/kernel';
import type { CallOutcome } from '../../tool-proxy/invoke-tool.js';
import type { HandlerCall } from './handler-context.js';
import { isBecauseOf } from './handler-ended.js';
import { createTimeLimit, type TimeLimit } from './time-limit.js';

export type HandlerEnd =
  | { readonly kind: 'outcome'; readonly outcome: CallOutcome }
  /** It rejected with the error it was told to end with. */
  | { readonly kind: 'ended' }
  /** What it gave back cannot be used, such as while its secrets cannot be read. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Who looks after a run. */
export interface HandlerFollower {
  /** Told whenever it begins or ceases to work. */
  moved(handler: RunningHandler): void;
  /** Told once its time is up. */
  overdue(handler: RunningHandler): void;
}

export interface HandlerFacts {
  readonly call: number;
  readonly attempt: number;
  readonly path: string;
  readonly asksMidway: boolean;
  /** Whether nothing is in doubt about a run that failed after it was aborted. */
  readonly isHarmless: boolean;
  /** How long it may work; waiting for people does not count. */
  readonly limitMs: number;
}

/** One run of a tool's handler, from its start to its outcome. A class, because there is one for every call. */
export class RunningHandler implements HandlerCall {
  /** How many it is about to ask, and how many it waits for. */
  #asking = 0;
  #questions = 0;
  /** How many of these have just been answered: it is about to go on. */
  #answered = 0;
  /** Made when the handler looks at its signal. */
  #controller: AbortController | undefined;
  #abortedBy: Error | undefined;
  /** What it was told to end with, first to last. */
  readonly #endedBy: Error[] = [];
  /** The questions it waits for. */
  readonly #awaited = new Map<ElicitationId, (answer: Answer) => void>();
  /** Made when the handler first waits. */
  #ending: PromiseWithResolvers<never> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #limit: TimeLimit | undefined;
  #follower: HandlerFollower | undefined;
  readonly #end = Promise.withResolvers<HandlerEnd>();
  /** Whether its outcome is on disk. */
  isJournaled = false;
  /** Whether its time was up before it was over. */
  isOverdue = false;

  constructor(readonly facts: HandlerFacts) {}

  get call(): number {
    return this.facts.call;
  }

  /** Whether it works, rather than waits for a person. */
  get isBusy(): boolean {
    return this.#asking > 0 || this.#answered > 0 || this.#questions === 0 || this.isEnding;
  }

  /** Whether it was told to end. */
  get isEnding(): boolean {
    return this.#endedBy.length > 0;
  }

  get isAborted(): boolean {
    return this.#abortedBy !== undefined;
  }

  get endedBy(): Error | undefined {
    return this.#endedBy[0];
  }

  /** Resolves when the run is over. */
  get ended(): Promise<HandlerEnd> {
    return this.#end.promise;
  }

  /** Whether what became of it is what became of the call: a failure after an abort may be the abort's own. */
  isCertain(outcome: CallOutcome): boolean {
    return !this.isAborted || outcome.kind === 'returned' || this.facts.isHarmless;
  }

  follow(follower: HandlerFollower | undefined): void {
    this.#follower = follower;
  }

  /** `work` reports what the handler threw. */
  run(work: (onThrow: (error: unknown) => void) => Promise<CallOutcome>): void {
    const onThrow = (error: unknown): void => {
      this.#failure = { error };
    };
    this.#limit = createTimeLimit(this.facts.limitMs, () => this.#follower?.overdue(this));
    work(onThrow).then(
      (outcome) => this.#finish({ kind: 'outcome', outcome }),
      (error) => this.#finish({ kind: 'unknown', error }),
    );
  }

  #finish(end: HandlerEnd): void {
    this.#limit?.stop();
    const failure = this.#failure;
    const isTold = failure !== undefined && this.#endedBy.some((told) => isBecauseOf(failure.error, told));
    this.#end.resolve(isTold ? { kind: 'ended' } : end);
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abortedBy) this.#controller.abort(this.#abortedBy);
    return this.#controller.signal;
  }

  onAsking(change: 1 | -1): void {
    this.#asking += change;
    this.#follower?.moved(this);
  }

  async whenAnswered(elicitation: ElicitationId): Promise<Answer> {
    this.#ending ??= newEnding();
    const [told] = this.#endedBy;
    if (told) throw told;
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

  /** Hands over an answer the handler waits for, once. It counts as working from here on, not only when it resumes. */
  answer(elicitation: ElicitationId, answer: Answer): void {
    const resolve = this.#awaited.get(elicitation);
    if (!resolve) return;
    this.#awaited.delete(elicitation);
    this.#answered++;
    this.#follower?.moved(this);
    resolve(answer);
  }

  #onWaiting(change: 1 | -1): void {
    this.#questions += change;
    if (this.#questions > 0) this.#limit?.pause();
    else this.#limit?.goOn();
    this.#follower?.moved(this);
  }

  /** Rejects what it waits for and whatever it asks from now on. Its signal is left alone: it may be acting. */
  end(error: Error): void {
    this.#endedBy.push(error);
    this.#ending?.reject(error);
    this.#follower?.moved(this);
  }

  abort(error: Error): void {
    this.#abortedBy ??= error;
    this.#controller?.abort(this.#abortedBy);
    this.end(error);
  }
}

/** A handler may have stopped waiting: a rejection without a listener is not an accident here. */
function newEnding(): PromiseWithResolvers<never> {
  const ending = Promise.withResolvers<never>();
  ending.promise.catch(() => undefined);
  return ending;
}
