// Tools for nodes of a cluster: one takes a secret, one hands out a text that the file LEAK names.

import { readFileSync } from 'node:fs';
import { defineTool, secret } from '@toolshed/kernel';
import { z } from 'zod';

export const login = defineTool({
  path: 'api.login',
  description: 'Log in with a key',
  input: z.object({ key: secret() }),
  destructive: false,
  handler: (_context, { key }) => ({ length: key.length, said: `you said ${key}` }),
});

export const leak = defineTool({
  path: 'api.leak',
  description: 'What a server says that was told the key by somebody else',
  input: z.object({}),
  destructive: false,
  handler: () => readFileSync(process.env['LEAK'] ?? '', 'utf8'),
});
