// A remote server behind OAuth: the SDK's own flow, a person's consent at a URL, a browser that comes back.

import { defineTool, secret, type PendingElicitation } from '@toolshed/kernel';
import type { ConsentRequest, CredentialStore, SourceInput } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newVaultFolder } from '../support/vault-folder.ts';
import { verifies } from '../support/verifies.ts';
import { openGuardedServer } from './servers/guarded-server.ts';
import type { WebServer } from './servers/serve-web.ts';
import { openSourceShed } from './source-shed.ts';

const source = ({ origin }: WebServer): SourceInput => ({
  namespace: 'remote',
  mcp: { url: `${origin}/mcp`, oauth: {} },
  safe: ['remote.**'],
});

/** A person who goes where they are sent, in a browser of their own. */
const visit = async ({ url }: ConsentRequest): Promise<boolean> => {
  await (await fetch(url)).text();
  return true;
};

function memoryCredentials(): CredentialStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, load: async (key) => kept.get(key), save: async (key, text) => void kept.set(key, text) };
}

const takesKey = defineTool({
  path: 'keys.take',
  description: 'Takes a secret',
  input: z.object({ key: secret() }),
  destructive: false,
  handler: () => 'taken',
});

const LOOK = `return (await tools.remote.look({ at: 'sky' })).content[0].text`;

describe('a remote server that wants consent', () => {
  verifies('sources/oauth', 'is used once a person gave it, and asks no more while its token is kept', async () => {
    await using server = await openGuardedServer();
    const asked: ConsentRequest[] = [];
    const credentials = memoryCredentials();
    const consent = (request: ConsentRequest) => {
      asked.push(request);
      return visit(request);
    };
    for (const _ of [1, 2]) {
      await using shed = await openSourceShed([source(server)], { sourceDeps: { consent, credentials } });
      expect(expectStatus(await shed.execute(LOOK), 'completed').value).toBe('looked at sky');
    }
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      namespace: 'remote',
      message: `The source "remote" (${server.origin}) wants to act for you. Sign in at ${server.origin} to let it.`,
      url: expect.stringContaining(`${server.origin}/authorize?`),
    });
    expect([...credentials.kept.values()].join()).toContain([...server.tokens][0]);
  });

  verifies('sources/oauth', 'is not used, nor asked about again, when the person says no', async () => {
    await using server = await openGuardedServer();
    let asked = 0;
    const consent = async () => {
      asked++;
      return false;
    };
    await using shed = await openSourceShed([source(server)], { sourceDeps: { consent } });
    const { error } = expectStatus(await shed.execute(LOOK), 'failed');
    expect(error).toMatchObject({ code: 'source/unavailable', message: expect.stringContaining('was declined') });
    expect(asked).toBe(1);
    expect(server.tokens.size).toBe(0);
  });

  verifies(
    'sources/oauth',
    'keeps its token in the vault, where no program reaches it and a restart finds it',
    async () => {
      using folder = newVaultFolder();
      await using server = await openGuardedServer();
      let asked = 0;
      const consent = (request: ConsentRequest) => {
        asked++;
        return visit(request);
      };
      for (const _ of [1, 2]) {
        const vault = { file: folder.file, key: Buffer.alloc(32, 7).toString('base64') };
        await using shed = await openSourceShed([source(server)], {
          sourceDeps: { consent },
          vault,
          tools: [takesKey],
        });
        expect(expectStatus(await shed.execute(LOOK), 'completed').value).toBe('looked at sky');
        const [{ handle, name, owner } = { handle: '', name: '', owner: '' }] = await shed.secrets.list();
        expect({ name, owner }).toEqual({ name: undefined, owner: 'shared' });
        const stolen = await shed.execute(`return await tools.keys.take({ key: '${handle}' })`);
        expect(expectStatus(stolen, 'failed').error.code).toBe('secret/unavailable');
      }
      expect(asked).toBe(1);
    },
  );

  verifies('sources/oauth', 'takes no code from a browser that was not sent by us', async () => {
    await using server = await openGuardedServer();
    const consent = async ({ url }: ConsentRequest) => {
      const wanted = new URL(url);
      const back = new URL(wanted.searchParams.get('redirect_uri') ?? '');
      back.search = '?code=stolen&state=guessed';
      expect((await fetch(back)).status).toBe(404);
      return false;
    };
    await using shed = await openSourceShed([source(server)], { sourceDeps: { consent } });
    expectStatus(await shed.execute(LOOK), 'failed');
    expect(server.requests.filter(({ url }) => url.endsWith('/token'))).toEqual([]);
  });
});

describe('a remote server that wants consent, on a host that asks by questions alone', () => {
  const SIGN_IN = `await tools.remote.sign_in({}); return (await tools.$search("look")).map(({ path }) => path)`;

  verifies(
    'sources/oauth-question',
    'says how to ask, asks with the page, and continues when the browser is back',
    async () => {
      await using server = await openGuardedServer();
      await using shed = await openSourceShed([source(server)]);
      const { error } = expectStatus(await shed.execute(LOOK), 'failed');
      expect(error).toMatchObject({
        code: 'source/unavailable',
        message: expect.stringContaining('tools.remote.sign_in'),
      });
      const program = `await tools.remote.sign_in({}); ${LOOK}`;
      const { paused, executionId } = expectStatus(await shed.execute(program), 'paused');
      expect(paused).toMatchObject({
        asker: 'handler',
        message: `The source "remote" (${server.origin}) wants to act for you. Sign in at ${server.origin} to let it.`,
        request: { type: 'url', url: expect.stringContaining(`${server.origin}/authorize?`) },
      });
      expectStatus(await shed.resume(executionId, true), 'paused');
      await visit(consentIn(paused));
      await expect.poll(async () => (await shed.get(executionId)).status, { timeout: 20_000 }).toBe('completed');
      expect(await shed.get(executionId)).toMatchObject({ value: 'looked at sky' });
      expect(JSON.stringify(await shed.journal(executionId))).not.toContain([...server.tokens][0]);
      expect(expectStatus(await shed.execute(SIGN_IN), 'completed').value).toEqual(['remote.look']);
    },
  );

  verifies(
    'sources/oauth-question',
    'waits for the consent of a person who went to the page before they said so',
    async () => {
      await using server = await openGuardedServer();
      await using shed = await openSourceShed([source(server)]);
      const { paused, executionId } = expectStatus(
        await shed.execute(`return await tools.remote.sign_in({})`),
        'paused',
      );
      await visit(consentIn(paused));
      await expect.poll(() => shed.catalog.find('remote.look')?.path, { timeout: 20_000 }).toBe('remote.look');
      await shed.resume(executionId, true);
      await expect.poll(async () => (await shed.get(executionId)).status, { timeout: 20_000 }).toBe('completed');
      expect(await shed.get(executionId)).toMatchObject({ value: { signedIn: true } });
    },
  );

  verifies('sources/oauth-question', 'continues after the handler that asked was put to sleep', async () => {
    await using server = await openGuardedServer();
    await using shed = await openSourceShed([source(server)], { maxWarm: 0 });
    const { paused, executionId } = expectStatus(await shed.execute(`return await tools.remote.sign_in({})`), 'paused');
    await shed.resume(executionId, true);
    await visit(consentIn(paused));
    await expect.poll(async () => (await shed.get(executionId)).status, { timeout: 20_000 }).toBe('completed');
  });

  verifies(
    'sources/oauth-question',
    'tells the program when the person says no, and asks the next one who wants it',
    async () => {
      await using server = await openGuardedServer();
      await using shed = await openSourceShed([source(server)]);
      for (const _ of [1, 2]) {
        const { executionId } = expectStatus(await shed.execute(SIGN_IN), 'paused');
        const { error } = expectStatus(await shed.resume(executionId, false), 'failed');
        expect(error.code).toBe('source/not-authorized');
      }
      expect(server.tokens.size).toBe(0);
    },
  );
});

function consentIn({ request }: PendingElicitation): ConsentRequest {
  if (request.type !== 'url') throw new Error('A page was expected');
  return { namespace: 'remote', message: request.message, url: request.url };
}
