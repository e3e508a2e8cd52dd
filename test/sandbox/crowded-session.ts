// A hog and an innocent program in one worker process: the hog must fail alone.

import { defineTool } from '@toolshed/kernel';
import { type ExecutionResult, type Limits, openToolshed, type Toolshed } from '@toolshed/runtime';
import { z } from 'zod';

export interface CrowdedShed extends AsyncDisposable {
  readonly shed: Toolshed;
  /** Runs `hog` while an innocent program waits for a tool in the same worker; then lets that one go on. */
  beside(hog: string): Promise<{ readonly hog: ExecutionResult; readonly innocent: ExecutionResult }>;
}

const INNOCENT = `
const before = Math.random();
const answer = await tools.test.wait({});
console.log('went on');
return { answer, isSame: before === before, later: await tools.test.now({}) };
`;

export async function openCrowdedShed(limits: Partial<Limits>): Promise<CrowdedShed> {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const reached = new Map<string, PromiseWithResolvers<void>>();
  const at = (map: Map<string, PromiseWithResolvers<void>>, session: string): PromiseWithResolvers<void> => {
    const known = map.get(session) ?? Promise.withResolvers<void>();
    map.set(session, known);
    return known;
  };
  const shed = await openToolshed({
    store: 'memory',
    trustDomain: 'session',
    limits,
    tools: [
      defineTool({
        path: 'test.wait',
        description: 'Waits until the test lets it continue',
        input: z.unknown(),
        destructive: false,
        handler: async ({ session }) => {
          at(reached, session).resolve();
          await at(waiting, session).promise;
          return 'waited';
        },
      }),
      defineTool({
        path: 'test.now',
        description: 'Returns at once',
        input: z.unknown(),
        destructive: false,
        handler: () => 'now',
      }),
    ],
  });
  let sessions = 0;
  return {
    shed,
    async beside(program) {
      const session = `crowded ${sessions++}`;
      const running = shed.execute(INNOCENT, { session });
      await at(reached, session).promise;
      const hog = await shed.execute(program, { session });
      at(waiting, session).resolve();
      return { hog, innocent: await running };
    },
    [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose](),
  };
}
