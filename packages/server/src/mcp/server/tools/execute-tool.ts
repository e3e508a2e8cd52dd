import { Code, OutputTokensArgument, RUN_DESCRIPTION } from '@toolshed/runtime/agent';
import { z } from 'zod';
import { planProgram, runProgram } from '../calls/run-for-client.js';
import type { McpTool } from '../calls/tool-call.js';

const Input = z.strictObject({
  code: Code,
  session: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The conversation it belongs to; approvals for a session count in it'),
  idempotency_key: z.string().min(1).max(200).optional().describe('A call with the same key is the same execution'),
  side_quest_of: z
    .string()
    .max(100)
    .optional()
    .describe('Runs it as a side quest: the user leaves this open question (elic_…) for it and is brought back after'),
  plan: z
    .boolean()
    .optional()
    .describe('Only find out what it would ask, in order: safe calls run, every other call does nothing'),
  output_tokens: OutputTokensArgument,
});

export const executeTool: McpTool<z.infer<typeof Input>> = {
  name: 'execute',
  title: 'Run a program',
  description: RUN_DESCRIPTION,
  input: Input,
  output: undefined,
  // It destroys nothing itself: destructive calls stop at the gate until they are approved.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  starts: true,
  run: (host, call, { code, session, idempotency_key, side_quest_of, plan }) => {
    const run = { code, session, idempotencyKey: idempotency_key, sideQuestOf: side_quest_of };
    return plan ? planProgram(host, call, run) : runProgram(host, call, run);
  },
};
