// A conversation over the AI SDK with a scripted model: what the tests run here, and in processes that are killed.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { forAiSdk } from '@toolshed/adapters/ai-sdk';
import { defineTool } from '@toolshed/kernel';
import type { OpenOptions } from '@toolshed/runtime';
import { generateText, isStepCount, type ModelMessage, type ToolApprovalResponse } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';

export const effectsIn = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

/** A shed whose one destructive tool writes a line to a file. */
export const openMail = (effects: string, store: OpenOptions['store']) =>
  openInThread({
    store,
    tools: [
      defineTool({
        path: 'mail.send',
        description: 'Sends a mail',
        input: z.object({ to: z.string() }),
        destructive: true,
        message: ({ to }) => `Send to ${to}?`,
        handler: (_context, { to }) => {
          appendFileSync(effects, `${to}\n`);
          return `sent to ${to}`;
        },
      }),
    ],
  });

type Shed = Awaited<ReturnType<typeof openMail>>;
type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const ending = (unified: 'tool-calls' | 'stop') => ({
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
});

/** Runs these programs in one turn, then replies with what it got of them. */
export const scriptedModel = (...programs: readonly string[]) =>
  new MockLanguageModelV4({
    doGenerate: async ({ prompt }): Promise<Generated> => {
      if (prompt.at(-1)?.role === 'tool')
        return { content: [{ type: 'text', text: toldIn(prompt) }], ...ending('stop'), warnings: [] };
      const content = programs.map((code, index) => ({
        type: 'tool-call' as const,
        toolCallId: `call-${index}`,
        toolName: 'run',
        input: JSON.stringify({ code }),
      }));
      return { content, ...ending('tool-calls'), warnings: [] };
    },
  });

/** The texts of the last tool results, as the model reads them. */
function toldIn(prompt: Parameters<MockLanguageModelV4['doGenerate']>[0]['prompt']): string {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return '';
  return last.content
    .map((part) => (part.type === 'tool-result' && 'value' in part.output ? String(part.output.value) : part.type))
    .join('\n---\n');
}

/** One turn: the messages after it, what it asks the person, and what the model says. */
export async function turn(shed: Shed, model: MockLanguageModelV4, messages: readonly ModelMessage[]) {
  const toolshed = forAiSdk(shed, { session: 'chat', agent: 'planner', person: 'ada' });
  const result = await generateText({
    model: toolshed.model(model),
    tools: toolshed.tools,
    stopWhen: isStepCount(10),
    messages: [...messages],
  });
  const asked = result.content.flatMap((part) =>
    part.type === 'tool-approval-request'
      ? [{ approvalId: part.approvalId, input: Asked.parse(part.toolCall.input) }]
      : [],
  );
  return { messages: [...messages, ...result.responseMessages], asked, text: result.text };
}

const Asked = z.object({
  execution_id: z.string(),
  elicitation_id: z.string(),
  message: z.string(),
  tool: z.string().optional(),
  args: z.unknown(),
  refused: z.string().optional(),
});

export const responding = (...content: readonly Omit<ToolApprovalResponse, 'type'>[]) => ({
  role: 'tool' as const,
  content: content.map((one) => ({ type: 'tool-approval-response' as const, ...one })),
});

export const PROMPT: readonly ModelMessage[] = [{ role: 'user', content: 'Write to them' }];
