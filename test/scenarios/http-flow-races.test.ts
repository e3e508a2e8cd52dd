// Two owners complete one flow at once, and neither waits for what the program does next.

import { elicitUrl } from '@toolshed/kernel';
import { createHttpApp, type Principal } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { firstQuestion, openAskingShed } from '../support/asking-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const PEOPLE: Readonly<Record<string, Principal>> = {
  'Bearer ada': { kind: 'approver', id: 'ada', name: 'ada', way: 'token' },
  'Bearer callback': { kind: 'flow', id: 'callback', name: 'callback' },
};

const URL_OF_APP = 'http://localhost:1';

describe('a flow that is completed twice at once, with different content', () => {
  verifies.each('elicit/flow-again', ['ada', 'callback'])(
    'is completed for the one whose content counts, and refused to the other while the program still runs: %s',
    async (token) => {
      const held = Promise.withResolvers<void>();
      await using shed = await openAskingShed(async (context) => {
        const elicitationId = context.flowId();
        const url = 'https://accounts.example/';
        const { content } = await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }));
        await held.promise;
        return content;
      });
      await using app = createHttpApp({
        shed,
        url: URL_OF_APP,
        authenticate: async ({ headers }) => PEOPLE[headers.get('authorization') ?? ''],
      });
      const { executionId, request } = await firstQuestion(shed);
      await shed.resume(executionId, true);
      const flow = request.type === 'url' ? request.flow : undefined;
      const complete = (content: string) =>
        app.fetch(
          new Request(`${URL_OF_APP}/v1/elicitations/${flow}/complete`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ content, waitMs: 0 }),
          }),
        );
      const given = ['one', 'two', 'one'];
      const told = await Promise.all(given.map(complete));
      held.resolve();
      await expect.poll(async () => (await shed.get(executionId)).status).toBe('completed');
      const { value } = expectStatus(await shed.get(executionId), 'completed');
      expect(given).toContain(value);
      expect(told.map(({ status }) => status)).toEqual(given.map((content) => (content === value ? 200 : 409)));
      for (const refused of told.filter(({ status }) => status === 409))
        expect(await refused.json()).toMatchObject({ code: 'elicitation/already-answered' });
    },
  );
});
