// One question to the person, without a program around it. It is run as the program that asks it, so that it waits, is
// answered, survives and is shown like any other.

import { ElicitSpec } from '@toolshed/kernel/runtime';
import { readElicitBlock } from '@toolshed/runtime';
import { InvalidToolCallError } from '@toolshed/runtime/agent';
import { z } from 'zod';
import { runProgram } from '../calls/run-for-client.js';
import type { McpTool } from '../calls/tool-call.js';
import { executeTool } from './execute-tool.js';

const Name = z.string().min(1).max(200).optional();

const Input = ElicitSpec.extend({
  spec: z.string().optional().describe('The whole question as one text instead: JSON, or a fenced elicit block'),
  session: Name.describe('The conversation it belongs to; a secret can be used in it'),
  idempotency_key: Name.describe('A call with the same key is the same question'),
});

export const elicitTool: McpTool<z.infer<typeof Input>> = {
  name: 'elicit',
  title: 'Ask the user',
  description: `Ask the user one question and get the answer. Types: text, choice, multi_choice, confirmation, secret, form.
Example: {"type": "choice", "prompt": "Which framework?", "options": ["FastAPI", "Django"]}
Example: {"type": "form", "prompt": "New project", "fields": [{"name": "name", "prompt": "Name?", "type": "text"}]}
The result's value has the action (accept, decline, …) and the content. A secret is not shown: its content is a handle that programs pass to tools. Programs ask with elicit(…) themselves.`,
  input: Input,
  output: undefined,
  annotations: { ...executeTool.annotations, openWorldHint: false },
  starts: true,
  run: (host, call, { session, idempotency_key, ...question }) =>
    runProgram(host, call, { code: programOf(question), session, idempotencyKey: idempotency_key }),
};

type Question = Omit<z.infer<typeof Input>, 'session' | 'idempotency_key'>;

const programOf = (question: Question): string => `\`\`\`elicit\n${jsonOf(question)}\n\`\`\``;

function jsonOf({ spec, ...fields }: Question): string {
  if (spec !== undefined) {
    if (Object.keys(fields).length > 0) throw new InvalidToolCallError(BOTH);
    return readElicitBlock(spec) ?? spec;
  }
  const { prompt, message, ...others } = fields;
  const isAlone = Object.keys(others).length === 0;
  return (isAlone ? readElicitBlock(prompt ?? message ?? '') : undefined) ?? JSON.stringify(fields);
}

const BOTH = 'Cannot call elicit: "spec" is the whole question; give it alone, or the fields without it';
