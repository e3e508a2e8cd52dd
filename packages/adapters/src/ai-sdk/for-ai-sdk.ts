import { type AgentToolsOptions, agentTools, type Toolshed } from '@toolshed/runtime';
import { createAgentSession } from '@toolshed/runtime/agent';
import { jsonSchema, type LanguageModelMiddleware, tool, type Tool, wrapLanguageModel } from 'ai';
import { approvalMiddleware } from './approval-middleware.js';
import { APPROVE_CALL } from './approve-call.js';
import { approveTool } from './approve-tool.js';
import type { Giving } from './give-responses.js';
import { modelOutput } from './model-output.js';

/** Whose conversation it is. */
export interface AiSdkOptions extends Omit<AgentToolsOptions, 'approvals'> {
  /** Who approves in this conversation, for the journal and for rules that need several people. Default: `user`. */
  readonly person?: string;
}

/** What you pass to `generateText`, `streamText` or an agent of the AI SDK. */
export interface AiSdkToolshed {
  /** Spread it into `tools`. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** Your model, behind the part that asks for approvals. */
  model(model: Parameters<typeof wrapLanguageModel>[0]['model']): ReturnType<typeof wrapLanguageModel>;
  /** That part alone, for a `wrapLanguageModel` of your own. Put it first. */
  readonly middleware: LanguageModelMiddleware;
}

/**
 * Gives a model of the AI SDK the tools of an open Toolshed. Where a program makes a call that needs a person, the SDK ends
 * its turn with a `tool-approval-request` for that very call; the history with the response, here or in another process,
 * is all it takes to continue.
 *
 * @example
 * ```ts
 * const toolshed = forAiSdk(shed, { session: chatId, agent: 'planner', person: 'ada' });
 *
 * const { content, responseMessages } = await generateText({
 *   model: toolshed.model(model),
 *   tools: toolshed.tools,
 *   stopWhen: isStepCount(20),
 *   messages,
 * });
 * ```
 */
export function forAiSdk(shed: Toolshed, { person = 'user', ...options }: AiSdkOptions): AiSdkToolshed {
  const offered = agentTools(shed, options).filter(({ name }) => name !== 'resume');
  const giving: Giving = {
    shed,
    agent: createAgentSession(shed, options),
    person: { principal: person, kind: 'person', channel: 'ai-sdk' },
  };
  const middleware = approvalMiddleware(giving, new Set([...offered.map(({ name }) => name), APPROVE_CALL]));
  return {
    tools: {
      ...Object.fromEntries(
        offered.map(({ name, description, inputSchema, execute }) => [
          name,
          tool({
            description,
            inputSchema: jsonSchema<unknown>({ ...inputSchema }),
            execute: (args, { abortSignal }) => execute(args, { signal: abortSignal }),
            toModelOutput: ({ output }) => modelOutput(output),
          }),
        ]),
      ),
      [APPROVE_CALL]: approveTool(giving),
    },
    model: (model) => wrapLanguageModel({ model, middleware }),
    middleware,
  };
}
