import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidOptionsError } from '../options/read-options.js';
import { definePlugin } from './define-plugin.js';
import { defineTool } from './define-tool.js';

const toolAt = (path: string) =>
  defineTool({ path, description: 'Does it', input: z.object({}), handler: () => undefined });

describe('definePlugin', () => {
  it('keeps its tools together under its name', () => {
    const tools = [toolAt('mail.send'), toolAt('mail.drafts.list')];
    expect(definePlugin({ name: 'mail', tools })).toEqual({ kind: 'plugin', name: 'mail', tools });
  });

  it.each(['mails.send', 'Mail.send', 'files.read'])('refuses the stray tool %s', (path) => {
    const define = () => definePlugin({ name: 'mail', tools: [toolAt('mail.send'), toolAt(path)] });
    expect(define).toThrow(InvalidOptionsError);
    expect(define).toThrow(`"tools.1" is the tool "${path}", whose path does not start with "mail."`);
  });

  it.each(['', 'my.mail', 'mail box', 'constructor'])('refuses the name %j', (name) => {
    expect(() => definePlugin({ name, tools: [] })).toThrow('"name" must be one segment of a path');
  });
});
