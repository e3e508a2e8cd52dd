// The tools of the recorded histories. Their paths, descriptions and schemas are in those journals: add tools for new
// histories, never change one. The schemas are plain JSON Schema, so that no library's rendering of them matters.

import { defineTool, elicitUrl, type JsonSchema, type Tool, type ToolContext, ToolError } from '@toolshed/kernel';

const schema: JsonSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const schemaWithDefault: JsonSchema = {
  type: 'object',
  properties: { n: { type: 'integer' }, loud: { type: 'boolean', default: false } },
  required: ['n'],
};

/** `hold` is awaited by the handler of `history.charge` before it acts. */
export function historyTools(done: string[], hold: () => Promise<void> = async () => undefined): readonly Tool[] {
  const tool = (
    name: string,
    destructive: boolean,
    handler: (context: ToolContext, text: string) => unknown = (_context, text) => ({ did: text }),
    input: JsonSchema = schema,
  ): Tool =>
    defineTool({
      path: `history.${name}`,
      description: name,
      input,
      destructive,
      message: (args) => `${name} ${JSON.stringify(args)}?`,
      async handler(context, args) {
        const result = await handler(context, `${name} ${JSON.stringify(args)}`);
        done.push(`${name} ${JSON.stringify(args)}`);
        return result;
      },
    });
  return [
    tool('read', false),
    tool('write', true),
    tool('forbidden', true),
    tool('fail', false, () => {
      throw new ToolError('history/failed', 'it always does');
    }),
    tool('ask', false, async (context) => (await context.elicit({ type: 'text', message: 'What name?' })).data),
    tool('sign', false, async (context) => {
      const elicitationId = context.flowId();
      const url = `https://sign.example/?flow=${elicitationId}`;
      return (await context.elicit(elicitUrl({ message: 'Sign it there', url, elicitationId }))).content;
    }),
    tool('charge', true, async (_context, text) => {
      await hold();
      return { did: text };
    }),
    tool('call', false, (_context, text) => ({ did: text }), schemaWithDefault),
  ];
}

export const HISTORY_POLICY = [{ pattern: 'history.forbidden', verdict: 'deny' }] as const;
