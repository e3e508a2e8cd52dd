import type { Tool } from '@toolshed/kernel';
import type { HandlerCall } from './handler-context.js';

/** One run of a tool's handler, from its start to its outcome. A class, because there is one for every call. */
export class RunningHandler implements HandlerCall {
  /** How many it is about to ask, and how many it waits for. */
  #asking = 0;
  #questions = 0;
  /** Made when the handler looks at its signal. */
  #controller: AbortController | undefined;
  #abortedBy: Error | undefined;
  readonly #asksMidway: boolean;
  readonly #moved: (handler: RunningHandler) => void;

  /** `moved` is told whenever it begins or ceases to work. */
  constructor(
    readonly call: number,
    { asksMidway }: Pick<Tool, 'asksMidway'>,
    moved: (handler: RunningHandler) => void,
  ) {
    this.#asksMidway = asksMidway;
    this.#moved = moved;
  }

  /** Whether it works, rather than waits for a person. */
  get isBusy(): boolean {
    return this.#asking > 0 || this.#questions === 0;
  }

  /** Whether it waits for a person after it began to act. */
  get isHeld(): boolean {
    return this.#asksMidway && this.#questions > 0;
  }

  get isAborted(): boolean {
    return this.#abortedBy !== undefined;
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abortedBy) this.#controller.abort(this.#abortedBy);
    return this.#controller.signal;
  }

  onAsking(change: 1 | -1): void {
    this.#asking += change;
    this.#moved(this);
  }

  onWaiting(change: 1 | -1): void {
    this.#questions += change;
    this.#moved(this);
  }

  abort(reason: string): void {
    this.#abortedBy = new Error(reason);
    this.#controller?.abort(this.#abortedBy);
  }
}
