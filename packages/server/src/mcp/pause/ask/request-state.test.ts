import { ElicitationId, ExecutionId } from '@toolshed/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStateSeal, RequestStateError } from './request-state.js';

const key = new Uint8Array(32).fill(1);
const state = {
  principal: 'ada',
  execution: ExecutionId.parse('exec_1'),
  call: 'digest of the call',
  asked: { [ElicitationId.parse('elic_1')]: 'digest of the question' },
  answers: 0,
};
const sealWith = (bytes: Uint8Array, now = 0) => createStateSeal({ key: bytes, now: () => now, ttlMs: 1_000 });

describe('a sealed state', () => {
  it('opens to what was sealed, also in a process that did not seal it, and says if it was opened before', () => {
    const sealed = sealWith(key).seal(state);
    const later = sealWith(key);
    expect(later.open(sealed, state)).toMatchObject({ state, wasUsed: false });
    expect(later.open(sealed, state)).toMatchObject({ state, wasUsed: true });
  });

  it('tells nothing of what is in it', () => {
    const sealed = sealWith(key).seal(state);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/ada|exec_1|elic_1|digest/);
  });

  it('does not open when any of it is changed', () => {
    const sealed = sealWith(key).seal(state);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '9', '-', ' ', '='), (at, letter) => {
        fc.pre(sealed[at] !== letter);
        const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
        expect(() => sealWith(key).open(changed, state)).toThrow(new RequestStateError('forged'));
      }),
    );
  });

  it.each([
    ['another key', 'forged', new Uint8Array(32).fill(2), state, 0],
    ['another principal', 'not-yours', key, { ...state, principal: 'eve' }, 0],
    ['another call', 'another-call', key, { ...state, call: 'digest of another' }, 0],
    ['its time over', 'expired', key, state, 1_000],
  ] as const)('does not open with %s', (_, problem, bytes, expected, now) => {
    const sealed = sealWith(key).seal(state);
    expect(() => sealWith(bytes, now).open(sealed, expected)).toThrow(new RequestStateError(problem));
  });
});
