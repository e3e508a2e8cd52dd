// Questions at the keyboard. The only file that knows the prompt library.

import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import * as clack from '@clack/prompts';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface TextChoice {
  readonly initial?: string;
  /** What is wrong with an answer; `undefined` if nothing is. */
  readonly problem?: (text: string) => string | undefined;
}

/** Everything shown must be safe text already. `undefined` means the person left with Ctrl-C or Escape. */
export interface Prompter {
  /** Forgets what was typed before the question was on the screen. False if the person is leaving. */
  ready(): Promise<boolean>;
  select<T extends string>(message: string, options: readonly Option<T>[], initial?: T): Promise<T | undefined>;
  selectMany(
    message: string,
    options: readonly Option<string>[],
    initial: readonly string[],
  ): Promise<string[] | undefined>;
  text(message: string, choice?: TextChoice): Promise<string | undefined>;
  /** Nothing of what is typed is shown. */
  secret(message: string): Promise<string | undefined>;
  confirm(message: string, initial: boolean): Promise<boolean | undefined>;
}

export interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
}

const TYPED_AHEAD_MS = 150;
const CTRL_C = '\u0003';

export function createPrompter({ input, output }: Keyboard): Prompter {
  const streams = { input, output };
  return {
    ready: () => forgetTypedAhead(input),
    async select(message, options, initial) {
      const start = initial === undefined ? {} : { initialValue: String(initial) };
      const chosen = await clack.select<string>({ ...streams, ...start, message, options: options.map(toClack) });
      return options.find(({ value }) => value === chosen)?.value;
    },
    async selectMany(message, options, initial) {
      const list = { options: options.map(toClack), initialValues: initial, required: false };
      const chosen = await clack.multiselect<string>({ ...streams, ...list, message });
      return clack.isCancel(chosen) ? undefined : chosen;
    },
    async text(message, { initial, problem } = {}) {
      const start = initial === undefined ? {} : { initialValue: initial };
      const text = await clack.text({ ...streams, ...start, message, validate: (value) => problem?.(value ?? '') });
      return clack.isCancel(text) ? undefined : (text ?? '');
    },
    async secret(message) {
      const validate = (value: string | undefined) => (value ? undefined : 'It is empty');
      const text = await clack.password({ ...streams, message, mask: ' ', validate });
      return clack.isCancel(text) ? undefined : text;
    },
    async confirm(message, initial) {
      const isConfirmed = await clack.confirm({ ...streams, message, initialValue: initial });
      return clack.isCancel(isConfirmed) ? undefined : isConfirmed;
    },
  };
}

/**
 * Threat: keys pressed before a question is on the screen answer it unseen. They are read raw for a moment, so that
 * a line not yet ended is taken too, and thrown away.
 */
async function forgetTypedAhead(input: Readable): Promise<boolean> {
  let isLeaving = false;
  const discard = (keys: Buffer | string): void => {
    isLeaving ||= keys.toString().includes(CTRL_C);
  };
  setRawMode(input, true);
  input.on('data', discard);
  await wait(TYPED_AHEAD_MS);
  input.off('data', discard);
  input.pause();
  setRawMode(input, false);
  return !isLeaving;
}

function setRawMode(input: Readable, isRaw: boolean): void {
  if ('setRawMode' in input && typeof input.setRawMode === 'function') input.setRawMode(isRaw);
}

const toClack = ({ value, label, hint }: Option<string>): { value: string; label: string; hint?: string } =>
  hint === undefined ? { value, label } : { value, label, hint };
