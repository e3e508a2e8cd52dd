import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignPaths } from './assign-paths.js';

const named = (name: string) => ({ name, wanted: [name] });
const assign = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...assignPaths('ns', names.map(named))].map(([path, { name }]) => [name, path]));

describe('assignPaths', () => {
  it.each([
    ['read_file', 'ns.read_file'],
    ['get-env', 'ns.get-env'],
    ['admin.users.list', 'ns.admin_users_list'],
    ['a/b', 'ns.a_b'],
    ['2fa', 'ns.x_2fa'],
    ['_hidden', 'ns.x__hidden'],
    ['then', 'ns.then_'],
    ['constructor', 'ns.constructor_'],
    ['größe', 'ns.gr__e'],
    ['x'.repeat(100), `ns.${'x'.repeat(64)}`],
  ])('writes %s as %s', (name, path) => {
    expect(assign(name)[name]).toBe(path);
  });

  it('lets the name that is a path as it stands keep it, and marks the others', () => {
    const { a_b, ...others } = assign('a.b', 'a_b', 'a/b');
    expect(a_b).toBe('ns.a_b');
    expect(others['a.b']).toMatch(/^ns\.a_b_[0-9a-f]{8}$/);
    expect(others['a/b']).toMatch(/^ns\.a_b_[0-9a-f]{8}$/);
  });

  it('marks all that differ only in case', () => {
    const { send, Send } = assign('send', 'Send');
    expect(send).toMatch(/^ns\.send_[0-9a-f]{8}$/);
    expect(Send).toMatch(/^ns\.Send_[0-9a-f]{8}$/);
  });

  it('keeps deep names within the segments a path may have', () => {
    const wanted = 'abcdefghij'.split('');
    expect([...assignPaths('ns', [{ name: 'deep', wanted }]).keys()]).toEqual(['ns.a.b.c.d.e.f.g_h_i_j']);
  });

  it('keeps names of which nothing can be written below the namespace', () => {
    const paths = [...assignPaths('ns', [{ name: 'a', wanted: [] }]).keys()];
    const two = [
      { name: 'b', wanted: [''] },
      { name: 'c', wanted: [] },
    ];
    expect([...paths, ...assignPaths('ns', two).keys()].filter((path) => !path.startsWith('ns.x_'))).toEqual([]);
  });

  it('gives each name its own path, whatever the names and their order', () => {
    const arbNames = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), { maxLength: 30 });
    fc.assert(
      fc.property(arbNames, (names) => {
        const forward = assign(...names);
        expect(new Set(Object.values(forward).map((path) => path.toLowerCase())).size).toBe(names.length);
        expect(assign(...names.toReversed())).toEqual(forward);
      }),
    );
  });
});
