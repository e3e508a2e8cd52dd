import type { SharedRecords, Tool, ToolLog } from '@toolshed/kernel';
import type { Changes } from '../changes/changes.js';
import type { ResolveHost } from '../tools/http/pinned-lookup.js';

/** Tools that come from elsewhere, and may come and go while the host is open. */
export interface Source extends AsyncDisposable {
  readonly namespace: string;
  /** Resolves once it has offered its tools or said why it cannot yet. */
  readonly ready: Promise<void>;
}

/** What a host may lend its sources. */
export interface LentToSources {
  /** A secret of the host by name; programs have no way to ask. */
  readonly secrets: (name: string) => Promise<string | undefined>;
  /** A variable of the host's environment, for configs that pass one on by name. */
  readonly environment: (name: string) => string | undefined;
  /**
   * Asks a person to let the host act for them at another server, by visiting a URL; `false` if they will not. Without
   * it, the first call of a tool of the source asks.
   */
  readonly consent: Consent | undefined;
  /** Keeps what a source signs in with. */
  readonly credentials: CredentialStore;
  /** Finds the addresses of a host name. */
  readonly resolve: ResolveHost;
}

/** What the host gives a source, and takes from it. */
export interface SourceHost extends LentToSources {
  /** What the nodes of a store share; undefined if one machine has the store for itself. */
  readonly records: SharedRecords | undefined;
  /** Completes the flow behind a page, once somebody consented to it. */
  readonly completeFlow: (flow: string) => Promise<void>;
  readonly changes: Pick<Changes, 'watch'>;
  readonly log: ToolLog;
  offer(namespace: string, tools: readonly Tool[], absent?: Absent): void;
  excuse(namespace: string, reason: string): void;
}

/** Why tools are unavailable. */
export interface Absent {
  /** Why there may be more tools. */
  readonly others?: string | undefined;
  /** Tools that the source has but does not offer, by path, with the reason. */
  readonly leftOut?: ReadonlyMap<string, string>;
}

/** Asks a person to let the host act for them at another server. */
export type Consent = (request: ConsentRequest, signal: AbortSignal) => Promise<boolean>;

/** What the person is asked to consent to. */
export interface ConsentRequest {
  /** The source that asks. */
  readonly namespace: string;
  /** Ours; names the source and the server that asks. */
  readonly message: string;
  /** To be shown whole and opened by the person alone; never fetched. */
  readonly url: string;
}

/**
 * What a source must remember about itself from one start to the next: tokens and client registrations.
 *
 * - `load` resolves to the text last saved under the key, or to `undefined`.
 * - What is saved is secret.
 */
export interface CredentialStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, text: string): Promise<void>;
}
