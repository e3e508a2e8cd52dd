// What we count against what terminals do: every character there is, and any text, in three emulators of different age.

import '../support/unpooled-buffers.ts';
import { wrap, widthOf } from '@toolshed/server/internal/present/layout/columns';
import { safeText } from '@toolshed/kernel/runtime';
import graphemes from '@xterm/addon-unicode-graphemes';
import unicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { deep } from '../support/depth.ts';
import { verifies } from '../support/verifies.ts';
import { KEY, openWorkbench } from './cli-process.ts';

const COLUMNS = 400;

type Emulator = InstanceType<typeof headless.Terminal>;

/** As it comes, with the tables of Unicode 11, and with clusters of characters measured as one. */
const EMULATORS = {
  'Unicode 6': () => emulator('6'),
  'Unicode 11': () => emulator('11'),
  'Unicode 15, by grapheme': () => emulator('15-graphemes'),
} as const;

function emulator(version: string, columns = COLUMNS): Emulator {
  const terminal = new headless.Terminal({ cols: columns, rows: 50, allowProposedApi: true });
  // The addons are typed for the terminal of the browser; the one without a screen has all they use.
  if (version === '11') Reflect.apply(terminal.loadAddon, terminal, [new unicode11.Unicode11Addon()]);
  if (version === '15-graphemes') Reflect.apply(terminal.loadAddon, terminal, [new graphemes.UnicodeGraphemesAddon()]);
  terminal.unicode.activeVersion = version;
  return terminal;
}

const write = (terminal: Emulator, text: string): Promise<void> =>
  new Promise((resolve) => terminal.write(text, resolve));

async function advanceOf(terminal: Emulator, text: string): Promise<number> {
  await write(terminal, `\r\u001b[2K${text}`);
  return terminal.buffer.active.cursorX;
}

/** Those that are measured otherwise after a full stop than alone. */
async function joined(terminal: Emulator, some: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const one of some) if ((await advanceOf(terminal, `.${one}.`)) !== widthOf(`.${one}.`)) wrong.push(`.${one}.`);
  return wrong;
}

/** Characters shown as they are, by themselves. */
const SHOWN: readonly string[] = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code >= 0x20 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character !== ' ' && safeText(character) === character);

const SCRIPTS =
  'aZ9é漢ｶかカ한ㄅЖωქՃ™✔│→กนาี่้\u0301\u0308\u0323\u0e33\u0e4d\u17000\u{17000}\u0903\u093e\u2800\u1160\u200d\ufe0f\u20e3';
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...SCRIPTS, '👩', '🏽', '🇩', '️', ' ', '\n', '\u001b'), maxLength: 40 }),
);

describe.each(Object.entries(EMULATORS))('a terminal with the tables of %s', (_name, open) => {
  verifies('terminal/width', 'gives every character that is shown as it is the width we count', async () => {
    const terminal = open();
    expect(SHOWN.length).toBeGreaterThan(90_000);
    // A line of them at a time, with something between, and one by one where a line differs.
    const size = 100;
    const wrong: string[] = [];
    for (let from = 0; from < SHOWN.length; from += size) {
      const some = SHOWN.slice(from, from + size);
      const line = some.join('.');
      if ((await advanceOf(terminal, line)) === widthOf(line)) continue;
      for (const one of some) if ((await advanceOf(terminal, one)) !== widthOf(one)) wrong.push(one);
      if (wrong.length === 0) wrong.push(...(await joined(terminal, some)));
    }
    expect(wrong.map((one) => Array.from(one, (character) => character.codePointAt(0)?.toString(16)))).toEqual([]);
  });

  verifies(
    'terminal/width',
    'gives any text the width we count, and its pieces the room they were cut for',
    async () => {
      const terminal = open();
      await fc.assert(
        fc.asyncProperty(anyText, async (text) => {
          const safe = safeText(text);
          for (const piece of wrap(safe, 30)) {
            expect(widthOf(piece.trimEnd())).toBeLessThanOrEqual(30);
            expect(await advanceOf(terminal, piece)).toBe(widthOf(piece));
          }
        }),
        { numRuns: deep(300, 30) },
      );
    },
  );
});

describe('a form in a narrow terminal', () => {
  verifies('terminal/width', 'lets no word of a program into the first column, where our signs stand', async () => {
    await using bench = await openWorkbench();
    const field = { type: 'string', title: 'EVIL '.repeat(20), description: 'EVIL_'.repeat(20) };
    const request = { type: 'form', message: 'EVIL '.repeat(30), schema: { type: 'object', properties: { a: field } } };
    await bench.write('program.ts', `await elicit(${JSON.stringify(request)})`);
    const screen = bench.terminal(['run', 'program.ts'], { env: { NO_COLOR: '1' } });
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    await screen.until('Your answer to this');
    const terminal = emulator('11', 80);
    await write(terminal, screen.shown);
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    expect(lines.join('')).toContain('EVIL_');
    for (const line of lines) expect(line).not.toMatch(/^\s?\S*EVIL/);
    screen.press(KEY.ctrlC);
    await screen.exit();
  });
});
