// Servers that end before they say a word: the host opens, and everybody learns what they wrote last.

import { describe, expect } from 'vitest';
import { QUIET } from '../mcp/mcp-bench.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openSourceShed } from './source-shed.ts';

const OURS: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  HOME: '/home/ada',
  NO_PROXY: 'localhost',
  AWS_SECRET_ACCESS_KEY: 'not yours',
};

const openWith = (script: string) =>
  openSourceShed(
    [{ namespace: 'crm', mcp: { command: process.execPath, args: ['-e', script], env: { REGION: 'eu' } } }],
    { log: QUIET, sourceDeps: { environment: (name) => OURS[name] } },
  );

describe('a server that ends at once', () => {
  verifies('sources/unavailable', 'a server that ends at once is named, and the host opens', async () => {
    await using shed = await openWith(`process.stderr.write('starting\\nno licence found'); process.exitCode = 3`);
    const problem =
      'the MCP server "crm" is unavailable: it ended with code 3; the last line it wrote: no licence found';
    expect(shed.catalog.namespaces).toEqual([{ name: 'crm', tools: 0, problem }]);
    const { error } = expectStatus(await shed.execute('return await tools.crm.find({})'), 'failed');
    expect(error).toMatchObject({ code: 'source/unavailable', message: `Cannot call crm.find: ${problem}` });
  });

  verifies('sources/environment', 'a started server gets the variables that commands need, no others', async () => {
    await using shed = await openWith(`console.error(Object.keys(process.env).sort().join(' ')); process.exitCode = 3`);
    expect(shed.catalog.namespaces[0]?.problem).toContain('the last line it wrote: HOME NO_PROXY PATH REGION');
    expect(shed.catalog.namespaces[0]?.problem).not.toContain('AWS');
  });
});
