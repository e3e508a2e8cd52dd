import { describe, expect, it } from 'vitest';
import { createRedactingLog } from './redacting-log.js';
import { createRedactor } from './redactor.js';

const VALUE = 'canary-4711-value';

function written(facts: object, message = 'done'): { readonly facts: object; readonly message: string } {
  let line: { readonly facts: object; readonly message: string } | undefined;
  const take = (given: object, text: string): void => {
    line = { facts: given, message: text };
  };
  const log = { debug: take, info: take, warn: take, error: take };
  createRedactingLog(log, () => createRedactor([VALUE])).error(facts, message);
  if (!line) throw new Error('Nothing was written');
  return line;
}

describe('a redacting log', () => {
  it('takes values out of messages, facts and keys', () => {
    expect(written({ a: [{ b: VALUE }], [VALUE]: 1 }, `sent ${VALUE}`)).toEqual({
      facts: { a: [{ b: '[secret]' }], '[secret]': 1 },
      message: 'sent [secret]',
    });
  });

  it('takes them out of errors, their stacks and causes, and leaves them errors', () => {
    const cause = Object.assign(new Error(`inner ${VALUE}`), { code: VALUE });
    const { facts } = written({ err: new Error(`outer ${VALUE}`, { cause }) });
    const { err } = Object.assign({ err: undefined }, facts) as { err: Error & { cause: Error } };
    expect(err).toBeInstanceOf(Error);
    expect(err.message).toBe('outer [secret]');
    expect(`${err.stack} ${err.cause.message} ${err.cause.stack} ${JSON.stringify(err.cause)}`).not.toContain(VALUE);
  });

  it('shows of bytes, foreign objects and endless ones only what they are', () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    const { facts } = written({ bytes: Buffer.from(VALUE), map: new Map([[VALUE, VALUE]]), endless });
    expect(facts).toMatchObject({ bytes: `[${VALUE.length} bytes]`, map: '[Map]' });
    expect(JSON.stringify(facts)).not.toContain(VALUE);
  });
});
