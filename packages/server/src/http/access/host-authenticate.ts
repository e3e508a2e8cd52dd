// The host's own `authenticate`. What it returns is parsed: only a principal of a known shape gets any further.

import type { ToolLog } from '@toolshed/kernel';
import { readStrictly } from '@toolshed/kernel/runtime';
import { AccessError } from './access-errors.js';
import type { CheckCredential } from './authenticate.js';
import { KnownPrincipal } from './principal.js';

export function createHostAuthenticate(
  authenticate: (request: Request) => Promise<unknown>,
  log: ToolLog,
): CheckCredential {
  return async function check(request) {
    const given = await authenticate(request);
    if (given === undefined || given === null) return { kind: 'nobody' };
    const read = readStrictly(KnownPrincipal, given);
    if (read.kind === 'valid') return read.value;
    log.error({ issues: read.issues }, '"authenticate" returned something that is not a principal; refused');
    throw new AccessError(
      'access/unauthorized',
      401,
      'Cannot accept this credential: the server cannot tell whose it is; see its log',
    );
  };
}
