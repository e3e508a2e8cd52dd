import { describe, expect, it } from 'vitest';
import { titleOf } from './program-title.js';

describe('the title of an execution', () => {
  it.each([
    ['// Tidies the notes.\nreturn 1', 'Tidies the notes.'],
    ['\n\n/** Sends the mails. */\nawait tools.mail.send({})', 'Sends the mails.'],
    ['/*\n * Reads first.\n */', 'Reads first.'],
    ['return await tools.mail.list({})', 'return await tools.mail.list({})'],
    ['', ''],
    ['//\n//\n', ''],
  ])('the title of %j is %j', (source, title) => {
    expect(titleOf(source)).toBe(title);
  });

  it('is read at once from a comment of blanks', () => {
    const before = process.cpuUsage();
    expect(titleOf(`// a${' '.repeat(3_980)}b`)).toHaveLength(160);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(100_000);
  });

  it('is one line of bounded length', () => {
    expect(titleOf(`// ${'x'.repeat(10_000)}`)).toHaveLength(160);
  });
});
