import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../architecture/sources.ts';
import { verifies } from '../support/verifies.ts';

verifies('http/client', 'the clients are what "npm run generate" makes of the document', async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'generate-clients.ts'), '--check'], { cwd: root });
});
