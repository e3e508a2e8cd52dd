// Which source a tool belongs to, decided by its config: for a server that is started, the command, its arguments,
// folder and environment; for one that is reached, the address and the headers; for both, the credentials.
//
// A credential that the config names counts by its name, so a token may be renewed. One that the config spells out
// counts by its value. Ports that are chosen at random, time limits and rules are not part of it.
//
// Threat: the identity is journaled, as part of a digest, and a config may spell out a password. A reader of
// the journal must not be able to guess it, so the text is stretched before it is digested.

import { scrypt } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson, type ShownOrigin, type ToolOrigin } from '@toolshed/kernel/runtime';
import { sha256 } from '../digest.js';
import { plainLine } from './hostile-text.js';
import { accountOfApi, accountOfHttp, accountOfStdio, shownCommand, shownUrl } from './shown-source.js';
import type { GraphqlSourceOptions, McpSourceOptions, OpenApiSourceOptions } from './source-options.js';

export interface SourceIdentity {
  /** Of one of its tools, by the name the source has for it and, if each tool may have its own, its server. */
  originOf(name: string, server?: string): ToolOrigin;
}

/** `signIn` names the consent a person gave, where tokens come from one: another may be another account. */
export function identityOfMcp({ mcp }: McpSourceOptions, signIn: string | undefined): Promise<SourceIdentity> {
  if ('url' in mcp) {
    const { url, headers, oauth } = mcp;
    const { redirectPort: _, ...client } = oauth ?? {};
    const facts = { url, headers, oauth: oauth === undefined ? null : client, signIn: signIn ?? null };
    return identityOf('mcp', facts, shownUrl(url), accountOfHttp(mcp));
  }
  const { command, args, env, cwd = '.' } = mcp;
  return identityOf('mcp', { command, args, env, cwd: resolve(cwd) }, shownCommand(mcp), accountOfStdio(mcp));
}

/** Where its requests go is said by the server of each operation, not by where its document is. */
export const identityOfApi = ({ auth, headers }: OpenApiSourceOptions): Promise<SourceIdentity> =>
  identityOf('openapi', { auth, headers }, 'at no address', accountOfApi(auth, headers));

export const identityOfGraphql = ({ graphql, headers }: GraphqlSourceOptions): Promise<SourceIdentity> =>
  identityOf('graphql', { headers }, shownUrl(graphql), accountOfApi({}, headers));

const LONGEST_NAME = 200;

const stretch = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/** Some milliseconds, once for each source. */
const COST = { N: 4_096 };

async function identityOf(
  kind: ShownOrigin['kind'],
  facts: object,
  server: string,
  account: string | undefined,
): Promise<SourceIdentity> {
  const key = (await stretch(canonicalJson({ kind, ...facts }), 'toolshed source', 32, COST)).toString('hex');
  return {
    originOf(name, own) {
      const shown = { kind, server: own === undefined ? server : shownUrl(own), name: plainLine(name, LONGEST_NAME) };
      return {
        shown: account === undefined ? shown : { ...shown, account },
        identity: sha256(canonicalJson({ key, name, server: own ?? null })),
      };
    },
  };
}
