// Bytes inside JSON arguments are `{ base64, filename?, type? }`, where a document says that a value is binary.

import { z } from 'zod';

const Base64 = z.object({ base64: z.base64(), filename: z.string().optional(), type: z.string().optional() });

export interface Bytes {
  readonly content: Uint8Array;
  readonly filename?: string | undefined;
  readonly type?: string | undefined;
}

export function asBytes(value: unknown): Bytes | undefined {
  const read = Base64.safeParse(value);
  if (!read.success) return undefined;
  const { base64, ...names } = read.data;
  return { ...names, content: Buffer.from(base64, 'base64') };
}
