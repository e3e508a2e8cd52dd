// One errand: a question that is left for a side quest, asked again in other words, and answered. And the person who
// sees to it, who continues wherever it stands.

import type { Middleware } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';

export const ERRAND_KEYS = { main: 'errand', quest: 'quest' } as const;
const MAIN = `return (await elicit({ type: 'text', message: 'Which dates?' })).data`;
const QUEST = `return [await tools.weather.read({ place: 'Tokyo' }), (await elicit({ type: 'text', message: 'Ok?' })).data]`;
const AGAIN = 'Dates, please?';

export const askAgain: Middleware = async ({ request }, next) => {
  const answer = await next();
  return answer.action === 'other' ? next({ ...request, message: AGAIN }) : answer;
};

export type Step = 'quest' | 'off-script' | 'dates';

/** Resolves with how both ended. */
export async function completeErrand(
  shed: Toolshed,
  acknowledge: (step: Step) => void,
): Promise<{ readonly main: ExecutionResult; readonly quest: ExecutionResult | undefined }> {
  let main = await shed.execute(MAIN, { idempotencyKey: ERRAND_KEYS.main });
  await shed.wakeAll();
  let quest: ExecutionResult | undefined;
  if (main.status === 'paused') {
    quest = await shed.fork(main.paused.elicitationId, QUEST, { idempotencyKey: ERRAND_KEYS.quest });
    if (quest.status === 'paused') quest = await shed.resume(quest.executionId, { approved: true, data: 'thanks' });
    acknowledge('quest');
  }
  if (main.status === 'paused' && main.paused.message !== AGAIN) {
    main = await shed.resume(main.paused.elicitationId, { action: 'other', data: 'hm' });
    acknowledge('off-script');
  }
  if (main.status === 'paused') {
    main = await shed.resume(main.paused.elicitationId, { approved: true, data: 'may' });
    acknowledge('dates');
  }
  return { main, quest };
}
