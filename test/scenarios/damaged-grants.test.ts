// A grant whose row is damaged, or was written by a newer version, never permits, and what may be a refusal restricts.

import { DatabaseSync } from 'node:sqlite';
import type { Grant } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { mailTools } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const SEND = 'return await tools.mail.send({ to: "ada@x.org" })';

interface Host extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly sent: readonly string[];
  readonly warnings: readonly string[];
  readonly allow: Grant;
  readonly deny: Grant;
}

/** Mail may be sent by one grant and is refused by another; `harm` is done to their rows while the store is closed. */
async function openHarmed(harm: string, deny = true): Promise<Host> {
  const folder = newStoreFolder();
  const sent: string[] = [];
  const warnings: string[] = [];
  const open = (): Promise<Toolshed> =>
    openInThread({
      tools: mailTools(sent),
      store: { sqlite: folder.file },
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (_, message) => warnings.push(message),
        error: () => undefined,
      },
    });
  const given: Grant[] = [];
  {
    await using shed = await open();
    given.push(await shed.grants.add({ pattern: 'mail.send', scope: 'always' }));
    given.push(
      deny
        ? await shed.grants.add({ pattern: 'mail.send', effect: 'deny', scope: 'always' })
        : await shed.grants.add({ pattern: 'mail.sender', scope: 'always', uses: 3 }),
    );
  }
  {
    using database = new DatabaseSync(folder.file);
    database.exec(harm);
  }
  const shed = await open();
  const [allowed, denied] = given;
  if (!allowed || !denied) throw new TypeError('both were added');
  return {
    shed,
    sent,
    warnings,
    allow: allowed,
    deny: denied,
    async [Symbol.asyncDispose]() {
      await shed[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

describe.each([
  ['its text was cut off', 'UPDATE grants SET body = substr(body, 1, 20) WHERE position = 2'],
  ['its text is gone', "UPDATE grants SET body = '' WHERE position = 2"],
  ['its effect is unknown', "UPDATE grants SET body = json_set(body, '$.effect', 'maybe') WHERE position = 2"],
  ['its pattern is none', "UPDATE grants SET body = json_set(body, '$.pattern', 'a..b') WHERE position = 2"],
  ['nothing of it is left', "UPDATE grants SET body = '{}', id = 'zz', changed = -1 WHERE position = 2"],
])('a refusal of which %s', (_, harm) => {
  verifies(
    ['grant/damage-restricts', 'store/damage-isolated'],
    'asks about what another grant would let through, is logged, listed and revoked',
    async () => {
      await using host = await openHarmed(harm);
      const { shed, sent, warnings } = host;
      const [damaged] = await shed.grants.list();
      if (!damaged) throw new TypeError('it is listed');
      expect(damaged).toMatchObject({ effect: 'ask', damage: expect.any(String) });
      const paused = await shed.execute(SEND);
      expect(paused).toMatchObject({ status: 'paused' });
      expect(paused.status === 'paused' && paused.pending[0]?.request).toMatchObject({
        description: expect.stringContaining(`${damaged.id} cannot be read`),
      });
      await shed.execute(SEND);
      expect(warnings.filter((message) => message.includes(damaged.id))).toHaveLength(1);
      expect(sent).toEqual([]);
      expect(await shed.grants.revoke(damaged.id)).toBe(true);
      expect(await shed.execute(SEND)).toMatchObject({ status: 'completed' });
      expect((await shed.grants.list()).map(({ id }) => id)).toEqual([host.allow.id]);
    },
  );
});

describe.each([
  ['a newer version wrote more', "UPDATE grants SET body = json_set(body, '$.note', 'x') WHERE position = 2"],
  ['a number of uses was put in', 'UPDATE grants SET uses_left = 9223372036854775807 WHERE position = 2'],
  ['an expiry was put in', 'UPDATE grants SET expires_at = 1 WHERE position = 2'],
  [
    'an expiry was written into its text',
    "UPDATE grants SET body = json_set(body, '$.expiresAt', 1) WHERE position = 2",
  ],
  ['the scope is none', "UPDATE grants SET body = json_set(body, '$.scope', 'moon') WHERE position = 2"],
  ['the condition is none', "UPDATE grants SET body = json_set(body, '$.when', 7) WHERE position = 2"],
  ['the place is larger than any', 'UPDATE grants SET position = 9223372036854775807 WHERE position = 2'],
])('a refusal that can be read, of which %s', (_, harm) => {
  verifies('grant/damage-restricts', 'still refuses what it may have refused', async () => {
    await using host = await openHarmed(harm);
    const { shed, sent } = host;
    await shed.prune(0);
    expect(await shed.execute(SEND)).toMatchObject({ status: 'failed', error: { code: 'tool/denied' } });
    expect(sent).toEqual([]);
    expect((await shed.grants.list()).map(({ id, effect }) => [id, effect])).toEqual([
      [host.deny.id, 'deny'],
      [host.allow.id, 'allow'],
    ]);
    expect(await shed.grants.revoke(host.deny.id)).toBe(true);
    expect(await shed.execute(SEND)).toMatchObject({ status: 'completed' });
  });
});

describe.each([
  ['a newer version wrote more', "UPDATE grants SET body = json_set(body, '$.unless', 'x') WHERE position = 1"],
  ['uses were put in', 'UPDATE grants SET uses_left = 9 WHERE position = 1'],
  ['its id is another', "UPDATE grants SET id = 'grant_other' WHERE position = 1"],
])('an approval of which %s', (_, harm) => {
  verifies('grant/damage-restricts', 'lets no call through that it may have allowed', async () => {
    await using host = await openHarmed(harm, false);
    const { shed, sent } = host;
    expect(await shed.execute(SEND)).toMatchObject({ status: 'paused' });
    expect(sent).toEqual([]);
    expect((await shed.grants.list())[1]).toMatchObject({ effect: 'allow', damage: expect.any(String) });
    expect(await shed.audit.verify()).toMatchObject({ kind: 'broken' });
  });
});

describe('an approval of another tool', () => {
  verifies.each(['grant/damage-restricts', 'store/damage-isolated'], ['9223372036854775807', '-5', 'NULL'])(
    'hides no other grant with %s uses left',
    async (uses) => {
      await using host = await openHarmed(`UPDATE grants SET uses_left = ${uses} WHERE position = 2`, false);
      const { shed, sent } = host;
      expect(await shed.execute(SEND)).toMatchObject({ status: 'completed' });
      expect(sent).toEqual(['ada@x.org']);
      expect((await shed.grants.list())[0]).toMatchObject({ id: host.deny.id, damage: expect.any(String) });
    },
  );
});

verifies('grant/damage-restricts', 'a row that is damaged while the host runs lets nothing through', async () => {
  using folder = newStoreFolder();
  const sent: string[] = [];
  await using shed = await openInThread({ tools: mailTools(sent), store: { sqlite: folder.file } });
  await shed.grants.add({ pattern: 'mail.send', scope: 'always' });
  expect(await shed.execute(SEND)).toMatchObject({ status: 'completed' });
  using database = new DatabaseSync(folder.file);
  database.exec("UPDATE grants SET body = '{'");
  expect(await shed.execute(SEND)).toMatchObject({ status: 'paused' });
  expect(sent).toEqual(['ada@x.org']);
});
