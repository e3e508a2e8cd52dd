// The tool that runs a program, as a model reads it. It has one name in an agent loop and another over MCP.

import { z } from 'zod';

export const Code = z
  .string()
  .describe('JavaScript or TypeScript; top-level await and return work. Or a fenced elicit block, which asks that');

export const RunInput = z.strictObject({ code: Code });

export const RUN_DESCRIPTION = `Run a program. It can call tools.*, ask the user with elicit(…), and nothing else: no network, files or modules. What changes something stops until a person approves it.
Example: {"code": "const notes = await tools.fs.list({ path: 'notes' }); return notes.length"}
To ask: const { action, content } = await elicit({ type: 'choice', message: 'Which?', options: ['a', 'b'] })
Find tools with search_tools first, or inside the program with tools.$search('words'). The result has the program's return value, or status "paused" with what waits and how to go on.`;
