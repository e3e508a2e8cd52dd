// For a CI job that tests another Node than the one `npm ci` installs: `node scripts/use-own-node.ts <major>`.
//
// npm puts node_modules/.bin first in the PATH of every script, and the Node installed there with it, so a job for Node 24
// would test 26. This removes that Node from there, and fails unless an npm script now runs with the wanted one.

import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';

const [wanted] = process.argv.slice(2);
if (wanted === undefined || !/^\d+$/.test(wanted)) throw new Error('Cannot choose a Node: name its major version');

// On Windows the command is three files.
for (const file of globSync('node_modules/.bin/node{,.cmd,.ps1,.exe}')) rmSync(file);
const version = execFileSync('npm', ['run', '--silent', 'node-version'], {
  encoding: 'utf8',
  // On Windows npm is a script.
  shell: process.platform === 'win32',
}).trim();
if (version.split('.')[0] !== wanted) {
  process.stderr.write(
    `✖ Cannot test Node ${wanted}: npm's scripts run with ${version}; put Node ${wanted} into PATH\n`,
  );
  process.exit(1);
}
process.stdout.write(`✔ npm's scripts run with Node ${version}\n`);
