// The whole terminal for a view that is drawn again and again. The previous content is restored afterwards.

import type { Writable } from 'node:stream';
import { type HeldKeyboard, SILENCE_MS, takeKeyboard } from '../keyboard.js';
import type { Keyboard } from '../prompt/prompter.js';

export type ScreenEvent = 'up' | 'down' | 'open' | 'leave' | 'resized' | 'nothing';

export interface Screen extends Disposable {
  readonly columns: number;
  readonly rows: number;
  /** Lines of safe text, none wider than the screen; more than fit are not drawn. */
  draw(lines: readonly string[]): void;
  /** The next key that means something, a change of size, or nothing for so long. */
  next(patienceMs: number): Promise<ScreenEvent>;
  /** Gives the terminal away for as long as something else is asked in it. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
const LEAVE = '\u001b[?25h\u001b[?1049l';
// biome-ignore lint/suspicious/noControlCharactersInRegex: arrow keys are escape sequences
const KEYS = /\u001b[[O][A-D]|[\s\S]/g;
const USUAL = { columns: 80, rows: 24 } as const;

const MEANINGS: Readonly<Record<string, ScreenEvent>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  k: 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  j: 'down',
  '\r': 'open',
  '\n': 'open',
  q: 'leave',
  '\u0003': 'leave',
};

export function openScreen({ input, output }: Keyboard): Screen {
  let waiting: ScreenEvent[] = [];
  let wake = (): void => undefined;
  let drawn = '';
  const tell = (event: ScreenEvent): void => {
    waiting.push(event);
    wake();
  };
  let quietUntil = 0;
  /** Keys that were meant for a question do not open the next: after one, keys count once there was silence. */
  const onKeys = (keys: Buffer | string): void => {
    const isEarly = performance.now() < quietUntil;
    if (isEarly) quietUntil = performance.now() + SILENCE_MS;
    for (const key of keys.toString().match(KEYS) ?? []) {
      const event = MEANINGS[key];
      if (event === 'leave' || (event !== undefined && !isEarly)) tell(event);
    }
  };
  const onResize = (): void => {
    drawn = '';
    tell('resized');
  };
  const onEnd = (): void => tell('leave');
  let keyboard: HeldKeyboard;
  const take = (): void => {
    keyboard = takeKeyboard(input);
    input.on('data', onKeys).on('end', onEnd).resume();
    output.on('resize', onResize);
    process.on('SIGTERM', onEnd);
    output.write(ENTER);
  };
  const give = (): void => {
    process.off('SIGTERM', onEnd);
    output.off('resize', onResize);
    input.off('data', onKeys).off('end', onEnd);
    keyboard.giveBack();
    output.write(LEAVE);
    drawn = '';
  };
  take();
  return {
    get columns() {
      return sizeOf(output, 'columns');
    },
    get rows() {
      return sizeOf(output, 'rows');
    },
    draw(lines) {
      const rows = lines.slice(0, sizeOf(output, 'rows'));
      const frame = `\u001b[H${rows.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`;
      if (frame !== drawn) output.write(frame);
      drawn = frame;
    },
    next: (patienceMs) =>
      new Promise((resolve) => {
        const look = (): void => {
          const event = waiting.shift();
          if (event === undefined) return;
          clearTimeout(patience);
          wake = () => undefined;
          resolve(event);
        };
        const patience = setTimeout(() => tell('nothing'), patienceMs);
        wake = look;
        look();
      }),
    async aside(work) {
      give();
      try {
        return await work();
      } finally {
        waiting = [];
        take();
        quietUntil = performance.now() + SILENCE_MS;
      }
    },
    [Symbol.dispose]: give,
  };
}

function sizeOf(output: Writable, side: 'columns' | 'rows'): number {
  const size: unknown = Reflect.get(output, side);
  return typeof size === 'number' && size > 0 ? size : USUAL[side];
}
