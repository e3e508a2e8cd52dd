// One request to a GraphQL endpoint. It goes to the address that the config names and nowhere else: no redirect is
// followed, because rules and people decided about this endpoint.

import { createHostCheck } from '../../tools/http/allowed-hosts.js';
import { createSender } from '../../tools/http/send-request.js';
import type { ConfigSecrets } from '../config-secrets.js';
import type { SourceHost } from '../source.js';
import type { GraphqlSourceOptions } from '../source-options.js';

export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface GraphqlResponse {
  readonly status: number;
  /** The parsed JSON of the response; its text if it is not JSON. */
  readonly body: unknown;
}

export type PostGraphql = (request: GraphqlRequest, signal: AbortSignal) => Promise<GraphqlResponse>;

export function createPost(
  { graphql, headers, timeoutMs, maxBytes }: GraphqlSourceOptions,
  { resolve }: Pick<SourceHost, 'resolve'>,
  secrets: ConfigSecrets,
): PostGraphql {
  const url = new URL(graphql);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const checkHost = createHostCheck([`${url.hostname}:${port}`]);
  const send = createSender({ checkHost, resolve, allowPrivate: true, timeoutMs, maxBytes });
  return async (request, signal) => {
    const own = Object.entries(await secrets.readAll(headers)).map(([name, value]) => [name.toLowerCase(), value]);
    const { status, body } = await send(
      {
        method: 'POST',
        url,
        headers: {
          accept: 'application/graphql-response+json, application/json;q=0.9',
          'content-type': 'application/json',
          ...Object.fromEntries(own),
        },
        body: JSON.stringify(request),
      },
      signal,
      () => false,
    );
    return { status, body: parsed(body.toString('utf8')) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
