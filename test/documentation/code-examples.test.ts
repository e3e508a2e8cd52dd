// The examples in the comments of the code, which editors show: each compiles as it is, with the names it uses imported.

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSampleFolder, problemsOfTypes } from './compile-samples.ts';
import { root } from './markdown.ts';
import { declarationsFor } from './surroundings.ts';

const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*@example(?:(?!\*\/)[\s\S])*\*\//g;
const BLOCK = /^```ts\n([\s\S]*?)^```$/gm;

interface Example {
  /** `packages/kernel/src/tool/define-tool.ts:234`, where its comment is. */
  readonly place: string;
  readonly text: string;
}

const EXAMPLES: readonly Example[] = globSync('packages/*/src/**/*.ts', { cwd: root })
  .sort()
  .flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
      const place = `${file}:${source.slice(0, index).split('\n').length}`;
      const text = comment.replaceAll(/^\s*\* ?/gm, '');
      const blocks = [...text.matchAll(BLOCK)].map(([, block = '']) => ({ place, text: block }));
      if (blocks.length === 0) throw new Error(`The example at ${place} is no block of TypeScript`);
      return blocks;
    });
  });

/** Where a reader imports the names of a report from. */
const MODULES = {
  kernel: 'toolshed',
  runtime: 'toolshed',
  cli: 'toolshed',
  server: '@toolshed/server',
  client: '@toolshed/client',
  adapters: '@toolshed/adapters/ai-sdk',
} as const;

const EXPORTED: readonly (readonly [name: string, module: string])[] = Object.entries(MODULES).flatMap(
  ([report, module]) => {
    const text = readFileSync(join(root, `docs/api/${report}.api.md`), 'utf8');
    const names = text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm);
    return [...names].map(([, name = '']) => [name, module] as const);
  },
);

const OTHERS = [
  ['z', 'zod'],
  ['Hono', 'hono'],
  ['generateText', 'ai'],
  ['isStepCount', 'ai'],
] as const;

const uses = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![.\w'])${name}\b(?!['\w]|:\s)`).test(text);

const declares = (text: string, name: string): boolean =>
  new RegExp(String.raw`\b(?:const|using|function|class) (?:\{[^}]*\b)?${name}\b`).test(text);

function codeOf({ text }: Example): string {
  const declared = declarationsFor((name) => uses(text, name) && !declares(text, name));
  const needed = new Map(
    [...EXPORTED, ...OTHERS].filter(([name]) => uses(`${text}${declared}`, name) && !declares(text, name)),
  );
  const imports = [...needed].map(([name, module]) => `import { ${name} } from '${module}';`);
  return [...imports, declared, text, 'export {};'].join('\n');
}

it('every example in a comment compiles with the strict options of the project', () => {
  const folder = makeSampleFolder();
  try {
    const files = EXAMPLES.map((example, index) => {
      const file = `${index}-${example.place.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.ts`;
      writeFileSync(join(folder, file), codeOf(example));
      return file;
    });
    expect(files.length).toBeGreaterThan(25);
    expect(problemsOfTypes(folder, files)).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
