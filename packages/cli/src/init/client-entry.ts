// How a client of MCP starts this command, and the file that says so.

import { join } from 'node:path';
import type { Environment } from '../config.js';

export const CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode'] as const;
export type Client = (typeof CLIENTS)[number];

export interface ClientFile {
  readonly name: string;
  readonly file: string;
  /** The key of the object that has an entry for each server. */
  readonly key: 'mcpServers' | 'servers';
  /** Whether the file belongs to the project; others belong to the user. */
  readonly isOfProject: boolean;
}

export interface Entry {
  readonly type?: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
}

/** What is known about this machine and about how the command was started. */
export interface EntryFacts {
  readonly environment: Pick<Environment, 'cwd' | 'configFolder'>;
  /** How the command was started. */
  readonly words: readonly string[];
  /** Flags that all its commands share. */
  readonly flags: readonly string[];
  /** Node, and the script it runs. */
  readonly program: { readonly node: string; readonly script: string };
  readonly platform: NodeJS.Platform;
}

export function fileOf(client: Client, { cwd, configFolder }: EntryFacts['environment']): ClientFile {
  const project = { key: 'mcpServers', isOfProject: true } as const;
  switch (client) {
    case 'claude-code':
      return { ...project, name: 'Claude Code', file: join(cwd, '.mcp.json') };
    case 'cursor':
      return { ...project, name: 'Cursor', file: join(cwd, '.cursor', 'mcp.json') };
    case 'vscode':
      return { ...project, name: 'VS Code', file: join(cwd, '.vscode', 'mcp.json'), key: 'servers' };
    case 'claude-desktop':
      return {
        name: 'Claude Desktop',
        file: join(configFolder, 'Claude', 'claude_desktop_config.json'),
        key: 'mcpServers',
        isOfProject: false,
      };
  }
}

/** Clients of a project start it in the project's folder; Claude Desktop has none, so its entry names it. */
export function entryFor(client: Client, facts: EntryFacts): Entry {
  const { cwd } = facts.environment;
  const isOfProject = fileOf(client, facts.environment).isOfProject;
  const folder = isOfProject ? [] : ['--folder', cwd];
  const [command, ...args] = isOfProject ? startingWords(facts) : absoluteWords(facts);
  const entry = { command, args: [...args, ...facts.flags, ...folder, 'mcp', '--client', client] };
  return client === 'vscode' ? { type: 'stdio', ...entry } : entry;
}

type Words = readonly [string, ...string[]];

/** The way it was started, if a package manager did it; by absolute paths otherwise: a client has another search path. */
function startingWords(facts: EntryFacts): Words {
  const [manager = '', ...rest] = facts.words;
  if (manager === 'npx') return throughNpx(facts.platform);
  return rest.includes('toolshed') ? inShell([manager, ...rest], facts.platform) : absoluteWords(facts);
}

/** The cache of npx is emptied now and then; nothing may depend on a path in it. */
const absoluteWords = ({ program, platform }: EntryFacts): Words =>
  /[\\/]_npx[\\/]/.test(program.script) ? throughNpx(platform) : [program.node, program.script];

/** Nobody can answer npx when it asks whether to install the package. */
const throughNpx = (platform: NodeJS.Platform): Words => inShell(['npx', '-y', 'toolshed'], platform);

/** On Windows a package manager is a script, which only a shell starts. */
const inShell = (words: Words, platform: NodeJS.Platform): Words =>
  platform === 'win32' ? ['cmd', '/c', ...words] : words;
