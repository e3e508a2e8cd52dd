// Tools whose questions are worth looking at.

import { once } from 'node:events';
import { definePlugin, defineTool, elicitUrl, secret, ToolError } from '@toolshed/kernel';
import { z } from 'zod';

const BEFORE = '# Release notes\n\n- faster start\n- fewer bugs\n';
const AFTER = '# Release notes\n\n- twice as fast at the start\n- fewer bugs\n- a web inbox\n';

export const docs = definePlugin({
  name: 'docs',
  tools: [
    defineTool({
      path: 'docs.write',
      description: 'Replace a page of the handbook',
      input: z.object({ page: z.string().min(3), text: z.string(), notify: z.boolean().default(false) }),
      destructive: true,
      message: ({ page }) => `Replace the page "${page}"?`,
      preview: (_context, { text }) => ({ kind: 'diff', before: BEFORE, after: text === '' ? AFTER : text }),
      handler: (_context, args) => args,
    }),
    {
      ...defineTool({
        path: 'docs.import',
        description: 'Import whatever it is given',
        input: z.looseObject({}),
        destructive: true,
        handler: (_context, args) => Object.keys(args).length,
      }),
      origin: {
        shown: { kind: 'mcp', server: 'npx\u202e handbook', name: 'import', account: 'secret handbook' },
        identity: 'handbook',
      },
    },
    defineTool({
      path: 'docs.publish',
      description: 'Publish whatever it is given',
      input: z.looseObject({}),
      destructive: true,
      handler: (_context, args) => args,
    }),
    defineTool({
      path: 'docs.upload',
      description: 'Send a page to a server',
      input: z.object({ page: z.string() }),
      destructive: true,
      preview: (_context, { page }) => ({
        kind: 'json',
        value: { method: 'PUT', url: `https://docs.example/${page}`, headers: { accept: '*/*' }, body: { page } },
      }),
      handler: (_context, args) => args,
      revert: () => 'deleted',
    }),
    defineTool({
      path: 'docs.connect',
      description: 'Connect the handbook to an account',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const elicitationId = context.flowId('connect');
        const url = 'https://accounts.example/sign-in?scope=read&state=abc';
        return (await context.elicit(elicitUrl({ message: 'Sign in to your account', url, elicitationId }))).action;
      },
    }),
    defineTool({
      path: 'docs.rate',
      description: 'Ask what a page is worth',
      input: z.object({}),
      destructive: false,
      handler: (context) =>
        context.elicit({
          type: 'named',
          name: 'rating',
          message: 'How good is this page?',
          input: {},
          actions: ['accept', 'decline', 'other'],
          output: {
            type: 'object',
            properties: { stars: { type: 'integer', title: 'Stars', minimum: 1, maximum: 5 } },
            required: ['stars'],
          },
        }),
    }),
    defineTool({
      path: 'docs.break',
      description: 'Always fails',
      input: z.object({}),
      destructive: false,
      handler() {
        throw new Error('no disk at /dev/docs');
      },
    }),
    defineTool({
      path: 'docs.stubborn',
      description: 'Finish what was begun, even if it is cancelled',
      input: z.object({}),
      destructive: false,
      async handler({ signal }) {
        await once(signal, 'abort');
        return { receipt: 'STUBBORN\u202e-7' };
      },
    }),
    defineTool({
      path: 'docs.charge',
      description: 'Charge, and take longer than it may',
      input: z.object({ cents: z.int() }),
      destructive: true,
      timeoutMs: 50,
      async handler({ signal }, { cents }) {
        await once(signal, 'abort');
        throw new ToolError('docs/lost', `The line went dead over ${cents}\u202e`);
      },
    }),
    defineTool({
      path: 'docs.login',
      description: 'Use a key',
      input: z.object({ key: secret() }),
      destructive: false,
      handler: () => 'logged in',
    }),
  ],
});
