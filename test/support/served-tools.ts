// Tools for a served host; what their handlers did is in the file OUTBOX names, one line each.

import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, defineTool } from '@toolshed/kernel';
import { z } from 'zod';

const note = (line: string): void => appendFileSync(process.env['OUTBOX'] ?? '', `${line}\n`);

export const mail = definePlugin({
  name: 'mail',
  tools: [
    defineTool({
      path: 'mail.send',
      description: 'Send a mail',
      input: z.object({ to: z.string(), password: z.string().optional() }),
      destructive: true,
      message: ({ to }) => `Send a mail to ${to}?`,
      handler: (_context, { to }) => {
        note(to);
        return { sent: to };
      },
    }),
    defineTool({
      path: 'mail.slow',
      description: 'Send a mail, slowly',
      input: z.object({ to: z.string() }),
      destructive: true,
      async handler(_context, { to }) {
        await pause(1_500);
        note(to);
        return { sent: to };
      },
    }),
    defineTool({
      path: 'mail.ask',
      description: 'Ask for a code before sending',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const { data } = await context.elicit({ type: 'text', message: 'The code?' });
        return typeof data === 'string' ? 'sent' : 'not sent';
      },
    }),
    defineTool({
      path: 'mail.list',
      description: 'List mails',
      input: z.object({}),
      destructive: false,
      handler: () => ['one', 'two'],
    }),
  ],
});
