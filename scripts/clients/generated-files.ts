// What "npm run generate" writes, by path from the root. A test compares it with the files as they are.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readHttpDocument } from '../../test/support/http-document.ts';
import { pythonClient } from './python-client.ts';
import { typescriptClient } from './typescript-client.ts';

const root = join(import.meta.dirname, '..', '..');

export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = await readHttpDocument();
  return {
    'packages/client/openapi.json': `${JSON.stringify(document)}\n`,
    'packages/client/src/generated-api.ts': formatted('generated-api.ts', typescriptClient(document)),
    'clients/python/toolshed_client/api_types.py': pythonClient(document),
  };
}

const formatted = (name: string, text: string): string =>
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${name}`],
    {
      cwd: root,
      input: text,
      encoding: 'utf8',
    },
  );
