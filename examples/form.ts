// A tool that asks while it runs: what it needs is a form, and what the person fills in is checked before it gets it.

import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const Details = z.object({ people: z.int().min(1).max(12), day: z.enum(['Friday', 'Saturday']) });

const reserve = defineTool({
  path: 'table.reserve',
  description: 'Reserves a table; asks the person for the details',
  input: z.object({ restaurant: z.string() }),
  // The handler asks by itself, so the gate need not.
  destructive: false,
  async handler(context, { restaurant }) {
    const answer = await context.elicit({
      type: 'form',
      message: `A table at ${restaurant}: for how many, and when?`,
      schema: Details,
    });
    if (!answer.approved) return `no table: ${answer.reason ?? answer.action}`;
    const { people, day } = Details.parse(answer.data);
    return `${people} people at ${restaurant} on ${day}`;
  },
});

await using shed = await openToolshed({ tools: [reserve], store: 'memory' });
const program = `return await tools.table.reserve({ restaurant: 'Luigi' })`;

const first = await shed.execute(program);
if (first.status === 'paused') {
  console.log(first.paused.message);
  const tooMany = shed.resume(first.executionId, { approved: true, data: { people: 40, day: 'Friday' } });
  await tooMany.catch((error: Error) => console.log('refused:', error.message));
  // The question is still open.
  const done = await shed.resume(first.executionId, { approved: true, data: { people: 4, day: 'Friday' } });
  if (done.status === 'completed') console.log('reserved:', done.value);
}

const second = await shed.execute(program);
const declined = await shed.resume(second.executionId, { approved: false, reason: 'we eat at home' });
if (declined.status === 'completed') console.log('declined:', declined.value);

// Prints:
//
//   A table at Luigi: for how many, and when?
//   refused: Cannot accept the answer to "elic_8b470049abb7707ca0ccdb9c4f52182a": "people": must be at most 12; the question is still open
//   reserved: 4 people at Luigi on Friday
//   declined: no table: we eat at home
