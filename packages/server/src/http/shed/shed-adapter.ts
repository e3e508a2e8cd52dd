// An open Toolshed as the HTTP API uses it (`shed-port.ts`): it resumes only executions this host started.

import type { EntryOf, ExecutionId } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { RequestError } from '../request/request-errors.js';
import type { Shed } from './shed-port.js';

export interface AdaptShedOptions {
  /** Whether an execution was started with the tools and rules this server has. */
  readonly isOurs: (started: EntryOf<'started'>) => boolean;
}

/** How an execution was started never changes, so it is looked up once. */
const MAX_KNOWN = 10_000;

export function adaptShed(toolshed: Toolshed, { isOurs }: AdaptShedOptions): Shed {
  const known = new Set<ExecutionId>();

  /** Threat: resuming the execution of another host, under rules and tools it was not started with. */
  const assertOurs = async (execution: ExecutionId): Promise<void> => {
    if (known.has(execution)) return;
    const [started] = await toolshed.journal(execution);
    if (started?.kind === 'started' && !isOurs(started)) {
      throw new RequestError(
        'execution/elsewhere',
        409,
        `Cannot resume ${execution} here: it was started with another config; use "toolshed resume ${execution}"`,
      );
    }
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(execution);
  };
  const {
    get,
    locate,
    locateFlow,
    list,
    pending,
    journal,
    cancel,
    changes,
    eventsAfter,
    lastEvent,
    audit,
    catalog,
    grants,
  } = toolshed;
  return {
    start: toolshed.start,
    get,
    locate,
    locateFlow,
    list,
    pending,
    journal,
    cancel,
    changes,
    eventsAfter,
    lastEvent,
    audit,
    catalog,
    grants,
    async takeOver(execution, by) {
      await assertOurs(await toolshed.locate(execution));
      return await toolshed.takeOver(execution, by);
    },
    async reask(elicitation) {
      await assertOurs(await toolshed.locate(elicitation));
      return await toolshed.reask(elicitation);
    },
    async answer(execution, questions, answer, by, options) {
      await assertOurs(execution);
      const meant = {
        ...(questions === 'all' ? { all: true } : {}),
        ...(typeof questions === 'object' ? { elicitationId: questions.elicitation } : {}),
      };
      return await toolshed.resume(execution, { ...answer, ...meant, by }, options);
    },
    async answerTogether(execution, answers, by, options) {
      await assertOurs(execution);
      return await toolshed.resume(execution, { answers, by }, options);
    },
    async complete(flow, outcome) {
      await assertOurs((await toolshed.locateFlow(flow)).executionId);
      return await toolshed.completeElicitation(flow, outcome);
    },
    async fork(elicitation, program, options) {
      await assertOurs(await toolshed.locate(elicitation));
      const { executionId } = await toolshed.fork(elicitation, program, options);
      return executionId;
    },
    explain: ({ path, args, ...caller }) => toolshed.policy.explain(path, args, caller),
  };
}
