// An MCP server as a source: its tools stand under a namespace, and pass the same gate as yours.

import { join } from 'node:path';
import { openToolshed } from 'toolshed';

await using shed = await openToolshed({
  tools: [],
  store: 'memory',
  sources: [
    {
      namespace: 'notes',
      mcp: { command: process.execPath, args: [join(import.meta.dirname, 'mcp-server.ts')] },
      // Without this, the server's word that a tool only reads counts for nothing, and `list` would ask as well.
      trusted: true,
    },
  ],
});
for (const { path, nature } of shed.catalog.tools) console.log(path, nature);

const result = await shed.execute(`
  const { structuredContent: { notes } } = await tools.notes.list({});
  const after = await tools.notes.remove({ title: notes[0] });
  return after.structuredContent.notes;
`);
if (result.status === 'paused') {
  console.log('paused:', result.paused.message, result.paused.args);
  const done = await shed.resume(result.executionId, true);
  if (done.status === 'completed') console.log('left:', done.value);
}

// Prints:
//
//   notes.list safe
//   notes.remove destructive
//   paused: Call "remove" of the MCP server "notes"? { title: 'milk' }
//   left: [ 'rent', 'dentist' ]
