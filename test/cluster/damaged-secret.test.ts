// A secret whose row in the database somebody changed: it cannot be opened, by any node.

import { randomBytes } from 'node:crypto';
import { defineTool, secret } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const key = randomBytes(32).toString('base64');

const PROGRAM = `
  const { data: key } = await elicit({ type: 'secret', message: 'Your key?' });
  await elicit({ type: 'text', message: 'Ready?' });
  return await tools.api.login({ key });
`;

interface Bench extends AsyncDisposable {
  readonly given: readonly string[];
  readonly errors: readonly string[];
  readonly schema: string;
  open(): Promise<Toolshed>;
}

function openBench(): Bench {
  const stack = new AsyncDisposableStack();
  const given: string[] = [];
  const errors: string[] = [];
  const schema = newSchema();
  const login = defineTool({
    path: 'api.login',
    description: 'Log in',
    input: z.object({ key: secret() }),
    destructive: false,
    handler: (_, args) => given.push(args.key),
  });
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (facts: object, message: string) =>
      void errors.push(`${message}: ${String(Reflect.get(Object(Reflect.get(facts, 'err')), 'message'))}`),
  };
  return {
    given,
    errors,
    schema,
    async open() {
      const { url: postgres } = await postgresOfFile();
      const options = { tools: [login], store: { postgres, schema }, vault: { in: 'store', key } as const, log };
      return stack.use(await openInThread(options));
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/** A program that has its secret and waits for something else. */
async function pausedWithSecret(shed: Toolshed): Promise<string> {
  const { paused } = expectStatus(await shed.execute(PROGRAM), 'paused');
  const next = await shed.resume(paused.elicitationId, { approved: true, data: 'hunter2' });
  return expectStatus(next, 'paused').paused.elicitationId;
}

const change = (schema: string, what: string) => runSql(`UPDATE ${schema}.secrets SET ${what}`);

describe('a secret whose row was changed', () => {
  verifies.each('secrets/damaged-row', [`sealed = 'x'`, `owner = '{"session":"other"}'`])(
    'a secret whose row was changed fails the call that uses it, and the operator learns which it is: %s',
    async (damage) => {
      await using bench = openBench();
      const question = await pausedWithSecret(await bench.open());
      await change(bench.schema, damage);
      const other = await bench.open();
      const ended = await other.resume(question, { approved: true, data: 'yes' });
      expect(expectStatus(ended, 'failed').error).toMatchObject({ code: 'secret/vault-unreadable' });
      expect(JSON.stringify(ended)).not.toMatch(/hunter2|row was changed/);
      expect(bench.given).toEqual([]);
      expect(bench.errors.join('\n')).toMatch(
        /Cannot open the secret "secret:\S+" .*its row was changed; set or remove it/,
      );
      // Nothing is left to wake.
      expect(await other.wakeAll()).toEqual([]);
    },
  );

  verifies('secrets/damaged-row', 'a damaged secret affects nothing once it was removed', async () => {
    await using bench = openBench();
    const shed = await bench.open();
    const question = await pausedWithSecret(shed);
    await change(bench.schema, `sealed = 'x'`);
    const [listed] = await shed.secrets.list();
    await shed.secrets.remove(listed?.handle ?? '');
    const ended = await shed.resume(question, { approved: true, data: 'yes' });
    expect(expectStatus(ended, 'failed').error).toMatchObject({ code: 'secret/unavailable' });
    const again = await pausedWithSecret(shed);
    expectStatus(await shed.resume(again, { approved: true, data: 'yes' }), 'completed');
    expect(bench.given).toEqual(['hunter2']);
  });

  verifies(
    'secrets/damaged-row',
    'toolshed doctor names a damaged secret',
    async () => {
      const { url: postgres } = await postgresOfFile();
      const schema = newSchema();
      const config = { store: { postgres, schema } };
      await using host = await serveHost({ config, args: ['--no-example'], env: { TOOLSHED_VAULT_KEY: key } });
      const secretsIn = async () =>
        JSON.parse((await host.command(['doctor'])).stdout).findings.find(
          ({ name }: { name: string }) => name === 'secrets',
        );
      expect((await host.command(['secrets', 'set', 'api'], 'hunter2\n')).exitCode).toBe(0);
      expect(await secretsIn()).toMatchObject({ ok: true });
      await change(schema, `sealed = 'x'`);
      expect(await secretsIn()).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/1 of 1 cannot be opened: .*its row was changed; set or remove it/),
      });
    },
    { timeout: 60_000 },
  );
});
