// Remembered answers, as a host gives, lists and revokes them. Kept by `policy/host-grants.ts`.

import type { ArgumentCondition, ExecutionId, Grant, GrantEffect, GrantId, Page } from '@toolshed/kernel';

/** A grant that the host gives without being asked. */
export interface GrantRequest {
  /** A path or a pattern of whole segments. */
  readonly pattern: string;
  /** `allow` lets such calls pass, `deny` refuses them without asking. Default: `allow`. */
  readonly effect?: GrantEffect;
  /** `once` is for the next call it covers, wherever that is made. */
  readonly scope: { readonly session: string } | { readonly executionId: ExecutionId } | 'once' | 'always';
  /** Default: 8 hours for a session (`sessionGrantsExpireInMs`), otherwise never. */
  readonly expiresInMs?: number;
  /** Only for an approval. */
  readonly uses?: number;
  /** Only calls whose arguments meet this condition. */
  readonly when?: ArgumentCondition;
  /** Only calls that a saved program makes: the `digest` of that version of it. Another version is asked about again. */
  readonly program?: string;
  /** Who gives it, for the audit log; default: `host`. */
  readonly by?: string;
}

/** Which grants to list. */
export interface GrantFilter {
  /** Only grants for this session. */
  readonly session?: string | undefined;
  /** Only those older than this one, for paging: the `next` of the page before. */
  readonly before?: GrantId | undefined;
  /** Default: all of them. */
  readonly limit?: number | undefined;
}

/** Remembered answers: `shed.grants`. */
export interface Grants {
  /** Adds a grant, bound to the tools as they are now. */
  add(request: GrantRequest): Promise<Grant>;
  /** Newest first. */
  list(filter?: GrantFilter): Promise<Page<Grant, GrantId>>;
  /** Revokes one grant; returns whether it was there. */
  revoke(id: GrantId, by?: string): Promise<boolean>;
  /** Revokes every grant of a session; returns how many. */
  clear(session: string, by?: string): Promise<number>;
}
