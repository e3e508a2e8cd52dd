// What the host and the checker's process say to each other. The process has read hostile text, so its reply is parsed strictly.

import { z } from 'zod';

export interface CheckRequest {
  /** Which request it is; the reply repeats it. */
  readonly number: number;
  readonly program: string;
  readonly declarations: string;
}

const MOST_FINDINGS = 100;
const LONGEST_TEXT = 2_000;
const Text = z.string().max(LONGEST_TEXT);

const place = { start: z.int().nonnegative(), length: z.int().nonnegative() };

/**
 * What the compiler found at a place of the program.
 *
 *   name      a name that nothing declares; `meant` is one that looks like it
 *   own-name  a global of ours that the program declares itself, or loosens the type of
 *   tool      a path below `tools` that leads to nothing; `path` is what the program wrote
 *   awaiting  a promise used as if it were its value
 *   property  a member that a value does not have
 *   argument  an argument of a tool that does not fit; `path` is the tool
 *   suspicion what can work and is hardly meant; said only of a program that failed, or whose value says little
 *   syntax    what cannot be parsed; then nothing else was looked for
 */
const Finding = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('name'), name: Text, meant: Text.optional(), ...place }),
  z.strictObject({ kind: z.literal('own-name'), name: Text, ...place }),
  z.strictObject({ kind: z.literal('tool'), path: Text, ...place }),
  z.strictObject({ kind: z.literal('awaiting'), member: Text, ...place }),
  z.strictObject({ kind: z.literal('property'), member: Text, message: Text, ...place }),
  z.strictObject({ kind: z.literal('argument'), path: Text, message: Text, ...place }),
  z.strictObject({ kind: z.literal('suspicion'), message: Text, ...place }),
  z.strictObject({ kind: z.literal('syntax'), message: Text, ...place }),
]);
export type Finding = z.infer<typeof Finding>;

export const CheckReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('found'),
    number: z.int().nonnegative(),
    findings: z.array(Finding).max(MOST_FINDINGS),
  }),
  z.strictObject({ kind: z.literal('failed'), number: z.int().nonnegative() }),
]);
export type CheckReply = z.infer<typeof CheckReply>;
