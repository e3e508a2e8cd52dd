// Programs as models write them, and the exact text that a model gets.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Toolshed } from '@toolshed/runtime';
import { verifies } from '../support/verifies.ts';
import { MISNAMED_PROGRAMS } from './misnamed-programs.ts';
import { MISUSING_PROGRAMS } from './misusing-programs.ts';
import { RIGHT_PROGRAMS } from './right-programs.ts';
import { SILENT_PROGRAMS } from './silent-programs.ts';
import { SLIPPED_PROGRAMS } from './slipped-programs.ts';
import type { WrongProgram } from './wrong-program.ts';
import { WRONG_PROGRAMS } from './wrong-programs.ts';
import { openWrongProgramsShed, replyTo } from './wrong-programs-shed.ts';

const ALL: readonly WrongProgram[] = [
  ...WRONG_PROGRAMS,
  ...SILENT_PROGRAMS,
  ...MISNAMED_PROGRAMS,
  ...MISUSING_PROGRAMS,
  ...SLIPPED_PROGRAMS,
];

let shed: Toolshed;
beforeAll(async () => {
  shed = await openWrongProgramsShed();
});
afterAll(() => shed[Symbol.asyncDispose]());

const of = (kind: WrongProgram['kind']): [string, WrongProgram][] =>
  ALL.filter((one) => one.kind === kind).map((one) => [one.code, one]);

describe('a program as a model writes it', () => {
  verifies.each('program/shapes', of('shape'))(
    'is run as it was meant or says what to write: %j',
    async (code, one) => {
      expect(await replyTo(shed, code)).toBe(one.reply);
    },
  );

  verifies.each('program/values', of('value'))('loses no value without a word: %j', async (code, one) => {
    expect(await replyTo(shed, code)).toBe(one.reply);
  });

  verifies.each('program/mistakes', of('mistake'))('fails with what to write instead: %j', async (code, one) => {
    expect(await replyTo(shed, code)).toBe(one.reply);
  });

  it.each(RIGHT_PROGRAMS)('is left alone where it is right: %j', async (code) => {
    const { status, logs, typeErrors } = JSON.parse(await replyTo(shed, code));
    expect({ status, logs, typeErrors }).toEqual({ status: 'completed' });
  });

  it('is answered with what to do next in every case, and with the very text to write in most', () => {
    for (const { reply, says } of ALL) expect(reply).toContain(says);
    const scores = ALL.map(({ score }) => score);
    expect(scores.length).toBeGreaterThanOrEqual(60);
    expect(scores.reduce<number>((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(2.6);
  });
});
