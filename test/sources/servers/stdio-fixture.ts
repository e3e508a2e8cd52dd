// node stdio-fixture.ts modern|legacy <file of effects>

import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createFixtureServer } from './fixture-server.ts';

const [, , era, effects] = process.argv;
if (era === 'modern') serveStdio(() => createFixtureServer({ effects }), { legacy: 'reject' });
else await createFixtureServer({ effects }).connect(new StdioServerTransport());
process.stderr.write('the fixture is up\n');
