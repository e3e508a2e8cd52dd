// What a script with all of Node would try in a worker's place. Each attack returns what it got, or throws.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';

export interface Targets {
  /** A file of the host that holds the canary. */
  readonly hostFile: string;
  readonly tcpPort: number;
  readonly unixSocket: string;
  /** Files that must not come to be. */
  readonly written: string;
  readonly database: string;
  readonly spawned: string;
  readonly otherAddon: string;
}

export type ScriptAttack = (targets: Targets) => unknown;

export const SCRIPT_ATTACKS: Readonly<Record<string, ScriptAttack>> = {
  'read /etc/passwd': () => readFileSync('/etc/passwd', 'utf8'),
  'read a host file': ({ hostFile }) => readFileSync(hostFile, 'utf8'),
  'read /proc/self/environ': () => readFileSync('/proc/self/environ', 'utf8'),
  'read /proc/1/environ': () => readFileSync('/proc/1/environ', 'utf8'),
  "read the parent's environ": () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
  'read its own environment': () => ({ ...process.env }),
  'connect over TCP': ({ tcpPort }) => connection({ port: tcpPort, host: '127.0.0.1' }),
  'connect over a unix socket': ({ unixSocket }) => connection({ path: unixSocket }),
  'listen on an abstract unix socket': () => listening('\0toolshed-compromised-worker'),
  'spawn a process': ({ spawned }) => spawnedWith(['/bin/sh', '-c', `: > ${spawned}`]),
  'spawn itself': () => spawnedWith([process.execPath, '--version']),
  'signal the parent': () => process.kill(process.ppid, 'SIGUSR2'),
  'write a file': ({ written }) => writeFileSync(written, 'written'),
  'create a database': async ({ database }) => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(database).exec('create table t(x)');
  },
  'load another addon': ({ otherAddon }) => process.dlopen({ exports: {} }, otherAddon),
  'write to descriptor 3': () => writeFileSync(3, 'x'),
  'change the flags of V8': () => setFlagsFromString('--allow-natives-syntax'),
};

function connection(to: { readonly path: string } | { readonly port: number; readonly host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, () => socket.end('contact', () => resolve('connected')));
    socket.once('error', reject);
  });
}

function listening(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(path, () => server.close(() => resolve('listening')));
  });
}

function spawnedWith([file = '', ...args]: readonly string[]): string {
  const { error, stdout } = spawnSync(file, args, { encoding: 'utf8' });
  if (error) throw error;
  return stdout;
}
