import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newExecutionId } from '../ids.js';
import { InvalidOptionsError } from '../options/read-options.js';
import { defineTool, type ToolDefinition } from './define-tool.js';
import type { ToolContext } from './tool-context.js';
import { InvalidToolPathError } from './catalog/tool-path.js';

const Input = z.object({ title: z.string() });
type Input = z.infer<typeof Input>;

const toolWith = (extra: Partial<ToolDefinition<Input, unknown>> = {}) =>
  defineTool<Input, unknown>({
    path: 'notes.add',
    description: 'Add a note',
    input: Input,
    handler: (_, { title }) => `added ${title}`,
    ...extra,
  });

const context: ToolContext = {
  executionId: newExecutionId(0),
  callNumber: 1,
  attempt: 1,
  idempotencyKey: 'key',
  session: 'default',
  agent: undefined,
  labels: {},
  signal: { aborted: false, reason: undefined, throwIfAborted: () => undefined },
  canElicit: () => false,
  elicit: async () => ({
    executionId: 'x',
    approved: false,
    data: undefined,
    content: undefined,
    action: 'decline',
    reason: undefined,
  }),
  reconsider: () => 'no',
  flowId: () => 'flow',
  secrets: { get: () => Promise.resolve('value') },
  progress: () => undefined,
  log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
};

describe('a tool that says little', () => {
  it('is destructive, not idempotent, and asks before it acts', () => {
    const tool = toolWith();
    expect(tool.isDestructive({ title: 'x' })).toBe(true);
    expect(tool).toMatchObject({ idempotent: false, asksMidway: false, output: undefined, preview: undefined });
  });

  it('asks with its path', () => {
    expect(toolWith().messageFor({ title: 'x' })).toBe('Run notes.add?');
  });
});

describe('destructive', () => {
  it('is what the tool says', () => {
    expect(toolWith({ destructive: false }).isDestructive({ title: 'x' })).toBe(false);
    expect(toolWith({ destructive: true }).isDestructive({ title: 'x' })).toBe(true);
  });

  it('may depend on the arguments', () => {
    const tool = toolWith({ destructive: ({ title }) => title !== 'draft' });
    expect(tool.isDestructive({ title: 'draft' })).toBe(false);
    expect(tool.isDestructive({ title: 'final' })).toBe(true);
  });

  it('holds when the predicate throws', () => {
    const tool = toolWith({
      destructive: () => {
        throw new Error('no idea');
      },
    });
    expect(tool.isDestructive({ title: 'x' })).toBe(true);
  });

  it.each(['null', '0', '""', '"false"', '{}'])('holds when the predicate answers %s instead of false', (answer) => {
    expect(toolWith({ destructive: () => JSON.parse(answer) }).isDestructive({ title: 'x' })).toBe(true);
  });
});

describe('defineTool', () => {
  it('hands message, preview and handler the arguments', async () => {
    const tool = toolWith({
      message: ({ title }) => `Add "${title}"?`,
      preview: (_, { title }) => ({ kind: 'text', text: title }),
    });
    expect(tool.messageFor({ title: 'milk' })).toBe('Add "milk"?');
    expect(await tool.preview?.(context, { title: 'milk' })).toEqual({ kind: 'text', text: 'milk' });
    expect(await tool.run(context, { title: 'milk' })).toBe('added milk');
  });

  it('turns a handler that throws at once into a rejection', async () => {
    const tool = toolWith({
      handler: () => {
        throw new Error('broken');
      },
    });
    await expect(tool.run(context, { title: 'x' })).rejects.toThrow('broken');
  });

  it('refuses a path that is none', () => {
    expect(() => toolWith({ path: 'notes..add' })).toThrow(InvalidToolPathError);
  });

  it.each<[string, z.ZodType]>([
    ['a date', z.object({ due: z.date() })],
    ['a transform', z.object({ due: z.string().transform((text) => text.length) })],
    ['a bigint', z.object({ due: z.bigint() })],
    ['a map', z.object({ due: z.map(z.string(), z.string()) })],
    ['a class', z.object({ due: z.instanceof(Error) })],
  ])('refuses %s in a schema and says on which side', (_what, schema) => {
    const input = { path: 'notes.add', description: 'Add a note', handler: () => undefined };
    expect(() => defineTool({ ...input, input: schema })).toThrow(InvalidOptionsError);
    expect(() => defineTool({ ...input, input: schema })).toThrow(
      'Cannot define the tool "notes.add": "input" cannot be written as JSON Schema',
    );
    expect(() => toolWith({ output: schema })).toThrow('"output" cannot be written as JSON Schema');
  });

  it('refuses a document it could not check', () => {
    expect(() => toolWith({ output: { type: 'banana' } })).toThrow(InvalidOptionsError);
  });
});

describe('fingerprint', () => {
  it('stays when nothing that was promised changed', () => {
    const other = toolWith({ handler: () => 'otherwise', message: () => 'Really?' });
    expect(other.fingerprint).toBe(toolWith().fingerprint);
  });

  it.each<[string, Partial<ToolDefinition<Input, unknown>>]>([
    ['path', { path: 'notes.put' }],
    ['description', { description: 'Add a note for everyone to read' }],
    ['input', { input: z.object({ title: z.string().max(3) }) }],
    ['output', { output: z.object({ id: z.string() }) }],
  ])('changes with the %s', (_what, change) => {
    expect(toolWith(change).fingerprint).not.toBe(toolWith().fingerprint);
  });
});
