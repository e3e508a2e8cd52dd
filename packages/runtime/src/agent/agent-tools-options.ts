// How a host gives its tools to an agent; parsed strictly.
//
// Threat: `aproval: 'inbox'` instead of `approvals`, and an agent that passes on approvals nobody meant it to.

import { isFunction, LONGEST_TIMER_MS, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { OutputTokens } from './view/output-budget.js';

/** Whom an agent acts for, and who decides at a pause. */
export interface AgentToolsOptions {
  /** The conversation. The agent sees the executions of this session and no others; session approvals count in it. */
  readonly session: string;
  /** The name of the agent, for rules, quotas and the journal. */
  readonly agent?: string;
  /**
   * Who decides at a pause. `inbox`: a person, reached in another way than through the model. `auto`: the model
   * may pass on what the person said, and the journal records the answer as the agent's. Default: `inbox`, so that no
   * agent approves its own calls.
   */
  readonly approvals?: 'auto' | 'inbox';
  /** Where a person answers one question in a browser; the reply tells the model to send them there. Default: nowhere. */
  readonly inboxUrl?: (elicitationId: string) => string;
  /** The labels of executions that start here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** How long a call waits for a decision made elsewhere before it reports the pause. Default: 20 s. */
  readonly decisionWaitMs?: number;
  /** How much of the model's context one reply may take, in estimated tokens. Default: 6,000. */
  readonly outputTokens?: number;
}

/** Shown in lists and logs, so it is short and on one line. */
const Session = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'has control characters');

const KnownAgentToolsOptions: z.ZodType<AgentToolsOptions> = z.strictObject({
  session: Session,
  agent: z.string().min(1).exactOptional(),
  approvals: z.enum(['auto', 'inbox']).exactOptional(),
  inboxUrl: passed<NonNullable<AgentToolsOptions['inboxUrl']>>(
    'a function (elicitationId) => address',
    isFunction,
  ).exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  decisionWaitMs: z.int().min(0).max(LONGEST_TIMER_MS).exactOptional(),
  outputTokens: OutputTokens.exactOptional(),
} satisfies Record<keyof AgentToolsOptions, z.ZodType>);

/** Throws InvalidOptionsError. */
export const readAgentToolsOptions = (options: unknown): AgentToolsOptions =>
  readOptions('give tools to an agent', KnownAgentToolsOptions, options);
