// An open Toolshed as the HTTP API uses it (`shed-port.ts`): it resumes only executions this host started.

import type { EntryOf, ExecutionId } from '@toolshed/kernel';
import { ResultUnavailableError, type Toolshed, UnknownExecutionError } from '@toolshed/runtime';
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
  return {
    start: toolshed.start,
    plans: {
      ...toolshed.plans,
      async approve(id, approval) {
        await assertOurs(await toolshed.locate(id));
        return await toolshed.plans.approve(id, approval);
      },
    },
    get: toolshed.get,
    locate: toolshed.locate,
    locateFlow: toolshed.locateFlow,
    list: toolshed.list,
    pending: toolshed.pending,
    journal: toolshed.journal,
    cancel: toolshed.cancel,
    changes: toolshed.changes,
    eventsAfter: toolshed.eventsAfter,
    lastEvent: toolshed.lastEvent,
    audit: toolshed.audit,
    catalog: toolshed.catalog,
    grants: toolshed.grants,
    schedules: toolshed.schedules,
    state: toolshed.state,
    programs: {
      ...toolshed.programs,
      // With the tools it was started with: a name that one of them has is refused.
      async save(execution, options) {
        await assertOurs(await toolshed.locate(execution));
        return await toolshed.programs.save(execution, options);
      },
    },
    async rerun(execution, by, options) {
      const id = await toolshed.locate(execution);
      await assertOurs(id);
      const [started] = await toolshed.journal(id);
      if (started?.kind !== 'started') throw new UnknownExecutionError(id);
      const { source, session, agent, labels, placement, input } = started;
      return await toolshed.start(source, {
        ...options,
        by,
        session,
        labels,
        ...(agent === undefined ? {} : { agent }),
        ...(placement === undefined ? {} : { placement }),
        ...(input === undefined ? {} : { input: JSON.parse(input) }),
      });
    },
    async undo(execution, options) {
      await assertOurs(await toolshed.locate(execution));
      return await toolshed.undo(execution, options);
    },
    async takeOver(execution, by) {
      await assertOurs(await toolshed.locate(execution));
      return await toolshed.takeOver(execution, by);
    },
    async replay(execution) {
      await assertOurs(await toolshed.locate(execution));
      return await toolshed.replay(execution);
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
      const begun = toolshed.fork(elicitation, program, options).catch((error: unknown) => {
        if (error instanceof ResultUnavailableError) return error;
        throw error;
      });
      return (await begun).executionId;
    },
    explain: ({ path, args, ...caller }) => toolshed.policy.explain(path, args, caller),
  };
}
