// A question an MCP server asks becomes one of ours: marked as the server's, answered where people answer ours, and
// checked on our side before the server learns anything.
//
// Threat: a server that asks in our name. Its words stand after ours, on their own line, and the path names the tool.
// Threat: a URL that anybody but the person fetches. It is shown, and never opened from here.

import type { ElicitRequestFormParams, ElicitRequestURLParams, ElicitResult } from '@modelcontextprotocol/client';
import type { ElicitationResponse, ToolContext, ToolPath } from '@toolshed/kernel';
import type { ElicitRequest } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { plainText } from '../hostile-text.js';

export type UpstreamQuestion = ElicitRequestFormParams | ElicitRequestURLParams;

export interface Asked {
  readonly namespace: string;
  readonly path: ToolPath;
}

const MAX_MESSAGE = 4_000;
const MAX_SCHEMA = 65_536;

export async function askPerson(
  { elicit, log }: Pick<ToolContext, 'elicit' | 'log'>,
  asked: Asked,
  question: UpstreamQuestion,
): Promise<ElicitResult> {
  if (!isUrl(question) && JSON.stringify(question.requestedSchema).length > MAX_SCHEMA) {
    log.warn(
      { source: asked.namespace, tool: asked.path },
      "an MCP server's form is too large to ask; it is cancelled",
    );
    return { action: 'cancel' };
  }
  try {
    if (isUrl(question)) return toResult(await elicit(urlRequest(asked, question)), 'url');
    return toResult(await elicit(formRequest(asked, question)), 'form');
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    log.warn(
      { source: asked.namespace, tool: asked.path, err: error },
      'asking a question of an MCP server failed; it is cancelled',
    );
    return { action: 'cancel' };
  }
}

const isUrl = (question: UpstreamQuestion): question is ElicitRequestURLParams => question.mode === 'url';

const formRequest = (
  { namespace, path }: Asked,
  { message, requestedSchema }: ElicitRequestFormParams,
): ElicitRequest => ({
  type: 'form',
  message: attributed(namespace, message),
  toolPath: path,
  schema: JSON.parse(JSON.stringify(requestedSchema)),
});

/** Accepting is consent to go there; what follows is between the person and the server. */
const urlRequest = ({ namespace, path }: Asked, { message, url }: ElicitRequestURLParams): ElicitRequest => ({
  type: 'url',
  message: attributed(namespace, message),
  url,
  toolPath: path,
});

const attributed = (namespace: string, message: string): string =>
  `The MCP server "${namespace}" asks:\n${plainText(message, MAX_MESSAGE)}`;

/** MCP knows three actions; whatever is neither yes nor no is "cancel". */
function toResult({ action, data }: ElicitationResponse, mode: 'form' | 'url'): ElicitResult {
  if (action === 'decline') return { action };
  if (action !== 'accept') return { action: 'cancel' };
  return mode === 'url' ? { action } : { action, content: contentOf(data) };
}

type Content = NonNullable<ElicitResult['content']>;

function contentOf(data: unknown): Content {
  const content: Content = {};
  for (const [name, value] of Object.entries(data ?? {})) if (isContent(value)) content[name] = value;
  return content;
}

const isContent = (value: unknown): value is Content[string] =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));
