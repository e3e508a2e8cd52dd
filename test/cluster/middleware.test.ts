// How often middleware runs where one node asks and another takes the answer.

import { defineTool, type Middleware } from '@toolshed/kernel';
import { openPostgresStore, openToolshed, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const send = defineTool({
  path: 'mail.send',
  description: 'send',
  input: z.object({}),
  destructive: true,
  handler: () => 'sent',
});

describe('middleware of several nodes', () => {
  verifies(
    'channels/middleware',
    'middleware runs up to its question at the node that asks, and completely, once, at the node that takes the answer',
    async () => {
      const { url } = await postgresOfFile();
      const schema = newSchema();
      const ran: string[] = [];
      const openNode = async (name: string): Promise<Toolshed> => {
        const middleware: Middleware = async (_question, next) => {
          ran.push(`${name} before`);
          const answer = await next();
          ran.push(`${name} after`);
          return answer;
        };
        const store = await openPostgresStore({ url, schema });
        return openToolshed({ tools: [send], store, middleware: [middleware], isolation: 'thread', trusted: true });
      };
      await using asker = await openNode('asker');
      await using other = await openNode('other');
      const { executionId } = expectStatus(await asker.execute('return await tools.mail.send({})'), 'paused');
      expect(ran).toEqual(['asker before']);
      expectStatus(await other.resume(executionId, true), 'completed');
      expect(ran).toEqual(['asker before', 'other before', 'other after']);
    },
  );
});
