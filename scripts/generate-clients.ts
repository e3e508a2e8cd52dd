// Writes the parts of the clients that follow from the OpenAPI document of the built server: "npm run generate".
// With --check it writes nothing, and fails if a file is not what it would write.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedFiles } from './clients/generated-files.ts';

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
for (const [path, text] of Object.entries(await generatedFiles())) {
  const file = join(root, path);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8')) !== text)
    throw new Error(`${path} is stale; write it with: npm run generate`);
}
