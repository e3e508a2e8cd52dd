// Reads the options that say how questions reach people: the host's channels, its middleware and its own kinds of
// questions. They are functions, often written in JavaScript, so they are checked when the host opens: a channel without a
// priority would never be asked, and nobody would notice.

import type { ElicitationChannel, ElicitKind, Middleware } from '@toolshed/kernel';
import { catalogOfKinds, LONGEST_MS } from '@toolshed/kernel/runtime';
import { z } from 'zod';

type Facts = Readonly<Record<string, unknown>>;
type Rule = readonly [field: string, isFine: (value: unknown) => boolean, message: string];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const orAbsent =
  (isFine: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || isFine(value);
const isCount = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) > 0);

const CHANNEL: readonly Rule[] = [
  ['name', (value) => typeof value === 'string' && value.trim() !== '', 'must be a text that is not empty'],
  ['priority', (value) => Number.isFinite(value), 'must be a number; higher ones are asked first'],
  ['ask', isFunction, 'must be a function (question, signal) => answer, or undefined to leave it to the next channel'],
  ['atOnce', orAbsent(isCount), 'must be a whole number above 0, or Infinity'],
  ['supports', orAbsent(isFunction), 'must be a function (request) => boolean'],
  ['remind', orAbsent(isFunction), 'must be a function (question, signal) => void'],
  ['escalation', orAbsent((value) => typeof value === 'boolean'), 'must be true or false'],
  ['askTogether', orAbsent(isFunction), 'must be a function (questions, signal) => Map of answers'],
];

const KIND: readonly Rule[] = [
  ['name', (value) => typeof value === 'string' && value !== '', 'must be a text'],
  ['requestFor', isFunction, 'must be a function; make the kind with createElicit'],
  ['actions', Array.isArray, 'must be a list; make the kind with createElicit'],
];

/** Methods may be of a class, so members are looked up, and nothing is copied. */
const checked = <T>(what: string, rules: readonly Rule[]) =>
  z.custom<T>().check(({ value, issues }) => {
    const facts = value as unknown;
    if (!isThing(facts)) issues.push({ code: 'custom', input: value, message: `must be ${what}` });
    else
      for (const [field, isFine, message] of rules)
        if (!isFine(facts[field])) issues.push({ code: 'custom', input: value, path: [field], message });
  });

const isThing = (value: unknown): value is Facts =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Schema of the `channels` option. */
export const Channels = z.array(checked<ElicitationChannel>('a channel: { name, priority, ask }', CHANNEL));

/** Schema of the `middleware` option. */
export const MiddlewareList = z.array(
  z.custom<Middleware>(isFunction, 'must be a function (question, next) => answer'),
);

/** Schema of the `kinds` option. */
export const Kinds = z.array(checked<ElicitKind>('a kind made with createElicit', KIND)).check(({ value, issues }) => {
  try {
    catalogOfKinds(value);
  } catch (error) {
    issues.push({ code: 'custom', input: value, message: error instanceof Error ? error.message : String(error) });
  }
});

/** Schema of the `whenNobody` option. */
export const WhenNobody = z.enum(['park', 'cancel']);

/** Schema of `questionsExpireInMs`. */
export const QuestionExpiry = z.int().positive().max(LONGEST_MS);
