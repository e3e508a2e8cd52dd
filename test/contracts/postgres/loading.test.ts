import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { newStoreFolder } from '../../support/open-stores.ts';
import { verifies } from '../../support/verifies.ts';

const COUNT = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire(import.meta.url);
  const count = () => Object.keys(cache).filter((file) => /node_modules[\\\\/]pg[\\\\/]/.test(file)).length;
  const { openSqliteStore, createMemoryStore, openPostgresStore } = await import('@toolshed/runtime');
  await openSqliteStore({ file: process.argv[1] })[Symbol.asyncDispose]();
  createMemoryStore();
  const before = count();
  await openPostgresStore({ url: 'postgres://nobody@127.0.0.1:1/none' }).catch(() => undefined);
  console.log(JSON.stringify([before, count() > 0]));`;

describe('the driver of PostgreSQL', () => {
  verifies('store/contract', 'is loaded when such a store is opened, and not before', () => {
    using folder = newStoreFolder();
    const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', COUNT, folder.file], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([0, true]);
  });
});
