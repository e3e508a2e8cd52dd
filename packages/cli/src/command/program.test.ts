import { describe, expect, it } from 'vitest';
import { createProgram, withHelp } from './program.js';

const namesFor = async (...args: readonly string[]): Promise<readonly string[]> => {
  const deps = {
    version: '1.2.3',
    writeHelp: () => undefined,
    writeUsage: () => undefined,
    act: () => () => async () => undefined,
  };
  return (await createProgram({ ...deps, args })).commands.map((command) => command.name());
};

describe('the command', () => {
  it('loads the one that was called under its own name, and all of them for anything else', async () => {
    const all = await namesFor();
    expect(all).toContain('run');
    expect(await namesFor('--json', 'run')).toEqual(all);
    expect(await namesFor('rum')).toEqual(all);
    for (const name of all) expect(await namesFor(name)).toEqual([name]);
  });

  it('reads help before a command as --help after it', () => {
    expect(withHelp(['help', 'grants', 'add'])).toEqual(['grants', 'add', '--help']);
    expect(withHelp(['help'])).toEqual(['--help']);
    expect(withHelp(['help', 'rum'])).toEqual(['rum']);
    expect(withHelp(['run', 'help'])).toEqual(['run', 'help']);
  });
});
