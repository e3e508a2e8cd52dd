// Questions at the keyboard. The only file that knows the prompt library.

import type { Readable, Writable } from 'node:stream';
import { setImmediate as keysRead, setTimeout as pause } from 'node:timers/promises';
import * as clack from '@clack/prompts';
import { clip, widthOf, wrap } from '@toolshed/server/present';
import { columnsOf } from '../view/terminal-width.js';
import { CTRL_C, SILENCE_MS, takeKeyboard } from '../keyboard.js';
import { openPromptKeys, type Takes } from './prompt-keys.js';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  /**
   * The label is shown whole, in several lines if need be: it is in our own words, and what tells it from another may be at
   * its end. A further line of somebody else's words could look like another option.
   */
  readonly isWhole?: true;
}

export interface TextChoice {
  readonly initial?: string;
  /** What is wrong with an answer; `undefined` if nothing is. */
  readonly problem?: (text: string) => string | undefined;
}

/**
 * Everything shown must be safe text already. `undefined` means the person left with Ctrl-C, Ctrl-D or
 * Escape.
 *
 * Invariants
 *   P1. A prompt takes keys only after 400 ms without one, counted from when what it is about was on the screen: keys
 *       meant for something else, held down or pressed in a rhythm, are thrown away. Every prompt starts this again.
 *       Text at a prompt that asks for none starts it again as well (`prompt-keys.ts`).
 *   P2. The preselected option commits a person to nothing: callers name the option that leaves everything as it is, or
 *       put it first.
 *   P3. Nothing typed at a prompt for a secret, or as a prompt is left, is shown afterwards.
 */
export interface Prompter {
  select<T extends string>(message: string, options: readonly Option<T>[], initial?: T): Promise<T | undefined>;
  selectMany(
    message: string,
    options: readonly Option<string>[],
    initial: readonly string[],
  ): Promise<string[] | undefined>;
  text(message: string, choice?: TextChoice): Promise<string | undefined>;
  /** Nothing of what is typed is shown. `problem` says what is wrong with the value. Default: it must not be empty. */
  secret(message: string, problem?: TextChoice['problem']): Promise<string | undefined>;
  confirm(message: string, initial: boolean): Promise<boolean | undefined>;
  /** The same, closing by themselves when the signal aborts, as if the person had left. */
  until(signal: AbortSignal): Prompter;
}

export interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
  /** Closes whatever prompt is open, as if the person had left it. */
  readonly signal?: AbortSignal;
}

/** Where a prompt of the library reads and draws. */
type Streams = Pick<Keyboard, 'input' | 'output' | 'signal'>;

const USUAL_ROWS = 24;
/** What the prompt draws beside a message. */
const MARGIN = 8;
/** The same beside an option. The library counts the codes of its colours as columns, and would begin another line. */
export const OPTION_MARGIN = 15;

export function createPrompter({ input, output, signal }: Keyboard): Prompter {
  const out = { output: sized(output), ...(signal === undefined ? {} : { signal }) };
  /** The prompt's value, once the keyboard was silent (P1); `undefined` if the person left. */
  const afterSilence = async <T>(
    ask: (streams: Streams) => Promise<T>,
    { takes, isSecret = false }: { readonly takes: Takes; readonly isSecret?: boolean },
  ): Promise<Exclude<T, symbol> | undefined> => {
    if (signal?.aborted) return undefined;
    const keyboard = takeKeyboard(input);
    let quietly = true; // P3
    try {
      if (!(await silence(input, signal))) return undefined;
      using keys = openPromptKeys(input, takes);
      const answer = await ask({ ...out, input: keys.input });
      if (!isGiven(answer)) return undefined;
      quietly = isSecret;
      return answer;
    } finally {
      keyboard.giveBack({ quietly });
    }
  };
  const toClack = (
    { value, label, hint, isWhole }: Option<string>,
    index: number,
  ): { value: string; label: string; hint?: string } => {
    const room = columnsOf(output) - OPTION_MARGIN;
    // Options that begin alike are distinguished by their number; their full text is printed above.
    const shown = isWhole || widthOf(label) <= room ? label : clip(`${index + 1}. ${label}`, room);
    const left = room - widthOf(shown) - HINT_COLUMNS;
    return hint === undefined || left < LEAST_HINT
      ? { value, label: shown }
      : { value, label: shown, hint: clip(hint, left) };
  };
  /** What a prompt asks, in one line: the library starts further ones in the first column, where only our signs stand. */
  const message = (text: string): string => {
    const [first = '', ...rest] = wrap(text, columnsOf(output) - MARGIN);
    if (rest.length === 0) return first;
    for (const line of [first, ...rest]) output.write(`│  ${line}\n`);
    return 'Your answer to this';
  };
  return {
    async select(title, options, initial) {
      const start = initial === undefined ? {} : { initialValue: String(initial) };
      const list = options.map(toClack);
      const asked = message(title);
      const chosen = await afterSilence(
        (streams) => clack.select<string>({ ...streams, ...start, message: asked, options: list }),
        { takes: 'keys only' },
      );
      return options.find(({ value }) => value === chosen)?.value;
    },
    selectMany(title, options, initial) {
      const list = { options: options.map(toClack), initialValues: [...initial], required: false };
      const asked = message(title);
      return afterSilence((streams) => clack.multiselect<string>({ ...streams, ...list, message: asked }), {
        takes: 'keys only',
      });
    },
    text(title, { initial, problem } = {}) {
      const start = initial === undefined ? {} : { initialValue: initial };
      const validate = (value: string | undefined) => problem?.(value ?? '');
      const asked = message(title);
      return afterSilence(
        async (streams) => (await clack.text({ ...streams, ...start, message: asked, validate })) ?? '',
        { takes: 'text' },
      );
    },
    secret(title, problem = (text) => (text === '' ? 'It is empty' : undefined)) {
      const validate = (value: string | undefined) => problem(value ?? '');
      const asked = message(title);
      return afterSilence(
        async (streams) => (await clack.password({ ...streams, message: asked, mask: ' ', validate })) ?? '',
        { takes: 'text', isSecret: true },
      );
    },
    confirm(title, initial) {
      const asked = message(title);
      return afterSilence((streams) => clack.confirm({ ...streams, message: asked, initialValue: initial }), {
        takes: 'y or n',
      });
    },
    until: (closing) =>
      createPrompter({ input, output, signal: signal ? AbortSignal.any([signal, closing]) : closing }),
  };
}

/**
 * The same terminal with a size the library can lay out for: one that does not know its own reports 0, and would get
 * one character a line.
 */
function sized(output: Writable): Writable {
  return new Proxy(output, {
    get(target, name) {
      if (name === 'columns') return columnsOf(target);
      const value: unknown = Reflect.get(target, name);
      if (name === 'rows') return typeof value === 'number' && value > 0 ? value : USUAL_ROWS;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same prompter for a sensitive question: texts are typed unseen, and an empty one is the default, if there is one. */
export const unseen = (prompter: Prompter): Prompter => ({
  ...prompter,
  until: (signal) => unseen(prompter.until(signal)),
  async text(title, { initial, problem = () => undefined } = {}) {
    const hint = initial === undefined ? 'not shown while you type' : 'not shown while you type; empty: as suggested';
    const check = (text: string) => (text === '' && initial !== undefined ? undefined : problem(text));
    const text = await prompter.secret(`${title} (${hint})`, check);
    return text === '' ? (initial ?? '') : text;
  },
});

/**
 * Threat: keys pressed before a question was read answer it. They are thrown away until none came for a while, a line not
 * yet ended as well. False if the person is leaving, or there is nothing left to ask.
 *
 * Threat: the process stands still for a moment, and a timer rings before the keys that were pressed meanwhile are read. So
 * they are read first, and a timer that rings much too late does not count.
 */
async function silence(input: Readable, signal?: AbortSignal): Promise<boolean> {
  let isLeaving = false;
  let quietSince = performance.now();
  const over = new AbortController();
  const leave = (): void => {
    isLeaving = true;
    over.abort();
  };
  const end = (): void => over.abort();
  const discard = (keys: Buffer | string): void => {
    quietSince = performance.now();
    if (Buffer.from(keys).includes(CTRL_C)) leave();
  };
  signal?.addEventListener('abort', leave, { once: true });
  input.on('data', discard).on('end', end).resume();
  while (!over.signal.aborted && performance.now() - quietSince < SILENCE_MS) {
    const due = quietSince + SILENCE_MS;
    await pause(due - performance.now(), undefined, { signal: over.signal }).catch(() => undefined);
    await keysRead();
    const now = performance.now();
    if (now - due > SILENCE_MS) quietSince = now;
  }
  signal?.removeEventListener('abort', leave);
  input.off('data', discard).off('end', end);
  return !isLeaving;
}

const isGiven = <T>(answer: T): answer is Exclude<T, symbol> => typeof answer !== 'symbol';

/** Brackets and spaces around a hint, and the fewest columns one is worth showing in. */
const HINT_COLUMNS = 4;
const LEAST_HINT = 8;
