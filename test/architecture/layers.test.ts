import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { root, sourcesOf } from './sources.ts';

const isKernel = (specifier: string): boolean => /^@toolshed\/kernel(\/runtime)?$/.test(specifier);
const isRuntime = (specifier: string): boolean => /^@toolshed\/runtime(\/agent)?$/.test(specifier);
const isRelative = (specifier: string): boolean => specifier.startsWith('.');
const strayIn = (name: string, allowed: (specifier: string) => boolean): readonly string[] =>
  sourcesOf(name).flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => !isRelative(specifier) && !allowed(specifier))
      .map((specifier) => `${path} imports ${specifier}`),
  );

describe('the layers', () => {
  verifies('kernel/pure', 'keep the kernel free of Node and of I/O', () => {
    expect(strayIn('kernel', (specifier) => specifier === 'zod' || specifier === 'nanoid')).toEqual([]);
    const globals = /\b(process\.|setTimeout|setInterval|fetch\(|console\.|Date\.now|Math\.random|Buffer\b)/;
    expect(
      sourcesOf('kernel')
        .filter(({ text }) => globals.test(withoutComments(text)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  verifies('layers/direction', 'point from cli to server to runtime to kernel and never back', () => {
    expect(strayIn('runtime', (specifier) => !specifier.startsWith('@toolshed/') || isKernel(specifier))).toEqual([]);
    expect(
      strayIn(
        'server',
        (specifier) => !specifier.startsWith('@toolshed/') || isKernel(specifier) || isRuntime(specifier),
      ),
    ).toEqual([]);
    expect(
      strayIn(
        'adapters',
        (specifier) => !specifier.startsWith('@toolshed/') || isKernel(specifier) || isRuntime(specifier),
      ),
    ).toEqual([]);
    expect(strayIn('client', () => false)).toEqual([]);
    expect(strayIn('cli', (specifier) => specifier !== 'toolshed' && !specifier.includes('/internal/'))).toEqual([]);
  });

  verifies('layers/isolated-vm', 'let one file name isolated-vm', () => {
    const files = ['kernel', 'runtime', 'server', 'client', 'cli']
      .flatMap((name) => sourcesOf(name))
      .filter(({ imports }) => imports.includes('isolated-vm'));
    expect(files.map(({ path }) => path)).toEqual(['packages/runtime/src/sandbox/isolate/isolated-vm.ts']);
  });

  verifies(
    'layers/isolated-vm',
    'load isolated-vm in the worker, and in a host only when it chose isolation "thread"',
    () => {
      const users = [...sourcesOf('cli'), ...sourcesOf('server'), ...sourcesOf('runtime')].filter(({ imports }) =>
        imports.some((specifier) => specifier.includes('isolate/')),
      );
      expect(users.map(({ path }) => path).filter((path) => !path.includes('/isolate/'))).toEqual([
        'packages/runtime/src/sandbox/thread/thread-pool.ts',
        'packages/runtime/src/sandbox/worker-process/worker-main.ts',
      ]);
      const eager = sourcesOf('runtime').filter(({ text }) => /from '[^']*thread-pool\.js'/.test(text));
      expect(eager.map(({ path }) => path)).toEqual([]);
    },
  );

  verifies('layers/environment', 'read the environment in two files of the command, and nowhere below it', () => {
    // The launcher hands its own, already empty environment to the worker it becomes.
    const launcher = 'packages/runtime/src/sandbox/os-sandbox/launcher.ts';
    const readers = ['kernel', 'runtime', 'server', 'client', 'cli']
      .flatMap((name) => sourcesOf(name))
      .filter(({ text }) =>
        /process\.env\b|\benv\b.* = process|{ env\b.*} from 'node:process'/.test(withoutComments(text)),
      )
      .map(({ path }) => path)
      .filter((path) => path !== launcher);
    expect(readers).toEqual(['packages/cli/src/config.ts', 'packages/cli/src/own-folders.ts']);
  });

  verifies('layers/no-barrels', 'have no inner barrels', () => {
    const stars = ['kernel', 'runtime', 'server', 'client', 'cli']
      .flatMap((name) => sourcesOf(name))
      .filter(({ text }) => /^export \* from '\./m.test(text));
    expect(stars.map(({ path }) => path)).toEqual([]);
    const indexes = ['kernel', 'runtime', 'server', 'client', 'cli']
      .flatMap((name) => sourcesOf(name))
      .filter(({ path }) => path.endsWith('/index.ts'));
    expect(indexes.map(({ path }) => path).sort()).toEqual([
      'packages/cli/src/index.ts',
      'packages/client/src/index.ts',
      'packages/kernel/src/index.ts',
      'packages/runtime/src/index.ts',
      'packages/server/src/index.ts',
    ]);
  });
});

describe('a file of a package', () => {
  const packages = ['kernel', 'runtime', 'server', 'client', 'adapters', 'inbox', 'cli'];

  it.each(packages)('has a name that no other file of %s has', (name) => {
    const byName = Map.groupBy(sourcesOf(name), ({ path }) => basename(path));
    const twice = [...byName.values()]
      .filter((files) => files.length > 1)
      .map((files) => files.map(({ path }) => path));
    expect(twice).toEqual([]);
  });
});

describe('the lockfile', () => {
  it('names no download address', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/);
  });
});

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/[^\n]*/g, '');
