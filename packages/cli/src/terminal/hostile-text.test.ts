// Every text field of every kind of question, filled by someone who wants the card to say something else.

import {
  type ElicitationRequest,
  ElicitationId,
  ElicitationRequest as Request,
  ExecutionId,
  type PendingElicitation,
} from '@toolshed/kernel';
import { readSchema } from '@toolshed/kernel/runtime';
import type { CallReport } from '@toolshed/runtime';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { adviceFor } from './view/advice.js';
import { questionCard, widthOf } from '@toolshed/server/present';

const style = { width: 80, paint: pc.createColors(false), amount: 'full' } as const;

const HOSTILE = {
  'escape sequences': '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  'carriage returns': 'safe\rEVIL\u0008\u0008',
  'direction overrides': 'gpj.\u202eexe\u2066\u200f',
  'zero-width characters': 'ad\u200bmin\u2060\ufeff\u00ad',
  'tag characters': 'ok\u{e0041}\u{e0042}',
  'look-alike characters': 'p\u0430ypal.com',
  'forged rows': 'x\n  tool       fs.read\n? Approve\n✔ Completed',
  'stacked marks': `a${'\u0301'.repeat(40)}`,
  markdown: '[click](https://evil.example) **bold** `code` ![x](y)',
  html: '<script>alert(1)</script><a href="x">y</a>&amp;',
} as const;

/** Each kind with the text in every field that holds one. */
const kindsWith = (text: string): readonly ElicitationRequest[] => {
  const common = { message: text, description: text, toolPath: text, args: { [text]: text } };
  const options = [{ value: text, label: `label ${text}` }];
  const field = { type: 'string', title: text, description: text, default: text };
  const properties = { [text]: field, pick: { type: 'string', oneOf: [{ const: text, title: text }] } };
  return [
    { type: 'approval', preview: { kind: 'text', text } },
    { type: 'approval', preview: { kind: 'diff', before: text, after: `${text}!`, file: text } },
    { type: 'approval', preview: { kind: 'table', columns: [text], rows: [[text]], note: text } },
    { type: 'approval', preview: { kind: 'json', value: { [text]: text } } },
    { type: 'approval', preview: { kind: 'failed', message: text } },
    { type: 'approval', origin: { kind: 'mcp', server: text, name: text, account: text } },
    { type: 'confirmation' },
    { type: 'text', default: text },
    { type: 'choice', options },
    { type: 'multi_choice', options },
    { type: 'secret', sensitive: true, name: text },
    { type: 'form', schema: { type: 'object', properties, required: ['pick'] } },
    { type: 'url', url: `https://example.com/${text}` },
    { type: 'named', name: text, input: { [text]: text }, actions: ['accept'], output: { type: 'object', properties } },
    { type: 'in-doubt', attempt: 1, origin: { kind: 'openapi', server: text, name: text } },
  ].map((facts) => Request.parse({ ...common, ...facts }));
};

const questionOf = (
  request: ElicitationRequest,
  asker: PendingElicitation['asker'],
  text: string,
): PendingElicitation => ({
  executionId: ExecutionId.parse('exec_1'),
  elicitationId: ElicitationId.parse('elic_1'),
  toolPath: request.toolPath,
  message: request.message,
  args: request.args,
  type: request.type,
  asker,
  request,
  session: text,
  agent: text,
  labels: { [text]: text },
  consent: { principal: text, kind: 'person', channel: text },
  call: 1,
  askedAt: 0,
});

const callOf = (path: string): CallReport => ({
  call: 1,
  path,
  outcome: 'returned',
  line: 7,
  column: 1,
  error: undefined,
  defect: undefined,
  isSafe: true,
  isEdited: true,
  required: [],
  lateOutcome: undefined,
});

const DETAILS = { value: undefined, calledAt: 0, endedAt: 0, answers: [], isDeniedByPolicy: false } as const;

const toolOf = (description: string) => ({ description, input: readSchema({ type: 'object' }) });

const cardOf = (question: PendingElicitation, text: string, amount: 'full' | 'brief' = 'full') =>
  questionCard(
    {
      question,
      place: { source: `${'\n'.repeat(6)}${text}`, line: callOf(text).line, column: callOf(text).column },
      call: callOf(text),
      calls: [{ ...callOf(text), ...DETAILS, args: JSON.stringify({ [text]: text }) }],
      tool: toolOf(text),
      position: { number: 1, total: 1 },
    },
    { ...style, amount },
  );

/** What may stand on a screen: no control, no direction, nothing without width, no space that is not one. */
const UNSAFE = /(?![ ])[\p{C}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

describe.each(Object.entries(HOSTILE))('%s in any field of any kind', (_name, text) => {
  const questions = kindsWith(text).flatMap((request) =>
    (['gate', 'handler', 'program'] as const).map((asker) => questionOf(request, asker, text)),
  );

  it('reach no terminal as they are, and no column of our labels', () => {
    for (const question of questions) {
      const { lines } = cardOf(question, text);
      for (const line of [...lines, ...adviceFor([question], 'npx toolshed')]) {
        expect(line).not.toMatch(UNSAFE);
        expect(line).not.toMatch(/^(?:[?✔✖] (?:Approve|Completed)| {2}tool {7}fs\.read)/);
      }
      // A table is as wide as its widest cells; it has no label to break into.
      if (question.request.preview?.kind === 'table') continue;
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
    }
  });

  it('are shown whole: two texts that differ look different', () => {
    for (const [index, request] of kindsWith(`${text}\u200b`).entries()) {
      const other = questions[index * 3];
      const shown = cardOf(questionOf(request, 'gate', text), text).lines.join('\n');
      expect(shown).not.toBe(other && cardOf(other, text).lines.join('\n'));
    }
  });
});

describe('long words in any kind', () => {
  const expectShortened = (request: ElicitationRequest, text: string): void => {
    const long = Request.parse({ ...request, message: text, description: text });
    const brief = cardOf(questionOf(long, 'handler', 'x'), 'x', 'brief');
    expect(brief.isShortened).toBe(true);
    expect(brief.lines.filter((line) => /⋮ \d+ more lines/.test(line)).length).toBeGreaterThan(0);
    expect(brief.lines.length).toBeLessThan(200);
  };
  const million = 'lorem ipsum '.repeat(85_000);

  it.each(kindsWith('x').map((request) => [request.type, request] as const))(
    'are shortened in a %s, which says so and can be seen in full',
    (_type, request) => expectShortened(request, 'lorem ipsum '.repeat(5_000)),
  );

  it('are shortened also where they have a million characters', () => {
    expectShortened(Request.parse({ type: 'text', message: 'x' }), million);
  });

  it('are there to the last in full', () => {
    const request = Request.parse({ type: 'text', message: `${million}THE END` });
    const { lines, isShortened } = cardOf(questionOf(request, 'program', 'x'), 'x');
    expect(isShortened).toBe(false);
    expect(lines.join('\n')).toContain('THE END');
  });
});
