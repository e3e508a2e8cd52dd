import { cancelExecution } from '../client/api.ts';
import { confirmed } from '../confirm.tsx';
import { tell } from '../toasts.tsx';

/** Cancels an execution after a person confirmed it: there is no way back from it. */
export async function confirmCancel(id: string, openQuestions: number): Promise<void> {
  const many = openQuestions === 1 ? 'Its open question ends' : `Its ${openQuestions} open questions end`;
  const isConfirmed = await confirmed({
    title: 'Cancel this execution?',
    text: `${openQuestions === 0 ? 'It ends here' : `${many} with it`}. Calls that wait never run; what was done stays done.`,
    yes: 'Cancel the execution',
  });
  if (!isConfirmed) return;
  await cancelExecution(id);
  tell('Cancelled');
}
