import { defineTool, type PendingElicitation } from '@toolshed/kernel';
import { createMemoryVault, type ResumeAnswer } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { newCanary, openSecretShed, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

const canary = newCanary();
const handle = expect.stringMatching(/^secret:/);
const asks = (request: string) => `return await elicit({ message: '?', sensitive: true, ...${request} })`;

/** A question, what a person answers, what the asker gets in its place, and the values behind the handles. */
const KINDS: readonly (readonly [string, string, ResumeAnswer, unknown, readonly string[]])[] = [
  ['text', `{ type: 'text' }`, { approved: true, data: canary }, handle, [canary]],
  [
    'choice',
    `{ type: 'choice', options: [${JSON.stringify(canary)}, 'b'] }`,
    { approved: true, data: canary },
    handle,
    [canary],
  ],
  [
    'multi_choice',
    `{ type: 'multi_choice', options: [${JSON.stringify(canary)}, 'b'] }`,
    { approved: true, data: [canary] },
    handle,
    [JSON.stringify([canary])],
  ],
  [
    'form',
    `{ type: 'form', fields: [
       { type: 'string', name: 'user' },
       { type: 'integer', name: 'pin' },
       { type: 'string', name: 'at', default: 'home' },
       { type: 'string', name: 'not' },
     ] }`,
    { approved: true, data: { user: canary, pin: 12345678 } },
    { user: handle, pin: handle, at: handle },
    [canary, '12345678', 'home'],
  ],
  [
    'form of any fields',
    `{ type: 'form', schema: { type: 'object' } }`,
    { approved: true, data: { [canary]: 1 } },
    handle,
    [JSON.stringify({ [canary]: 1 })],
  ],
  [
    'named kind',
    `{ type: 'choice-or-input', input: { message: '?', choices: [{ label: 'a', value: 'a' }] } }`,
    { approved: true, data: { type: 'custom', text: canary } },
    handle,
    [JSON.stringify({ text: canary, type: 'custom' })],
  ],
  ['confirmation with words', `{ type: 'confirmation' }`, { approved: true, data: canary }, handle, [canary]],
  ['other words', `{ type: 'text' }`, { action: 'other', data: canary }, handle, [canary]],
  ['other words than a secret', `{ type: 'secret' }`, { action: 'other', data: canary }, handle, [canary]],
];

describe('the answer to a sensitive question', () => {
  verifies.each('secrets/sensitive', KINDS)(
    'is written down nowhere: %s',
    async (_name, request, answer, content, values) => {
      using folder = newStoreFolder();
      const vault = createMemoryVault();
      await using host = await openSecretShed({ folder: folder.path, vault });
      // What an asker writes is not sensitive, so the options are taken out before anything is searched.
      const asked = expectStatus(await host.shed.execute(asks(request)), 'paused');
      const isOption = request.includes(JSON.stringify(canary));
      const done = expectStatus(await host.shed.resume(asked.executionId, answer), 'completed');
      expect(done.value).toMatchObject({ content, data: content, sensitive: true });
      const kept = await Promise.all((await vault.list()).map(async (facts) => (await vault.get(facts.handle))?.value));
      expect(kept.toSorted()).toEqual(values.toSorted());

      const journal = await host.shed.journal(done.executionId);
      const after = journal.filter(({ kind }) => kind !== 'started' && kind !== 'asked');
      expect(tracesOf(canary, JSON.stringify([done, after]))).toEqual([]);
      expect(JSON.stringify([done, after])).not.toContain('12345678');
      if (!isOption) expect(tracesOf(canary, await host.said(asked, done))).toEqual([]);
      expect((await host.shed.replay(done.executionId)).kind).toBe('same');
      // Sent again it is the same answer, and is kept once.
      expect(await host.shed.resume(asked.paused.elicitationId, answer)).toMatchObject({ value: done.value });
      expect(await vault.list()).toHaveLength(values.length);
    },
  );

  verifies.each('secrets/sensitive', [
    ['secret', 'one-of-two', 'two-of-two'],
    ['text', 'one-of-two', 'two-of-two'],
    ['form', { pin: 1234 }, { pin: 4321 }],
    ['form', { pin: 1234 }, { pin: 1234, user: 'ada' }],
  ])('is the answer, and a second %s gets an error that says so', async (type, one, two) => {
    const vault = createMemoryVault();
    await using host = await openSecretShed({ vault });
    const fields = `fields: [{ type: 'integer', name: 'pin' }, { type: 'string', name: 'user' }]`;
    const program = asks(`{ type: '${type}', ${type === 'form' ? fields : ''} }`);
    const taken = { code: 'elicitation/already-answered' };
    const say = (id: string, data: unknown) => host.shed.resume(id, { approved: true, data });

    const { paused, executionId } = expectStatus(await host.shed.execute(program), 'paused');
    expectStatus(await say(executionId, one), 'completed');
    for (const id of [executionId, paused.elicitationId]) {
      expectStatus(await say(id, one), 'completed');
      await expect(say(id, two)).rejects.toMatchObject(taken);
    }
    const by = { principal: 'bot', kind: 'agent', channel: 'library' } as const;
    await expect(host.shed.resume(executionId, { approved: true, data: one, by })).rejects.toMatchObject(taken);

    const raced = expectStatus(await host.shed.execute(program), 'paused').paused.elicitationId;
    const [first, second] = await Promise.allSettled([say(raced, one), say(raced, two)]);
    expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([first, second].find((outcome) => outcome?.status === 'rejected')).toMatchObject({ reason: taken });

    for (const { handle: kept } of await vault.list()) await vault.remove(kept);
    await expect(say(executionId, one)).rejects.toMatchObject(taken);
  });

  verifies('secrets/sensitive', 'is not repeated by the error about what is wrong with it', async () => {
    await using host = await openSecretShed();
    const fields = `fields: [{ type: 'integer', name: 'pin' }]`;
    const { executionId } = await host.shed.execute(asks(`{ type: 'form', ${fields} }`));
    for (const data of [{ pin: 1, [canary]: 1 }, { [canary]: 1 }, { pin: 1, [`pin.${canary}`]: 1 }, { pin: canary }]) {
      const refused = await host.shed.resume(executionId, { approved: true, data }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'answer/invalid' });
      expect(tracesOf(canary, `${String(refused)} ${JSON.stringify(refused)}`)).toEqual([]);
    }
  });

  verifies(
    'secrets/sensitive',
    'says so of a refusal as well, and a question that is not sensitive says nothing',
    async () => {
      await using host = await openSecretShed();
      const asked = await host.shed.execute(asks(`{ type: 'text' }`));
      expect(await host.shed.resume(asked.executionId, false)).toMatchObject({
        value: { action: 'decline', sensitive: true },
      });
      const plain = await host.shed.execute(`return await elicit({ message: '?', type: 'text' })`);
      const done = expectStatus(await host.shed.resume(plain.executionId, { approved: true, data: 'x' }), 'completed');
      expect(done.value).not.toHaveProperty('sensitive');
    },
  );

  verifies(
    'secrets/sensitive',
    'reaches the tool its handle is given to, and is taken out of what that tool gives back',
    async () => {
      await using host = await openSecretShed();
      const asked = await host.shed.execute(`
      const { data } = await elicit({ message: '?', type: 'form', sensitive: true, fields: [
        { type: 'string', name: 'key' }, { type: 'integer', name: 'pin' } ] });
      return [await tools.leak.plain({ key: data.key }), await tools.leak.plain({ key: data.pin }), await tools.text.echo({ text: ${JSON.stringify('12345678')} })];
    `);
      const answer = { approved: true, data: { key: canary, pin: 12_345_678 } };
      const done = expectStatus(await host.shed.resume(asked.executionId, answer), 'completed');
      expect(done.value).toEqual(['you said [secret]', 'you said [secret]', '[secret]']);
    },
  );

  verifies('secrets/sensitive', 'does not show which option was chosen by what goes missing elsewhere', async () => {
    await using host = await openSecretShed();
    const options = ['positive result', 'negative result'];
    const asked = await host.shed.execute(`
      const { data } = await elicit({ message: '?', type: 'choice', sensitive: true, options: ${JSON.stringify(options)} });
      await tools.leak.bytes({ key: data });
      return await tools.text.echo({ text: ${JSON.stringify(options)} });
    `);
    const done = expectStatus(
      await host.shed.resume(asked.executionId, { approved: true, data: options[0] }),
      'completed',
    );
    expect(done.value).toEqual(options);
  });

  verifies('secrets/sensitive', 'is a handle for a handler, which is run again with it exactly', async () => {
    using folder = newStoreFolder();
    const seen: unknown[] = [];
    const tool = defineTool({
      path: 'app.run',
      description: 'Asks twice',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        // The answer to the second question stands in the first: what is known to be secret by then changes neither.
        const first = await context.elicit({ type: 'text', message: `Is ${canary} yours?` });
        const second = await context.elicit({
          type: 'text',
          message: 'Which, then?',
          default: canary,
          sensitive: true,
        });
        const third = await context.elicit({ type: 'text', message: 'Sure?' });
        seen.push(await context.secrets.get(String(second.data)));
        return { first: first.data, second, third: third.data };
      },
    });
    const options = { folder: folder.path, tools: [tool], hibernateAfterMs: 0, vault: createMemoryVault() };
    await using host = await openSecretShed(options);
    let paused = expectStatus(await host.shed.execute('return await tools.app.run({})'), 'paused').paused;
    const answer = async (data: string): Promise<PendingElicitation> =>
      expectStatus(await host.shed.resume(paused.elicitationId, { approved: true, data }), 'paused').paused;
    paused = await answer('no');
    paused = await answer(canary);
    await using next = await openSecretShed(options);
    const done = expectStatus(
      await next.shed.resume(paused.elicitationId, { approved: true, data: 'yes' }),
      'completed',
    );
    expect(done.value).toMatchObject({ first: 'no', second: { data: handle, sensitive: true }, third: 'yes' });
    expect(seen).toEqual([canary]);
  });

  verifies('secrets/sensitive', 'the result of a page with a flow behind it is kept like any other', async () => {
    const vault = createMemoryVault();
    const flow = 'flow_1234567890123456';
    const tool = defineTool({
      path: 'app.run',
      description: 'Signs in',
      input: z.object({}),
      destructive: false,
      handler: (context) =>
        context.elicit({ type: 'url', message: '?', url: 'https://x.example', elicitationId: flow, sensitive: true }),
    });
    await using host = await openSecretShed({ tools: [tool], vault });
    const asked = await host.shed.execute('return await tools.app.run({})');
    await host.shed.resume(asked.executionId, true);
    const done = expectStatus(await host.shed.completeElicitation(flow, { content: { token: canary } }), 'completed');
    expect(done.value).toMatchObject({ action: 'accept', content: handle, sensitive: true });
    expect(tracesOf(canary, await host.said(done))).toEqual([]);
    expect(await vault.list()).toHaveLength(1);
  });

  verifies('secrets/sensitive', 'passes through middleware as a handle, and stays sensitive there', async () => {
    const seen: unknown[] = [];
    const warnings: string[] = [];
    const write = (_facts: object, words: string): unknown => warnings.push(words);
    const log = { debug: write, info: write, warn: write, error: write };
    await using host = await openSecretShed({
      middleware: [
        async (question, next) => {
          if (question.message === 'open') return next({ type: 'text', message: 'open' });
          if (question.message === 'own') return { action: 'accept', content: 'a' };
          const answer = await next();
          seen.push(answer.content);
          return answer;
        },
      ],
      log,
    });
    const ask = (message: string) =>
      `return await elicit({ type: 'choice', message: '${message}', sensitive: true, options: ['a', 'b'] })`;
    for (const message of ['plain', 'open', 'own']) {
      const asked = expectStatus(await host.shed.execute(ask(message)), 'paused');
      expect(asked.paused.request).toMatchObject({ sensitive: true });
      const done = expectStatus(await host.shed.resume(asked.executionId, { approved: true, data: 'b' }), 'completed');
      expect(done.value).toMatchObject({ content: handle, sensitive: true });
    }
    expect(seen).toEqual([handle]);
    expect(warnings).toContain('middleware failed; asking without it');
  });

  verifies('secrets/sensitive', 'leaves nothing in the vault when it is refused or comes too late', async () => {
    const vault = createMemoryVault();
    await using host = await openSecretShed({ vault });
    const asked = expectStatus(
      await host.shed.execute(asks(`{ type: 'form', fields: [{ type: 'integer', name: 'pin' }] }`)),
      'paused',
    );
    const wrong = await host.shed
      .resume(asked.executionId, { approved: true, data: { pin: canary } })
      .catch((error) => error);
    expect(tracesOf(canary, `${wrong.stack} ${JSON.stringify(wrong)}`)).toEqual([]);
    expect(wrong.code).toBe('answer/invalid');
    const long = await host.shed.execute(asks(`{ type: 'text' }`));
    const refused = host.shed.resume(long.executionId, { approved: true, data: 'x'.repeat(16_385) });
    await expect(refused).rejects.toMatchObject({ code: 'answer/invalid' });
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'x'.repeat(16_000)]));
    const form = await host.shed.execute(
      asks(
        `{ type: 'form', schema: { type: 'object', properties: ${JSON.stringify({ a: {}, b: {}, c: {}, d: {}, e: {} })} } }`,
      ),
    );
    await expect(host.shed.resume(form.executionId, { approved: true, data: many })).rejects.toMatchObject({
      code: 'answer/invalid',
    });
    expect(await vault.list()).toEqual([]);
    const answers = [1, 2, 3].map((pin) =>
      host.shed.resume(asked.paused.elicitationId, { approved: true, data: { pin } }).catch((error) => error),
    );
    await Promise.all(answers);
    expect(await vault.list()).toHaveLength(1);
  });
});
