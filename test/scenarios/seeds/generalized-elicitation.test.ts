// Seed 000_1a20b74940af46e8.txt: generalized elicitation, its request types, response and the specs an agent writes.

import type { ElicitRequest } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { CALL, firstQuestion, openAskingShed } from '../../support/asking-shed.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';

const SPECS = {
  secret: {
    type: 'secret',
    prompt: 'Enter your OpenAI API key:',
    description: 'Required for the OpenAI integration. Will not be logged.',
  },
  choice: { type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django', 'Flask'] },
  form: {
    type: 'form',
    prompt: 'New project setup:',
    fields: [
      { name: 'name', prompt: 'Project name?', type: 'text' },
      { name: 'language', prompt: 'Language?', type: 'choice', options: ['python', 'typescript'] },
      { name: 'tests', prompt: 'Include tests?', type: 'boolean' },
    ],
  },
} as const;

const elicit = (spec: object): string => `return await elicit(${JSON.stringify(spec)})`;

describe('seed 000_1a20b74940af46e8.txt, request types', () => {
  verifies('elicit/kinds');

  it.each<[ElicitRequest, unknown]>([
    [{ type: 'text', message: 'Name?', default: 'Ada' }, 'Grace'],
    [{ type: 'choice', message: 'Which?', options: ['a', 'b'] }, 'b'],
    [{ type: 'multi_choice', message: 'Which?', options: ['a', 'b'] }, ['a', 'b']],
    [{ type: 'confirmation', message: 'Sure?' }, undefined],
    [{ type: 'form', message: 'Who?', fields: [{ name: 'age', type: 'integer' }] }, { age: 36 }],
  ])('asks $type from a program and from a handler alike', async (request, data) => {
    await using shed = await openAskingShed((context) => context.elicit(request));
    for (const program of [elicit(request), CALL]) {
      const question = await firstQuestion(shed, program);
      expect(question).toMatchObject({ type: request.type, message: request.message });
      const { value } = expectStatus(await shed.resume(question.elicitationId, { approved: true, data }), 'completed');
      expect(value).toMatchObject({ approved: true, action: 'accept', ...(data === undefined ? {} : { data }) });
    }
  });
});

describe('seed 000_1a20b74940af46e8.txt, response', () => {
  verifies('elicit/actions');

  it('is an action for the asker when a person cancels, never an exception', async () => {
    await using shed = await openAskingShed((context) => context.elicit({ type: 'text', message: 'Name?' }));
    for (const program of [elicit({ type: 'text', prompt: 'Name?' }), CALL]) {
      const { elicitationId } = await firstQuestion(shed, program);
      const { value } = expectStatus(await shed.resume(elicitationId, { action: 'cancel' }), 'completed');
      expect(value).toMatchObject({ action: 'cancel', approved: false });
    }
  });
});

describe('seed 000_1a20b74940af46e8.txt, agent usage', () => {
  it('asks to choose from the spec as an agent writes it', async () => {
    await using shed = await openAskingShed(() => undefined);
    const { elicitationId, request } = await firstQuestion(shed, elicit(SPECS.choice));
    expect(request).toMatchObject({
      message: 'Which framework should we use?',
      options: [{ value: 'FastAPI' }, {}, {}],
    });
    await expect(shed.resume(elicitationId, { approved: true, data: 'Rails' })).rejects.toMatchObject({
      code: 'answer/invalid',
    });
    const { value } = expectStatus(await shed.resume(elicitationId, { approved: true, data: 'Flask' }), 'completed');
    expect(value).toMatchObject({ data: 'Flask' });
  });

  it('asks a form from the spec as an agent writes it, and checks every field', async () => {
    await using shed = await openAskingShed(() => undefined);
    const { elicitationId } = await firstQuestion(shed, elicit(SPECS.form));
    const wrong = shed.resume(elicitationId, { approved: true, data: { language: 'cobol', tests: 'yes' } });
    await expect(wrong).rejects.toMatchObject({
      issues: [{ field: 'name' }, { field: 'language' }, { field: 'tests' }],
    });
    const data = { name: 'shed', language: 'typescript', tests: true };
    const { value } = expectStatus(await shed.resume(elicitationId, { approved: true, data }), 'completed');
    expect(value).toMatchObject({ data });
  });

  it('gives the asker a handle in place of the secret that was kept, and writes no secret down', async () => {
    verifies('elicit/secret-kept-out');
    await using shed = await openAskingShed((context) =>
      context.elicit({ type: 'secret', message: 'Key?', name: 'K' }),
    );
    for (const program of [elicit(SPECS.secret), CALL]) {
      const { elicitationId, executionId, request } = await firstQuestion(shed, program);
      expect(request).toMatchObject({ type: 'secret', sensitive: true });
      await expect(shed.resume(elicitationId, { approved: true, data: '' })).rejects.toMatchObject({
        code: 'answer/invalid',
      });
      const result = await shed.resume(elicitationId, { approved: true, data: 'sk-very-secret' });
      expect(expectStatus(result, 'completed').value).toMatchObject({ content: expect.stringMatching(/^secret:/) });
      expect(JSON.stringify([result, await shed.journal(executionId)])).not.toContain('sk-very-secret');
    }
  });
});
