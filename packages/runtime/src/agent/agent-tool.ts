// One tool in a form that any agent framework accepts, and how its call is parsed before it runs.

import { ToolshedError } from '@toolshed/kernel';
import { issuesText, readStrictly } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { shortId, UnknownElicitationError, UnknownExecutionError } from '../execution/execution-errors.js';
import { asDocumented, withoutUnset } from './tools/argument-spelling.js';
import { type AgentReply, refusedReply } from './view/agent-execution-view.js';

/** How a tool call is run. */
export interface AgentCallOptions {
  /** Ends the call: a program that runs is cancelled; one that waits for a person keeps waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** A tool for a model, described so that any framework can offer it. */
export interface AgentTool {
  /** The name the model calls it by. */
  readonly name: string;
  /** What it does and when to call it, in words for the model. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /**
   * Accepts anything the model sends. What is wrong with it, or what went wrong, is in the reply for the model to
   * read; it rejects only for a defect, or with the reason of the signal.
   */
  execute(args: unknown, options?: AgentCallOptions): Promise<AgentReply>;
}

interface ToolParts<I> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  run(args: I, signal: AbortSignal | undefined): Promise<AgentReply>;
}

export function agentTool<I>({ name, description, input, run }: ToolParts<I>): AgentTool {
  const refused = (problem: string): AgentReply =>
    refusedReply('usage/invalid', `Cannot call ${name}: ${problem}; nothing was done`);
  return {
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    async execute(given, { signal } = {}) {
      signal?.throwIfAborted();
      const named = z.record(z.string(), z.unknown()).safeParse(given ?? {});
      if (!named.success) return refused('its arguments must be an object');
      const spelt = asDocumented(input, withoutUnset(named.data));
      if (spelt.kind === 'refused') return refused(spelt.problem);
      const args = readStrictly(input, spelt.args);
      if (args.kind === 'invalid') return refused(issuesText(args.issues));
      try {
        return await run(args.value, signal);
      } catch (error) {
        if (error instanceof UnknownExecutionError)
          return refusedReply(
            error.code,
            `Cannot find the execution "${shortId(error.id)}": this session has no execution with this id`,
          );
        // An agent has no terminal.
        if (error instanceof UnknownElicitationError)
          return refusedReply(
            error.code,
            `Cannot find the question "${shortId(error.id)}": no question here has this id; get_execution lists those of an execution in "pending"`,
          );
        if (error instanceof ToolshedError) return refusedReply(error.code, error.message);
        throw error;
      }
    },
  };
}
