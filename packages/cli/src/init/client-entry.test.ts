import { describe, expect, it } from 'vitest';
import { entryFor, type EntryFacts, fileOf } from './client-entry.js';

const FACTS: EntryFacts = {
  environment: { cwd: '/project', configFolder: '/home/ada/.config' },
  words: ['npx', 'toolshed'],
  flags: [],
  program: { node: '/usr/bin/node', script: '/project/node_modules/toolshed/bin/toolshed.js' },
  platform: 'linux',
};

describe('how a client starts the command', () => {
  it('is how the command was started, where a package manager did it', () => {
    expect(entryFor('claude-code', FACTS)).toEqual({
      command: 'npx',
      args: ['-y', 'toolshed', 'mcp', '--client', 'claude-code'],
    });
    expect(entryFor('vscode', { ...FACTS, words: ['pnpm', 'exec', 'toolshed'], flags: ['--home', '/data'] })).toEqual({
      type: 'stdio',
      command: 'pnpm',
      args: ['exec', 'toolshed', '--home', '/data', 'mcp', '--client', 'vscode'],
    });
  });

  it('is by absolute paths otherwise', () => {
    for (const words of [['toolshed'], ['node', '/project/bin/toolshed.js']])
      expect(entryFor('cursor', { ...FACTS, words })).toEqual({
        command: '/usr/bin/node',
        args: [FACTS.program.script, 'mcp', '--client', 'cursor'],
      });
  });

  it('goes through a shell on Windows, where a package manager is a script', () => {
    expect(entryFor('claude-code', { ...FACTS, platform: 'win32' })).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'toolshed', 'mcp', '--client', 'claude-code'],
    });
  });

  it('names the folder for Claude Desktop, and no path in the cache of npx', () => {
    expect(entryFor('claude-desktop', FACTS)).toEqual({
      command: '/usr/bin/node',
      args: [FACTS.program.script, '--folder', '/project', 'mcp', '--client', 'claude-desktop'],
    });
    const script = '/home/ada/.npm/_npx/1/node_modules/toolshed/bin/toolshed.js';
    expect(entryFor('claude-desktop', { ...FACTS, program: { node: '/usr/bin/node', script } }).command).toBe('npx');
    expect(fileOf('claude-desktop', FACTS.environment)).toMatchObject({
      file: '/home/ada/.config/Claude/claude_desktop_config.json',
      isOfProject: false,
    });
  });
});
