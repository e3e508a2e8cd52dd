import { describe, expect, it } from 'vitest';
import { createCredentialChecks } from './credential-checks.js';

/** Checks by hand: each waits for its outcome. */
function byHand() {
  const asked: { id: string; resolve(isValid: boolean): void; reject(error: unknown): void }[] = [];
  const waiting: (() => void)[] = [];
  const checks = createCredentialChecks((id) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    asked.push({ id, resolve, reject });
    for (const wake of waiting.splice(0)) wake();
    return promise;
  }, 1);
  const nextCheck = async () => {
    while (asked.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return asked.shift();
  };
  const follow = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const following = checks.follow(id, { revoked: () => resolve('revoked'), unknown: (error) => resolve(`${error}`) });
    return { told: promise, stop: () => following[Symbol.dispose]() };
  };
  return { asked, nextCheck, follow };
}

describe('the checks of credentials', () => {
  it('ask once for all requests of a credential, and tell each of them that it was revoked', async () => {
    const { asked, nextCheck, follow } = byHand();
    const requests = [follow('a'), follow('a'), follow('a')];
    const check = await nextCheck();
    expect(check?.id).toBe('a');
    expect(asked).toEqual([]);
    check?.resolve(false);
    expect(await Promise.all(requests.map(({ told }) => told))).toEqual(['revoked', 'revoked', 'revoked']);
    for (const { stop } of requests) stop();
  });

  it('tell a request nothing that was found out before it came', async () => {
    const { nextCheck, follow } = byHand();
    const first = follow('a');
    const check = await nextCheck();
    const second = follow('a');
    check?.resolve(false);
    expect(await first.told).toBe('revoked');
    first.stop();
    (await nextCheck())?.reject(new Error('the store is away'));
    expect(await second.told).toBe('Error: the store is away');
    second.stop();
  });

  it('keep credentials apart', async () => {
    const { nextCheck, follow } = byHand();
    const [a, b] = [follow('a'), follow('b')];
    const checks = [await nextCheck(), await nextCheck()];
    for (const check of checks) check?.resolve(check.id === 'a');
    expect(await b.told).toBe('revoked');
    a.stop();
    b.stop();
  });
});
