import { type JsonSchema, type Preview, type Tool, type ToolContext, ToolError, type ToolPath } from '@toolshed/kernel';
import { createHostCheck } from '../../../tools/http/allowed-hosts.js';
import { HttpError } from '../../../tools/http/http-error.js';
import { createSender, type HttpResponse } from '../../../tools/http/send-request.js';
import type { ConfigSecrets } from '../../config-secrets.js';
import { plainText } from '../../hostile-text.js';
import type { SourceHost } from '../../source.js';
import type { SourceIdentity } from '../../source-identity.js';
import type { OpenApiSourceOptions } from '../../source-options.js';
import { type Arguments, sourceTool } from '../../source-tool.js';
import { isDestructive } from '../../tool-effect.js';
import { buildRequest } from '../request/build-request.js';
import { createFollow } from '../request/follow-redirects.js';
import { chooseMedia } from '../request/choose-media.js';
import { credentialsFor } from '../request/credentials.js';
import { encodeBody } from '../request/encode-body.js';
import type { LoadedDocument } from '../document/load-document.js';
import type { Operation } from './operations.js';
import { outputSchema, readResponse } from '../request/read-response.js';
import type { Converted, SchemaDocuments } from '../document/schema-document.js';
import { serverUrl } from '../request/server-url.js';

export interface OperationToolDeps {
  readonly options: OpenApiSourceOptions;
  readonly host: SourceHost;
  readonly loaded: LoadedDocument;
  /** All of the document. */
  readonly operations: readonly Operation[];
  readonly identity: SourceIdentity;
  readonly secrets: ConfigSecrets;
  readonly documents: SchemaDocuments;
}

type Send = (operation: Operation, args: Arguments, context: ToolContext) => Promise<HttpResponse>;

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createOperationTool(
  deps: OperationToolDeps,
): (path: ToolPath, operation: Operation, input: Converted) => Tool {
  const { options, loaded, identity, secrets, documents } = deps;
  const urlOf = ({ servers }: Operation): URL =>
    serverUrl(servers, { server: options.server, variables: options.variables, origin: loaded.origin });
  const send = createSend(urlOf, deps);

  return (path, operation, input) => {
    const isSafe = SAFE.has(operation.method);
    const described = (args: Arguments): string => {
      const { url } = buildRequest(operation, urlOf(operation), args);
      return `${operation.method} ${url.href}`;
    };
    return sourceTool({
      path,
      description: descriptionOf(operation),
      origin: () => identity.originOf(`${operation.method} ${operation.template}`, addressOf(operation, urlOf)),
      input: () => documents.withDefinitions(asObject(input), input.references),
      inputIdentity: () => documents.identityOf(asObject(input), input.references),
      output: () => outputSchema(operation, loaded),
      isDestructive: isDestructive(path, !isSafe, options),
      isIdempotent: isSafe,
      asksMidway: () => false,
      message: (args) => `Send ${described(args)}?`,
      preview: async (_, args): Promise<Preview> => ({
        kind: 'json',
        value: { request: described(args), body: args['body'] ?? null },
      }),
      handler: async (context, args) =>
        scrubbedErrors(secrets, async () => readResponse(operation, await send(operation, args, context))),
    });
  };
}

/** Arguments always are one. */
const asObject = ({ schema }: Converted): JsonSchema => (typeof schema === 'boolean' ? {} : schema);

/** Undefined if nobody can tell, which a call is refused with. */
function addressOf(operation: Operation, urlOf: (operation: Operation) => URL): string | undefined {
  try {
    return urlOf(operation).href;
  } catch {
    return undefined;
  }
}

/** The origin the config itself names may be anywhere; those a document names, another port of it included, may not. */
function createSend(
  urlOf: (operation: Operation) => URL,
  { options, host, loaded, operations, secrets }: OperationToolDeps,
): Send {
  const { allowPrivate, timeoutMs, maxBytes, auth } = options;
  const named = options.server === undefined ? loaded.origin : new URL(options.server);
  const senderFor = (url: URL, isNamed: boolean) =>
    createSender({
      checkHost: createHostCheck([
        `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
        ...options.hosts,
      ]),
      resolve: host.resolve,
      allowPrivate: allowPrivate || isNamed,
      timeoutMs,
      maxBytes,
    });
  const senders = new Map<string, ReturnType<typeof createSender>>();
  const { securitySchemes } = loaded.document.components;
  const schemes = Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => [name, loaded.references.follow(scheme)]),
  );

  const mayFollow = createFollow(operations, (operation) => addressOf(operation, urlOf));

  return async (operation, args, context) => {
    const { url, headers, cookies } = buildRequest(operation, urlOf(operation), args);
    const credentials = await credentialsFor(operation, { schemes, auth, secrets });
    const media = args['body'] === undefined ? undefined : chooseMedia(operation.requestBody);
    const encoded = media && (await encodeBody(media, args['body']));
    for (const [name, value] of credentials.query) url.search += `${url.search === '' ? '?' : '&'}${name}=${value}`;
    const jar = [...cookies, ...credentials.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sender = senders.get(url.origin) ?? senderFor(url, named?.origin === url.origin);
    senders.set(url.origin, sender);
    return sender(
      {
        method: operation.method,
        url,
        headers: {
          accept: 'application/json, */*;q=0.5',
          ...headers,
          ...(encoded === undefined ? {} : { 'content-type': encoded.contentType }),
          ...(jar === '' ? {} : { cookie: jar }),
          ...lowerCased(await secrets.readAll(options.headers)),
          ...credentials.headers,
        },
        body: encoded?.body,
      },
      context.signal,
      mayFollow(url, context),
    );
  };
}

/** What an API says may repeat what it was told, in failures too. */
async function scrubbedErrors<T>(secrets: ConfigSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return secrets.scrub(await work());
  } catch (error) {
    // It may say where a redirect leads, which the API chose.
    if (error instanceof HttpError) throw new HttpError(error.code, secrets.scrub(error.message));
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(error.code, secrets.scrub(error.message), secrets.scrub(error.reason));
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const MAX_DESCRIPTION = 600;

/** The summary is the first line; of the prose, what comes before its first blank line. */
function descriptionOf({ summary, description = '', method, template, deprecated }: Operation): string {
  const [prose = ''] = description.split(/\n\s*\n/);
  const lines = [summary ?? '', prose, `${method} ${template}${deprecated ? ' (deprecated)' : ''}`];
  return plainText([...new Set(lines.filter((line) => line.trim() !== ''))].join('\n'), MAX_DESCRIPTION);
}
