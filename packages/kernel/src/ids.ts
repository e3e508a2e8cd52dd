import { nanoid } from 'nanoid';
import { z } from 'zod';

// Ids of what a store keeps begin with the time they were made, so that new rows are neighbours in its indexes: with
// random ids a database writes a whole page to its log for nearly every row, after each checkpoint.
//
//   - Nothing reads the time back. Order comes from positions, so a clock that was set back costs locality and no more.
//   - It reveals when an execution started or a grant was given, which everything that shows such an id shows as well.
//     A question's id has the start of its execution, not the moment somebody was asked.
//   - The rest is random, or a digest of a random seed, so nobody guesses an id from its neighbours. An id is still never
//     a credential: the principal that presents one is checked against the one it belongs to.

/** Of nanoid's alphabet: 132 random bits where nothing else is in the text, 108 after a time. */
const RANDOM_LENGTH = 22;
const RANDOM_AFTER_TIME = 18;

/** Milliseconds in base 36: digits sort before letters, and nine places last until the year 5188. */
const TIME_LENGTH = 9;
const LATEST = 36 ** TIME_LENGTH - 1;

const prefixed = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,64}$`));

/** The id of one execution, `exec_…`. */
export const ExecutionId = prefixed('exec').brand<'ExecutionId'>();
export type ExecutionId = z.infer<typeof ExecutionId>;

/** The id of one question, `elic_…`. */
export const ElicitationId = prefixed('elic').brand<'ElicitationId'>();
export type ElicitationId = z.infer<typeof ElicitationId>;

/** The id of one grant, `grant_…`. */
export const GrantId = prefixed('grant').brand<'GrantId'>();
export type GrantId = z.infer<typeof GrantId>;

/** A secret as programs, journals and people see it: a reference to the vault, nothing of the value. */
export const SecretHandle = z
  .string()
  .regex(/^secret:[A-Za-z0-9_.-]{1,64}$/)
  .brand<'SecretHandle'>();
export type SecretHandle = z.infer<typeof SecretHandle>;

/** What an id begins with; sorted by bytes, earlier times come first. */
export const timePrefix = (at: number): string =>
  Math.min(Math.max(Math.trunc(at), 0), LATEST)
    .toString(36)
    .padStart(TIME_LENGTH, '0');

const afterTime = (at: number): string => `${timePrefix(at)}${nanoid(RANDOM_AFTER_TIME)}`;

export const newExecutionId = (at: number): ExecutionId => ExecutionId.parse(`exec_${afterTime(at)}`);
export const newElicitationId = (at: number): ElicitationId => ElicitationId.parse(`elic_${afterTime(at)}`);
export const newGrantId = (at: number): GrantId => GrantId.parse(`grant_${afterTime(at)}`);
export const newSecretHandle = (): SecretHandle => SecretHandle.parse(`secret:${nanoid(RANDOM_LENGTH)}`);
export const newSeed = (): string => nanoid(RANDOM_LENGTH);
