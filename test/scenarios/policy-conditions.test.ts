import { definePlugin, defineTool, type Tool } from '@toolshed/kernel';
import type { OpenOptions } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { recordedLog } from '../support/policy/recorded-log.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const send = (to: string, subject = 'Hi'): string =>
  `return await tools.mail.send({ to: ${JSON.stringify(to)}, subject: ${JSON.stringify(subject)} })`;

const INSIDE = { at: 'to', glob: '*@example.org' } as const;

describe('a rule with a condition', () => {
  verifies('policy/conditions', 'decides by the arguments the handler would get', async () => {
    await using mail = await openMailShed({
      policy: [
        { pattern: 'mail.send', verdict: 'allow', when: INSIDE },
        { pattern: 'mail.send', verdict: 'deny', when: { at: 'to', glob: '*@evil.org' } },
      ],
    });
    const { shed, sent } = mail;
    expectStatus(await shed.execute(send('ada@example.org')), 'completed');
    expectStatus(await shed.execute(send('grace@elsewhere.org')), 'paused');
    const denied = expectStatus(await shed.execute(send('eve@evil.org')), 'failed');
    expect(denied.error).toMatchObject({
      code: 'tool/denied',
      message: expect.stringContaining('deny mail.send when "to" is like "*@evil.org"'),
    });
    expect(sent).toEqual(['ada@example.org']);
  });

  verifies('policy/conditions', 'sees values the schema filled in', async () => {
    await using mail = await openMailShed({
      policy: [{ pattern: 'mail.send', verdict: 'deny', when: { at: 'subject', equals: '(none)' } }],
    });
    const result = await mail.shed.execute(`return await tools.mail.send({ to: 'ada' })`);
    expect(expectStatus(result, 'failed').error.code).toBe('tool/denied');
  });

  verifies('policy/conditions', 'an undecidable condition denies, and does not allow', async () => {
    await using strict = await openMailShed({
      policy: [{ pattern: 'mail.send', verdict: 'deny', when: { at: 'cc', glob: '*@evil.org' } }],
    });
    expect(expectStatus(await strict.shed.execute(send('ada')), 'failed').error.code).toBe('tool/denied');
    await using lax = await openMailShed({
      policy: [{ pattern: 'mail.send', verdict: 'allow', when: { not: { at: 'cc', glob: '*@evil.org' } } }],
    });
    expectStatus(await lax.shed.execute(send('ada')), 'paused');
  });

  verifies('policy/explain', 'is explained, with every rule, every grant and the reason', async () => {
    await using mail = await openMailShed({
      policy: [
        { pattern: 'mail.send', verdict: 'deny', when: { at: 'to', glob: '*@evil.org' } },
        { pattern: 'mail.*', verdict: 'ask', agent: 'triage' },
        { pattern: 'mial.send', verdict: 'deny' },
      ],
    });
    const { shed } = mail;
    const grant = await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' }, when: INSIDE, uses: 1 });
    const explain = (to: string, session = 's') =>
      shed.policy.explain('mail.send', { to }, { session, agent: 'triage' });

    const allowed = await explain('ada@example.org');
    expect(allowed).toMatchObject({
      decision: { kind: 'allow', because: { kind: 'grant', grant: grant.id } },
      args: { to: 'ada@example.org', subject: '(none)' },
      isDestructive: true,
      refused: undefined,
      unmatched: ['deny mial.send'],
    });
    expect(allowed.rules.map(({ judgement }) => [judgement.applies, judgement.because.kind])).toEqual([
      [false, 'condition-fails'],
      [true, 'matches'],
      [false, 'other-path'],
    ]);
    expect(allowed.grants.map(({ judgement }) => judgement.because.kind)).toEqual(['condition-holds']);

    expect((await explain('eve@evil.org')).decision).toMatchObject({ kind: 'deny' });
    const elsewhere = await explain('ada@example.org', 'other');
    expect(elsewhere.decision).toEqual({ kind: 'ask', because: { kind: 'rule', rule: 'ask mail.*' } });
    expect(elsewhere.grants[0]?.judgement.because.kind).toBe('other-session');
    expect((await shed.grants.list())[0]?.usesLeft).toBe(1);
  });

  verifies('policy/explain', 'is explained for calls that would never reach the gate', async () => {
    await using mail = await openMailShed();
    expect(await mail.shed.policy.explain('mail.sned', {})).toMatchObject({
      refused: { kind: 'unknown-tool', nearest: expect.arrayContaining(['mail.send']) },
    });
    expect(await mail.shed.policy.explain('mail.send', { to: 5 })).toMatchObject({
      refused: { kind: 'invalid-arguments', issues: [{ field: 'to' }] },
    });
  });

  verifies('policy/unmatched', 'a rule that matches no tool causes a warning at start, and is listed so', async () => {
    const log = recordedLog();
    await using mail = await openMailShed({
      log,
      policy: [
        { pattern: 'mail.sned', verdict: 'deny' },
        { pattern: 'mail.**', verdict: 'ask' },
      ],
    });
    expect(log.warnings).toMatchObject([{ facts: { rule: 'deny mail.sned' } }]);
    expect(mail.shed.policy.rules().map(({ text, tools }) => [text, tools.length])).toEqual([
      ['deny mail.sned', 0],
      ['ask mail.**', 5],
    ]);
  });
});

describe('one handler under several names', () => {
  const input = z.object({});
  const wipe = () => 'wiped';
  const tool = (path: string, destructive: boolean | (() => boolean), handler: () => string = wipe) =>
    defineTool({ path, description: 'Wipe', input, destructive, handler });
  const warningsOf = async (tools: readonly Tool[], policy: OpenOptions['policy'] = []) => {
    const log = recordedLog();
    await using _ = await openInThread({ tools, policy, store: 'memory', log, prepares: false });
    return log.warnings.map(({ facts }) => facts);
  };

  verifies(
    'policy/shared-handler',
    'is warned of when the host opens, if one name asks and another does not',
    async () => {
      expect(
        await warningsOf([tool('db.wipe', true), tool('db.tidy', false), tool('db.see', false, () => '')]),
      ).toEqual([
        {
          tools: [
            { path: 'db.wipe', gate: 'ask' },
            { path: 'db.tidy', gate: 'allow' },
          ],
        },
      ]);
      expect(await warningsOf([tool('db.wipe', () => true), tool('db.tidy', false)])).toHaveLength(1);
      const plugin = definePlugin({ name: 'db', tools: [tool('db.tidy', false)] });
      expect(await warningsOf([tool('x.wipe', true), ...plugin.tools])).toHaveLength(1);
    },
  );

  verifies(
    'policy/shared-handler',
    'is warned of where a rule denies one of them, and not where rules make them the same',
    async () => {
      const both = [tool('db.wipe', true), tool('db.tidy', true)];
      expect(await warningsOf(both)).toEqual([]);
      expect(await warningsOf(both, [{ pattern: 'db.wipe', verdict: 'deny' }])).toHaveLength(1);
      const mixed = [tool('db.wipe', true), tool('db.tidy', false)];
      expect(await warningsOf(mixed, [{ pattern: 'db.*', verdict: 'ask' }])).toEqual([]);
    },
  );
});
