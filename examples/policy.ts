// A policy: rules that look at the arguments, a decision explained, and an approval that lasts for a session.

import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const send = defineTool({
  path: 'mail.send',
  description: 'Sends a mail',
  input: z.object({ to: z.string(), text: z.string() }),
  handler: (_context, { to }) => `sent to ${to}`,
});

await using shed = await openToolshed({
  tools: [send],
  store: 'memory',
  policy: [
    // The strictest rule that applies wins. Where none does, a destructive tool asks.
    { pattern: 'mail.send', verdict: 'allow', when: { at: 'to', glob: '*@example.org' } },
    { pattern: 'mail.send', verdict: 'deny', when: { at: 'text', glob: '*password*' } },
    { pattern: 'mail.*', verdict: 'ask', agent: 'intern' },
  ],
});

async function run(to: string, text: string, agent: string) {
  const program = `return await tools.mail.send(${JSON.stringify({ to, text })})`;
  return await shed.execute(program, { session: 'monday', agent });
}

for (const [to, text, agent] of [
  ['ada@example.org', 'Lunch?', 'planner'],
  ['ada@example.org', 'Lunch?', 'intern'],
  ['eve@example.com', 'Lunch?', 'planner'],
  ['ada@example.org', 'My password is …', 'planner'],
] as const) {
  const { status } = await run(to, text, agent);
  const { decision } = await shed.policy.explain('mail.send', { to, text }, { session: 'monday', agent });
  const { because } = decision;
  console.log(`${status}: ${because.kind === 'rule' ? because.rule : `the tool is ${because.kind}`}`);
}

const asked = await run('eve@example.com', 'Lunch?', 'planner');
await shed.resume(asked.executionId, { approved: true, remember: 'session' });
const next = await run('mallory@example.com', 'Dinner?', 'planner');
const [grant] = await shed.grants.list();
console.log(`${next.status}: a grant for ${grant?.pattern} in this session`);

// Prints:
//
//   completed: allow mail.send when "to" is like "*@example.org"
//   paused: ask mail.*
//   paused: the tool is destructive
//   failed: deny mail.send when "text" is like "*password*"
//   completed: a grant for mail.send in this session
