// Where the command starts. Its version is asked for by scripts and editors, and needs nothing that takes time to load.

import { readVersion } from './own-package.js';

const [first, ...others] = process.argv.slice(2);
if (first === '--version' && others.length === 0) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`✖ Cannot write the output: ${message}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`${readVersion()}\n`);
} else await import('./process-edge.js');
