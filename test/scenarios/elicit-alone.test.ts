import { defineTool, secret } from '@toolshed/kernel';
import { createMemoryVault } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const login = defineTool({
  path: 'openai.login',
  description: 'Log in to OpenAI',
  input: z.object({ key: secret() }),
  destructive: false,
  handler: (_context, { key }) => key.length,
});

const setUp = defineTool({
  path: 'project.setUp',
  description: 'Set up a project',
  input: z.object({}),
  destructive: false,
  handler: async (context) => {
    const fields = [{ name: 'name', prompt: 'Name?', type: 'text', default: null, title: null }];
    // What a tool written in JavaScript may pass on.
    const unset = JSON.parse('{ "type": null, "options": null, "default": null, "sensitive": null, "url": null }');
    const { content } = await context.elicit({ message: 'New project', ...unset, fields });
    return content;
  },
});

const shed = await openInThread({ tools: [login, setUp], store: 'memory', vault: createMemoryVault() });
afterAll(() => shed[Symbol.asyncDispose]());

const block = (spec: object): string => `\`\`\`\`markdown\n\`\`\`elicit\n${JSON.stringify(spec)}\n\`\`\`\n\`\`\`\``;

describe('an elicit block', () => {
  verifies('elicit/alone', 'is asked, answered and replayed like a program', async () => {
    const paused = await shed.execute(block({ type: 'choice', prompt: 'Which?', options: ['FastAPI', 'Django'] }));
    expect(paused).toMatchObject({ paused: { message: 'Which?', asker: 'program', type: 'choice' } });
    expect(await shed.resume(paused.executionId, { approved: true, data: 'Django' })).toMatchObject({
      status: 'completed',
      value: { action: 'accept', content: 'Django' },
    });
    expect(await shed.replay(paused.executionId)).toMatchObject({ kind: 'same' });
  });

  verifies('elicit/alone', 'gives a secret to later programs of its session, and shows it to nobody', async () => {
    const { executionId } = await shed.execute(block({ type: 'secret', prompt: 'Your key?' }));
    const given = await shed.resume(executionId, { approved: true, data: 'sk-1234567890' });
    expect(given).toMatchObject({ value: { note: expect.stringContaining('User provided secret value (not shown)') } });
    expect(JSON.stringify([given, await shed.journal(executionId)])).not.toContain('sk-1234567890');
    const { content } = z.looseObject({ content: z.string() }).parse(given.status === 'completed' && given.value);
    const used = await shed.execute(`return await tools.openai.login({ key: '${content}' })`);
    expect(used).toMatchObject({ status: 'completed', value: 'sk-1234567890'.length });
  });

  verifies('elicit/alone', 'fails with what is wrong with it', async () => {
    const odd = await shed.execute(block({ type: 'choice', prompt: 'Which?', colour: 'red' }));
    expect(odd).toMatchObject({ status: 'failed', error: { code: 'elicitation/invalid' } });
    await expect(shed.execute('```elicit\n{ type: text }\n```')).rejects.toMatchObject({ code: 'elicitation/invalid' });
  });
});

describe('a question with unset fields', () => {
  verifies.each('elicit/unset', [
    [
      'a program',
      `return (await elicit({ message: 'New project', type: null, options: null, fields: [{ name: 'name', prompt: 'Name?', type: 'text', options: undefined }] })).content`,
    ],
    [
      'a program with a schema',
      `return (await elicit({ message: 'New project', schema: { type: 'object', properties: { name: { type: 'string' } } } })).content`,
    ],
    ['a handler', 'return await tools.project.setUp({})'],
  ])('is a form where it has fields: of %s', async (_asker, program) => {
    const paused = await shed.execute(program);
    expect(paused).toMatchObject({ paused: { type: 'form', request: { schema: { properties: { name: {} } } } } });
    const done = await shed.resume(paused.executionId, { approved: true, data: { name: 'shed' } });
    expect(done).toMatchObject({ status: 'completed', value: { name: 'shed' } });
  });
});

describe('a program that looks for a way to ask', () => {
  verifies('elicit/found', 'finds elicit and what it takes', async () => {
    const done = await shed.execute(
      `const [first] = await tools.$search('ask the user');
       const { input } = await tools.$describe('elicit');
       return { ...first, takes: Object.keys(input.properties), others: await tools.$search('log in') }`,
    );
    expect(done).toMatchObject({
      status: 'completed',
      value: {
        path: 'elicit',
        signature: expect.stringContaining('elicit(request: {'),
        takes: expect.arrayContaining(['type', 'prompt', 'options', 'fields', 'default', 'sensitive', 'description']),
        others: [{ path: 'openai.login' }],
      },
    });
  });
});
