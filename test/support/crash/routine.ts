// One routine that is made of saved programs: the outer one calls two at once, each with a read and a question, and one of
// them calls a third. And the person who answers, wherever it stands.

import { defineTool, type PendingElicitation, type Tool } from '@toolshed/kernel';
import type { ExecutionResult, ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { EffectsFile } from './effects-file.ts';

const PART = `const at = Math.random();
console.log('part', input?.n);
const read = await tools.desk.read({ n: input?.n ?? 0 });
if (input?.deep) return { read, sent: await tools.routine.deep({ n: input.n }), at: at < 1 };
return { read, sent: input ? await tools.desk.send({ n: input.n }) : 0, at: at < 1 };`;

const DEEP = `return input ? await tools.desk.send({ n: input.n * 10 }) : 0`;

const ROUTINE = `const parts = await Promise.all([tools.routine.part({ n: 1 }), tools.routine.part({ n: 2, deep: true })]);
return { parts, last: await tools.desk.send({ n: 3 }) };`;

export const SENT = [1, 20, 3];
export const ROUTINE_DONE = {
  parts: [
    { read: 1, sent: 1, at: true },
    { read: 2, sent: 20, at: true },
  ],
  last: 3,
};

export function routineTools(effects: EffectsFile, pass: (point: string) => void): readonly Tool[] {
  const N = z.object({ n: z.int() });
  return [
    defineTool({
      path: 'desk.read',
      description: 'read',
      input: N,
      destructive: false,
      handler: (_context, { n }) => n,
    }),
    defineTool({
      path: 'desk.send',
      description: 'send',
      input: N,
      destructive: true,
      async handler({ idempotencyKey: key }, { n }) {
        const effect = { path: 'desk.send', key, result: n };
        effects.append({ when: 'start', ...effect });
        pass(`in desk.send ${n}`);
        await new Promise((resolve) => setImmediate(resolve));
        effects.append({ when: 'done', ...effect });
        pass(`done desk.send ${n}`);
        return n;
      },
    }),
  ];
}

async function save(shed: Toolshed, as: string, program: string): Promise<void> {
  if ((await shed.programs.list()).some(({ path }) => path === as)) return;
  const { executionId } = await shed.execute(program, { session: 'saving', idempotencyKey: as });
  await shed.programs.save(executionId, { as });
}

/** Saves what is not saved yet; starts the routine, or continues with it, one answer at a time. */
export async function completeRoutine(shed: Toolshed, effects: EffectsFile): Promise<ExecutionResult> {
  await save(shed, 'routine.deep', DEEP);
  await save(shed, 'routine.part', PART);
  let result = await shed.execute(ROUTINE, { idempotencyKey: 'routine' });
  while (result.status === 'paused')
    result = await shed.resume(result.paused.elicitationId, answerTo(result.paused, effects));
  return result;
}

function answerTo({ type, args }: PendingElicitation, effects: EffectsFile): ResumeAnswer {
  if (type !== 'in-doubt') return { approved: true };
  const { n } = z.object({ n: z.int() }).parse(args);
  const isDone = effects.read().some(({ when, result }) => when === 'done' && result === n);
  return { approved: true, data: isDone ? { do: 'result', value: n } : { do: 'retry' } };
}
