import { defineTool, type Tool } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from './open-in-thread.ts';

/** A host with a few small tools and a record of what their handlers did. */
export interface MailShed extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly sent: readonly string[];
}

export function mailTools(sent: string[]): readonly Tool[] {
  return [
    defineTool({
      path: 'mail.send',
      description: 'Send a mail',
      input: z.object({ to: z.string(), subject: z.string().default('(none)') }),
      destructive: true,
      message: ({ to }) => `Send a mail to ${to}?`,
      handler: (_context, { to }) => {
        sent.push(to);
        return { sent: to };
      },
    }),
    defineTool({
      path: 'mail.send.later',
      description: 'Send a mail later',
      input: z.object({ to: z.string() }),
      destructive: true,
      handler: (_context, { to }) => {
        sent.push(`later ${to}`);
        return { queued: to };
      },
    }),
    defineTool({
      path: 'mail.sender',
      description: 'Change the sender',
      input: z.object({ to: z.string() }),
      destructive: true,
      handler: (_context, { to }) => to,
    }),
    defineTool({
      path: 'mail.list',
      description: 'List the mails of a folder',
      input: z.object({ folder: z.string().default('inbox') }),
      output: z.array(z.string()),
      destructive: false,
      handler: (_context, { folder }) => [`${folder} 1`, `${folder} 2`],
    }),
    defineTool({
      path: 'mail.break',
      description: 'Always fails',
      input: z.object({}),
      destructive: false,
      handler: () => {
        throw new Error('host secret in /etc/mail');
      },
    }),
  ];
}

export async function openMailShed(options: Partial<OpenOptions> = {}): Promise<MailShed> {
  const sent: string[] = [];
  const shed = await openInThread({ tools: mailTools(sent), store: 'memory', ...options });
  return { shed, sent, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}
