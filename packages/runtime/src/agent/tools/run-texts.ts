// The tool that runs a program, as a model reads it. It has one name in an agent loop and another over MCP.

import { z } from 'zod';
import { Limits } from '../../sandbox/limits.js';
import { OutputTokensArgument } from '../view/output-budget.js';

export const Code = z
  .string()
  .describe(
    'JavaScript or TypeScript; top-level await and return work. Or a fenced elicit block, which asks that question',
  );

const { cpuMs, heapMb, calls, callsInFlight } = Limits.parse({});

/** The limits that models' programs run into, with their defaults. */
export const USUAL_LIMITS = `${cpuMs / 1_000} s of CPU time, ${heapMb} MB and ${calls} calls (${callsInFlight} at once) by default`;

export const RunInput = z.strictObject({ code: Code, output_tokens: OutputTokensArgument });

export const RUN_DESCRIPTION = `Run a program. It can call tools.*, ask the user with elicit(…), and nothing else: no network, files or modules. What changes something stops until a person approves it.
Example: {"code": "const { entries } = await tools.fs.list({ path: '.' }); return entries.length"}
To ask: const { action, content } = await elicit({ type: 'choice', message: 'Which?', options: ['a', 'b'] })
Find tools with search_tools first, or inside the program with tools.$search('words'). The reply is { status: "completed", value } or { status: "paused", pending, next }. Tools of an API take { …parameters, body } and return { status, headers, body }.`;
