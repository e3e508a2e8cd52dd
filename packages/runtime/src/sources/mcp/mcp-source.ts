// An MCP server as a source of tools: connected, kept connected, and its tools offered as it lists them.
//
// Invariants
//   S1. Tools that were offered once stay offered while the server is unavailable, and fail with the reason.
//   S2. What a server says of its own tools makes one safe or repeatable only if the config trusts the server.

import { setTimeout as delay } from 'node:timers/promises';
import { type Tool, ToolError } from '@toolshed/kernel';
import { pauseAfter } from '../back-off.js';
import { createConfigSecrets } from '../config-secrets.js';
import { plainLine } from '../hostile-text.js';
import { offerTools, uncheckableTools } from '../offer-tools.js';
import { identityOfMcp, type SourceIdentity } from '../source-identity.js';
import type { Source, SourceHost } from '../source.js';
import type { McpSourceOptions } from '../source-options.js';
import { callUpstream } from './call-upstream.js';
import { ConsentRefusedError, connectHttp } from './connect-http.js';
import { connectStdio } from './connect-stdio.js';
import type { Connection } from './connection.js';
import { createLanes } from './lanes.js';
import { createOneAtATime } from './one-at-a-time.js';
import { readResult } from './read-result.js';
import { createSignIn } from './sign-in/sign-in.js';
import { toTools } from './upstream-tools.js';

/** A server that stayed this long is restarted without a pause. */
const STEADY_MS = 30_000;

const SIGNED_IN_AGAIN = 'somebody signed in again, possibly with another account; call it again';

export function openMcpSource(options: McpSourceOptions, host: SourceHost): Source {
  const { namespace, mcp, questions: asksPeople, timeoutMs } = options;
  const { log } = host;
  const secrets = createConfigSecrets(namespace, host);
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let main: Connection | undefined;
  let away = 'it has not been reached yet';
  let known: readonly Tool[] = [];
  let leftOut: ReadonlyMap<string, string> = new Map();

  const signIn = createSignIn({
    namespace,
    completeFlow: host.completeFlow,
    changes: host.changes,
    log,
    signal: closing.signal,
    onWanted(advice) {
      away = advice;
      offerKnown(`the MCP server "${namespace}" is unavailable: ${advice}`);
      ready.resolve();
    },
  });
  const asksBySignIn = host.consent === undefined && 'url' in mcp && mcp.oauth !== undefined;
  const offerKnown = (others?: string): void => {
    const isTaken = known.some(({ path }) => path === signIn.tool.path);
    offerTools(host, namespace, asksBySignIn && !isTaken ? [...known, signIn.tool] : known, { others, leftOut });
  };

  const connect = (onToolsChanged: () => void): Promise<Connection> => {
    const connection = { namespace, asksPeople, log, onToolsChanged, signal: closing.signal };
    const deps = { host, secrets, connection };
    return 'url' in mcp ? connectHttp(mcp, { ...deps, consent: signIn.consent }) : connectStdio(mcp, deps);
  };

  const signedInAgain = (): ToolError =>
    new ToolError('source/unavailable', `Cannot call the MCP server "${namespace}": ${SIGNED_IN_AGAIN}`);

  const lanes = createLanes({
    namespace,
    asksPeople,
    async openAnother() {
      const another = await connect(() => undefined);
      // Its tools were approved for the person who signed in before. The main connection is opened again, and they with it.
      if (another.signIn === main?.signIn) return another;
      await Promise.all([another, main].map((one) => one?.end(SIGNED_IN_AGAIN)));
      throw signedInAgain();
    },
    main() {
      if (main) return main;
      throw new ToolError('source/unavailable', `Cannot call the MCP server "${namespace}": ${away}`);
    },
  });

  const offer = async (connection: Connection, identity: SourceIdentity): Promise<void> => {
    const { tools } = await connection.client.listTools(undefined, { cacheMode: 'refresh' });
    const all = toTools(tools, {
      options,
      identity,
      log,
      era: () => main?.era,
      async call(tool, path, context, args) {
        // A person who signs in for a call lends it their rights. Any other call was approved for the account signed in at that time.
        const isSignedInFor = await signIn.ask(context);
        if (!isSignedInFor && main !== undefined && main.signIn !== connection.signIn) throw signedInAgain();
        const call = { namespace, path, tool, args, timeoutMs };
        return secrets.scrub(readResult(namespace, path, await callUpstream(lanes, call, context)));
      },
    });
    leftOut = uncheckableTools(all);
    known = all.filter(({ path }) => !leftOut.has(path));
    offerKnown();
    log.info({ source: namespace, tools: known.length, era: connection.era }, 'tools offered');
  };

  const fail = (reason: string): void => {
    away = reason;
    if (closing.signal.aborted) return;
    host.excuse(namespace, `the MCP server "${namespace}" is unavailable: ${reason}`);
    log.warn({ source: namespace, reason }, 'the MCP server is unavailable');
    ready.resolve();
  };

  /** Stays with one connection until it ends; resolves with why. */
  const stayConnected = async (): Promise<string> => {
    let offerAgain = (): void => undefined;
    const connection = await connect(() => offerAgain());
    try {
      const identity = await identityOfMcp(options, connection.signIn);
      const offering = createOneAtATime(() => offer(connection, identity), closing.signal);
      offerAgain = () => {
        offering().catch((error) =>
          log.warn(
            { source: namespace, err: error },
            'reading the changed tools of the MCP server failed; its earlier tools stay offered',
          ),
        );
      };
      await offering();
      main = connection;
      signIn.succeed();
      ready.resolve();
      return await connection.closed;
    } finally {
      main = undefined;
      void connection.end('the source no longer needs it');
    }
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const since = performance.now();
      try {
        fail(await stayConnected());
      } catch (error) {
        const reason = plainLine(error instanceof Error ? error.message : String(error), 300);
        signIn.fail(reason);
        fail(reason);
        if (error instanceof ConsentRefusedError) return;
      }
      if (performance.now() - since > STEADY_MS) failures = 0;
      await delay(pauseAfter(failures), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  host.excuse(namespace, `the MCP server "${namespace}" is still starting`);
  const running = run();

  return {
    namespace,
    ready: ready.promise,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the host is closing'));
      await Promise.all([running, lanes.close()]);
    },
  };
}
