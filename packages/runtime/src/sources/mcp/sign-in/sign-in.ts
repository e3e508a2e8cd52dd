// A server that wants a person's consent, where the host brought no way of its own to ask for it: a call of one of
// its tools asks, with a page that reports back, through the channels every other question takes.
//
// A server does not list its tools before somebody signs in, so there is one of ours, `<namespace>.sign_in`. It stays
// when it is not needed any more, because a call of it may wait in some journal.

import {
  elicitUrl,
  type JournalEntry,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolLog,
  ToolPath,
  ToolshedError,
} from '@toolshed/kernel';
import { sourceTool } from '../../source-tool.js';
import type { Consent, ConsentRequest, SourceHost } from '../../source.js';

export interface SignIn {
  readonly tool: Tool;
  readonly consent: Consent;
  /** Asks the person behind a call, if somebody has to sign in; resolves once the server has let us in, with whether it asked. */
  ask(context: ToolContext): Promise<boolean>;
  succeed(): void;
  fail(reason: string): void;
}

export interface SignInDeps {
  readonly namespace: string;
  readonly completeFlow: SourceHost['completeFlow'];
  readonly changes: SourceHost['changes'];
  readonly log: ToolLog;
  /** Aborts when the source is closed. */
  readonly signal: AbortSignal;
  /** From now on a person has to sign in before anything else works. */
  onWanted(advice: string): void;
}

interface Wanted {
  readonly request: ConsentRequest;
  /** Pages that people were sent to. */
  readonly flows: Set<string>;
  readonly outcome: PromiseWithResolvers<void>;
}

const CONSENTED: ReadonlySet<JournalEntry['kind']> = new Set(['consented']);

export function createSignIn(deps: SignInDeps): SignIn {
  const { namespace, signal } = deps;
  const path = ToolPath.parse(`${namespace}.sign_in`);
  let wanted: Wanted | undefined;

  const ask = async (context: ToolContext): Promise<boolean> => {
    if (wanted === undefined) return false;
    const { request, flows, outcome } = wanted;
    const elicitationId = context.flowId(`sign-in ${request.url}`);
    flows.add(elicitationId);
    const { message, url } = request;
    const answer = context.elicit({ ...elicitUrl({ message, url, elicitationId }), toolPath: path });
    const failure = outcome.promise.then(() => answer);
    const { action } = await Promise.race([answer, failure]);
    if (action !== 'accept') {
      throw new ToolError(
        'source/not-authorized',
        `Cannot use the MCP server "${namespace}": nobody has signed in; call ${path} once a person can`,
      );
    }
    await outcome.promise;
    return true;
  };

  return {
    ask,
    tool: sourceTool({
      path,
      description: `Sign in to the MCP server "${namespace}", if it requires that. Its own tools are available afterwards.`,
      // Ours, whichever server it is for: it names the server when it asks.
      origin: () => undefined,
      input: () => ({ type: 'object', properties: {}, additionalProperties: false }),
      output: () => ({ type: 'object', properties: { signedIn: { type: 'boolean' } }, required: ['signedIn'] }),
      isDestructive: false,
      isIdempotent: true,
      asksMidway: () => false,
      message: () => `Sign in to the MCP server "${namespace}"?`,
      async handler(context) {
        await ask(context);
        return { signedIn: true };
      },
    }),
    consent: (request, ends) =>
      new Promise((resolve) => {
        wanted = { request, flows: new Set(), outcome: Promise.withResolvers() };
        wanted.outcome.promise.catch(() => undefined);
        deps.onWanted(`a person has to sign in first; a program asks with tools.${path}({})`);
        ends.addEventListener('abort', () => resolve(true), { once: true });
      }),
    succeed() {
      for (const flow of wanted?.flows ?? []) {
        completeOnceConsented(flow, deps).catch((error: unknown) => {
          if (!signal.aborted)
            deps.log.debug({ source: namespace, err: error }, 'completing the sign-in question failed');
        });
      }
      wanted?.outcome.resolve();
      wanted = undefined;
    },
    fail(reason) {
      const state = `signing in failed: ${reason}`;
      wanted?.outcome.reject(
        new ToolError('source/not-authorized', `Cannot use the MCP server "${namespace}": ${state}`),
      );
      wanted = undefined;
    },
  };
}

/** A person may finish the page before they have accepted the question that sends them there. */
async function completeOnceConsented(flow: string, { completeFlow, changes, signal }: SignInDeps): Promise<void> {
  using watch = changes.watch({ kinds: CONSENTED });
  for (;;) {
    try {
      return await completeFlow(flow);
    } catch (error) {
      if (!(error instanceof ToolshedError) || error.code !== 'elicitation/not-consented') throw error;
    }
    await watch.changed(signal);
    signal.throwIfAborted();
  }
}
