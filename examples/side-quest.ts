// A side quest: at a question, a person wants something else first. It runs beside the question and brings them back.

import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const book = defineTool({
  path: 'boat.book',
  description: 'Books a boat',
  input: z.object({ day: z.string() }),
  message: ({ day }) => `Book the boat for ${day}?`,
  handler: (_context, { day }) => `the boat is ours on ${day}`,
});

const forecast = defineTool({
  path: 'weather.forecast',
  description: 'Says what the weather will be',
  input: z.object({ day: z.string() }),
  destructive: false,
  handler: (_context, { day }) => (day === 'Sunday' ? 'sunny' : 'rain'),
});

await using shed = await openToolshed({ tools: [book, forecast], store: 'memory' });
const errand = await shed.execute(`return await tools.boat.book({ day: 'Saturday' })`);
if (errand.status === 'paused') {
  const { elicitationId, message } = errand.paused;
  console.log(message);

  const quest = await shed.fork(elicitationId, `return await tools.weather.forecast({ day: 'Saturday' })`);
  if (quest.status === 'completed') console.log('first, the weather on Saturday:', quest.value);

  const { execution, sideQuests } = await shed.tree(quest.executionId);
  console.log(`the errand is ${execution.status}, side quests: ${sideQuests.length}`);

  // Back at the question, the person knows better: another day.
  const done = await shed.resume(elicitationId, { approved: true, args: { day: 'Sunday' } });
  if (done.status === 'completed') console.log('done:', done.value);
}

// Prints:
//
//   Book the boat for Saturday?
//   first, the weather on Saturday: rain
//   the errand is paused, side quests: 1
//   done: the boat is ours on Sunday
