import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { GUEST_GLOBALS, REMOVED_MEMBERS } from '@toolshed/runtime/internal/sandbox/permitted-globals';
import { GUEST_INTRINSICS } from '@toolshed/runtime/internal/sandbox/guest-intrinsics';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { WALK_INTRINSICS } from './walk-intrinsics.ts';

let shed: Toolshed;
let reached: Readonly<Record<string, string>>;
beforeAll(async () => {
  shed = await openToolshed({ tools: [], store: 'memory' });
  reached = JSON.parse(JSON.stringify(await returnedBy(WALK_INTRINSICS)));
});
afterAll(() => shed[Symbol.asyncDispose]());

const returnedBy = async (program: string): Promise<unknown> =>
  expectStatus(await shed.execute(program), 'completed').value;

const ownNames = (path: string): readonly string[] => (reached[path] ?? '').split(' ');

describe('the permit table', () => {
  verifies('sandbox/permits', 'names every global there is, and none that is not', () => {
    const permitted = Object.entries(GUEST_GLOBALS).flatMap(([name, { permit }]) =>
      permit === 'removed' ? [] : [name],
    );
    const isOlderEngine = Number(process.versions.node.split('.')[0]) < 26;
    expect(ownNames('globalThis').filter((name) => !permitted.includes(name))).toEqual([]);
    if (!isOlderEngine) expect(permitted.filter((name) => !ownNames('globalThis').includes(name))).toEqual([]);
  });

  verifies('sandbox/permits', 'gives a reason for each', () => {
    for (const { why } of Object.values(GUEST_GLOBALS)) expect(why.length).toBeGreaterThan(10);
    for (const why of Object.values(REMOVED_MEMBERS)) expect(why.length).toBeGreaterThan(10);
  });

  verifies('sandbox/permits', 'names every intrinsic a program can reach', () => {
    const unknown = Object.keys(reached).filter((path) => path !== 'globalThis' && !(path in GUEST_INTRINSICS));
    expect(unknown).toEqual([]);
  });

  verifies('sandbox/permits', 'names every member of every intrinsic', () => {
    const unknown = Object.keys(GUEST_INTRINSICS).flatMap((path) => {
      const known = new Set((GUEST_INTRINSICS[path] ?? '').split(' '));
      return ownNames(path).flatMap((name) => (name === '' || known.has(name) ? [] : [`${path}.${name}`]));
    });
    expect(unknown).toEqual([]);
  });

  verifies('sandbox/permits', 'has nothing of what was removed, in the realm or in the table', () => {
    for (const member of Object.keys(REMOVED_MEMBERS)) {
      const [owner = '', name = ''] = member.split('.');
      expect(ownNames(owner)).not.toContain(name);
      expect((GUEST_INTRINSICS[owner] ?? '').split(' ')).not.toContain(name);
    }
    const removed = Object.entries(GUEST_GLOBALS).flatMap(([name, { permit }]) => (permit === 'removed' ? [name] : []));
    expect(ownNames('globalThis').filter((name) => removed.includes(name))).toEqual([]);
  });

  verifies('sandbox/permits', 'holds again in a realm whose globals a program tried to bring back', async () => {
    const program = `
      const made = [Function('return this')(), (0, eval)('this'), globalThis];
      return ${JSON.stringify(Object.keys(GUEST_GLOBALS))}.filter((name) => made.some((realm) => typeof realm[name] !== typeof globalThis[name]));`;
    expect(await returnedBy(program)).toEqual([]);
  });
});
