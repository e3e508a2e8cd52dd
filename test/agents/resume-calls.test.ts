// Every kind of question through a client that cannot ask: the call of `resume` that the model is shown is sent as it is.

import { defineTool } from '@toolshed/kernel';
import { type AgentReply, agentTools, type Toolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const QUESTIONS: readonly (readonly [string, string, string])[] = [
  ['an approval', `tools.mail.send({ to: 'ada@x.org' })`, 'approved is true or false'],
  ['a confirmation', `elicit({ type: 'confirmation', message: 'Sure?' })`, 'approved is true or false'],
  ['a text', `elicit({ type: 'text', message: 'Who?' })`, 'content is their text'],
  ['a choice', `elicit({ type: 'choice', message: 'Which?', options: ['a', 'b'] })`, 'content is one of "a", "b"'],
  [
    'a choice of several',
    `elicit({ type: 'multi_choice', message: 'Which?', options: ['a', 'b', 'c'], min: 2 })`,
    'content is a list of "a", "b", "c"',
  ],
  [
    'a form',
    `elicit({ type: 'form', message: 'New', fields: [{ name: 'name', prompt: 'Name?', type: 'text' }, { name: 'size', prompt: 'Size?', type: 'choice', options: ['s', 'm'] }, { name: 'public', prompt: 'Public?', type: 'boolean' }] })`,
    'content has the fields of request.schema',
  ],
  [
    'a form with a schema',
    `elicit({ type: 'form', message: 'New', schema: { type: 'object', properties: { count: { type: 'integer', minimum: 3 }, mail: { type: 'string', format: 'email' } }, required: ['count', 'mail'] } })`,
    'content has the fields of request.schema',
  ],
];

const open = (): Promise<Toolshed> =>
  openInThread({
    tools: [
      defineTool({
        path: 'mail.send',
        description: 'Send a mail',
        input: z.object({ to: z.string() }),
        destructive: true,
        handler: () => 'sent',
      }),
    ],
    store: 'memory',
  });

const callerOf =
  (shed: Toolshed, approvals: 'auto' | 'inbox') =>
  async (name: string, args: unknown): Promise<AgentReply> => {
    const tools = agentTools(shed, {
      session: 's',
      approvals,
      decisionWaitMs: 0,
      inboxUrl: (id) => `https://inbox.test/${id}`,
    });
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return await tool.execute(args);
  };

describe('a client that cannot ask', () => {
  verifies.each('agent/resume-calls', QUESTIONS)('is shown the call that answers %s', async (_, question, words) => {
    await using shed = await open();
    const call = callerOf(shed, 'auto');
    const paused = JSON.parse((await call('run', { code: `return await ${question}` })).text);
    expect(paused.next).toContain(words);
    expect(paused.next).toContain('Never decide for the user.');
    const [, args = ''] = /: resume (\{.*\})$/m.exec(paused.next) ?? [];
    const done = await call('resume', JSON.parse(args));
    expect(JSON.parse(done.text)).toMatchObject({ status: 'completed' });
  });

  it('is shown one call for many questions of a kind', async () => {
    await using shed = await open();
    const call = callerOf(shed, 'auto');
    const code =
      'return await Promise.all(Array.from({ length: 30 }, (_, at) => tools.mail.send({ to: String(at) })).concat(elicit({ type: "text", message: "Name?" })))';
    const { next } = JSON.parse((await call('run', { code })).text);
    expect(next.match(/: resume \{/g)).toHaveLength(2);
    expect(next).toContain('(and 29 more of this kind: the same call, each with its own elicitation_id)');
    expect(next.length).toBeLessThan(1_000);
  });

  verifies('agent/resume-calls', 'is shown no call and no command where only a person decides', async () => {
    await using shed = await open();
    const call = callerOf(shed, 'inbox');
    for (const [, question] of QUESTIONS) {
      const { next } = JSON.parse((await call('run', { code: `return await ${question}` })).text);
      expect(next).toMatch(
        /^Only a person can decide this, and not through you\. Tell the user to open https:\/\/inbox\.test\/elic_\w+\. Then call get_execution\.$/,
      );
      expect(next).not.toMatch(/toolshed |resume|approve/);
    }
  });
});
