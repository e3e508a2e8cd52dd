// Programs in an editor: the recipe of docs/guides/programs.md, the declarations of `toolshed tools types`, and the
// compiler that people have.

import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { defineTool } from '@toolshed/kernel';
import { declarationOf } from '@toolshed/kernel/runtime';
import { PROGRAM_GLOBALS } from '@toolshed/runtime/agent';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

const tools = [
  defineTool({
    path: 'notes.list-all',
    description: 'Lists notes',
    input: z.object({ limit: z.int().optional() }),
    output: z.array(z.object({ title: z.string() })),
    destructive: false,
    handler: () => [],
  }),
];

async function recipe(): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'programs.md'), 'utf8');
  const [, found] = /this `tsconfig\.json`[^\n]*\n\n```json\n([\s\S]*?)```/.exec(page) ?? [];
  if (found === undefined) throw new Error('The page has no recipe');
  return found;
}

/** What the compiler says of a folder with the recipe, the declarations and these programs, by file. */
async function compile(programs: Readonly<Record<string, string>>): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'toolshed-editor-'));
  const put = (name: string, text: string) => writeFile(join(folder.path, name), text);
  await put('tsconfig.json', await recipe());
  await put('tools.d.ts', `${PROGRAM_GLOBALS}${declarationOf(tools, 'members')}`);
  await Promise.all(Object.entries(programs).map(([name, text]) => put(name, text)));
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder.path, '--pretty', 'false'], {
    cwd: folder.path,
  });
  const { stdout } = await run.catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }));
  return stdout.trim();
}

const NOTES = `const notes = await tools.notes['list-all']({ limit: 5 });
const seen = (await store.get('seen')) ?? [];
await store.set('seen', [...seen, ...notes.map(({ title }) => title)]);
const { approved } = await elicit({ type: 'confirmation', message: 'Show them?' });
if (approved) emit(notes);
await sleep(10);
console.log(new URL('https://a.example/?b=1').searchParams.get('b'), atob('YQ=='), crypto.randomUUID(), input);
`;

describe('a program in an editor', () => {
  verifies('types/editor', 'compiles with the recipe, also where it returns', async () => {
    expect(
      await compile({
        'ignored.ts': `${NOTES}// @ts-ignore\nreturn notes.length;\n`,
        'exported.ts': `export default async () => {\n${NOTES}return notes.length;\n};\n`,
        'main.ts': `async function main() {\n${NOTES}return notes.length;\n}\n`,
      }),
    ).toBe('');
  });

  verifies('types/editor', 'has its mistakes shown, each in its line', async () => {
    const said = await compile({
      'wrong.ts': `await tools.notes['list-all']({ limit: 'all' });\nawait tools.notes.remove({});\nawait fetch('x');\nreturn 1;\n`,
    });
    expect(said).toMatch(/^wrong\.ts\(1,\d+\): error TS2322/m);
    expect(said).toMatch(/^wrong\.ts\(2,\d+\): error TS2339/m);
    expect(said).toMatch(/^wrong\.ts\(3,\d+\): error TS2304/m);
    // Why the recipe needs a line for it: no option allows it.
    expect(said).toMatch(/^wrong\.ts\(4,1\): error TS1108/m);
  });
});
