// The trace of an execution that one `toolshed serve` process starts and another continues.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;
const SDK = new URL('../support/traced-to-file.ts', import.meta.url).href;

const Span = z.object({ pid: z.int(), name: z.string(), traceId: z.string(), spanId: z.string(), parent: z.string() });

describe('the trace of an execution that two processes drive', () => {
  verifies(
    'operate/traces',
    'an execution that two processes drive has the trace of the request that started it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'toolshed-spans-'));
      await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
      const file = join(folder, 'spans');
      await writeFile(file, '');
      const spans = async () =>
        (await readFile(file, 'utf8'))
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => Span.parse(JSON.parse(line)));
      const { url: postgres } = await postgresOfFile();
      const config = { store: { postgres, schema: newSchema() } };
      const env = { SPANS: file, NODE_OPTIONS: `--import ${SDK}` };
      await using first = await serveHost({ config, args: ['--no-example'], env });
      await using second = await first.beside();
      const made = await first.command(['token', 'create', '--yes-as-person', '--kind', 'approver', '--name', 'ada']);
      const { token } = JSON.parse(made.stdout);
      const body = { program: `return await tools.mail.send({ to: 'ada@x.org' })`, session: 's', waitMs: 20_000 };
      const { body: paused } = await first.call('POST', '/v1/executions', {
        token,
        body,
        headers: { traceparent: CALLER },
      });
      expect(paused.status).toBe('paused');
      // The first span ends when its process releases the execution.
      expect(await first.end('SIGTERM')).toBe(0);
      const path = `/v1/elicitations/${paused.paused.elicitationId}/answer`;
      const done = await second.call('POST', path, { token, body: { action: 'accept', waitMs: 20_000 } });
      expect(done.body.status).toBe('completed');
      const drivenBy = async () => (await spans()).filter(({ name }) => name === 'execution').map(({ pid }) => pid);
      await expect.poll(drivenBy).toEqual([first.pid, second.pid]);
      const all = await spans();
      expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
      const [before, after] = all.filter(({ name }) => name === 'execution');
      expect([before?.parent, after?.parent]).toEqual(['b7ad6b7169203331', before?.spanId]);
      expect(all.filter(({ pid }) => pid === second.pid).map(({ name }) => name)).toContain('handler mail.send');
    },
    { timeout: 60_000 },
  );
});
