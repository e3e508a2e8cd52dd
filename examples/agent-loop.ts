// An agent loop: the model gets a few tools, however many its programs can call. Here a script stands in for the model.

import { type AgentReply, agentTools, defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const send = defineTool({
  path: 'mail.send',
  description: 'Sends a mail',
  input: z.object({ to: z.string() }),
  message: ({ to }) => `Send a mail to ${to}?`,
  handler: (_context, { to }) => `sent to ${to}`,
});

await using shed = await openToolshed({ tools: [send], store: 'memory' });
// A service would leave `decisionWaitMs` out: calls then wait up to 20 s for a person before they report the pause.
const tools = agentTools(shed, { session: 'chat-7', agent: 'planner', decisionWaitMs: 0 });

type Turn = { readonly say: string } | { readonly call: string; readonly args: object };

/** What a model would answer to the last reply. */
function model(step: number, reply: AgentReply | undefined): Turn {
  const execution_id = reply?.structured?.['executionId'];
  const turns: readonly Turn[] = [
    { call: 'search_tools', args: { query: 'mail' } },
    { call: 'run', args: { code: `return await tools.mail.send({ to: 'ada@example.org' })` } },
    { call: 'get_execution', args: { execution_id } },
  ];
  return turns[step] ?? { say: `Done: ${reply?.structured?.['value']}` };
}

let reply: AgentReply | undefined;
for (let step = 0; step < 10; step++) {
  const turn = model(step, reply);
  if ('say' in turn) {
    console.log('model:', turn.say);
    break;
  }
  reply = await tools.find(({ name }) => name === turn.call)?.execute(turn.args);
  console.log(`${turn.call}:`, reply?.structured?.['status'] ?? reply?.text);
  if (reply?.structured?.['next'] !== undefined) console.log('  the model reads:', reply.structured['next']);

  // Elsewhere, in the inbox or a terminal: the person answers. The model cannot.
  for (const { elicitationId, message } of await shed.pending()) {
    console.log('  a person approves:', message);
    await shed.resume(elicitationId, { approved: true, by: { principal: 'ada', kind: 'person', channel: 'example' } });
  }
}

// Prints:
//
//   search_tools: mail.send — Sends a mail (asks)
//   run: paused
//     the model reads: Only a person can decide this, and not through you. Tell the user to answer it in Toolshed. Then call get_execution.
//     a person approves: Send a mail to ada@example.org?
//   get_execution: completed
//   model: Done: sent to ada@example.org
