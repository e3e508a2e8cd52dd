// Tools the conformance suites ask for by name, each a program that runs through the same path as `execute` does.

import type { McpTool } from '@toolshed/server/internal/mcp/server/calls/tool-call';
import { runProgram } from '@toolshed/server/internal/mcp/server/calls/run-for-client';
import { requireTasks } from '@toolshed/server/internal/mcp/tasks/task-methods';
import { type AnyTool, anyTool } from '@toolshed/server/internal/mcp/server/tool-table';
import { z } from 'zod';

export const PLAIN = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

interface ProgramTool {
  readonly name: string;
  readonly code: string | ((args: Readonly<Record<string, unknown>>) => string);
  readonly input?: z.ZodType<Readonly<Record<string, unknown>>>;
  readonly needsTasks?: boolean;
}

const programTool = ({ name, code, input = z.looseObject({}), needsTasks }: ProgramTool): AnyTool => {
  const tool: McpTool<Readonly<Record<string, unknown>>> = {
    name,
    title: name,
    description: `Runs a program for the conformance suite`,
    input,
    output: undefined,
    annotations: PLAIN,
    run: async (host, call, args) => {
      if (needsTasks) requireTasks(call.caller);
      return await runProgram(host, call, { code: typeof code === 'string' ? code : code(args) });
    },
  };
  return anyTool(tool);
};

const ask = (message: string, properties: object, required: readonly string[] = []): string =>
  `await elicit(${JSON.stringify({ type: 'form', message, schema: { type: 'object', properties, required } })})`;

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = ['First', 'Second', 'Third'].map((name, index) => ({
  const: `value${index + 1}`,
  title: `${name} Option`,
}));

export const PROGRAM_TOOLS: readonly AnyTool[] = [
  programTool({
    name: 'test_elicitation',
    input: z.looseObject({ message: z.string() }),
    code: ({ message }) =>
      `const { action, data } = ${ask(String(message), { username: { type: 'string', description: "User's response" }, email: { type: 'string', description: "User's email address" } }, ['username', 'email'])};
       return { action, data }`,
  }),
  programTool({
    name: 'test_elicitation_sep1034_defaults',
    code: `const { action, data } = ${ask('Please review', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    })}; return { action, data }`,
  }),
  programTool({
    name: 'test_elicitation_sep1330_enums',
    code: `const { action, data } = ${ask('Please choose', {
      untitledSingle: { type: 'string', enum: OPTIONS },
      titledSingle: { type: 'string', oneOf: TITLED },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
      titledMulti: { type: 'array', items: { anyOf: TITLED } },
    })}; return { action, data }`,
  }),
  programTool({
    name: 'test_streaming_elicitation',
    code: `const { data } = ${ask('What is your name?', { name: { type: 'string' } }, ['name'])}; return 'Hello, ' + data.name`,
  }),
  ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map((name) =>
    programTool({
      name,
      code: `const { action } = ${ask('Please confirm', { ok: { type: 'boolean' } }, ['ok'])}; return action === 'accept' ? 'state-ok' : action`,
    }),
  ),
  programTool({
    name: 'test_input_required_result_multi_round',
    code: `const { data: { name } } = ${ask('Step 1: What is your name?', { name: { type: 'string' } }, ['name'])};
      const { data: { color } } = ${ask('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color'])};
      return name + ' likes ' + color`,
  }),
  programTool({
    name: 'slow_compute',
    input: z.looseObject({ seconds: z.number(), label: z.string().optional() }),
    code: ({ seconds }) => `await sleep(${Number(seconds) * 1_000}); return 'computed'`,
  }),
  programTool({
    name: 'failing_job',
    needsTasks: true,
    code: `await sleep(500); throw new Error('failed on purpose')`,
  }),
  programTool({
    name: 'protocol_error_job',
    needsTasks: true,
    code: `await sleep(200); for (;;) await tools.fixture.crash()`,
  }),
  programTool({
    name: 'confirm_delete',
    input: z.looseObject({ filename: z.string() }),
    code: ({ filename }) =>
      `const { data } = ${ask(`Delete ${String(filename)}?`, { confirm: { type: 'boolean' } }, ['confirm'])}; return data.confirm ? 'deleted' : 'kept'`,
  }),
  programTool({
    name: 'multi_input',
    code: `const both = await Promise.all([1, 2].map((number) => elicit({ type: 'form', message: 'Question ' + number, schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } })));
      return both.map(({ data }) => data.name)`,
  }),
];
