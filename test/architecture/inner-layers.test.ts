// The layering inside each package: which folders know nothing of each other, and no circle of imports anywhere, types
// included. A file that is imported by what it imports cannot be read, moved or tested alone.

import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importGraph, type ImportGraph } from './sources.ts';

const PACKAGES = ['kernel', 'runtime', 'server', 'inbox', 'cli'] as const;

/** Imports that still close a circle. Remove the import, then its line; add none. */
const KNOWN_CIRCLES: readonly string[] = [
  'packages/kernel/src/tool/json-schema.ts -> packages/kernel/src/json-schema/compile-schema.ts',
  'packages/kernel/src/elicitation/create-elicit.ts -> packages/kernel/src/elicitation/read-elicit-request.ts',
  'packages/kernel/src/elicitation/elicit-url.ts -> packages/kernel/src/elicitation/read-elicit-request.ts',
  'packages/kernel/src/elicitation/side-quest.ts -> packages/kernel/src/execution/execution-summary.ts',
  'packages/runtime/src/execution/questions/same-secret.ts -> packages/runtime/src/execution/answers/secret-answers.ts',
  'packages/runtime/src/known-options.ts -> packages/runtime/src/open-toolshed.ts',
  'packages/runtime/src/execution/execution-deps.ts -> packages/runtime/src/execution/calls/late-outcomes.ts',
  'packages/runtime/src/execution/calls/running-handler.ts -> packages/runtime/src/execution/calls/handler-context.ts',
  'packages/runtime/src/execution/calls/call-scope.ts -> packages/runtime/src/execution/calls/handler-runs.ts',
  'packages/runtime/src/policy/host-policy.ts -> packages/runtime/src/known-options.ts',
  'packages/server/src/mcp/server/bounded-text.ts -> packages/server/src/mcp/server/mcp-execution-view.ts',
];

/** Imports that still cross between folders that should not know each other. */
const KNOWN_CROSSINGS: readonly string[] = [
  'packages/runtime/src/execution/execution-deps.ts -> packages/runtime/src/channels/reachable.ts',
  'packages/runtime/src/execution/execution-deps.ts -> packages/runtime/src/channels/host-middleware.ts',
];

const edge = (from: string, to: string): string => `${from} -> ${to}`;

/** Imports from files below one folder of files below another. */
function crossings(graph: ImportGraph, from: string, to: string): readonly string[] {
  return [...graph]
    .filter(([path]) => path.includes(`/src/${from}/`))
    .flatMap(([path, imported]) =>
      imported.filter((target) => target.includes(`/src/${to}/`)).map((target) => edge(path, target)),
    )
    .filter((crossing) => !KNOWN_CROSSINGS.includes(crossing));
}

/** The files of one circle of imports, in order, or none. */
function findCircle(graph: ImportGraph): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of graph.get(path) ?? []) {
      if (KNOWN_CIRCLES.includes(edge(path, target))) continue;
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
  it('imports nothing of a terminal', () => {
    expect(
      [...importGraph('server')].flatMap(([, imported]) => imported.filter((path) => /terminal/.test(path))),
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
