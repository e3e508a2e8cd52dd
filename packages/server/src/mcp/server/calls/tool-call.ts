// One `tools/call` as Toolshed's tools see it.

import type { CallToolResult, ElicitRequestParams, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ExecutionId } from '@toolshed/kernel';
import type { z } from 'zod';
import type { Caller } from '../caller.js';
import type { McpHost } from '../mcp-host.js';

export interface ToolCall {
  readonly caller: Caller;
  /** Digest of the tool's name and arguments. */
  readonly digest: string;
  /** The same for every dispatch of this call: what it starts is started once. */
  readonly dispatch: string;
  /** Called with the execution that the call started, joined or answers. */
  began(execution: ExecutionId): void;
  /** What an earlier dispatch of it began or answered, where it is known to have come before. */
  readonly earlier: ExecutionId | undefined;
  /** Label by which the next server finds an execution it starts, if this process dies. */
  readonly label: string | undefined;
  /** The trace it belongs to, where its client says so. */
  readonly trace: string | undefined;
  /** Aborted when the client no longer waits. Its execution continues. */
  readonly signal: AbortSignal;
  /** Budget of its reply, where the call names one. */
  readonly outputTokens: number | undefined;
  /** The state a client of 2026-07-28 carries; untrusted until opened. */
  readonly state: string | undefined;
  readonly responses: Readonly<Record<string, unknown>>;
  /** Reports progress to a client that asked for it; `undefined` for others. */
  readonly progress: ((message: string) => void) | undefined;
  /** Asks the person at a client from before 2026-07-28. */
  elicit(params: ElicitRequestParams, signal: AbortSignal): Promise<unknown>;
  /** Notifies such a client that the page it opened is complete. */
  completed(flow: string): Promise<void>;
}

/** A handle of a task travels as a tool's result of another type. */
export type ToolReply = CallToolResult | InputRequiredResult;

export interface McpTool<I = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType | undefined;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Whether it starts an execution, in the session its arguments name. */
  readonly starts?: true;
  run(host: McpHost, call: ToolCall, args: I): Promise<ToolReply>;
}
