import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AddedClient } from './add-client.js';
import { type FolderFacts, testPathIn } from './starter-files.js';

export interface SetUpFolder {
  readonly folder: string;
  readonly facts: FolderFacts;
  /** How a person calls this command. */
  readonly prefix: string;
  /** Whether the first tool is there. */
  readonly hasTool: boolean;
  readonly isTrusted: boolean;
  readonly clients: readonly AddedClient[];
}

/** What a person does next: the command, and why. */
export interface Step {
  readonly run: string;
  readonly why: string;
}

export function nextSteps({ folder, facts, prefix, hasTool, isTrusted, clients }: SetUpFolder): readonly Step[] {
  const missing = hasTool ? ['toolshed', 'zod'].filter((name) => !isInstalled(name, folder)) : [];
  const test = facts.runner === 'vitest' ? 'npx vitest run' : 'node --test';
  return [
    ...(missing.length === 0
      ? []
      : [{ run: `${installer(prefix)} ${missing.join(' ')}`, why: 'the packages that the tool and its test import' }]),
    ...(isTrusted ? [] : [{ run: `${prefix} trust`, why: 'read the config, and have it used; in a terminal' }]),
    ...(hasTool ? [{ run: `${test} ${testPathIn(facts)}`, why: 'test the tool' }] : []),
    { run: `${prefix} tools`, why: 'what programs can call here' },
    ...(clients.length === 0
      ? [{ run: `${prefix} init --client claude-code`, why: 'give it to an agent' }]
      : clients
          .filter(({ state }) => state === 'added')
          .map(({ name }) => ({ run: `restart ${name}`, why: 'it starts Toolshed from then on' }))),
  ];
}

const installer = (prefix: string): string => {
  const [manager = ''] = prefix.split(' ', 1);
  return { pnpm: 'pnpm add', yarn: 'yarn add', bunx: 'bun add' }[manager] ?? 'npm i';
};

/** As Node looks for packages: here, and in the folders above. */
function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}
