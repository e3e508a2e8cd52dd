// A source whose tools a document describes: read once, and again with growing pauses while its server is unavailable.

import { setTimeout as delay } from 'node:timers/promises';
import { pauseAfter } from './back-off.js';
import { plainLine } from './hostile-text.js';
import type { Source, SourceHost } from './source.js';

export interface DescribedSource {
  readonly namespace: string;
  /** What is read, in the words of a message: "the OpenAPI document". */
  readonly what: string;
  /** Reads the description and offers its tools. */
  readonly offer: (signal: AbortSignal) => Promise<void>;
  /** Why that failed, as agents may read it. */
  readonly reasonOf: (error: unknown) => string;
  /** `server`: it may only be temporarily unavailable. `file`: it is read again when the host restarts. */
  readonly from: 'server' | 'file';
}

/** Is ready once the description was read or found missing: the host starts without it. */
export function openDescribedSource(described: DescribedSource, host: SourceHost): Source {
  const { namespace, what, offer, reasonOf, from } = described;
  const { log } = host;
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();

  const run = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        await offer(closing.signal);
        return;
      } catch (error) {
        const reason = reasonOf(error);
        host.excuse(namespace, `${what} of "${namespace}" cannot be used: ${reason}`);
        if (from === 'file') {
          log.error({ source: namespace, err: error }, `${what} cannot be used`);
          return;
        }
        log.warn({ source: namespace, reason }, `reading ${what} failed; retrying`);
        ready.resolve();
      }
      await delay(pauseAfter(failures), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  host.excuse(namespace, `${what} of "${namespace}" is still being read`);
  const running = run().finally(() => ready.resolve());

  return {
    namespace,
    ready: ready.promise,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the host is closing'));
      await running;
    },
  };
}

export const problemOfServer = (error: unknown): string =>
  plainLine(error instanceof Error ? error.message : String(error), 300);

/** Agents read it: where the file is on this machine is in the log alone. */
export function problemOfFile(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  if ('problem' in error) return plainLine(String(error.problem), 300);
  const code = 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  return code === undefined ? otherwise : `it cannot be read (${plainLine(code, 40)})`;
}
