// Two people: a rule that wants two different approvers. One person counts once, and an agent never counts.

import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const pay = defineTool({
  path: 'bank.pay',
  description: 'Pays an amount in euros',
  input: z.object({ to: z.string(), euros: z.int() }),
  message: ({ to, euros }) => `Pay ${euros} euros to ${to}?`,
  handler: (_context, { to, euros }) => `${euros} euros paid to ${to}`,
});

await using shed = await openToolshed({
  tools: [pay],
  store: 'memory',
  policy: [{ pattern: 'bank.pay', verdict: 'ask', approvals: 2, when: { at: 'euros', min: 1000 } }],
});

const { executionId } = await shed.execute(`return await tools.bank.pay({ to: 'Grace', euros: 5000 })`);

const approve = async (principal: string, kind: 'person' | 'agent' = 'person') => {
  const by = { principal, kind, channel: 'example' };
  try {
    const result = await shed.resume(executionId, { approved: true, by });
    if (result.status === 'paused') {
      const { approvals } = result.paused;
      console.log(`${principal}: ${approvals?.by.length} of ${approvals?.needed} have approved`);
    }
    if (result.status === 'completed') console.log(`${principal}: ${result.value}`);
  } catch (error) {
    console.log(`${principal}: ${error instanceof Error ? error.message : error}`);
  }
};

await approve('ada');
await approve('ada');
await approve('planner', 'agent');
await approve('linus');

// Prints:
//
//   ada: 1 of 2 have approved
//   ada: 1 of 2 have approved
//   planner: Cannot let "planner" answer: agents ask, people answer; a host may allow it with agentsMayAnswer
//   linus: 5000 euros paid to Grace
