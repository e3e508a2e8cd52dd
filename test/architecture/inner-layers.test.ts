// The layering inside each package: which folders know nothing of each other, and no circle of imports anywhere, types
// included. A file that is imported by what it imports cannot be read, moved or tested alone.

import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importGraph, type ImportGraph, sourcesOf } from './sources.ts';

const PACKAGES = ['kernel', 'runtime', 'server', 'adapters', 'client', 'inbox', 'cli'] as const;

const edge = (from: string, to: string): string => `${from} -> ${to}`;

/** Imports from files below one folder of files below another. */
function crossings(graph: ImportGraph, from: string, to: string): readonly string[] {
  return [...graph]
    .filter(([path]) => path.includes(`/src/${from}/`))
    .flatMap(([path, imported]) =>
      imported.filter((target) => target.includes(`/src/${to}/`)).map((target) => edge(path, target)),
    );
}

/** The files of one circle of imports, in order, or none. */
function findCircle(graph: ImportGraph): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of graph.get(path) ?? []) {
      const circle = visit(target, [...trail, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const circle = visit(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

describe('the folders of the runtime', () => {
  const runtime = importGraph('runtime');

  it('keep the sandbox ignorant of executions', () => {
    expect(crossings(runtime, 'sandbox', 'execution')).toEqual([]);
  });

  it('keep executions and channels ignorant of each other', () => {
    expect(crossings(runtime, 'execution', 'channels')).toEqual([]);
    expect(crossings(runtime, 'channels', 'execution')).toEqual([]);
  });
});

describe('the server', () => {
  it('imports nothing of a terminal, nor of the command that has one', () => {
    const ofTerminal = /^node:(readline|tty)|^@?toolshed(\/cli)?$|\/(cli|terminal)\//;
    expect(
      sourcesOf('server').flatMap(({ path, imports }) =>
        imports.filter((specifier) => ofTerminal.test(specifier)).map((specifier) => edge(path, specifier)),
      ),
    ).toEqual([]);
  });
});

describe.each(PACKAGES)('package %s', (name) => {
  const graph = importGraph(name);

  it('has no circle of imports', () => {
    expect(findCircle(graph)).toEqual([]);
  });

  it('has no two files of one name', () => {
    const names = [...graph.keys()].map((path) => basename(path)).filter((file) => file !== 'index.ts');
    expect(names.filter((file, index) => names.indexOf(file) !== index)).toEqual([]);
  });
});

describe('findCircle', () => {
  it('finds a circle of three behind files that are in none', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['e']],
      ['e', ['b']],
    ]);
    expect(findCircle(graph)).toEqual(['b', 'd', 'e', 'b']);
  });
});
