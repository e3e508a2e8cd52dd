import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { BIN, openWorkbench, type Workbench } from './cli-process.ts';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly warning?: true;
  readonly detail: string;
  readonly advice?: string;
}

async function findingsOf(bench: Workbench, name: string): Promise<readonly Finding[]> {
  const { stdout } = await bench.toolshed(['doctor', '--json']);
  const { findings }: { readonly findings: readonly Finding[] } = JSON.parse(stdout);
  return findings.filter((finding) => finding.name === name);
}

/** A real server in this data folder, until it is disposed of. */
async function startServer(bench: Workbench): Promise<AsyncDisposable> {
  const child = spawn(process.execPath, [BIN, '--json', 'serve', '--port', '0', '--no-example'], {
    cwd: bench.folder,
    env: { PATH: process.env['PATH'], HOME: bench.folder, TOOLSHED_HOME: bench.home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

describe('toolshed doctor', () => {
  verifies('operate/doctor', 'marks secrets that do not last as a warning, not as fine', async () => {
    await using bench = await openWorkbench();
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const { stdout } = await bench.toolshed(['doctor'], { env });
    expect(stdout).toMatch(/^! secrets\s+in memory/m);
    expect(stdout).toMatch(/^✔ disk room\s+[\d.]+ [GM]B of/m);
    expect(stdout).toMatch(/^✔ permissions/m);
  });

  verifies('operate/doctor', 'names the last error of each source, beside those that work', async () => {
    await using bench = await openWorkbench();
    const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, servers: [{ url: 'http://127.0.0.1:1' }] };
    const paths = { '/things': { get: { operationId: 'listThings', responses: {} } } };
    await bench.write('works.json', JSON.stringify({ ...document, paths }));
    const away = { namespace: 'gone', mcp: { command: process.execPath, args: ['-e', 'process.exit(7)'] } };
    const sources = [{ namespace: 'things', openapi: './works.json' }, away];
    await bench.write('toolshed.config.json', JSON.stringify({ tools: {}, sources }));
    await bench.toolshed(['trust', '--yes-as-person']);
    const [works, broken] = await findingsOf(bench, 'source');
    expect(works).toEqual({ name: 'source', ok: true, detail: 'things: 1 tools' });
    expect(broken).toMatchObject({ ok: false, detail: expect.stringMatching(/^gone: .{10}/) });
  });

  verifies(
    'operate/doctor',
    'names what is wrong with the config once, line by line, and refers to it elsewhere',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.json', '{ "limit": {}, "polices": [], "tools": { "fs": { "rood": "." } } }');
      await bench.toolshed(['trust', '--yes-as-person']);
      const { stdout, exitCode } = await bench.toolshed(['doctor']);
      expect(exitCode).toBe(1);
      expect(stdout.match(/polices/g)).toHaveLength(1);
      for (const name of ['store', 'secrets', 'tools'])
        expect(stdout).toMatch(new RegExp(`^✖ ${name} +cannot be checked: see config$`, 'm'));
      // Every further line stands below the first one's text.
      for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^(?:[✔✖!] \S| {20} *\S)/);
    },
  );

  verifies('operate/doctor', 'finds files that others can read in a folder that others can enter', async () => {
    await using bench = await openWorkbench();
    await bench.toolshed(['list']);
    await chmod(join(bench.home, 'shed.db'), 0o644);
    expect(await findingsOf(bench, 'permissions')).toMatchObject([{ ok: true }]);
    await chmod(bench.home, 0o755);
    expect(await findingsOf(bench, 'permissions')).toMatchObject([
      { ok: false, detail: expect.stringContaining('shed.db'), advice: expect.stringContaining('chmod') },
    ]);
  });

  verifies('operate/doctor', 'shows a server that runs, and warns of one of another version', async () => {
    await using bench = await openWorkbench();
    await using server = await startServer(bench);
    const [same] = await findingsOf(bench, 'server');
    expect(same).toMatchObject({ ok: true, detail: expect.stringContaining('http://127.0.0.1:') });
    expect(same).not.toHaveProperty('warning');
    const [name = ''] = await readdir(join(bench.home, 'serving'));
    const file = join(bench.home, 'serving', name);
    const note: object = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...note, version: '0.0.1' }));
    const [older] = await findingsOf(bench, 'server');
    expect(older).toMatchObject({ ok: true, warning: true, detail: expect.stringContaining('0.0.1') });
    await server[Symbol.asyncDispose]();
    expect(await readdir(join(bench.home, 'serving'))).toEqual([]);
  });

  verifies('operate/doctor', 'takes the note of a server that was killed for none', async () => {
    await using bench = await openWorkbench();
    await bench.toolshed(['list']);
    const other = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await mkdir(join(bench.home, 'serving'));
    const note = { pid: process.pid, version: '0.0.1', url: `http://127.0.0.1:${port}` };
    await writeFile(join(bench.home, 'serving', '1.json'), JSON.stringify(note));
    await writeFile(join(bench.home, 'serving', '2.json'), 'half a no');
    expect(await findingsOf(bench, 'server')).toEqual([]);
    other.close();
  });
});
