// Tools for servers that run in a process of their own: what they did is in a file that outlives them.

import { appendFileSync } from 'node:fs';
import { defineTool } from '@toolshed/kernel';
import { z } from 'zod';

export const send = defineTool({
  path: 'mail.send',
  description: 'Send a mail',
  input: z.object({ to: z.string() }),
  destructive: true,
  message: ({ to }) => `Send a mail to ${to}?`,
  handler: (_context, { to }) => {
    appendFileSync(process.env['OUTBOX'] ?? '', `${to}\n`);
    return { sent: to };
  },
});

export const list = defineTool({
  path: 'mail.list',
  description: 'List the mails of a folder',
  input: z.object({ folder: z.string() }),
  destructive: false,
  handler: (context, { folder }) => {
    // biome-ignore lint/suspicious/noConsole: what a careless tool does
    console.log('a tool that prints');
    context.progress(1, 2, `reading ${folder}`);
    return [`${folder} 1`];
  },
});
