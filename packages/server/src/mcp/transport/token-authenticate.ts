import { bearerIn } from '../../http/access/authenticate.js';
import type { Tokens } from '../../http/access/token-folder.js';
import type { Authenticate } from './http-guard.js';

/** The tokens of `toolshed token`: an agent's says who it is and which session it may use. */
export function createTokenAuthenticate(tokens: Pick<Tokens, 'verify'>): Authenticate {
  return async (request) => {
    const record = await tokens.verify(bearerIn(request.headers.get('authorization') ?? undefined) ?? '');
    if (record?.kind === 'agent') return { name: record.name, id: record.id, session: record.session };
    return record?.kind === 'approver' ? 'approver' : undefined;
  };
}
