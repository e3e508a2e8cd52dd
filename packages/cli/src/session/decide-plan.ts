// A plan and the person who decides it: it is shown in full, then they are asked.
//
// Invariants
//   D1. Where somebody can be asked, nothing but their answer to a plan that was just shown approves it: no flag does.
//   D2. Where nobody can be asked, an approval needs what any other needs (`answer/person.ts`).
//   D3. No command that is printed approves: it shows the plan again, and asks.

import type { AnsweredBy, ExecutionId } from '@toolshed/kernel';
import type { Plan, Toolshed } from '@toolshed/runtime';
import { planLines } from '@toolshed/server/present';
import type { Cli, Outcome } from '../command/cli.js';
import { EXIT } from '../command/exit-code.js';
import { type ApproverFlags, approverAt } from './answer/person.js';
import { followExecution } from './follow-execution.js';
import { sourceOf } from './program/chosen-program.js';

/** In full: nobody approves what they were not shown. */
export async function showPlan({ output }: Cli, shed: Toolshed, plan: Plan): Promise<void> {
  const facts = { source: await sourceOf(shed, plan.planId), catalog: shed.catalog };
  output.say(...planLines(plan, facts, { width: output.width, paint: output.paint, amount: 'full' }));
}

/** Shows it and has it decided. `unasked`: who approves it where nobody can be asked. Not approved, it ends with `leftWith`. */
export async function decidePlan(
  cli: Cli,
  shed: Toolshed,
  plan: Plan,
  { unasked, flags, leftWith }: PlanDecision,
): Promise<Outcome> {
  await showPlan(cli, shed, plan);
  if (plan.status !== 'ready') {
    const later = `It is still being made. See it later with  ${cli.prefix} show ${plan.planId}`;
    cli.output.say('', plan.status === 'running' ? later : CANCELLED);
    return { exitCode: EXIT.failed, document: plan };
  }
  const by = cli.output.isInteractive ? await askPerson(cli, flags) : unasked;
  if (by === undefined || by === 'left') {
    cli.output.say('', ...nextStep(cli, plan.planId, 'Nothing was run. '));
    return { exitCode: by === 'left' ? EXIT.paused : leftWith, document: plan };
  }
  return await followExecution(cli, shed, () => shed.plans.approve(plan.planId, { shown: plan.digest, by }));
}

export const CANCELLED = 'It was cancelled, so it cannot be run. Plan the program again.';

export interface PlanDecision {
  readonly unasked: AnsweredBy | undefined;
  readonly flags: ApproverFlags;
  readonly leftWith: Outcome['exitCode'];
}

/** D1. Who approved it; `undefined` if the person said no, `left` if they did not say. */
async function askPerson(cli: Cli, flags: ApproverFlags): Promise<AnsweredBy | 'left' | undefined> {
  const { prompter } = await cli.terminal();
  const chosen = await prompter.select('Run it?', [
    { value: 'no', label: 'No' },
    { value: 'yes', label: 'Approve exactly these calls, and run it' },
  ]);
  if (chosen === undefined) return 'left';
  return chosen === 'yes' ? await approverAt(cli, flags, WHAT) : undefined;
}

/** Completes "Cannot …". */
export const WHAT = 'approve the plan';

/** D3. */
export function nextStep({ output, prefix }: Cli, id: ExecutionId, before = ''): readonly string[] {
  const words = output.isAttended
    ? 'See it again and decide, now or later, with'
    : 'A person decides it, now or later, in a terminal with';
  return [before + words, `  ${output.paint.cyan(`${prefix} run --plan ${id}`)}`];
}
