// Seed 004_d4d5b19a43a4e079.txt: form mode with its property types, url mode, elicitation_required, deterministic ids.

import { elicitUrl, requireUrl } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALL, firstQuestion, openAskingShed } from '../../support/asking-shed.ts';
import { storeWith } from '../../support/durable/revive.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';

const NAME_FORM = {
  type: 'form',
  message: 'What is your info?',
  fields: [
    { type: 'string', name: 'name', required: true, title: 'Your name' },
    { type: 'string', name: 'email', required: true, title: 'Email', format: 'email' },
    {
      type: 'enum',
      name: 'role',
      required: true,
      title: 'Role',
      enum: [
        ['dev', 'Developer'],
        ['pm', 'Product Manager'],
      ],
    },
  ],
} as const;

describe('seed 004_d4d5b19a43a4e079.txt, form mode', () => {
  verifies('elicit/forms');
  const ada = { name: 'Ada', email: 'ada@example.com', role: 'dev' };

  it('greets who answered, and handles a refusal without an exception', async () => {
    await using shed = await openAskingShed(async (context) => {
      const { action, content } = await context.elicit(NAME_FORM);
      return action === 'accept'
        ? `Hello ${Object(content).name}`
        : action === 'not_supported'
          ? 'Hello stranger'
          : 'Rejected';
    });
    for (const [answer, greeting] of [
      [{ approved: true, data: ada }, 'Hello Ada'],
      [{ approved: false }, 'Rejected'],
      [{ action: 'not_supported' }, 'Hello stranger'],
    ] as const) {
      const { elicitationId } = await firstQuestion(shed);
      expect(await shed.resume(elicitationId, answer)).toMatchObject({ value: greeting });
    }
  });

  it('names the fields that do not fit, and takes the corrected answer', async () => {
    await using shed = await openAskingShed((context) => context.elicit(NAME_FORM));
    const { elicitationId } = await firstQuestion(shed);
    const wrong = { ...ada, email: 'nowhere', role: 'ceo' };
    await expect(shed.resume(elicitationId, { approved: true, data: wrong })).rejects.toMatchObject({
      issues: [{ field: 'email' }, { field: 'role' }],
      message: expect.stringContaining('"email": must be an email address'),
    });
    expect(await shed.resume(elicitationId, { approved: true, data: ada })).toMatchObject({ value: { content: ada } });
  });

  it('takes a zod object from a handler', async () => {
    const schema = z.object({ email: z.email(), seats: z.int().min(1).default(2) });
    await using shed = await openAskingShed((context) => context.elicit({ type: 'form', message: 'Book', schema }));
    const { elicitationId } = await firstQuestion(shed);
    await expect(shed.resume(elicitationId, { approved: true, data: { email: 'x', seats: 0 } })).rejects.toMatchObject({
      issues: [{ field: 'email' }, { field: 'seats' }],
    });
    const data = { email: 'ada@example.com' };
    expect(await shed.resume(elicitationId, { approved: true, data })).toMatchObject({
      value: { content: { ...data, seats: 2 } },
    });
  });
});

describe('seed 004_d4d5b19a43a4e079.txt, property types', () => {
  verifies('elicit/forms');

  it.each<[object, unknown, unknown]>([
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'abc', 'a'],
    [{ type: 'string', pattern: '^[A-Z]{2}\\d+$' }, 'AB1', 'ab1'],
    [{ type: 'string', format: 'email' }, 'a@b.co', 'a@b'],
    [{ type: 'string', format: 'uri' }, 'https://a.example/x', 'a.example'],
    [{ type: 'string', format: 'date' }, '2024-02-29', '2023-02-29'],
    [{ type: 'string', format: 'date_time' }, '2026-11-06T09:30:00Z', '2026-11-06'],
    [{ type: 'boolean', default: true }, false, 'false'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 0.5, 1.5],
    [{ type: 'integer', minimum: 1 }, 2, 1.5],
    [{ type: 'enum', enum: ['a', 'b'] }, 'a', 'c'],
    [{ type: 'enum', enum: [['a', 'The a']] }, 'a', 'The a'],
    [{ type: 'enum', enum: ['a', 'b', 'c'], multi: true, min: 1, max: 2 }, ['a', 'c'], ['a', 'b', 'c']],
  ])('%j takes %j and not %j', async (property, good, bad) => {
    await using shed = await openAskingShed(() => undefined);
    const fields = [{ name: 'x', required: true, title: 'X', description: 'an x', ...property }];
    const { elicitationId } = await firstQuestion(
      shed,
      `return (await elicit(${JSON.stringify({ type: 'form', message: 'X?', fields })})).data`,
    );
    for (const data of [{ x: bad }, {}])
      await expect(shed.resume(elicitationId, { approved: true, data })).rejects.toMatchObject({
        issues: [{ field: expect.stringMatching(/^x/) }],
      });
    const { value } = expectStatus(
      await shed.resume(elicitationId, { approved: true, data: { x: good } }),
      'completed',
    );
    expect(value).toEqual({ x: good });
  });

  it('refuses a pattern that could keep the host busy when it is asked', async () => {
    await using shed = await openAskingShed(() => undefined);
    const fields = [{ type: 'string', name: 'x', pattern: '^(?=(a+)+$)' }];
    const program = `return await elicit(${JSON.stringify({ type: 'form', message: 'X?', fields })})`;
    expect(await shed.execute(program)).toMatchObject({ status: 'failed', error: { code: 'elicitation/invalid' } });
  });
});

describe('seed 004_d4d5b19a43a4e079.txt, url mode', () => {
  verifies('elicit/url');

  it('asks for consent, waits for the flow, and resolves when its owner completes it', async () => {
    await using shed = await openAskingShed(async (context) => {
      const elicitationId = context.flowId();
      const url = `https://example.com/oauth?elicitation_id=${elicitationId}`;
      const { action } = await context.elicit(elicitUrl({ message: 'Please authenticate', url, elicitationId }));
      return action === 'accept' ? 'Authenticated' : 'Auth rejected';
    });
    const { elicitationId, request } = await firstQuestion(shed);
    if (request.type !== 'url' || request.flow === undefined) throw new Error('A page was expected');
    expect(new URL(request.url).searchParams.get('elicitation_id')).toBe(request.flow);
    const consented = expectStatus(await shed.resume(elicitationId, true), 'paused');
    expect(consented.paused.consent).toMatchObject({ principal: 'host' });
    expect(await shed.completeElicitation(request.flow)).toMatchObject({ value: 'Authenticated' });

    const declined = await firstQuestion(shed);
    expect(await shed.resume(declined.elicitationId, false)).toMatchObject({ value: 'Auth rejected' });
  });
});

describe('seed 004_d4d5b19a43a4e079.txt, elicitation_required', () => {
  verifies('elicit/url-required');
  const required = {
    message: 'Please authenticate first',
    url: 'https://example.com/oauth?elicitation_id=unique-id-1234567',
    elicitationId: 'unique-id-1234567',
  };

  it('gives the list to the host, and a typed error without it to the program', async () => {
    await using shed = await openAskingShed(() => requireUrl([required]));
    const failed = await shed.execute(CALL);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'elicitation/url-required', name: 'UrlRequiredError' },
      calls: [{ path: 'app.run', outcome: 'threw', required: [required] }],
    });
    const caught = await shed.execute('try { await tools.app.run({}) } catch (error) { return { ...error } }');
    expect(caught).toMatchObject({ value: { code: 'elicitation/url-required' }, calls: [{ required: [required] }] });
    expect(JSON.stringify(expectStatus(caught, 'completed').value)).not.toContain(required.elicitationId);
  });
});

describe('seed 004_d4d5b19a43a4e079.txt, deterministic_id', () => {
  verifies('elicit/ids');
  const programs = [
    CALL,
    `return await elicit({ type: 'location' })`,
    `return await elicit({ type: 'url', message: 'm', url: 'https://a.example/' })`,
    `return await elicit(${JSON.stringify(NAME_FORM)})`,
  ];

  it.each(programs)('asks the same question under the same id after a crash: %s', async (program) => {
    const handler = (context: Parameters<Parameters<typeof openAskingShed>[0]>[0]) => context.elicit(NAME_FORM);
    await using shed = await openAskingShed(handler);
    const { elicitationId, executionId } = await firstQuestion(shed, program);
    const journal = await shed.journal(executionId);
    const asked = journal.findIndex(({ kind }) => kind === 'asked');
    // What a program asks is written with its call; what a handler asks comes after, so the process may die between.
    const lost = program === CALL ? journal.slice(0, asked) : journal.slice(0, 1);
    for (const entries of [journal, lost]) {
      const store = await storeWith(executionId, entries);
      await using revived = await openAskingShed(handler, { store });
      const { pending } = expectStatus(await revived.wake(executionId), 'paused');
      expect(pending.map((question) => question.elicitationId)).toEqual([elicitationId]);
    }
  });

  it('asks two questions of one call under two ids', async () => {
    await using shed = await openAskingShed((context) =>
      Promise.all([context.elicit(NAME_FORM), context.elicit(NAME_FORM)]),
    );
    const { pending } = expectStatus(await shed.execute(CALL), 'paused');
    expect(new Set(pending.map(({ elicitationId }) => elicitationId)).size).toBe(2);
  });
});
