// The files a folder starts with: a config, a first tool and its test. They are short on purpose: a person reads the first
// two before they are trusted.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export interface StarterFile {
  /** From the folder. */
  readonly path: string;
  readonly text: string;
}

/** What of a folder decides how its files are written. */
export interface FolderFacts {
  /** Where there are packages, tools can be TypeScript and import `toolshed`; elsewhere a config is plain JSON. */
  readonly hasPackages: boolean;
  /** `.ts` would be CommonJS where the package says so, and these files are ES modules. */
  readonly extension: 'ts' | 'mts';
  /** The test runner that the folder has; Node's own where it has none. */
  readonly runner: 'node' | 'vitest';
}

const Manifest = z.looseObject({
  type: z.string().optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

export async function readFolderFacts(folder: string): Promise<FolderFacts> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  const manifest = text === undefined ? undefined : manifestIn(text);
  const { type, dependencies, devDependencies } = manifest ?? {};
  return {
    hasPackages: text !== undefined,
    extension: type === 'commonjs' ? 'mts' : 'ts',
    runner: 'vitest' in { ...dependencies, ...devDependencies } ? 'vitest' : 'node',
  };
}

function manifestIn(text: string): z.infer<typeof Manifest> | undefined {
  try {
    return Manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const toolPathIn = ({ extension }: FolderFacts): string => `tools/notes.${extension}`;
export const testPathIn = ({ extension }: FolderFacts): string => `tools/notes.test.${extension}`;

export const configFile = (facts: FolderFacts): StarterFile =>
  facts.hasPackages
    ? { path: `toolshed.config.${facts.extension}`, text: moduleConfig(toolPathIn(facts)) }
    : { path: 'toolshed.config.json', text: JSON_CONFIG };

/** A tool needs the library, so there is none without packages. */
export const toolFiles = (facts: FolderFacts): readonly StarterFile[] =>
  facts.hasPackages
    ? [
        { path: toolPathIn(facts), text: TOOL },
        { path: testPathIn(facts), text: testOf(facts) },
      ]
    : [];

/** What they import; this file does not. */
const LIBRARY = 'toolshed';

const moduleConfig = (tool: string): string => `import { defineConfig } from '${LIBRARY}';

export default defineConfig({
  // The files of this folder. Programs read them; before they write or delete one, a person is asked.
  tools: { fs: { root: '.' } },
  // Your own tools. Each file exports what defineTool returns.
  modules: ['./${tool}'],
});
`;

const JSON_CONFIG = `{
  "tools": { "fs": { "root": "." } }
}
`;

const TOOL = `import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool, type Tool } from '${LIBRARY}';
import { z } from 'zod';

/** Adds a line to a file. It is destructive, so a person is asked before each call. */
export const addNoteTo = (file: string): Tool =>
  defineTool({
    path: 'notes.add',
    description: 'Add a line to the notes',
    input: z.object({ text: z.string().min(1) }),
    destructive: true,
    handler: async (_context, { text }) => {
      await appendFile(file, \`\${text}\\n\`);
      return { added: text };
    },
  });

export const addNote: Tool = addNoteTo(join(import.meta.dirname, '..', 'notes.md'));
`;

const testOf = ({ extension, runner }: FolderFacts): string => `import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToolshed } from '${LIBRARY}';
import { test } from '${runner === 'vitest' ? 'vitest' : 'node:test'}';
import { addNoteTo } from './notes.${extension}';

const PROGRAM = \`return await tools.notes.add({ text: 'water the plants' })\`;

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'notes-')), 'notes.md');
const open = (file: string) => openToolshed({ tools: [addNoteTo(file)], store: 'memory' });

test('a note is added once somebody approved it', async () => {
  const file = await newFile();
  await using shed = await open(file);
  const paused = await shed.execute(PROGRAM);
  assert.equal(paused.status, 'paused');

  const done = await shed.resume(paused.executionId, true);
  assert.equal(done.status, 'completed');
  assert.equal(await readFile(file, 'utf8'), 'water the plants\\n');
});

test('a note that somebody refused is not added', async () => {
  const file = await newFile();
  await using shed = await open(file);
  const paused = await shed.execute(PROGRAM);
  const done = await shed.resume(paused.executionId, { approved: false, reason: 'not today' });
  assert.equal(done.status, 'failed');
  await assert.rejects(readFile(file), { code: 'ENOENT' });
});

test('nobody is asked about an empty note', async () => {
  await using shed = await open(await newFile());
  const result = await shed.execute(\`return await tools.notes.add({ text: '' })\`);
  assert.equal(result.status === 'failed' && result.error.code, 'tool/invalid-arguments');
});
`;
