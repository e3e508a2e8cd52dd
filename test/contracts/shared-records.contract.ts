import { RecordTooLargeError, type SharedRecords } from '@toolshed/kernel';
import { describe, expect, vi } from 'vitest';
import { verifies } from '../support/verifies.ts';

export interface OpenedRecords extends AsyncDisposable {
  /** Records as two nodes have them; one node alone has them twice. */
  readonly nodes: readonly [SharedRecords, SharedRecords];
}

const SEVERAL = 12;
const valuesIn = (records: readonly { readonly value: unknown }[]) => records.map(({ value }) => value);

export function sharedRecordsContract(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`${name} keep the SharedRecords contract`, () => {
    verifies('store/shared-records', 'are seen at every node as soon as they are written', async () => {
      await using opened = await open();
      const [one, other] = opened.nodes;
      const value = { text: 'a\u0000b\ud800 ä', list: [1, null, true] };
      await one.put('sign', 'key\u0000 \ud800', value);
      expect(await other.get('sign', 'key\u0000 \ud800')).toMatchObject({ key: 'key\u0000 \ud800', value });
      await other.put('sign', 'key\u0000 \ud800', 'newer');
      expect(await one.get('sign', 'key\u0000 \ud800')).toMatchObject({ value: 'newer' });
      expect(await one.get('other', 'key\u0000 \ud800')).toBeUndefined();
      expect(await one.get('sign', 'another')).toBeUndefined();
    });

    verifies('store/shared-records', 'are added by one of several who add them at once', async () => {
      await using opened = await open();
      const added = await Promise.all(
        Array.from({ length: SEVERAL }, (_, index) => opened.nodes[index % 2 === 0 ? 0 : 1].add('nonce', 'n', index)),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await opened.nodes[0].get('nonce', 'n')).toMatchObject({ value: added.indexOf(true) });
    });

    verifies('store/shared-records', 'are taken by one of several who take them at once, and then gone', async () => {
      await using opened = await open();
      const [one, other] = opened.nodes;
      await one.add('code', 'c', 'whose');
      const taken = await Promise.all(
        Array.from({ length: SEVERAL }, (_, index) => (index % 2 === 0 ? one : other).take('code', 'c')),
      );
      expect(valuesIn(taken.filter((record) => record !== undefined))).toEqual(['whose']);
      expect(await other.get('code', 'c')).toBeUndefined();
      expect(await other.list('code', { limit: 9 })).toEqual([]);
      expect(await one.take('code', 'never there')).toBeUndefined();
      expect(await other.add('code', 'c', 'again')).toBe(true);
      expect(await one.take('code', 'c')).toMatchObject({ value: 'again' });
    });

    verifies('store/shared-records', 'are replaced by one of several who read one version of them', async () => {
      await using opened = await open();
      const [one, other] = opened.nodes;
      await one.put('count', 'c', 0);
      const before = await other.get('count', 'c');
      const version = before?.version ?? '';
      const replaced = await Promise.all(
        Array.from({ length: SEVERAL }, (_, index) =>
          (index % 2 === 0 ? one : other).replace('count', 'c', version, index + 1),
        ),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
      expect(await one.get('count', 'c')).toMatchObject({ value: replaced.indexOf(true) + 1 });
      await one.take('count', 'c');
      await one.put('count', 'c', 0);
      expect(await other.replace('count', 'c', version, 'old')).toBe(false);
      expect(await other.replace('count', 'absent', version, 'old')).toBe(false);
      expect(await other.replace('count', 'c', 'no version', 'old')).toBe(false);
    });

    verifies('store/shared-records', 'are not there when their time is over, for anybody', async () => {
      await using opened = await open();
      const [one, other] = opened.nodes;
      await one.put('code', 'long', 1, { lastsMs: 600_000 });
      await one.put('code', 'short', 1, { lastsMs: 50 });
      const { version = '' } = (await one.get('code', 'short')) ?? {};
      await vi.waitFor(async () => expect(await other.get('code', 'short')).toBeUndefined(), { timeout: 10_000 });
      expect(await other.take('code', 'short')).toBeUndefined();
      expect(await other.replace('code', 'short', version, 2)).toBe(false);
      expect((await other.list('code', { limit: 9 })).map(({ key }) => key)).toEqual(['long']);
      expect(await other.add('code', 'short', 2)).toBe(true);
      expect(await one.get('code', 'short')).toMatchObject({ value: 2 });
    });

    verifies('store/shared-records', 'are listed by kind and key, a page at a time', async () => {
      await using opened = await open();
      const [one, other] = opened.nodes;
      for (const key of ['c', 'a', 'b']) await one.put('token', key, key);
      await one.put('else', 'z', 'z');
      expect(valuesIn(await other.list('token', { limit: 9 }))).toEqual(['a', 'b', 'c']);
      expect(valuesIn(await other.list('token', { limit: 1, after: 'a' }))).toEqual(['b']);
      expect(await other.list('none', { limit: 9 })).toEqual([]);
    });

    verifies('store/shared-records', 'are refused where they are too long', async () => {
      await using opened = await open();
      const [one] = opened.nodes;
      await expect(one.put('token', 'a', 'x'.repeat(300_000))).rejects.toThrow(RecordTooLargeError);
      await expect(one.add('token', 'x'.repeat(401), 1)).rejects.toThrow(RecordTooLargeError);
      await one.add('token', '€'.repeat(400), 'x'.repeat(200_000));
      expect(await one.get('token', '€'.repeat(400))).toBeDefined();
      expect(await one.list('token', { limit: 9 })).toHaveLength(1);
    });
  });
}
