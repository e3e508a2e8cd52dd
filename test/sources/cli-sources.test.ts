// Sources in a config file, used by the real command.

import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { KEY, openWorkbench } from '../scenarios/cli-process.ts';
import { verifies } from '../support/verifies.ts';
import { openGuardedServer } from './servers/guarded-server.ts';
import { effectsFile, fixtureCommand } from './source-shed.ts';

const config = (source: object): string => JSON.stringify({ tools: {}, sources: [source] });

describe('a source in a config file', () => {
  verifies('sources/shown', 'brings tools to run, and is there again for a resume in another process', async () => {
    await using bench = await openWorkbench();
    const effects = effectsFile();
    const mcp = { ...fixtureCommand('legacy', effects.file), env: { TOKEN: { secret: 'MY_TOKEN' } } };
    await bench.write('toolshed.config.json', config({ namespace: 'fix', mcp }));
    await bench.write('program.ts', `return await tools.fix.write({ what: 'from the command' })`);
    const env = { MY_TOKEN: 'secret-of-the-user' };
    await bench.toolshed(['trust', '--yes-as-person']);
    const paused = await bench.toolshed(['run', 'program.ts', '--json'], { env });
    expect(paused.exitCode).toBe(3);
    const { executionId } = JSON.parse(paused.stdout);
    const pages = await Promise.all([['pending'], ['show', executionId]].map((command) => bench.toolshed(command)));
    for (const { stdout } of pages) {
      const words = stdout.replaceAll(/\s+/g, '');
      expect(words).toContain('source"write"ofMCPserver');
      expect(words).toContain(`stdio-fixture.tslegacy${effects.file},assecretMY_TOKEN`);
    }
    const done = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--json'], { env });
    expect(JSON.parse(done.stdout)).toMatchObject({
      status: 'completed',
      value: { content: [{ type: 'text', text: 'wrote from the command' }] },
    });
    expect(effects.read()).toEqual(['from the command']);
  });

  verifies(
    'sources/oauth-question',
    'is signed in to from a terminal, which waits for the browser to come back',
    async () => {
      await using bench = await openWorkbench();
      await using server = await openGuardedServer();
      const mcp = { url: `${server.origin}/mcp`, oauth: {} };
      await bench.write('toolshed.config.json', config({ namespace: 'remote', mcp, safe: ['remote.**'] }));
      const program = `await tools.remote.sign_in({}); return (await tools.remote.look({ at: 'sky' })).content[0].text`;
      await bench.write('program.ts', program);
      await bench.toolshed(['trust', '--yes-as-person']);
      const screen = bench.terminal(['run', 'program.ts']);
      await screen.until('Agree to open it');
      const { stdout } = await bench.toolshed(['pending', '--json']);
      screen.press(KEY.down + KEY.enter);
      await screen.until('Open the page in your browser');
      await (await fetch(JSON.parse(stdout).items[0].request.url)).text();
      expect(await screen.exit()).toBe(0);
      expect(screen.shown).toContain('looked at sky');
    },
  );

  verifies(
    'sources/secrets',
    'takes a secret from the vault, and from the environment only without one there',
    async () => {
      await using bench = await openWorkbench();
      await using server = await openGuardedServer();
      server.tokens.add('token-of-the-vault').add('token-of-the-environment');
      const headers = { authorization: { secret: 'REMOTE', prefix: 'Bearer ' } };
      const mcp = { url: `${server.origin}/mcp`, headers };
      await bench.write('toolshed.config.json', config({ namespace: 'remote', mcp, safe: ['remote.**'] }));
      await bench.write('program.ts', `return (await tools.remote.look({ at: 'sky' })).content[0].text`);
      await bench.toolshed(['trust', '--yes-as-person']);
      const key = { TOOLSHED_VAULT_KEY: randomBytes(32).toString('base64') };
      const look = (REMOTE: string) => bench.toolshed(['run', 'program.ts'], { env: { ...key, REMOTE } });

      expect(await look('token-of-the-environment')).toMatchObject({ exitCode: 0 });
      await bench.toolshed(['secrets', 'set', 'REMOTE'], { env: key, input: 'token-of-the-vault\n' });
      expect(await look('a-wrong-token')).toMatchObject({ exitCode: 0 });
      await bench.toolshed(['secrets', 'set', 'REMOTE'], { env: key, input: 'a-wrong-token\n' });
      expect(await look('token-of-the-environment')).toMatchObject({ exitCode: 1 });
    },
  );

  verifies('sources/mcp', 'is refused by the key that is wrong', async () => {
    await using bench = await openWorkbench();
    const source = { namespace: 'fix', mcp: { command: 'x', envv: {} } };
    await bench.write('toolshed.config.json', config(source));
    await bench.toolshed(['trust', '--yes-as-person']);
    const refused = await bench.toolshed(['tools', 'list']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain('sources.0.mcp');
    expect(refused.stderr).toContain('envv');
  });
});
