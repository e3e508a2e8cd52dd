import type { Tokens } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';

export interface OpenedTokens extends AsyncDisposable {
  /** As two servers have them. */
  readonly servers: readonly [Tokens, Tokens];
  /** Lets time go by, for those that expire. */
  pass(ms: number): Promise<void>;
}

const LONG_MS = 3_600_000;

export function tokensContract(name: string, open: () => Promise<OpenedTokens>): void {
  describe(`${name} keep the Tokens contract`, () => {
    verifies('http/tokens', 'are verified by every server, each as what it is', async () => {
      await using opened = await open();
      const [one, other] = opened.servers;
      const agent = await one.create({ kind: 'agent', name: 'triage', session: 'monday' });
      const flow = await other.create({ kind: 'flow', name: 'callback', flow: 'oauth-*' });
      expect(await other.verify(agent.text)).toEqual(agent.record);
      expect(await one.verify(flow.text)).toEqual(flow.record);
      expect(JSON.stringify([agent.record, flow.record])).not.toContain(agent.text.slice(-20));
      const swapped = agent.text.slice(0, 21) + flow.text.slice(21);
      for (const wrong of [swapped, `${agent.text}x`, '', 'tsh_', agent.record.id, agent.record.digest])
        expect(await other.verify(wrong), wrong).toBeUndefined();
      expect((await one.list()).map(({ id }) => id).toSorted()).toEqual([agent.record.id, flow.record.id].toSorted());
    });

    verifies('http/tokens', 'are worth nothing at any server once one has revoked them, and revoked once', async () => {
      await using opened = await open();
      const [one, other] = opened.servers;
      const { record, text } = await one.create({ kind: 'approver', name: 'ada' });
      expect(await other.isValid(record.id)).toBe(true);
      const revoked = await Promise.all([one, other, one, other].map((tokens) => tokens.revoke(record.id)));
      expect(revoked.filter(Boolean)).toHaveLength(1);
      for (const tokens of [one, other]) {
        expect(await tokens.verify(text)).toBeUndefined();
        expect(await tokens.isValid(record.id)).toBe(false);
        expect(await tokens.list()).toEqual([]);
      }
      for (const id of ['', '../../etc/passwd', '0'.repeat(16), 'x'.repeat(5_000)])
        expect(await one.revoke(id)).toBe(false);
    });

    verifies('http/tokens', 'browser tokens end with the token they came from', async () => {
      await using opened = await open();
      const [one, other] = opened.servers;
      const parent = await one.create({ kind: 'approver', name: 'ada' });
      const browser = await other.create({ kind: 'browser', name: 'ada', parent: parent.record.id });
      const orphan = await other.create({ kind: 'browser', name: 'owner' });
      expect((await one.verify(browser.text))?.kind).toBe('browser');
      await one.revoke(parent.record.id);
      expect(await other.verify(browser.text)).toBeUndefined();
      expect(await other.isValid(browser.record.id)).toBe(false);
      expect((await other.verify(orphan.text))?.kind).toBe('browser');
      expect((await one.list()).map(({ id }) => id)).toEqual([orphan.record.id]);
    });

    verifies('http/tokens', 'end when their time is over', async () => {
      await using opened = await open();
      const [one, other] = opened.servers;
      const brief = await one.create({ kind: 'approver', name: 'ada', expiresInMs: 1_000 });
      const long = await one.create({ kind: 'approver', name: 'bob', expiresInMs: LONG_MS });
      await opened.pass(1_001);
      expect(await other.verify(brief.text)).toBeUndefined();
      expect((await other.verify(long.text))?.name).toBe('bob');
      expect((await one.list()).map(({ name: whose }) => whose)).toEqual(['bob']);
    });

    verifies('http/sign-in-code', 'have codes that sign in once, at one of several servers', async () => {
      await using opened = await open();
      const [one, other] = opened.servers.map(({ signInCodes }) => signInCodes);
      if (one === undefined || other === undefined) throw new TypeError('These tokens have no codes');
      const code = await one.create({ name: 'ada', expiresInMs: 1_000 });
      expect(await other.isUnused(code)).toBe(true);
      for (const wrong of ['', `${code}x`, '../../etc/passwd', 'x'.repeat(5_000)])
        expect(await other.take(wrong), wrong).toBeUndefined();
      const taken = await Promise.all([one, other, one, other].map((codes) => codes.take(code)));
      expect(taken.filter((who) => who !== undefined)).toEqual([{ name: 'ada' }]);
      expect(await one.isUnused(code)).toBe(false);
    });

    verifies('http/sign-in-code', 'have codes that end when their time is over', async () => {
      await using opened = await open();
      const [one, other] = opened.servers.map(({ signInCodes }) => signInCodes);
      const code = await one?.create({ name: 'ada', expiresInMs: 1_000 });
      await opened.pass(1_001);
      expect(await other?.take(code ?? '')).toBeUndefined();
    });
  });
}
