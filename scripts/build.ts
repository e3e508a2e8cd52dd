// Builds the packages without a word, unless it fails: `node scripts/build.ts`. What the tools that do it print is
// nothing a person who only wants to run Toolshed has to read.

import { spawnSync } from 'node:child_process';

const { status, stdout, stderr, error } = spawnSync('turbo', ['run', 'build', '--output-logs=errors-only'], {
  encoding: 'utf8',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  // On Windows the command is a script.
  shell: process.platform === 'win32',
});
if (error) throw error;
if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
process.exitCode = status ?? 1;
