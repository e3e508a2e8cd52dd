import { nanoid } from 'nanoid';
import { z } from 'zod';

// 22 characters of nanoid's alphabet are 132 random bits. An id is still never a credential:
// the principal that presents one is checked against the one it belongs to.
const RANDOM_LENGTH = 22;

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

/** A secret as programs, journals and people see it: where a vault keeps it, nothing of what it is. */
export const SecretHandle = z
  .string()
  .regex(/^secret:[A-Za-z0-9_.-]{1,64}$/)
  .brand<'SecretHandle'>();
export type SecretHandle = z.infer<typeof SecretHandle>;

export const newExecutionId = (): ExecutionId => ExecutionId.parse(`exec_${nanoid(RANDOM_LENGTH)}`);
export const newElicitationId = (): ElicitationId => ElicitationId.parse(`elic_${nanoid(RANDOM_LENGTH)}`);
export const newGrantId = (): GrantId => GrantId.parse(`grant_${nanoid(RANDOM_LENGTH)}`);
export const newSecretHandle = (): SecretHandle => SecretHandle.parse(`secret:${nanoid(RANDOM_LENGTH)}`);
export const newSeed = (): string => nanoid(RANDOM_LENGTH);
