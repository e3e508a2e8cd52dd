import { z } from 'zod';
import { ExecutionView } from '../view/mcp-execution-shape.js';
import { runProgram } from '../calls/run-for-client.js';
import type { McpTool } from '../calls/tool-call.js';

const Input = z.strictObject({
  code: z
    .string()
    .describe('JavaScript or TypeScript; top-level await and return work. Or a fenced elicit block, which asks that'),
  session: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The conversation it belongs to; approvals for a session count in it'),
  idempotency_key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Sent again with the same key, it is the same execution'),
  side_quest_of: z
    .string()
    .max(100)
    .optional()
    .describe('Runs it as a side quest: the user leaves this open question (elic_…) for it and is brought back after'),
});

export const executeTool: McpTool<z.infer<typeof Input>> = {
  name: 'execute',
  title: 'Run a program',
  description: `Run a program. It can call tools.*, ask the user with elicit(…), and nothing else: no network, files or modules. What changes something stops until a person approves it.
Example: {"code": "const notes = await tools.fs.list({ path: 'notes' }); return notes.length"}
To ask: const { action, content } = await elicit({ type: 'choice', message: 'Which?', options: ['a', 'b'] })
Find tools with search_tools first, or inside the program with tools.$search('words'). The result has the program's return value, or status "paused" with what waits and how to go on.`,
  input: Input,
  output: ExecutionView,
  // It destroys nothing: what would stops at the gate, and the approval is what lets it through.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  starts: true,
  run: (host, call, { code, session, idempotency_key, side_quest_of }) =>
    runProgram(host, call, { code, session, idempotencyKey: idempotency_key, sideQuestOf: side_quest_of }),
};
