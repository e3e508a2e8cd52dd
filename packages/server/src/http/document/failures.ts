// Which failures an operation declares: those that its access, its parameters and its body imply, and those its route
// names. A code has one status, whichever operation gives it, except `request/not-json`, which the route implies twice.

import { statusOfCode } from '../problem.js';
import type { Access, Route } from '../route.js';

/** A failure by the code in its problem document. */
export interface Failure {
  readonly status: number;
  readonly code: string;
}

export const failuresOf = (route: Route): readonly Failure[] => [
  ...EVERYWHERE,
  ...BY_ACCESS[route.access].map(refused),
  ...(route.method === 'get' ? [] : [refused('access/key')]),
  ...((route.params ?? route.query ?? route.body) ? [{ status: 422, code: 'request/invalid' }] : []),
  ...(route.body === undefined ? [] : UNREADABLE_BODY),
  ...(route.failures ?? []).map((code) => ({ status: statusOfCode(code), code })),
];

const refused = (code: string): Failure => ({ status: 403, code });

/** What a request can run into before its route is looked at. */
export const EVERYWHERE: readonly Failure[] = [
  { status: 400, code: 'request/duplicate-key' },
  { status: 401, code: 'access/unauthorized' },
  refused('access/origin'),
  { status: 421, code: 'access/host' },
  { status: 429, code: 'access/rate' },
  { status: 500, code: 'internal/defect' },
  { status: 503, code: 'server/stopping' },
  { status: 503, code: 'store/unavailable' },
];

const BY_ACCESS: Readonly<Record<Access, readonly string[]>> = {
  everyone: [],
  members: ['access/flows-only', 'access/metrics-only'],
  approvers: ['access/approver-only', 'access/flows-only', 'access/metrics-only'],
  'flow-owners': ['access/approver-only', 'access/metrics-only'],
};

const UNREADABLE_BODY: readonly Failure[] = [
  { status: 400, code: 'request/not-json' },
  { status: 400, code: 'request/too-deep' },
  { status: 413, code: 'request/too-large' },
  { status: 415, code: 'request/not-json' },
];
