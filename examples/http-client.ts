// Over HTTP: an agent starts a program, a person answers. Each has a token; the agent's can ask and never answer.

import { defineTool, openToolshed } from 'toolshed';
import { serve } from 'toolshed/server';
import { z } from 'zod';

const publish = defineTool({
  path: 'blog.publish',
  description: 'Publishes a post',
  input: z.object({ title: z.string() }),
  message: ({ title }) => `Publish "${title}"?`,
  handler: (_context, { title }) => `published ${title}`,
});

await using shed = await openToolshed({ tools: [publish], store: 'memory' });
await using server = await serve({
  shed,
  port: 0,
  async authenticate(request) {
    const token = request.headers.get('authorization');
    if (token === 'Bearer agent') return { kind: 'agent', id: '1', name: 'writer', session: 'monday' };
    if (token === 'Bearer ada') return { kind: 'approver', id: '2', name: 'ada', way: 'token' };
    return undefined;
  },
});

const Reply = z.object({ status: z.string().or(z.number()) }).loose();

async function post(token: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(body) });
  return Reply.parse(await response.json());
}

const program = `return await tools.blog.publish({ title: 'Hello' })`;
const started = await post('agent', '/v1/executions', { program, waitMs: 10_000 });
const { elicitationId, message } = z
  .object({ elicitationId: z.string(), message: z.string() })
  .parse(started['paused']);
console.log(started.status, message);

const answer = `/v1/elicitations/${elicitationId}/answer`;
const refused = await post('agent', answer, { approved: true });
console.log('the agent approves:', refused.status, refused['code']);

const done = await post('ada', answer, { approved: true, waitMs: 10_000 });
console.log('ada approves:', done.status, done['value']);

// Prints:
//
//   paused Publish "Hello"?
//   the agent approves: 403 access/approver-only
//   ada approves: completed published Hello
