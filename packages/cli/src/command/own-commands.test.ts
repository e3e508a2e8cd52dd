import { describe, expect, it } from 'vitest';
import { ownPrefix, withPrefix } from './own-commands.js';

describe('how the command is called again', () => {
  const started = { script: '/a/toolshed.js', userAgent: 'npm/11', npmCommand: 'exec', searchPath: [], cwd: '/a' };
  const prefixed = (flags: Parameters<typeof ownPrefix>[0]): string => ownPrefix(flags, { started });

  it('carries the folders, the config and the store as they were typed', () => {
    expect(prefixed({ config: 'my config.json', store: 'work.db', folder: '..' })).toBe(
      `npx toolshed --folder .. --config 'my config.json' --store work.db`,
    );
    expect(prefixed({ store: 'postgres://ada@db/work' })).toBe('npx toolshed --store postgres://ada@db/work');
  });

  it('names the variable where the address of the store holds a password, or might', () => {
    for (const store of ['postgres://ada:hunter2@db/w', 'postgresql://db/w?password=hunter2', 'postgres://a:hunter2@['])
      expect(prefixed({ store })).toBe('npx toolshed --store "$TOOLSHED_STORE"');
  });
});

describe('a command in a message', () => {
  it('carries the words by which the command was started', () => {
    expect(withPrefix('there is none; "toolshed list" shows what there is', 'npx toolshed')).toBe(
      'there is none; "npx toolshed list" shows what there is',
    );
    expect(withPrefix('  $ toolshed demo', 'node /a/$&/toolshed.js')).toBe('  $ node /a/$&/toolshed.js demo');
  });

  it('is left as it is where it carries them already, and where it is a name', () => {
    for (const text of ['Run: npx toolshed trust', '"npx toolshed trust"', 'a toolshed made with openToolshed'])
      expect(withPrefix(text, 'npx toolshed')).toBe(text);
  });
});
