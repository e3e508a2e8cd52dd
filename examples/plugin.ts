// A plugin: two tools under one name. Looking is free; cancelling asks, and shows what would be lost.

import { definePlugin, defineTool, openToolshed, ToolError } from 'toolshed';
import { z } from 'zod';

const orders = new Map([
  ['A-1', { customer: 'Ada', items: ['kettle', 'teapot'] }],
  ['A-2', { customer: 'Grace', items: ['lamp'] }],
]);

function find(id: string) {
  const order = orders.get(id);
  // A ToolError is for the program to read. Of anything else you throw, it learns only that the tool failed.
  if (order === undefined) throw new ToolError('orders/unknown', `There is no order ${id}`);
  return order;
}

const list = defineTool({
  path: 'orders.list',
  description: 'Lists the numbers of all open orders',
  input: z.object({}),
  output: z.array(z.string()),
  destructive: false,
  handler: () => [...orders.keys()],
});

const cancel = defineTool({
  path: 'orders.cancel',
  description: 'Cancels an order',
  input: z.object({ id: z.string() }),
  // Nobody is asked about a call that would be refused anyway.
  check: ({ id }) => void find(id),
  message: ({ id }) => `Cancel order ${id}?`,
  preview: (_context, { id }) => ({ kind: 'table', columns: ['item'], rows: find(id).items.map((item) => [item]) }),
  handler: (_context, { id }) => ({ refunded: find(id).customer, cancelled: orders.delete(id) }),
});

const plugin = definePlugin({ name: 'orders', tools: [list, cancel] });

await using shed = await openToolshed({ tools: [plugin], store: 'memory' });
const result = await shed.execute(`
  await tools.orders.cancel({ id: 'B-7' }).catch((error) => console.log(error.code, error.message));
  const [first] = await tools.orders.list({});
  return await tools.orders.cancel({ id: first });
`);
if (result.status === 'paused') {
  for (const { text } of result.logs) console.log('the program says:', text);
  const { message, request } = result.paused;
  console.log(message, request.type === 'approval' ? request.preview : '');
  const done = await shed.resume(result.executionId, true);
  if (done.status === 'completed') console.log(done.value, 'left:', [...orders.keys()]);
}

// Prints:
//
//   the program says: orders/unknown Cannot call orders.cancel: There is no order B-7
//   Cancel order A-1? {
//     kind: 'table',
//     columns: [ 'item' ],
//     rows: [ [ 'kettle' ], [ 'teapot' ] ]
//   }
//   { refunded: 'Ada', cancelled: true } left: [ 'A-2' ]
