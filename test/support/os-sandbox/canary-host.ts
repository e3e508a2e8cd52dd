import { existsSync, mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { ADDON } from './confined-run.js';
import type { Targets } from './script-attacks.js';

export interface CanaryHost extends AsyncDisposable {
  readonly targets: Targets;
  /** What the attacks did to the host, as the host sees it. */
  readonly effects: () => readonly string[];
}

/** A host with things to steal and to break, in an environment that holds the canary as well. */
export async function openCanaryHost(canary: string): Promise<CanaryHost> {
  const directory = mkdtempSync(join(tmpdir(), 'toolshed-canary-'));
  const at = (name: string): string => join(directory, name);
  const seen = new Set<string>();
  const contact = (name: string): Server =>
    createServer((socket) => {
      seen.add(name);
      socket.resume().end();
    });
  const tcp = contact('TCP contact').listen(0, '127.0.0.1');
  const unix = contact('unix socket contact').listen(at('socket'));
  await Promise.all([once(tcp, 'listening'), once(unix, 'listening')]);
  const onSignal = () => seen.add('signal received');
  process.on('SIGUSR2', onSignal);
  process.env['TOOLSHED_TEST_CANARY'] = canary;
  writeFileSync(at('secret.txt'), canary);
  copyFileSync(ADDON, at('other.node'));

  const address = tcp.address();
  const targets: Targets = {
    hostFile: at('secret.txt'),
    tcpPort: typeof address === 'object' && address ? address.port : 0,
    unixSocket: at('socket'),
    written: at('written'),
    database: at('database'),
    spawned: at('spawned'),
    otherAddon: at('other.node'),
  };
  const created = (): readonly string[] => ['written', 'database', 'spawned'].filter((name) => existsSync(at(name)));
  return {
    targets,
    effects: () => [...seen, ...created()],
    async [Symbol.asyncDispose]() {
      process.off('SIGUSR2', onSignal);
      delete process.env['TOOLSHED_TEST_CANARY'];
      tcp.close();
      unix.close();
      rmSync(directory, { recursive: true });
    },
  };
}
