import { ElicitationId, type ElicitationRequest, ExecutionId, type PendingElicitation } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { adviceFor } from './advice.js';

const questionOf = (request: ElicitationRequest): PendingElicitation => ({
  executionId: ExecutionId.parse('exec_1'),
  elicitationId: ElicitationId.parse('elic_1'),
  message: request.message,
  type: request.type,
  asker: 'program',
  request,
  session: 'default',
  labels: {},
  call: 1,
  askedAt: 0,
});

const message = '?';
const SENSITIVE: readonly ElicitationRequest[] = [
  { type: 'text', message, sensitive: true },
  { type: 'choice', message, sensitive: true, options: [{ value: 'a' }] },
  { type: 'multi_choice', message, sensitive: true, options: [{ value: 'a' }] },
  { type: 'form', message, sensitive: true, schema: { type: 'object', properties: { pin: { type: 'string' } } } },
  { type: 'named', message, sensitive: true, name: 'x', input: {}, actions: ['accept'], output: { type: 'object' } },
];

describe('adviceFor', () => {
  it('puts the answer to a sensitive question on no command line', () => {
    for (const request of SENSITIVE) {
      const one = questionOf(request);
      expect(adviceFor([one], 'toolshed')[0]).toBe('toolshed resume elic_1');
      expect(adviceFor([one, one], 'toolshed').join()).not.toContain('--data');
    }
    expect(adviceFor([questionOf({ type: 'secret', message, sensitive: true })], 'toolshed')[0]).toBe(
      'toolshed resume elic_1 --approve --secret',
    );
  });

  it('approves no call: the command asks once more', () => {
    const one = questionOf({ type: 'approval', message });
    expect(adviceFor([one], 'toolshed')).toEqual(['toolshed resume elic_1', 'toolshed resume elic_1 --deny']);
    expect(adviceFor([one, one], 'toolshed')).toEqual(['toolshed resume elic_1', 'toolshed resume elic_1']);
  });

  it('gives the shape of any other answer', () => {
    expect(adviceFor([questionOf({ type: 'text', message })], 'toolshed')[0]).toBe(
      `toolshed resume elic_1 --approve --data '"…"'`,
    );
  });
});
