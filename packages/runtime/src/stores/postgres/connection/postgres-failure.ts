// What a failure of the database means to the people who run the host, and what to do about it.

import { StoreUnavailableError, ToolshedError } from '@toolshed/kernel';
import { UnreplicatedError } from './replicated.js';
import { isOfShape } from '../../rows/row-damage.js';

/** The error to raise for a failed `action`: a StoreUnavailableError if the store is at fault, unchanged if it is a defect. */
export function toStoreError(action: string, name: string, error: unknown): unknown {
  if (error instanceof ToolshedError) return error;
  const reason = reasonOf(error);
  return reason === undefined
    ? error
    : new StoreUnavailableError(`Cannot ${action} the store at ${name}: ${reason}`, { cause: error });
}

/** The connection failed, the server goes away, or it ended the session of a transaction that waited or took too long. */
const ENDS_SESSION = /^(?:08|57P|25P0[34])/;

/**
 * Whether the outcome of a statement is unknown: its connection ended, no reply came in time, or its commit did not
 * wait for the standby (`replicated.ts`). An error that the server itself reports undid the statement, unless the server
 * was shutting down.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ToolshedError || isOfShape(error)) return false;
  const state = sqlState(error);
  return error instanceof Error && (state === undefined || ENDS_SESSION.test(state));
}

/** The server chose this statement to end a deadlock, or could not order it among others; it may be tried again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

export const ONLY_READS = 'the server is read-only, as a standby is; name the primary, or make the database writable';

/** A table of this name exists, but is not the expected one. */
export const isUndefinedColumn = (error: unknown): boolean => sqlState(error) === '42703';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['28000', 'the server refused the user; check the user, pg_hba.conf, and whether it wants TLS (sslmode)'],
  ['28P01', 'the server refused the password; check the user and the password'],
  ['3D000', 'there is no such database; create it or name another'],
  ['3F000', 'there is no such schema; create it or name another'],
  ['42P01', 'a table of it is missing; restore a backup, or name another schema'],
  ['42P07', 'it has some of the tables and not the others; restore a backup, or name another schema'],
  ['42501', 'the user may not do that; grant it CREATE on the database and its own tables'],
  ['25006', ONLY_READS],
  ['53100', "the server's disk is full; free some space and try again"],
  ['53200', 'the server is out of memory; try again later'],
  [
    '53300',
    'no connection is left; raise max_connections of the server, or CONNECTION LIMIT of the user or the database, ' +
      'or use fewer nodes',
  ],
  ['55P03', 'another session kept a lock; try again'],
  ['57014', 'the server stopped the statement because it took too long; try again'],
  ['40P01', 'two writers waited for each other; try again'],
  ['40001', 'two writers were in conflict; try again'],
  ['25P03', 'the transaction waited too long; try again'],
  ['25P04', 'the transaction took too long; try again'],
]);

/** Codes of Node, which the server never sees. */
const UNKNOWN_AUTHORITY =
  "the server's certificate is not signed by an authority that this machine trusts; name the authority's file with sslrootcert";
const LOCAL_REASONS: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_AUTHORITY],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_AUTHORITY],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_AUTHORITY],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_AUTHORITY],
  ['CERT_HAS_EXPIRED', "the server's certificate has expired; renew it"],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "the server's certificate is for another host name; use that one in the address"],
  ['ENOTFOUND', 'no host has that name; check the address'],
]);

const NO_TLS = 'the server does not offer TLS; turn it on there, or leave sslmode out of the address';
const TLS_FAILED = 'TLS with the server could not be negotiated; check sslmode, sslcert, sslkey and sslrootcert';

const UNREPLICATED =
  'it stopped waiting for its standby, which may not have what was written; see that the standby runs and try again';

const AWAY = 'the server cannot be reached; check that it runs and accepts connections, then try again';

function reasonOf(error: unknown): string | undefined {
  if (isOfShape(error)) return 'a row is damaged; restore a backup';
  const state = sqlState(error);
  if (state !== undefined && REASONS.has(state)) return REASONS.get(state);
  return isConnectionLost(error) ? localReason(error) : undefined;
}

function localReason(error: unknown): string {
  if (error instanceof UnreplicatedError) return UNREPLICATED;
  const [code, message] = [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'message')];
  // The driver gives this one no code.
  if (message === 'The server does not support SSL connections') return NO_TLS;
  if (typeof code !== 'string') return AWAY;
  return LOCAL_REASONS.get(code) ?? (/^ERR_(OS)?SSL/.test(code) ? TLS_FAILED : AWAY);
}

/** The five characters of an error that the server reported. */
function sqlState(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && Reflect.get(Object(error), 'severity') !== undefined
    ? code
    : undefined;
}
