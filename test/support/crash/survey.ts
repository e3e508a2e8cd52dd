// One survey: reads that run ahead of the disk, more than are held at a time and one that is slow enough for what is held
// to be written meanwhile; and then a call that changes something and is allowed.

import { defineTool, type PendingElicitation, type Tool } from '@toolshed/kernel';
import type { ExecutionResult, ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { EffectsFile } from './effects-file.ts';

const [BEFORE, AFTER] = [40, 100];
/** Those before the call that changes something, the slow one among them. */
export const READS = BEFORE + 1 + AFTER;
export const SURVEYED = (READS * (READS - 1)) / 2;
export const SURVEY_POLICY = [{ pattern: 'survey.send', verdict: 'allow' }] as const;

const SURVEY = `
let sum = 0;
for (let n = 0; n < ${READS}; n++) sum += await tools.survey[n === ${BEFORE} ? 'slow' : 'read']({ n });
return await tools.survey.send({ sum });
`;

/** Around so many reads the process may die. */
const EVERY = 20;
const SLOW_MS = 20;

export function surveyTools(effects: EffectsFile, pass: (point: string) => void): readonly Tool[] {
  const N = z.object({ n: z.int() });
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return [
    defineTool({
      path: 'survey.read',
      description: 'read',
      input: N,
      destructive: false,
      handler(_context, { n }) {
        if (n % EVERY === EVERY - 1) pass(`done survey.read ${n}`);
        return n;
      },
    }),
    defineTool({
      path: 'survey.slow',
      description: 'read slowly',
      input: N,
      destructive: false,
      async handler(_context, { n }) {
        pass('in survey.slow');
        await wait(SLOW_MS);
        pass('done survey.slow');
        return n;
      },
    }),
    defineTool({
      path: 'survey.send',
      description: 'send',
      input: z.object({ sum: z.int() }),
      destructive: true,
      async handler({ idempotencyKey: key }, { sum }) {
        const facts = { path: 'survey.send', key, result: sum };
        effects.append({ when: 'start', ...facts });
        pass('in survey.send');
        await wait(0);
        effects.append({ when: 'done', ...facts });
        pass('done survey.send');
        return sum;
      },
    }),
  ];
}

/** Starts the survey, or continues with it; looks at what was done before it answers about a call in doubt. */
export async function completeSurvey(shed: Toolshed, effects: EffectsFile): Promise<ExecutionResult> {
  let result = await shed.execute(SURVEY, { idempotencyKey: 'survey' });
  while (result.status === 'paused') result = await shed.resume(result.executionId, answerTo(result.paused, effects));
  return result;
}

function answerTo({ type }: PendingElicitation, effects: EffectsFile): ResumeAnswer {
  if (type !== 'in-doubt') throw new Error(`Nobody is asked about a survey, but for ${type}`);
  const done = effects.read().find(({ when }) => when === 'done');
  return { approved: true, data: done ? { do: 'result', value: done.result } : { do: 'retry' } };
}
