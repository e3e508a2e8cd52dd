// The runtime as the HTTP API sees it.

import type { EntryOf } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { notOffered, RequestError } from './request-errors.js';
import type { GivenAnswer, Shed } from './shed.js';

export interface ToShedOptions {
  /** Whether an execution was started with the tools and rules this server has. */
  readonly isOurs: (started: EntryOf<'started'>) => boolean;
}

export function toShed(toolshed: Toolshed, { isOurs }: ToShedOptions): Shed {
  /** Threat: going on with somebody else's execution under rules and tools it was not started with. */
  const assertOurs = async (execution: string): Promise<void> => {
    const [started] = await toolshed.journal(execution);
    if (started?.kind === 'started' && !isOurs(started)) {
      throw new RequestError(
        'execution/elsewhere',
        409,
        `Cannot go on with ${execution} here: it was started with another config; use "toolshed resume ${execution}"`,
      );
    }
  };
  const { start, get, list, pending, journal, cancel, events, eventsAfter, lastEvent, audit, catalog, grants } =
    toolshed;
  return {
    start,
    get,
    list,
    pending,
    journal,
    cancel,
    events,
    eventsAfter,
    lastEvent,
    audit,
    catalog,
    grants,
    async reask(elicitation) {
      await assertOurs(elicitation);
      return await toolshed.reask(elicitation);
    },
    async answer(execution, questions, answer, by) {
      await assertOurs(execution);
      return await toolshed.resume(execution, {
        ...toResume(answer),
        ...(questions === 'all' ? { all: true } : {}),
        ...(typeof questions === 'object' ? { elicitationId: questions.elicitation } : {}),
        by,
      });
    },
  };
}

function toResume({ action, args, ...rest }: GivenAnswer) {
  if (action !== 'accept' && action !== 'decline') throw notOffered(`answer with "${action}"`);
  if (args !== undefined) throw notOffered('change the arguments of a call');
  return { approved: action === 'accept', ...rest };
}
