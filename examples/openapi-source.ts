// An HTTP service as a source: its OpenAPI document becomes tools. Reading is free; what changes something asks.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { openToolshed } from 'toolshed';

const title = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1.0.0' },
  paths: {
    '/books': {
      get: { operationId: 'list', tags: ['books'], responses: { 200: { description: 'All books' } } },
      post: {
        operationId: 'add',
        tags: ['books'],
        requestBody: { required: true, content: { 'application/json': { schema: title } } },
        responses: { 201: { description: 'Added' } },
      },
    },
  },
};

const books: unknown[] = [{ title: 'Emma' }];
const service = createServer(async (request, response) => {
  if (request.method === 'POST') books.push(await json(request));
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(request.url === '/openapi.json' ? document : books));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = service.address();
if (address === null || typeof address === 'string') throw new Error('The service has no port');
const server = `http://127.0.0.1:${address.port}`;

// `server` says that this address is meant: a document alone cannot point at your own machine.
const sources = [{ namespace: 'library', openapi: `${server}/openapi.json`, server }];
await using shed = await openToolshed({ tools: [], sources, store: 'memory' });
const result = await shed.execute(`
  const before = await tools.library.books.list({});
  const after = await tools.library.books.add({ body: { title: 'Persuasion' } });
  return { before: before.body, status: after.status, after: after.body };
`);
if (result.status === 'paused') {
  console.log('paused:', result.paused.toolPath, result.paused.args);
  const done = await shed.resume(result.executionId, true);
  if (done.status === 'completed') console.log('done:', done.value);
}
service.close();

// Prints:
//
//   paused: library.books.add { body: { title: 'Persuasion' } }
//   done: {
//     before: [ { title: 'Emma' } ],
//     status: 201,
//     after: [ { title: 'Emma' }, { title: 'Persuasion' } ]
//   }
