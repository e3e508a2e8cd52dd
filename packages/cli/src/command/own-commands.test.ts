import { describe, expect, it } from 'vitest';
import { withPrefix } from './own-commands.js';

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
