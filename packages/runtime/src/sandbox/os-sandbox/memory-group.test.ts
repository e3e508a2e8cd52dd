import { describe, expect, it } from 'vitest';
import { placesOf, tryGroups } from './memory-group.js';

const V1 = '41 32 0:36 / /sys/fs/cgroup/memory rw,relatime shared:15 - cgroup cgroup rw,memory';
const V2 = '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate';

describe('placesOf', () => {
  it('makes groups below the own one where version 1 has the memory controller', () => {
    expect(placesOf('9:cpu,cpuacct:/x\n4:memory:/app/one', V1)).toEqual([
      { version: 1, folder: '/sys/fs/cgroup/memory/app/one' },
    ]);
  });

  it('makes groups beside the own one in version 2, where a group with processes may have no children', () => {
    expect(placesOf('0::/user.slice/app.slice/shell.scope\n', V2)).toEqual([
      { version: 2, folder: '/sys/fs/cgroup/user.slice/app.slice' },
    ]);
  });

  it('stays inside what a container shows of the tree', () => {
    const mounted = V2.replace(' / /sys', ' /docker/abc /sys');
    expect(placesOf('0::/docker/abc', mounted)).toEqual([{ version: 2, folder: '/sys/fs/cgroup' }]);
    expect(placesOf('0::/docker/abcdef', mounted)).toEqual([]);
  });

  it('finds no place where there is none', () => {
    expect(placesOf('', '')).toEqual([]);
    expect(placesOf('4:memory:/app', V2)).toEqual([]);
  });
});

describe('tryGroups', () => {
  it('says why no group can be made', () => {
    expect(tryGroups([{ version: 2, folder: '/nowhere/at/all' }])).toEqual({
      kind: 'unavailable',
      because: 'ENOENT in /nowhere/at/all',
    });
    expect(tryGroups([])).toMatchObject({ because: 'this process is in no memory group' });
  });
});
