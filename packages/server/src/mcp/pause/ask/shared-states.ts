// States that any node opens, whichever of them sealed it: the key is a record of the store they share.
//
// A reader of the store could seal a state. It would let nobody in: a state counts only with the credential of the
// principal it names, for a question that is open, and says no more than a trusted client may say for its person anyway.

import { randomBytes } from 'node:crypto';
import type { SharedRecords } from '@toolshed/kernel';
import { z } from 'zod';
import { InvalidStateKeyError } from '../../../server-errors.js';
import { createStateSeal, type SealedStates, type StateSeal } from './request-state.js';

export interface SharedStatesDeps {
  readonly records: SharedRecords;
  readonly now: () => number;
}

const KIND = 'mcp-state-key';
const KEY = 'current';
const KEY_BYTES = 32;

const Kept = z.strictObject({ key: z.base64url() });

export function createSharedStates({ records, now }: SharedStatesDeps): SealedStates {
  let opened: Promise<StateSeal> | undefined;
  /** Read once; tried again if the store could not be reached. */
  const seal = (): Promise<StateSeal> => {
    const current = opened ?? readKey(records).then((key) => createStateSeal({ key, now }));
    opened = current;
    current.catch(() => {
      if (opened === current) opened = undefined;
    });
    return current;
  };
  return {
    seal: async (state) => (await seal()).seal(state),
    open: async (sealed, expected) => (await seal()).open(sealed, expected),
  };
}

/** The first key that any node made is kept. */
async function readKey(records: SharedRecords): Promise<Uint8Array> {
  const made = { key: randomBytes(KEY_BYTES).toString('base64url') };
  const isOurs = (await records.get(KIND, KEY)) === undefined && (await records.add(KIND, KEY, made));
  const { data } = Kept.safeParse(isOurs ? made : (await records.get(KIND, KEY))?.value);
  const key = Buffer.from(data?.key ?? '', 'base64url');
  if (key.length === KEY_BYTES) return key;
  throw new InvalidStateKeyError(`the record ${KIND} of the store`);
}
