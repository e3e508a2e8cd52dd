import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarationsOf } from './declarations.ts';
import { root } from './sources.ts';

/** Each package with the entry that is its promise. */
const REPORTED = [
  ['kernel', 'index'],
  ['runtime', 'index'],
  ['server', 'index'],
  ['adapters', 'ai-sdk'],
  ['client', 'index'],
  ['cli', 'index'],
] as const;

// The signatures a package promises, in a file that a change has to update: npx vitest run test/architecture -u
describe('the API report', () => {
  it('covers every entry that a package publishes, except those that say they are not public', () => {
    const unreported = ['kernel', 'runtime', 'server', 'adapters', 'client', 'cli'].flatMap((name) =>
      entriesOf(name).filter(
        ({ entry, text }) =>
          !REPORTED.some(([reported, of]) => reported === name && of === entry) &&
          !saysNotPublic(text) &&
          exports(text),
      ),
    );
    expect(unreported.map(({ path }) => path)).toEqual([]);
  });

  it.each(REPORTED)('of @toolshed/%s is what its declarations say', async (packageName, entry) => {
    const parts = declarationsOf(packageName, entry).map(
      ({ name, text }) => `## ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`,
    );
    const report = [`# ${packageName === 'cli' ? 'toolshed' : `@toolshed/${packageName}`}\n`, ...parts].join('\n');
    await expect(report).toMatchFileSnapshot(join(root, 'docs', 'api', `${packageName}.api.md`));
  });

  // Without the name, a caller cannot write the type of a variable, a parameter or a field of their own.
  it.each(REPORTED)('the report of @toolshed/%s mentions no type that cannot be imported', (packageName, entry) => {
    const declarations = declarationsOf(packageName, entry);
    const importable = new Set([...declarations.map(({ place }) => place), ...OTHERS.flatMap(namesOf)]);
    const hidden = declarations.flatMap(({ name, mentions }) =>
      mentions
        .filter((one) => !importable.has(one) && !isForeign(one) && !isGenerated(one))
        .map((one) => `${name}: ${shortly(one)}`),
    );
    expect(hidden).toEqual([]);
  });
});

/** The modules that a package offers by name. What is below `internal` is not published: see `packed.test.ts`. */
const entriesOf = (packageName: string): readonly { path: string; entry: string; text: string }[] => {
  const folder = join(root, 'packages', packageName);
  const { exports } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return Object.values(exports).flatMap((target) => {
    const types = typeof target === 'string' ? target : target.types;
    if (!types?.endsWith('.d.ts') || types.includes('*')) return [];
    const path = types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts');
    const entry = path.replace('src/', '').replace(/\.ts$/, '');
    return [{ path: `${packageName}/${path}`, entry, text: readFileSync(join(folder, path), 'utf8') }];
  });
};

const Manifest = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string().optional() })])),
});

const saysNotPublic = (text: string): boolean => text.replaceAll(/\n\/\/ /g, ' ').includes('Not a public API');

/** Whether it has anything of its own: not a process, and not another package under a second name. */
const exports = (text: string): boolean => /^export (?!\* from '@toolshed\/)/m.test(text);

/** The packages that another one's signatures may name types of. */
const OTHERS = ['kernel', 'runtime', 'server', 'client'];

const namesOf = (packageName: string): readonly string[] =>
  declarationsOf(packageName, 'index').flatMap(({ name }) => [
    `@toolshed/${packageName}#${name}`,
    // What our own packages take from there is the same type.
    `@toolshed/${packageName}/runtime#${name}`,
  ]);

const isForeign = (mention: string): boolean => !mention.startsWith('/') && !mention.startsWith('@toolshed/');
/** The client exports all of them. */
const isGenerated = (mention: string): boolean => mention.includes('/generated-api.d.ts#');
const shortly = (mention: string): string => mention.replace(`${root}/`, '').replace(root, '');
