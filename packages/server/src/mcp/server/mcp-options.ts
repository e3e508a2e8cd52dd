// How a host has agents served over MCP, read strictly.
//
// Threat: `aproval: 'inbox'` instead of `approvals`, and an agent that passes on approvals nobody meant it to.

import type { EntryOf, ToolLog } from '@toolshed/kernel';
import { passed, readOptions } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { OutputTokens } from '@toolshed/runtime/agent';
import { z } from 'zod';
import { aFunction, ALog, AToolshed } from '../../host-parts.js';

/**
 * Who decides where a client cannot ask a person. `auto`: its agent may pass on what the person said, and the journal
 * records the answer as the agent's. `inbox`: nobody but a person, who is reached another way.
 */
export type Approvals = 'auto' | 'inbox';

/** How agents are served over MCP, on a pipe or over HTTP. */
export interface McpOptions {
  /** The open Toolshed whose tools programs call. You close it after the endpoint. */
  readonly shed: Toolshed;
  /** Who decides where a client cannot ask a person. Default: `inbox`, so that no agent passes on an approval. */
  readonly approvals?: Approvals;
  /** Whether an answer counts that a client says its person gave. Default: only with `approvals: 'auto'`. */
  readonly trustsClients?: boolean;
  /**
   * 32 bytes that seal what clients carry from a question to its answer. Default: those that nodes share in their store;
   * where none do, random ones, so that a restart ends it.
   */
  readonly stateKey?: Uint8Array;
  /** Whether an execution was started with the tools and rules of this host; it resumes no others. Default: all were. */
  readonly isOurs?: (started: EntryOf<'started'>) => boolean;
  /** Labels of executions that start here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Where a person answers one question in a browser. Default: nowhere. */
  readonly inboxUrl?: (elicitationId: string) => string;
  /** How a person calls the command. Default: `toolshed`. */
  readonly prefix?: string;
  /** The version of your host, as clients see it. Default: `0.0.0`. */
  readonly version?: string;
  /** Default: nothing is logged. */
  readonly log?: ToolLog;
  /** The time, in milliseconds since 1970. Default: that of `shed`, which the nodes of a cluster share. */
  readonly now?: () => number;
  /** How long a call waits for a decision made elsewhere. Default: 20 s, under the minute after which clients give up. */
  readonly decisionWaitMs?: number;
  /** How much of the model's context one reply may take, in estimated tokens. Default: 6,000. */
  readonly outputTokens?: number;
}

const LONGEST_WAIT_MS = 2_147_483_647;

const isKey = (value: unknown): boolean => value instanceof Uint8Array && value.length === 32;

const KnownMcpOptions = z.strictObject({
  shed: AToolshed,
  approvals: z.enum(['auto', 'inbox']).exactOptional(),
  trustsClients: z.boolean().exactOptional(),
  stateKey: passed<Uint8Array>('a Uint8Array of 32 bytes', isKey).exactOptional(),
  isOurs: aFunction<(started: EntryOf<'started'>) => boolean>('(started) => boolean').exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  inboxUrl: aFunction<(elicitationId: string) => string>('(elicitationId) => address').exactOptional(),
  prefix: z.string().min(1).exactOptional(),
  version: z.string().exactOptional(),
  log: ALog.exactOptional(),
  now: aFunction<() => number>('() => milliseconds').exactOptional(),
  decisionWaitMs: z.int().min(0).max(LONGEST_WAIT_MS).exactOptional(),
  outputTokens: OutputTokens.exactOptional(),
});

/** Throws InvalidOptionsError. A key whose value is undefined counts as absent, so that its default applies. */
export const readMcpOptions = (options: unknown): McpOptions => readOptions('serve MCP', KnownMcpOptions, options);
