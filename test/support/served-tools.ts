// Tools for a served host; what their handlers did is in the file OUTBOX names, one line each.

import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, defineTool, elicitUrl, requireUrl } from '@toolshed/kernel';
import { z } from 'zod';

const visits = new Set<string>();

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
      path: 'mail.break',
      description: 'Always fails',
      input: z.object({}),
      destructive: false,
      handler() {
        throw new Error('the mail server at 10.0.0.7 said no');
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
      path: 'mail.login',
      description: 'Sign in at a page that reports back',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const elicitationId = context.flowId('login');
        const url = `https://accounts.example/sign-in?state=${elicitationId}`;
        return (await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }))).action;
      },
    }),
    defineTool({
      path: 'mail.account',
      description: 'Sign in at a page that reports which account it was',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const elicitationId = context.flowId('account');
        const url = `https://accounts.example/sign-in?state=${elicitationId}`;
        const schema = z.object({ account: z.string().min(2) });
        const { content } = await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId, schema }));
        return content;
      },
    }),
    defineTool({
      path: 'mail.locked',
      description: 'Cannot begin before somebody signed in',
      input: z.object({}),
      destructive: false,
      handler: (context) => {
        const elicitationId = context.flowId('unlock');
        if (!visits.delete('unlock'))
          requireUrl([{ message: 'Sign in first', url: 'https://accounts.example/unlock', elicitationId }]);
        return 'unlocked';
      },
    }),
    defineTool({
      path: 'mail.visit',
      description: 'What the page behind an address does: the next call of mail.locked begins',
      input: z.object({}),
      destructive: false,
      handler: () => {
        visits.add('unlock');
        return 'visited';
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
