// Whether an answer to a sensitive question that comes again says the same. The journal holds handles only; what stands
// behind them is asked of the vault, and a value that is no longer there is the same as nothing.

import { type Answer, SecretHandle, type SecretVault } from '@toolshed/kernel';
import type { PartedAnswer } from './secret-answers.js';

export async function isSameSecret(
  vault: Pick<SecretVault, 'get'>,
  recorded: Answer,
  { answer, secrets }: PartedAnswer,
): Promise<boolean> {
  const before = namedHandles(recorded);
  const now = namedHandles(answer);
  const values = new Map<unknown, string>(secrets.map(({ handle, value }) => [handle, value]));
  if (before.size !== now.size) return false;
  for (const [name, handle] of now) {
    if (before.get(name) === handle) continue;
    const kept = SecretHandle.safeParse(before.get(name));
    const known = kept.success ? await vault.get(kept.data) : undefined;
    if (known === undefined || known.value !== values.get(handle)) return false;
  }
  return true;
}

/** By the fields of a form; one without a name for any other answer. */
const namedHandles = ({ content }: Answer): ReadonlyMap<string, unknown> =>
  new Map(typeof content === 'object' && content !== null ? Object.entries(content) : [['', content]]);
