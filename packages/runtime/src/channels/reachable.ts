// Whether a person can be asked a question now: by a channel that can show it, or in another way the host declares, such
// as a terminal, an inbox, or a caller that is shown the pause and calls `resume`.

import type { ElicitationChannel, ElicitationRequest, PendingElicitation, ToolLog } from '@toolshed/kernel';
import { type ElicitRequest, type KindCatalog, readElicitRequest } from '@toolshed/kernel/runtime';
import type { Reachable, ReachesPeople } from '../ports/people-reach.js';
import { canShow } from './can-show.js';

export interface ReachableDeps {
  readonly channels: readonly ElicitationChannel[];
  readonly reachesPeople: ReachesPeople;
  readonly kinds: KindCatalog;
  readonly log: ToolLog;
}

export const NOBODY = { principal: 'toolshed', kind: 'runtime', channel: 'nobody' } as const;

export function createReachable({ channels, reachesPeople, kinds, log }: ReachableDeps): Reachable {
  const elsewhere = (question: PendingElicitation): boolean | 'later' => {
    if (typeof reachesPeople !== 'function') return reachesPeople;
    try {
      return reachesPeople(question);
    } catch (error) {
      log.warn({ err: error }, "the host's reachesPeople failed; assuming that nobody can be reached");
      return false;
    }
  };

  const isShown = (request: ElicitationRequest): boolean => channels.some((channel) => canShow(channel, request, log));

  const isReachable = (question: PendingElicitation): boolean =>
    isShown(question.request) || elsewhere(question) !== false;

  return {
    elsewhere,
    answerFor(question, action) {
      return action === undefined || isReachable(question) ? undefined : { action, by: NOBODY };
    },
    canAsk(question, asked) {
      const { request } = readElicitRequest(typeof asked === 'string' ? sampleOf(asked, kinds) : filled(asked, kinds), {
        kinds,
      });
      return isReachable({ ...question, message: request.message, type: request.type, request });
    },
  };
}

/** Fields that do not decide who can be asked may be left out. */
function filled(asked: unknown, kinds: KindCatalog): unknown {
  const { type }: { type?: unknown } = Object(asked);
  return { ...(typeof type === 'string' ? sampleOf(type, kinds) : { message: '?' }), ...Object(asked) };
}

/** The smallest question of a type. */
function sampleOf(type: string, kinds: KindCatalog): ElicitRequest | object {
  const message = '?';
  const kind = kinds.get(type);
  if (kind) return { type: 'named', name: type, message, input: {}, actions: kind.actions, output: { type: 'object' } };
  if (type === 'choice' || type === 'multi_choice') return { type, message, options: ['?'] };
  return type === 'url' ? { type, message, url: 'https://localhost/' } : { type, message };
}
