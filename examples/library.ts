import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const send = defineTool({
  path: 'mail.send',
  description: 'Send a mail',
  input: z.object({ to: z.string(), subject: z.string() }),
  destructive: true,
  message: ({ to, subject }) => `Send "${subject}" to ${to}?`,
  handler: (_context, { to }) => ({ delivered: to }),
});

await using shed = await openToolshed({ tools: [send], store: 'memory' });
const result = await shed.execute(`
  const sent = await tools.mail.send({ to: 'ada@example.org', subject: 'Hello' });
  return sent.delivered;
`);
if (result.status === 'paused') {
  console.log('paused:', result.paused.message, result.paused.args);
  const done = await shed.resume(result.executionId, true);
  if (done.status === 'completed') console.log('completed:', done.value, 'behind', done.sandbox);
}

// Prints:
//
//   paused: Send "Hello" to ada@example.org? { subject: 'Hello', to: 'ada@example.org' }
//   completed: ada@example.org behind process+os
