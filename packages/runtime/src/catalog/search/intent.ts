// What a query wants done, and what a tool does. A person who writes "star a repository" does not look for the list of
// those who starred it.

import type { ToolEffectKind } from '@toolshed/kernel';
import { termOf } from './words.js';

export interface Intent {
  /** Undefined where the query names a thing and no effect. */
  readonly effect: ToolEffectKind | undefined;
  /** The verb itself. */
  readonly verb: string;
}

const EFFECTS: ReadonlyMap<string, ToolEffectKind> = new Map(
  Object.entries({
    create: 'create add new make post insert generate build write compose register publish leave attach upload',
    delete: 'delete remove drop destroy erase clear discard purge rid unset',
    read: `list get show fetch find read retrieve see view display browse give tell check search look lookup query
      download compare count what which who whose where when how is are does did has have was were any`,
    update: 'update edit change modify set patch rename adjust replace alter configure fix toggle mark',
    act: `accept approve archive ask assign block bring buy cancel charge close comment deploy disable dismiss enable
      follow grant invite kick like link lock log merge move mute open order pause pay pin play protect react reboot
      refund reject remind reopen reply request require rerun resend restart restore resume retry revoke run schedule
      send share ship shut sign skip snooze spin star start stop submit subscribe sync transfer trigger turn unfollow
      unlike unmute unpin unstar vote watch`,
  }).flatMap(([effect, words]) => words.split(/\s+/).map((word) => [word, asEffect(effect)] as const)),
);

function asEffect(text: string): ToolEffectKind {
  return text === 'create' || text === 'delete' || text === 'read' || text === 'update' ? text : 'act';
}

const GENERAL: ReadonlySet<string> = new Set(
  [...EFFECTS].filter(([, effect]) => effect !== 'act').map(([word]) => termOf(word)),
);

/** A verb that so many tools share that it tells them apart only a little. */
export const isGeneralVerb = (term: string): boolean => GENERAL.has(term);

/**
 * `verbs`: what the tools at hand can do beside what every tool can. The verb is the first word that is not there for
 * politeness; if that is none, the one of a later part of the sentence: "in my repository, create a branch".
 */
export function intentOf(query: string, verbs: ReadonlySet<string>): Intent {
  const parts = query.toLowerCase().split(/[,:;.!?\n]/u);
  for (const part of parts.slice(0, MOST_PARTS)) {
    const intent = intentOfPart(part, verbs);
    if (intent.effect !== undefined) return intent;
  }
  return { effect: undefined, verb: '' };
}

const MOST_PARTS = 8;

function intentOfPart(part: string, verbs: ReadonlySet<string>): Intent {
  const words = part.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isHowTo = words[0] === 'how' && HOW_TO.has(words[1] ?? '');
  const first = words.findIndex((word) => !POLITE.has(word) && !(word === 'how' && isHowTo));
  const [word = '', next = ''] = words.slice(Math.max(0, first));
  if (word === 'get' && next === 'rid') return { effect: 'delete', verb: '' };
  if (word === 'give' && next !== 'me') return { effect: 'update', verb: '' };
  const verb = termOf(word);
  const effect = EFFECTS.get(word) ?? (verbs.has(verb) ? 'act' : undefined);
  return { effect, verb: effect === undefined ? '' : verb };
}

const HOW_TO: ReadonlySet<string> = new Set(['can', 'could', 'do', 'might', 'should', 'to', 'would']);

/** What may stand before the verb. */
const POLITE: ReadonlySet<string> = new Set(
  'a am an and can could d do for going gonna help hey i just let lets like ll m me my need now ok our please re s should so that the then to try trying us ve wanna want we would you'.split(
    ' ',
  ),
);

/** What a tool does by its name, or by the first word of its description. */
export const effectOf = (name: string, summary: string): ToolEffectKind | undefined => {
  const effect = EFFECTS.get(name) ?? EFFECTS.get(summary);
  return effect === 'act' ? undefined : effect;
};

/** Whether a tool that does `done` suits a query for `wanted`: `near` is another way to change something. */
export function agreement(wanted: ToolEffectKind, done: ToolEffectKind): 'same' | 'near' | 'other' {
  if (wanted === done) return 'same';
  if (wanted === 'read' || done === 'read') return 'other';
  if (wanted === 'act') return 'same';
  return done === 'act' && wanted !== 'delete' ? 'same' : 'near';
}
